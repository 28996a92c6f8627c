#include "ir/walk.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"

namespace shardflow {

bool PopulateOpShardingRules(Module& module,
                             const PopulateRulesOptions& options,
                             PassContext& context) {
  RuleLookup rules(module,
                   {.conservative = options.conservative_propagation,
                    .compat = context.compat,
                    .extra = context.extra_rules,
                    .memo = context.memo},
                   context.rule_warnings, context.diagnostics);
  // Inner ops first: the order of warnings.
  WalkPostOrder(module, module.root(), [&](OpId op) { rules.GetOrCreate(op); });
  return true;
}

}  // namespace shardflow
