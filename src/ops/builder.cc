#include "ops/builder.h"

#include <string>
#include <utility>

#include "ops/attr_make.h"
#include "ops/attr_tables.h"
#include "ops/edit.h"

namespace shardflow {
namespace {

// Bytes of an element in a dense attribute.
size_t ElementBytes(const Module& m, TypeId element) {
  switch (m.types.kind(element)) {
    case TypeKind::kInteger:
      return static_cast<size_t>(m.types.words(element)[1] + 7) / 8;
    case TypeKind::kFloat: {
      const auto kind = static_cast<FloatKind>(m.types.words(element)[0]);
      return static_cast<size_t>(FloatBits(kind) + 7) / 8;
    }
    case TypeKind::kComplex:
      return 2 * ElementBytes(m, m.types.element(element));
    default:
      return 8;
  }
}

// The element stays also where the tensor has none.
AttrId Splat(Module& m, TypeId type, std::string_view element) {
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
  const TypeId type = m_.types.Tensor({}, m_.types.Integer(64));
  const std::string_view bytes(reinterpret_cast<const char*>(&value),
                               sizeof value);
  return Value(OpKind::kConstant, {}, type,
               {{name::kValue, Splat(m_, type, bytes)}});
}

ValueId Builder::Zero(TypeId type) {
  if (!m_.types.IsTensor(type)) return Value(OpKind::kCreateToken, {}, type);
  const std::string bytes(ElementBytes(m_, m_.types.element(type)), '\0');
  return Value(OpKind::kConstant, {}, type,
               {{name::kValue, Splat(m_, type, bytes)}});
}

ValueId Builder::DeviceId(bool of_replica) {
  const TypeId narrow =
      m_.types.Tensor({}, m_.types.Integer(32, Signedness::kUnsigned));
  const ValueId id =
      Value(of_replica ? OpKind::kReplicaId : OpKind::kPartitionId, {}, narrow);
  return Value(OpKind::kConvert, {&id, 1},
               m_.types.Tensor({}, m_.types.Integer(64)));
}

ValueId Builder::Equal(ValueId a, ValueId b) {
  const auto dims = m_.types.dims(m_.type(a));
  const ValueId operands[] = {a, b};
  return Value(OpKind::kCompare, operands,
               m_.types.Tensor(dims, m_.types.Integer(1)),
               {{name::kComparisonDirection,
                 MakeEnum(m_, EnumId::kComparisonDirection, /*value=*/0)}});
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

}  // namespace shardflow
