#ifndef SHARDFLOW_OPS_CUSTOM_CALL_H_
#define SHARDFLOW_OPS_CUSTOM_CALL_H_

#include <string_view>

#include "ops/op_def.h"
#include "ops/rule_builder.h"

// The sharding rules of stablehlo.custom_call, by target.

namespace shardflow::internal {

struct CustomCallRule {
  std::string_view target;
  RuleFn rule;  // null if the target is known to have no rule
};

// Returns null if the target is unknown.
const CustomCallRule* FindCustomCallRule(std::string_view target);

// Returns the target of a custom call, or "" if it has none.
std::string_view CallTarget(const Module& m, OpId op);

// The rule of a custom_call, looked up by its target.
bool CustomCallOpRule(const RuleContext& c, RuleBuilder& rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CUSTOM_CALL_H_
