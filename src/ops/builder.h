#ifndef SHARDFLOW_OPS_BUILDER_H_
#define SHARDFLOW_OPS_BUILDER_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/op_def.h"

// Writes StableHLO, one op after the other at one place and with one location:
//
//   Builder b(m, block, before, loc);          // before None: at the end
//   ValueId id = b.DeviceId(/*of_replica=*/false);
//   ValueId is_first = b.Equal(id, b.Scalar(0));
//   OpId choice = b.If(is_first, types);       // with two empty branches

namespace shardflow {

class Builder {
 public:
  Builder(Module& m, BlockId block, OpId before, Loc loc)
      : m_(m), block_(block), before_(before), loc_(loc) {}

  // Puts a detached op at the place.
  void Insert(OpId op);
  OpId Create(OpKind kind, std::span<const ValueId> operands,
              std::span<const TypeId> types, std::vector<NamedAttr> attrs = {},
              int region_count = 0);

  // dense<value> : tensor<i64>
  ValueId Scalar(int64_t value);
  // Zeros of a tensor type, or a token.
  ValueId Zero(TypeId type);
  // Number of the device (partition or replica), tensor<i64>.
  ValueId DeviceId(bool of_replica);
  // Of two tensors of one shape: i1 elements.
  ValueId Equal(ValueId a, ValueId b);
  // Each region has an empty block.
  OpId If(ValueId condition, std::span<const TypeId> types);
  void Return(std::span<const ValueId> values);

 private:
  ValueId Value(OpKind kind, std::span<const ValueId> operands, TypeId type,
                std::vector<NamedAttr> attrs = {});

  Module& m_;
  BlockId block_;
  OpId before_;
  Loc loc_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_OPS_BUILDER_H_
