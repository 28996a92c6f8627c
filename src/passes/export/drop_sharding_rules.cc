#include "passes/pass.h"

namespace shardflow {

// Rules that the user gave (custom ones) stay.
bool DropShardingRules(Module& m, const NoOptions& /*options*/,
                       PassContext& /*context*/) {
  m.EraseRules([&](RuleId rule) { return !m.rules.Get(rule).is_custom(); });
  return true;
}

}  // namespace shardflow
