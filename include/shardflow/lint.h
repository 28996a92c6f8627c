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
// a place, the bytes that it costs, and advice. docs/lint.md has an example of
// each.

namespace shardflow {

enum class LintLevel { kNote, kWarning };

struct LintFinding {
  std::string code;  // "full-rematerialization"
  LintLevel level = LintLevel::kWarning;
  CostPlace place;
  // For one device: bytes sent, or bytes of memory, as the text says; 0 if
  // neither.
  int64_t bytes = 0;
  std::string text;  // a sentence without its full stop
  std::string fix;   // also a sentence without its full stop
};

struct LintOptions {
  // What to leave out: "CODE", or "CODE@PLACE" for one place only. A place is a
  // file ("step.py"), a line of it ("step.py:104"), or a pattern for the user's
  // names ("block0/**", as in shardflow/names.h).
  std::vector<std::string> allow = {};
  // Replicated values with fewer bytes are left out, and so are constants with
  // fewer than a quarter of this number.
  int64_t large = int64_t{64} << 20;
  // Propagate a copy first. If false, the program's own shardings are used.
  bool propagate = true;
  // Propagate with sdy-propagation-pipeline alone, not as JAX does.
  bool plain_shardy = false;
  RunOptions run = {};
};

struct LintCode {
  const char* code;
  LintLevel level;
  const char* summary;
};
// Returns all codes, sorted.
SHARDFLOW_EXPORT std::vector<LintCode> LintCodes();

// Propagates a copy of the program as JAX does (xla-propagation-pipeline), or
// as the options say, partitions it as XLA does, and returns the findings,
// those with the most bytes first. Returns nullopt after an error, which is in
// `messages`: an unknown code, or a program that can't be propagated.
SHARDFLOW_EXPORT std::optional<std::vector<LintFinding>> Lint(
    const Program& program, const LintOptions& options,
    std::vector<Message>& messages);

// Returns text for people: a line for each finding and one for its fix.
SHARDFLOW_EXPORT std::string LintText(const std::vector<LintFinding>& findings);
// Returns JSON (schemas/lint-1.schema.json).
SHARDFLOW_EXPORT std::string LintJson(const std::vector<LintFinding>& findings);
// Returns SARIF 2.1.0, which code hosts can read.
SHARDFLOW_EXPORT std::string LintSarif(
    const std::vector<LintFinding>& findings);

}  // namespace shardflow

#endif  // SHARDFLOW_LINT_H_
