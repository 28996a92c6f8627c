#include "ops/compatible.h"

#include "ops/op_def.h"

namespace shardflow::internal {

bool MayNeedCompatible(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kConcatenate ||
         (m.kind(op) == OpKind::kUnknown && m.op_name(op) == "mhlo.ragged_dot");
}

bool NeedsCompatible(const Module& m, OpId op,
                     const std::function<ShardingId(ValueId)>& sharding_of) {
  if (!MayNeedCompatible(m, op)) return false;
  if (m.kind(op) != OpKind::kConcatenate) return true;
  const ShardingId result = sharding_of(m.result(op, 0));
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (sharding_of(m.operand(op, i)) != result) return true;
  }
  return false;
}

}  // namespace shardflow::internal
