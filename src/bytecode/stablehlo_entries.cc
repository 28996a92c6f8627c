#include <array>
#include <string>

#include "bytecode/codes.h"
#include "bytecode/entry_reader.h"
#include "ops/attr_make.h"

// Reads attributes and types of StableHLO itself, in bytecode that is not a
// portable artifact. The codes are jaxlib 0.12's; later versions may change
// them.

namespace shardflow::internal::bytecode {
namespace {

struct StructCode {
  uint64_t code;
  StructId id;
};
// The fields follow the code, in the order of ops/attr_tables.def.
constexpr StructCode kStructs[] = {
    {1, StructId::kChannelHandle},
    {4, StructId::kConv},
    {5, StructId::kDot},
    {7, StructId::kGather},
    {11, StructId::kScatter},
    {13, StructId::kTypeExtensions},
    {14, StructId::kOutputOperandAlias},
    {15, StructId::kDotAlgorithm},
    {17, StructId::kResultAccuracy},
    {19, StructId::kStablehloSubAxisInfo},
    {21, StructId::kStablehloMeshAxis},
};

struct EnumCode {
  uint64_t code;
  EnumId id;
};
constexpr EnumCode kEnums[] = {
    {2, EnumId::kComparisonDirection},
    {3, EnumId::kComparisonType},
    {6, EnumId::kFftType},
    {8, EnumId::kPrecision},
    {9, EnumId::kRngAlgorithm},
    {10, EnumId::kRngDistribution},
    {12, EnumId::kTranspose},
    {16, EnumId::kResultAccuracyMode},
};

}  // namespace

AttrId EntryReader::StablehloField(ByteReader& in, FieldKind kind) {
  switch (kind) {
    case FieldKind::kDims:
      return MakeI64Array(m_, SignedList(in));
    case FieldKind::kInt:
      return I64(in.SignedVarInt());
    case FieldKind::kBool:
      return MakeBool(m_, in.Byte() != 0);
    case FieldKind::kType: {
      const TypeId type = ChildType(in);
      return Ready(in) ? m_.attrs.Type(type) : AttrId::None();
    }
    case FieldKind::kFloat:
      return Float(in, m_.types.Float(FloatKind::kF64));
    case FieldKind::kString:
      return m_.attrs.String(m_.names.Intern(String(in)));
    case FieldKind::kAttr:
      return ChildAttr(in);
  }
  return {};
}

AttrId EntryReader::StablehloAttr(ByteReader& in) {
  const uint64_t code = in.VarInt();
  for (const EnumCode& row : kEnums) {
    if (row.code == code) return VhloEnum(in, row.id);
  }
  for (const StructCode& row : kStructs) {
    if (row.code != code) continue;
    std::vector<AttrId> fields;
    for (const FieldRow& field : Struct(row.id).fields) {
      fields.push_back(StablehloField(in, field.kind));
    }
    if (!Ready(in)) return {};
    if (row.id == StructId::kResultAccuracy &&
        !Expect(in, fields[3], AttrKind::kEnum)) {
      return {};
    }
    return MakeStruct(m_, row.id, fields);
  }
  return StablehloMeshAttr(in, code);
}

AttrId EntryReader::StablehloMeshAttr(ByteReader& in, uint64_t code) {
  switch (code) {
    case 18: {  // mesh attr, axis attr[]
      const AttrId mesh = ChildAttr(in);
      const std::vector<AttrId> axes = ChildAttrs(in);
      if (!Ready(in)) return {};
      const AttrId fields[] = {mesh, m_.attrs.Array(axes)};
      return MakeStruct(m_, StructId::kReplicaGroupMeshAxes, fields);
    }
    case 20: {  // name, flag, sub-axis attr
      const AttrId name = m_.attrs.String(m_.names.Intern(String(in)));
      AttrId info;
      if (in.Byte() != 0) info = ChildAttr(in);
      return MakeAxisRef(in, name, info);
    }
    case 22: {  // axes attr, flag, device ids attr
      const AttrId axes = ChildAttr(in);
      AttrId ids;
      if (in.Byte() != 0) ids = ChildAttr(in);
      return MakeMesh(in, axes, ids);
    }
    default:
      in.Fail("unknown attribute " + std::to_string(code) + " of stablehlo");
      return {};
  }
}

TypeId EntryReader::StablehloType(ByteReader& in) {
  const uint64_t code = in.VarInt();
  if (code == stablehlo::kToken) return m_.types.Token();
  if (code == stablehlo::kFuture) return FutureType(in);
  in.Fail("unknown type " + std::to_string(code) + " of stablehlo");
  return {};
}

}  // namespace shardflow::internal::bytecode
