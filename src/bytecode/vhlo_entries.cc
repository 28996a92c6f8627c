#include <cstdint>
#include <string>

#include "bytecode/codes.h"
#include "bytecode/entry_reader.h"
#include "bytecode/type_codes.h"
#include "ops/attr_make.h"
#include "text/quant_type.h"

// Reads VHLO attributes and types, and converts them to those of StableHLO and
// the builtin dialect.

namespace shardflow::internal::bytecode {

AttrId EntryReader::VhloAttr(ByteReader& in) {
  const uint64_t code = in.VarInt();
  switch (code) {
    case vhlo::kArray: {
      const std::vector<AttrId> items = ChildAttrs(in);
      return Ready(in) ? m_.attrs.Array(items) : AttrId::None();
    }
    case vhlo::kBoolean: {
      const uint64_t value = in.VarInt();
      if (value > 1) in.Fail("a boolean that is neither true nor false");
      return MakeBool(m_, value == 1);
    }
    case vhlo::kComparisonDirection:
      return VhloEnum(in, EnumId::kComparisonDirection);
    case vhlo::kComparisonType:
      return VhloEnum(in, EnumId::kComparisonType);
    case vhlo::kCustomCallApiVersion: {
      const uint64_t value = in.VarInt();
      if (value > 4) in.Fail("an unknown version of custom calls");
      return MakeInt(m_, static_cast<int64_t>(value), 32);
    }
    case vhlo::kDict:
      return Dict(in);
    case vhlo::kFftType:
      return VhloEnum(in, EnumId::kFftType);
    case vhlo::kFloat: {
      const TypeId type = ChildType(in);
      return Ready(in) ? Float(in, type) : AttrId::None();
    }
    case vhlo::kInteger: {
      const TypeId type = ChildType(in);
      return Ready(in) ? Integer(in, type) : AttrId::None();
    }
    case vhlo::kPrecision:
      return VhloEnum(in, EnumId::kPrecision);
    case vhlo::kRngAlgorithm:
      return VhloEnum(in, EnumId::kRngAlgorithm);
    case vhlo::kRngDistribution:
      return VhloEnum(in, EnumId::kRngDistribution);
    case vhlo::kString:
      return m_.attrs.String(m_.names.Intern(String(in)));
    case vhlo::kTensor: {
      const TypeId type = ChildType(in);
      const std::string_view bytes = in.Bytes(in.VarInt());
      return Ready(in) ? PackedDense(in, type, bytes) : AttrId::None();
    }
    case vhlo::kTranspose:
      return VhloEnum(in, EnumId::kTranspose);
    case vhlo::kType: {
      const TypeId type = ChildType(in);
      return Ready(in) ? m_.attrs.Type(type) : AttrId::None();
    }
    case vhlo::kResultAccuracyMode:
      return VhloEnum(in, EnumId::kResultAccuracyMode);
    default:
      return VhloStruct(in, code);
  }
}

AttrId EntryReader::VhloStruct(ByteReader& in, uint64_t code) {
  const auto dims = [&] { return MakeI64Array(m_, SignedList(in)); };
  switch (code) {
    case vhlo::kOutputOperandAlias: {
      const AttrId outputs = dims();
      const AttrId operand = I64(in.SignedVarInt());
      const AttrId fields[] = {outputs, operand, dims()};
      return MakeStruct(m_, StructId::kOutputOperandAlias, fields);
    }
    case vhlo::kTypeExtensions: {
      const AttrId fields[] = {dims()};
      return MakeStruct(m_, StructId::kTypeExtensions, fields);
    }
    case vhlo::kResultAccuracy: {
      const TypeId f64 = m_.types.Float(FloatKind::kF64);
      const AttrId atol = Float(in, f64);
      const AttrId rtol = Float(in, f64);
      const AttrId ulps = I64(in.SignedVarInt());
      const AttrId mode = ChildAttr(in);
      if (!Ready(in) || !Expect(in, mode, AttrKind::kEnum)) return {};
      if (m_.attrs.As<EnumAttr>(mode).number !=
          static_cast<int64_t>(EnumId::kResultAccuracyMode)) {
        in.Fail("an attribute of an unexpected kind");
      }
      const AttrId fields[] = {atol, rtol, ulps, mode};
      return MakeStruct(m_, StructId::kResultAccuracy, fields);
    }
    default:
      return VhloMeshAttr(in, code);
  }
}

AttrId EntryReader::VhloMeshAttr(ByteReader& in, uint64_t code) {
  switch (code) {
    case vhlo::kSubAxisInfo: {
      const AttrId pre_size = I64(in.SignedVarInt());
      const AttrId fields[] = {pre_size, I64(in.SignedVarInt())};
      return MakeStruct(m_, StructId::kStablehloSubAxisInfo, fields);
    }
    case vhlo::kAxisRef: {
      const AttrId name = ChildAttr(in);
      AttrId info;
      if (in.VarInt() != 0) info = ChildAttr(in);
      return MakeAxisRef(in, name, info);
    }
    case vhlo::kReplicaGroupMeshAxes: {
      AttrId mesh = ChildAttr(in);
      const AttrId axes = ChildAttr(in);
      if (!Ready(in)) return {};
      if (m_.attrs.Is(mesh, AttrKind::kString)) {
        mesh = m_.attrs.SymbolRef(m_.attrs.StringValue(mesh));
      }
      const AttrId fields[] = {mesh, axes};
      return MakeStruct(m_, StructId::kReplicaGroupMeshAxes, fields);
    }
    case vhlo::kMeshAxis: {
      const AttrId name = ChildAttr(in);
      const AttrId size = I64(in.SignedVarInt());
      if (!Ready(in) || !Expect(in, name, AttrKind::kString)) return {};
      const AttrId fields[] = {name, size};
      return MakeStruct(m_, StructId::kStablehloMeshAxis, fields);
    }
    case vhlo::kMesh: {
      const AttrId axes = ChildAttr(in);
      return MakeMesh(in, axes, OptionalChild(in));
    }
    default:
      in.Fail("unknown attribute " + std::to_string(code) + " of vhlo");
      return {};
  }
}

// Returns a reference to an axis, or to the sub-axis that `info` describes.
// Returns None if the name or `info` hasn't been read yet.
AttrId EntryReader::MakeAxisRef(ByteReader& in, AttrId name, AttrId info) {
  if (!Ready(in) || !Expect(in, name, AttrKind::kString) ||
      (info && !ExpectStruct(in, info, StructId::kStablehloSubAxisInfo))) {
    return {};
  }
  const AttrId fields[] = {name, info};
  return MakeStruct(m_, StructId::kStablehloAxisRef, fields);
}

AttrId EntryReader::MakeMesh(ByteReader& in, AttrId axes, AttrId ids) {
  if (!Ready(in) || !Expect(in, axes, AttrKind::kArray)) return {};
  for (size_t i = 0; i < m_.attrs.ArraySize(axes); ++i) {
    if (!ExpectStruct(in, m_.attrs.ArrayItem(axes, i),
                      StructId::kStablehloMeshAxis)) {
      return {};
    }
  }
  const AttrId fields[] = {axes, ids};
  return MakeStruct(m_, StructId::kStablehloMesh, fields);
}

bool EntryReader::ExpectStruct(ByteReader& in, AttrId attr, StructId id) {
  return Expect(in, attr, AttrKind::kStruct) &&
         (m_.attrs.As<StructAttr>(attr).number == static_cast<int64_t>(id) ||
          in.Fail("an attribute of an unexpected kind"));
}

AttrId EntryReader::VhloEnum(ByteReader& in, EnumId id) {
  const uint64_t value = in.VarInt();
  for (const EnumCaseRow& row : Enum(id).cases) {
    if (static_cast<uint64_t>(row.value) == value) {
      return MakeEnum(m_, id, row.value);
    }
  }
  in.Fail("#" + std::string(Enum(id).name) + " has no value " +
          std::to_string(value));
  return {};
}

// --- types

TypeId EntryReader::VhloType(ByteReader& in) {
  const uint64_t code = in.VarInt();
  for (const VhloInteger& row : kVhloIntegers) {
    if (row.code == code) return m_.types.Integer(row.width, row.signedness);
  }
  for (const VhloFloat& row : kVhloFloats) {
    if (row.code == code) return m_.types.Float(row.kind);
  }
  switch (code) {
    case vhlo::kToken:
      return m_.types.Token();
    case vhlo::kWitness:
      return OpaqueType("!shape.witness");
    case vhlo::kUniformQuantized:
    case vhlo::kQuantizedPerAxis:
      return QuantizedType(in, code == vhlo::kQuantizedPerAxis);
    case vhlo::kBuffer:
      return MemRef(in, /*has_layout=*/false);
    case vhlo::kFuture:
      return FutureType(in);
    default:
      return CommonType(in, code, kVhloTypes);
  }
}

TypeId EntryReader::FutureType(ByteReader& in) {
  const std::vector<TypeId> types = ChildTypes(in);
  if (!Ready(in)) return {};
  if (!types.empty()) return m_.types.Future(types);
  in.Fail("a future without a type");
  return {};
}

TypeId EntryReader::QuantizedType(ByteReader& in, bool per_axis) {
  Quantization q;
  q.is_signed = (in.VarInt() & 1) != 0;
  q.storage = ChildType(in);
  q.expressed = ChildType(in);
  if (per_axis) {
    const uint64_t axis = in.VarInt();
    if (axis > INT32_MAX) in.Fail("a dimension number that is too large");
    q.axis = static_cast<int64_t>(axis);
  } else {
    q.scales = {in.SignedVarInt()};
    q.zeros = {in.SignedVarInt()};
  }
  q.min = in.SignedVarInt();
  q.max = in.SignedVarInt();
  if (per_axis) {
    q.scales = SignedList(in);
    q.zeros = SignedList(in);
  }
  if (!Ready(in)) return {};
  const TypeId type = MakeQuantized(m_, q);
  if (!type) in.Fail("an invalid quantized type");
  return type;
}

TypeId EntryReader::QuantType(ByteReader& in) {
  const uint64_t code = in.VarInt();
  if (code == quant::kUniform) return QuantizedType(in, /*per_axis=*/false);
  if (code == quant::kPerAxis) return QuantizedType(in, /*per_axis=*/true);
  in.Fail("unknown type " + std::to_string(code) + " of quant");
  return {};
}

}  // namespace shardflow::internal::bytecode
