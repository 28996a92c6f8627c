#include "ir/walk.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool PopulateOpShardingRules(Module& module,
                             const PopulateRulesOptions& options,
                             PassContext& context) {
  RuleOptions rule_options = RuleOptionsOf(context);
  rule_options.conservative = options.conservative_propagation;
  RuleLookup rules(module, rule_options, context.rule_warnings,
                   context.diagnostics);
  // Inner ops come first, which is also the order of the warnings.
  WalkPostOrder(module, module.root(), [&](OpId op) { rules.GetOrCreate(op); });
  return true;
}

}  // namespace shardflow::internal
