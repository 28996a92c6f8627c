#include "ops/builder.h"

#include <algorithm>
#include <string>
#include <utility>

#include "ops/attr_make.h"
#include "ops/attr_tables.h"
#include "ops/edit.h"

namespace shardflow::internal {
namespace {

// Like DenseElementBytes, but also for complex elements.
size_t ElementBytes(const Module& m, TypeId element) {
  const bool is_complex = m.types.kind(element) == TypeKind::kComplex;
  return is_complex ? 2 * DenseElementBytes(m, m.types.element(element))
                    : DenseElementBytes(m, element);
}

// Returns a splat. It stores `element` even if the tensor has no elements.
AttrId SplatAttr(Module& m, TypeId type, std::string_view element) {
  return m.attrs.Make(
      DenseElementsAttr{type, m.names.Intern(element), /*splat=*/true});
}

}  // namespace

void Builder::Insert(OpId op) {
  if (before_) {
    m_.InsertBefore(before_, op);
  } else {
    m_.Append(block_, op);
  }
}

OpId Builder::Create(OpKind kind, std::span<const ValueId> operands,
                     std::span<const TypeId> types,
                     std::vector<NamedAttr> attrs, int region_count) {
  const OpId op = CreateOp(m_, kind,
                           {.operands = operands,
                            .result_types = types,
                            .attrs = m_.attrs.Dict(std::move(attrs), m_.names),
                            .region_count = region_count,
                            .loc = loc_});
  Insert(op);
  return op;
}

ValueId Builder::Value(OpKind kind, std::span<const ValueId> operands,
                       TypeId type, std::vector<NamedAttr> attrs) {
  return m_.result(Create(kind, operands, {&type, 1}, std::move(attrs)), 0);
}

ValueId Builder::Scalar(int64_t value) {
  return Splat(m_.types.Tensor({}, NumberType()), value);
}

ValueId Builder::Zero(TypeId type) {
  if (!m_.types.IsTensor(type)) return Value(OpKind::kCreateToken, {}, type);
  const std::string bytes(ElementBytes(m_, m_.types.element(type)), '\0');
  return Value(OpKind::kConstant, {}, type,
               {{name::kValue, SplatAttr(m_, type, bytes)}});
}

ValueId Builder::RawDeviceId(bool of_replica) {
  return Value(
      of_replica ? OpKind::kReplicaId : OpKind::kPartitionId, {},
      m_.types.Tensor({}, m_.types.Integer(32, Signedness::kUnsigned)));
}

ValueId Builder::DeviceId(bool of_replica) {
  return Convert(RawDeviceId(of_replica), NumberType());
}

ValueId Builder::DeviceIndex(bool of_replica) {
  return number_bits_ == 64 ? DeviceId(of_replica) : RawDeviceId(of_replica);
}

TypeId Builder::TypeLike(ValueId value, std::span<const int64_t> dims) const {
  return m_.types.Tensor(dims, m_.types.element(m_.type(value)));
}

ValueId Builder::Integers(TypeId type, std::span<const int64_t> values) {
  const size_t width = ElementBytes(m_, m_.types.element(type));
  const bool splat = std::all_of(values.begin(), values.end(), [&](int64_t v) {
    return v == values.front();
  });
  std::string bytes;
  for (const int64_t value : splat ? values.first(1) : values) {
    bytes.append(reinterpret_cast<const char*>(&value),
                 std::min(width, sizeof value));
  }
  const DenseElementsAttr dense{type, m_.names.Intern(bytes), splat};
  return Value(OpKind::kConstant, {}, type,
               {{name::kValue, m_.attrs.Make(dense)}});
}

ValueId Builder::Table(std::span<const int64_t> values) {
  const int64_t size[] = {static_cast<int64_t>(values.size())};
  return Integers(m_.types.Tensor(size, NumberType()), values);
}

ValueId Builder::Places(ValueId first, int64_t size) {
  const TypeId type = m_.types.Tensor({&size, 1}, NumberType());
  const ValueId iota =
      Value(OpKind::kIota, {}, type, {{name::kIotaDimension, MakeInt(m_, 0)}});
  return Binary(OpKind::kAdd, iota, BroadcastInDim(first, {&size, 1}, {}));
}

ValueId Builder::Reshape(ValueId value, std::span<const int64_t> dims) {
  return Value(OpKind::kReshape, {&value, 1}, TypeLike(value, dims));
}

ValueId Builder::Transpose(ValueId value,
                           std::span<const int64_t> permutation) {
  const std::span<const int64_t> from = m_.types.dims(m_.type(value));
  std::vector<int64_t> dims;
  for (const int64_t d : permutation) {
    dims.push_back(from[static_cast<size_t>(d)]);
  }
  return Value(OpKind::kTranspose, {&value, 1}, TypeLike(value, dims),
               {{name::kPermutation, MakeI64Array(m_, permutation)}});
}

ValueId Builder::BroadcastInDim(ValueId value, std::span<const int64_t> dims,
                                std::span<const int64_t> mapping) {
  return Value(OpKind::kBroadcastInDim, {&value, 1}, TypeLike(value, dims),
               {{name::kBroadcastDimensions, MakeI64Array(m_, mapping)}});
}

ValueId Builder::RepeatAlong(ValueId value, std::span<const int64_t> dims,
                             size_t dim) {
  const int64_t mapping[] = {static_cast<int64_t>(dim)};
  return dims.size() == 1 ? value : BroadcastInDim(value, dims, mapping);
}

ValueId Builder::Slice(ValueId value, std::span<const int64_t> starts,
                       std::span<const int64_t> limits,
                       std::span<const int64_t> strides) {
  std::vector<int64_t> dims;
  for (size_t d = 0; d < starts.size(); ++d) {
    dims.push_back((limits[d] - starts[d] + strides[d] - 1) / strides[d]);
  }
  return Value(OpKind::kSlice, {&value, 1}, TypeLike(value, dims),
               {{name::kStartIndices, MakeI64Array(m_, starts)},
                {name::kLimitIndices, MakeI64Array(m_, limits)},
                {name::kStrides, MakeI64Array(m_, strides)}});
}

ValueId Builder::DynamicSlice(ValueId value, std::span<const ValueId> starts,
                              std::span<const int64_t> sizes) {
  std::vector<ValueId> operands = {value};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return Value(OpKind::kDynamicSlice, operands, TypeLike(value, sizes),
               {{name::kSliceSizes, MakeI64Array(m_, sizes)}});
}

ValueId Builder::Pad(ValueId value, ValueId padding,
                     std::span<const int64_t> low,
                     std::span<const int64_t> high,
                     std::span<const int64_t> interior) {
  const std::span<const int64_t> from = m_.types.dims(m_.type(value));
  std::vector<int64_t> dims;
  for (size_t d = 0; d < from.size(); ++d) {
    const int64_t between = std::max<int64_t>(0, from[d] - 1) * interior[d];
    dims.push_back(low[d] + from[d] + between + high[d]);
  }
  const ValueId operands[] = {value, padding};
  return Value(OpKind::kPad, operands, TypeLike(value, dims),
               {{name::kEdgePaddingLow, MakeI64Array(m_, low)},
                {name::kEdgePaddingHigh, MakeI64Array(m_, high)},
                {name::kInteriorPadding, MakeI64Array(m_, interior)}});
}

ValueId Builder::Concatenate(std::span<const ValueId> values, int64_t dim) {
  const std::span<const int64_t> first = m_.types.dims(m_.type(values[0]));
  std::vector<int64_t> dims(first.begin(), first.end());
  const auto d = static_cast<size_t>(dim);
  for (const ValueId value : values.subspan(1)) {
    dims[d] += m_.types.dims(m_.type(value))[d];
  }
  return Value(OpKind::kConcatenate, values, TypeLike(values[0], dims),
               {{name::kDimension, MakeInt(m_, dim)}});
}

ValueId Builder::Convert(ValueId value, TypeId element) {
  return Value(OpKind::kConvert, {&value, 1},
               m_.types.Tensor(m_.types.dims(m_.type(value)), element));
}

ValueId Builder::Binary(OpKind kind, ValueId a, ValueId b) {
  const ValueId operands[] = {a, b};
  return Value(kind, operands, m_.type(a));
}

ValueId Builder::Clamp(ValueId low, ValueId value, ValueId high) {
  const ValueId operands[] = {low, value, high};
  return Value(OpKind::kClamp, operands, m_.type(value));
}

ValueId Builder::Select(ValueId condition, ValueId yes, ValueId no) {
  const ValueId operands[] = {condition, yes, no};
  return Value(OpKind::kSelect, operands, m_.type(yes));
}

ValueId Builder::Compare(std::string_view direction, ValueId a, ValueId b) {
  int64_t value = 0;
  for (const EnumCaseRow& row : Enum(EnumId::kComparisonDirection).cases) {
    if (row.name == direction) value = row.value;
  }
  const ValueId operands[] = {a, b};
  return Value(OpKind::kCompare, operands,
               m_.types.Tensor(m_.types.dims(m_.type(a)), m_.types.Integer(1)),
               {{name::kComparisonDirection,
                 MakeEnum(m_, EnumId::kComparisonDirection, value)}});
}

OpId Builder::If(ValueId condition, std::span<const TypeId> types) {
  const OpId op = Create(OpKind::kIf, {&condition, 1}, types, {}, 2);
  m_.AppendBlock(m_.region(op, 0));
  m_.AppendBlock(m_.region(op, 1));
  return op;
}

void Builder::Return(std::span<const ValueId> values) {
  Create(OpKind::kStablehloReturn, values, {});
}

}  // namespace shardflow::internal
