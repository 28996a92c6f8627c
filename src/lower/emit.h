#ifndef SHARDFLOW_LOWER_EMIT_H_
#define SHARDFLOW_LOWER_EMIT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/op_kind.h"

// Inserts reshards and collectives one after another at one place.
//
//   Emitter e(m);
//   e.SetAfter(op);
//   ValueId r = e.Reshard(m.result(op, 0), sharding);   // right after op
//   ValueId s = e.Reshard(r, other);                    // right after r

namespace shardflow::internal {

class Emitter {
 public:
  explicit Emitter(Module& m) : m_(m) {}

  // Set where the next op goes.
  void SetBefore(OpId op);
  void SetAfter(OpId op);
  // After the op that defines `value`; for a block argument, at the start of
  // its block.
  void SetAfterValue(ValueId value);

  // Each creates an op with operand `value` and the same source location, sets
  // the sharding of its result, and returns the result.
  ValueId Reshard(ValueId value, ShardingId sharding);
  ValueId AllReduce(ValueId value, std::span<const AxisRef> axes,
                    ReductionKind kind, ShardingId sharding);
  ValueId ReplicatedToUnreduced(ValueId value, std::span<const AxisRef> axes,
                                ShardingId sharding);
  ValueId ShardedToUnreduced(ValueId value,
                             std::span<const AxisListId> axes_per_dim,
                             ShardingId sharding);

 private:
  ValueId Emit(OpKind kind, ValueId value, ShardingId sharding, AttrId attrs);

  Module& m_;
  BlockId block_;
  OpId before_;  // None: at the end of the block
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_EMIT_H_
