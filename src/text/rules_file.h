#ifndef SHARDFLOW_TEXT_RULES_FILE_H_
#define SHARDFLOW_TEXT_RULES_FILE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ops/extensions.h"

// Files of sharding rules: lines such as
//
//   my.matmul: ([..., i, k], [..., k, j])->([..., i, j]) reduction={k}
//   my.gelu elementwise pure: ([...])->([...])
//   @my_kernel where axis = 1: ([i, j])->([i, j]) need_replication={j}
//
// docs/rules.md describes them; json/rules_read.h reads the same as JSON.

namespace shardflow::internal {

struct RuleEntry {
  std::string name;
  bool is_target = false;  // of a custom call, not an op
  uint32_t traits = 0;
  ExtensionRule rule;
};

// The OpTrait of "elementwise" or "pure"; 0: there is no such word.
uint32_t ParseRuleTrait(std::string_view word);
// What is wrong with an entry as a whole; empty: nothing.
std::string CheckRuleEntry(const RuleEntry& entry);

// After an error `entries` is unspecified.
[[nodiscard]] bool ReadRulesText(const SourceBuffer& source,
                                 std::vector<RuleEntry>& entries,
                                 Diagnostics& diagnostics);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_RULES_FILE_H_
