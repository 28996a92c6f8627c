#ifndef SHARDFLOW_OPS_CHLO_RULES_H_
#define SHARDFLOW_OPS_CHLO_RULES_H_

#include "ops/rule_builder.h"

// Sharding rules for chlo ops. Shardy has no rules for these ops. Ours are used
// only if RuleOptions::extra is set.

namespace shardflow::internal {

// The rule of binary and ternary ops that broadcast their operands to the
// result, aligned at the last dimension or by `broadcast_dimensions`.
bool ChloBroadcastRule(const RuleContext& c, RuleBuilder& rule);
bool ChloTopKRule(const RuleContext& c, RuleBuilder& rule);
bool ChloRaggedDotRule(const RuleContext& c, RuleBuilder& rule);
// Only for scans with an elementwise body. Any other body may mix elements.
bool ChloScanRule(const RuleContext& c, RuleBuilder& rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CHLO_RULES_H_
