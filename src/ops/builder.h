#ifndef SHARDFLOW_OPS_BUILDER_H_
#define SHARDFLOW_OPS_BUILDER_H_

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/op_def.h"

// Writes StableHLO, one op after the other at one place and with one location:
//
//   Builder b(m, block, before, loc);          // before None: at the end
//   ValueId id = b.DeviceId(/*of_replica=*/false);
//   ValueId is_first = b.Equal(id, b.Scalar(0));
//   OpId choice = b.If(is_first, types);       // with two empty branches

namespace shardflow::internal {

class Builder {
 public:
  Builder(Module& m, BlockId block, OpId before, Loc loc)
      : m_(m), block_(block), before_(before), loc_(loc) {}

  // Puts a detached op at the place.
  void Insert(OpId op);
  OpId Create(OpKind kind, std::span<const ValueId> operands,
              std::span<const TypeId> types, std::vector<NamedAttr> attrs = {},
              int region_count = 0);

  // One op with one result.
  ValueId Value(OpKind kind, std::span<const ValueId> operands, TypeId type,
                std::vector<NamedAttr> attrs = {});

  // --- constants
  // dense<value> : tensor<i64>
  ValueId Scalar(int64_t value);
  // Zeros of a tensor type, or a token.
  ValueId Zero(TypeId type);
  // A tensor of integers (of any width, i1 included), all equal or one by one.
  ValueId Integers(TypeId type, std::span<const int64_t> values);
  ValueId Splat(TypeId type, int64_t value) {
    return Integers(type, {&value, 1});
  }
  // [values] : tensor<Nxi64>
  ValueId Table(std::span<const int64_t> values);
  // Number of the device (partition or replica), tensor<i64>.
  ValueId DeviceId(bool of_replica);

  // --- shapes; `dims` are those of the result
  ValueId Reshape(ValueId value, std::span<const int64_t> dims);
  ValueId Transpose(ValueId value, std::span<const int64_t> permutation);
  // Operand dimension i is dimension `mapping[i]` of the result.
  ValueId BroadcastInDim(ValueId value, std::span<const int64_t> dims,
                         std::span<const int64_t> mapping);
  ValueId Slice(ValueId value, std::span<const int64_t> starts,
                std::span<const int64_t> limits,
                std::span<const int64_t> strides);
  // `starts` are scalars, one for each dimension.
  ValueId DynamicSlice(ValueId value, std::span<const ValueId> starts,
                       std::span<const int64_t> sizes);
  ValueId Pad(ValueId value, ValueId padding, std::span<const int64_t> low,
              std::span<const int64_t> high, std::span<const int64_t> interior);
  ValueId Concatenate(std::span<const ValueId> values, int64_t dim);

  // --- elements
  ValueId Convert(ValueId value, TypeId element);
  // Add, subtract, and, ...: operands and result have the type of `a`.
  ValueId Binary(OpKind kind, ValueId a, ValueId b);
  ValueId Clamp(ValueId low, ValueId value, ValueId high);
  ValueId Select(ValueId condition, ValueId yes, ValueId no);
  // Of two tensors of one shape: i1 elements. `direction` is a case of
  // EnumId::kComparisonDirection ("EQ", "GE", ...).
  ValueId Compare(std::string_view direction, ValueId a, ValueId b);
  ValueId Equal(ValueId a, ValueId b) { return Compare("EQ", a, b); }
  // Each region has an empty block.
  OpId If(ValueId condition, std::span<const TypeId> types);
  void Return(std::span<const ValueId> values);

 private:
  TypeId TypeLike(ValueId value, std::span<const int64_t> dims) const;

  Module& m_;
  BlockId block_;
  OpId before_;
  Loc loc_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_BUILDER_H_
