#ifndef SHARDFLOW_LINT_H_
#define SHARDFLOW_LINT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/cost.h"
#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Finds probable mistakes in how a program is sharded. Each finding has a code,
// a place, the number of bytes that the mistake costs, and advice. docs/lint.md
// has an example for each code.

namespace shardflow {

enum class LintLevel { kNote, kWarning };

struct LintFinding {
  std::string code;  // "full-rematerialization"
  LintLevel level = LintLevel::kWarning;
  CostPlace place;
  // What the mistake costs one device: bytes sent or bytes of memory (`text`
  // says which), or 0 if neither.
  int64_t bytes = 0;
  std::string text;  // what is wrong: a sentence without the final period
  std::string fix;   // the advice: a sentence without the final period
};

struct LintOptions {
  // The findings to leave out: "CODE" stands for all findings with this code,
  // "CODE@PLACE" for those at one place. A place is a file ("step.py"), a line
  // in a file ("step.py:104"), or a pattern for the user's names ("block0/**",
  // see shardflow/names.h).
  std::vector<std::string> allow = {};
  // The smallest size in bytes of a replicated value that is worth a finding.
  // For constants, a quarter of this size is enough.
  int64_t large = int64_t{64} << 20;
  // Whether to propagate a copy of the program first. If false, the program's
  // own shardings are used.
  bool propagate = true;
  // Whether to propagate with sdy-propagation-pipeline alone, not as JAX does.
  bool plain_shardy = false;
  RunOptions run = {};
};

// A kind of finding.
struct LintCode {
  const char* code;
  LintLevel level;
  const char* summary;
};
// Returns all codes, in alphabetical order.
SHARDFLOW_EXPORT std::vector<LintCode> LintCodes();

// Returns the findings, most bytes first. To find them, propagates a copy of
// the program as JAX does (xla-propagation-pipeline), or as the options say,
// and then partitions it as XLA does. On error, for example if `allow` has an
// unknown code or the program can't be propagated, returns nullopt and adds the
// error to `messages`.
SHARDFLOW_EXPORT std::optional<std::vector<LintFinding>> Lint(
    const Program& program, const LintOptions& options,
    std::vector<Message>& messages);

// Returns the findings as human-readable text: for each, one line for the
// finding and one for its fix.
SHARDFLOW_EXPORT std::string LintText(const std::vector<LintFinding>& findings);
// Returns the findings as JSON (schemas/lint-1.schema.json).
SHARDFLOW_EXPORT std::string LintJson(const std::vector<LintFinding>& findings);
// Returns the findings as SARIF 2.1.0, a format that code hosts can read.
SHARDFLOW_EXPORT std::string LintSarif(
    const std::vector<LintFinding>& findings);

}  // namespace shardflow

#endif  // SHARDFLOW_LINT_H_
