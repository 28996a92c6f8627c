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

// What is probably a mistake in how a program is sharded: findings with a code,
// a place, the bytes that it costs and what to do. docs/lint.md has an example
// of each.

namespace shardflow {

enum class LintLevel { kNote, kWarning };

struct LintFinding {
  std::string code;  // "full-rematerialization"
  LintLevel level = LintLevel::kWarning;
  CostPlace place;
  // For one device: sent, or of memory, as the text says; 0: none.
  int64_t bytes = 0;
  std::string text;  // a sentence without its full stop
  std::string fix;   // likewise
};

struct LintOptions {
  // Codes that are not reported.
  std::vector<std::string> allow = {};
  // Replicated values and constants of fewer bytes are not reported.
  int64_t large = int64_t{64} << 20;
  RunOptions run = {};
};

struct LintCode {
  const char* code;
  LintLevel level;
  const char* summary;
};
// All codes, sorted.
SHARDFLOW_EXPORT std::vector<LintCode> LintCodes();

// The findings of a copy of the program that is propagated as JAX does
// (xla-propagation-pipeline) and partitioned as XLA does; most bytes first.
// Nullopt after an error, which is in `messages`: an unknown code, a program
// that can't be propagated.
SHARDFLOW_EXPORT std::optional<std::vector<LintFinding>> Lint(
    const Program& program, const LintOptions& options,
    std::vector<Message>& messages);

// For people: a line for each finding and one for its fix.
SHARDFLOW_EXPORT std::string LintText(const std::vector<LintFinding>& findings);
// schemas/lint-1.schema.json
SHARDFLOW_EXPORT std::string LintJson(const std::vector<LintFinding>& findings);
// SARIF 2.1.0, for code hosts.
SHARDFLOW_EXPORT std::string LintSarif(
    const std::vector<LintFinding>& findings);

}  // namespace shardflow

#endif  // SHARDFLOW_LINT_H_
