#ifndef SHARDFLOW_OPS_BUILDER_H_
#define SHARDFLOW_OPS_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/op_def.h"

// Creates StableHLO ops one after another, at the same position in a block and
// with the same location:
//
//   Builder b(m, block, before, loc);  // at the end if `before` is None
//   ValueId id = b.DeviceId(/*of_replica=*/false);
//   ValueId is_first = b.Equal(id, b.Scalar(0));
//   OpId choice = b.If(is_first, types);       // with two empty branches

namespace shardflow::internal {

class Builder {
 public:
  Builder(Module& m, BlockId block, OpId before, Loc loc)
      : m_(m), block_(block), before_(before), loc_(loc) {}
  // Returns a builder that inserts before `op`, with its location.
  static Builder Before(Module& m, OpId op) {
    return {m, m.op(op).parent, op, m.loc(op)};
  }
  // Numbers of devices, offsets and tables are i64 or, after this, i32.
  Builder& Use32BitNumbers(bool narrow) {
    number_bits_ = narrow ? 32 : 64;
    return *this;
  }

  // Inserts a detached op at the builder's position.
  void Insert(OpId op);
  OpId Create(OpKind kind, std::span<const ValueId> operands,
              std::span<const TypeId> types, std::vector<NamedAttr> attrs = {},
              int region_count = 0);

  // Creates an op with one result, and returns the result.
  ValueId Value(OpKind kind, std::span<const ValueId> operands, TypeId type,
                std::vector<NamedAttr> attrs = {});

  // Returns `value`, computed before any op that uses the result.
  ValueId OptimizationBarrier(ValueId value) {
    return Value(OpKind::kOptimizationBarrier, {&value, 1}, m_.type(value));
  }

  // --- constants

  TypeId NumberType() const { return m_.types.Integer(number_bits_); }
  ValueId Scalar(int64_t value);  // dense<value> : tensor<i64>
  // Returns a tensor of zeros or, if `type` isn't a tensor type, a token.
  ValueId Zero(TypeId type);
  // Returns a tensor of integers of any width, including i1. `values` lists all
  // elements, or a single one for a splat.
  ValueId Integers(TypeId type, std::span<const int64_t> values);
  ValueId Splat(TypeId type, int64_t value) {
    return Integers(type, {&value, 1});
  }
  // Returns the constant `dense<[values]> : tensor<Nxi64>`.
  ValueId Table(std::span<const int64_t> values);
  // Returns [first, first + 1, ...] as a tensor<size x i64>; `first` is a
  // tensor<i64>.
  ValueId Places(ValueId first, int64_t size);
  // Returns the device's partition id or replica id as a tensor<ui32>.
  ValueId RawDeviceId(bool of_replica);
  // Returns the device's partition id or replica id as a tensor<i64>.
  ValueId DeviceId(bool of_replica);
  // Like DeviceId, but for dynamic_slice, which takes ids as they are (ui32).
  // With 64-bit numbers, as in Shardy, they are converted anyway.
  ValueId DeviceIndex(bool of_replica);

  // --- shapes

  // In these functions, `dims` is the shape of the result.
  ValueId Reshape(ValueId value, std::span<const int64_t> dims);
  ValueId Transpose(ValueId value, std::span<const int64_t> permutation);
  // Dimension i of the operand becomes dimension `mapping[i]` of the result.
  ValueId BroadcastInDim(ValueId value, std::span<const int64_t> dims,
                         std::span<const int64_t> mapping);
  // Repeats a tensor of one dimension, dimension `dim` of the result, along all
  // other dimensions.
  ValueId RepeatAlong(ValueId value, std::span<const int64_t> dims, size_t dim);
  ValueId Slice(ValueId value, std::span<const int64_t> starts,
                std::span<const int64_t> limits,
                std::span<const int64_t> strides);
  // `starts` contains a scalar for each dimension.
  ValueId DynamicSlice(ValueId value, std::span<const ValueId> starts,
                       std::span<const int64_t> sizes);
  ValueId Pad(ValueId value, ValueId padding, std::span<const int64_t> low,
              std::span<const int64_t> high, std::span<const int64_t> interior);
  ValueId Concatenate(std::span<const ValueId> values, int64_t dim);

  // --- elements
  ValueId Convert(ValueId value, TypeId element);
  // Creates an add, a subtract, or another binary op. Operands and result have
  // the type of `a`.
  ValueId Binary(OpKind kind, ValueId a, ValueId b);
  ValueId Clamp(ValueId low, ValueId value, ValueId high);
  ValueId Select(ValueId condition, ValueId yes, ValueId no);
  // Compares two tensors of the same shape; the elements of the result are i1.
  // `direction` is a case of EnumId::kComparisonDirection ("EQ", "GE", ...).
  ValueId Compare(std::string_view direction, ValueId a, ValueId b);
  ValueId Equal(ValueId a, ValueId b) { return Compare("EQ", a, b); }
  // Creates an `if` whose regions each have an empty block.
  OpId If(ValueId condition, std::span<const TypeId> types);
  void Return(std::span<const ValueId> values);

 private:
  TypeId TypeLike(ValueId value, std::span<const int64_t> dims) const;

  Module& m_;
  BlockId block_;
  OpId before_;
  Loc loc_;
  int number_bits_ = 64;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_BUILDER_H_
