#ifndef SHARDFLOW_OPS_RULE_NEIGHBOURS_H_
#define SHARDFLOW_OPS_RULE_NEIGHBOURS_H_

#include "ir/module.h"

namespace shardflow::internal {

// Whether the sharding rule of an op of this kind depends not only on what the
// op looks like (ops/op_cache.h), but also on the ops around it or on its
// regions.
bool RuleReadsNeighbours(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_RULE_NEIGHBOURS_H_
