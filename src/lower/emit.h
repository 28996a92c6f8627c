#ifndef SHARDFLOW_LOWER_EMIT_H_
#define SHARDFLOW_LOWER_EMIT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/op_kind.h"

// Inserts reshards and collectives into the program, one after another, at one
// place.
//
//   Emitter e(m);
//   e.SetAfter(op);
//   ValueId r = e.Reshard(m.result(op, 0), sharding);   // right after op
//   ValueId s = e.Reshard(r, other);                    // right after r

namespace shardflow::internal {

class Emitter {
 public:
  explicit Emitter(Module& m) : m_(m) {}

  // Set the place of the next op: before or after `op`.
  void SetBefore(OpId op);
  void SetAfter(OpId op);
  // Sets the place to right after the op that defines `value` or, if `value` is
  // the argument of a block, to the start of the block.
  void SetAfterValue(ValueId value);

  // Each of these functions creates an op with the operand `value` and that
  // value's source location, sets the sharding of the op's result, and returns
  // the result.
  ValueId Reshard(ValueId value, ShardingId sharding);
  ValueId AllReduce(ValueId value, std::span<const AxisRef> axes,
                    ReductionKind kind, ShardingId sharding);
  // Creates an all_reduce from attributes that AllReduceAttrs returned.
  ValueId AllReduce(ValueId value, AttrId attrs, ShardingId sharding);
  AttrId AllReduceAttrs(std::span<const AxisRef> axes, ReductionKind kind);
  ValueId ReplicatedToUnreduced(ValueId value, std::span<const AxisRef> axes,
                                ShardingId sharding);
  ValueId ShardedToUnreduced(ValueId value,
                             std::span<const AxisListId> axes_per_dim,
                             ShardingId sharding);

 private:
  ValueId Emit(OpKind kind, ValueId value, ShardingId sharding, AttrId attrs);

  Module& m_;
  BlockId block_;
  OpId before_;  // None for the end of the block
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_EMIT_H_
