#ifndef SHARDFLOW_TEXT_RULES_FILE_H_
#define SHARDFLOW_TEXT_RULES_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ops/extensions.h"

// Reads files of sharding rules, with lines such as
//
//   my.matmul: ([..., i, k], [..., k, j])->([..., i, j]) reduction={k}
//   my.gelu elementwise pure: ([...])->([...])
//   @my_kernel where axis = 1: ([i, j])->([i, j]) need_replication={j}
//
// docs/rules.md describes the format. json/rules_read.h reads rules from JSON.

namespace shardflow::internal {

struct RuleEntry {
  std::string name;
  // Whether `name` is the target of a custom call, not an op.
  bool is_target = false;
  uint32_t traits = 0;
  ExtensionRule rule;
};

// Returns the OpTrait for "elementwise" or "pure", or 0 for any other word.
uint32_t ParseRuleTrait(std::string_view word);
// Returns an error if something is wrong with an entry as a whole.
std::optional<Error> CheckRuleEntry(const RuleEntry& entry);

// Appends the rules to `entries`. On error, the contents of `entries` are
// unspecified.
[[nodiscard]] bool ReadRulesText(const SourceBuffer& source,
                                 std::vector<RuleEntry>& entries,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_RULES_FILE_H_
