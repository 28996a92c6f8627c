#ifndef SHARDFLOW_OPS_CHLO_RULES_H_
#define SHARDFLOW_OPS_CHLO_RULES_H_

#include "ops/rule_builder.h"

// Sharding rules of chlo ops. The reference has none: they are `extra_rule`s,
// asked for by RuleOptions::extra.

namespace shardflow::internal {

// Binary and ternary ops whose operands are broadcast to the result, aligned
// at the last dimension or as `broadcast_dimensions` says.
bool ChloBroadcastRule(const RuleContext& c, RuleBuilder& rule);
bool ChloTopKRule(const RuleContext& c, RuleBuilder& rule);
bool ChloRaggedDotRule(const RuleContext& c, RuleBuilder& rule);
// Only of scans whose body is elementwise: any other body may mix elements.
bool ChloScanRule(const RuleContext& c, RuleBuilder& rule);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CHLO_RULES_H_
