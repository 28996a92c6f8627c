#include "ir/walk.h"
#include "passes/pass.h"

namespace shardflow {

// Rules that the user gave (custom ones) stay.
bool DropShardingRules(Module& m, const NoOptions& /*options*/,
                       PassContext& /*context*/) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    const RuleId rule = m.rule(op);
    if (rule && !m.rules.Get(rule).is_custom()) m.SetRule(op, RuleId::None());
  });
  return true;
}

}  // namespace shardflow
