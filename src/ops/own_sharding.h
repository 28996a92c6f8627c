#ifndef SHARDFLOW_OPS_OWN_SHARDING_H_
#define SHARDFLOW_OPS_OWN_SHARDING_H_

#include "ir/module.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"

namespace shardflow::internal {

// Whether the value is the result of an op without data-flow edges, or an
// argument of a function. Then GetShardableValue() would return the value
// itself, and GetSharding() its entry in the module's sharding column. This
// holds for nearly all values, and this test is much faster than those
// functions.
inline bool HoldsOwnSharding(const Module& m, ValueId value) {
  if (const OpId def = m.def(value)) return DataFlow(m, def) == nullptr;
  const OpId around = m.parent_op(m.arg_block(value));
  return around && m.HasFuncRow(around) && DataFlow(m, around) == nullptr;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_OWN_SHARDING_H_
