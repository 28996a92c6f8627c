#include <bit>
#include <iterator>
#include <string>

#include "bytecode/codes.h"
#include "bytecode/entry_reader.h"
#include "bytecode/vhlo_types.h"
#include "ops/attr_make.h"
#include "text/float_text.h"
#include "text/write.h"

// Attributes and types of VHLO, which become those of StableHLO and builtin.

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
        in.Fail("an attribute of another kind than expected");
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
      if (!Ready(in) || !Expect(in, name, AttrKind::kString) ||
          (info && !ExpectStruct(in, info, StructId::kStablehloSubAxisInfo))) {
        return {};
      }
      const AttrId fields[] = {name, info};
      return MakeStruct(m_, StructId::kStablehloAxisRef, fields);
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
      const AttrId ids = OptionalChild(in);
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
    default:
      in.Fail("unknown attribute " + std::to_string(code) + " of vhlo");
      return {};
  }
}

bool EntryReader::ExpectStruct(ByteReader& in, AttrId attr, StructId id) {
  return Expect(in, attr, AttrKind::kStruct) &&
         (m_.attrs.As<StructAttr>(attr).number == static_cast<int64_t>(id) ||
          in.Fail("an attribute of another kind than expected"));
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
  switch (code) {
    case vhlo::kComplex:
      return ComplexType(in);
    case vhlo::kFunction:
      return FunctionType(in);
    case vhlo::kRankedTensor:
    case vhlo::kEncodedRankedTensor:
      return Tensor(in, code == vhlo::kEncodedRankedTensor);
    case vhlo::kTuple: {
      const std::vector<TypeId> types = ChildTypes(in);
      return Ready(in) ? m_.types.Tuple(types) : TypeId::None();
    }
    case vhlo::kUniformQuantized:
    case vhlo::kQuantizedPerAxis:
      return QuantizedType(in, code == vhlo::kQuantizedPerAxis);
    case vhlo::kUnrankedTensor: {
      const TypeId element = ElementType(in);
      return Ready(in) ? m_.types.UnrankedTensor(element) : TypeId::None();
    }
    case vhlo::kBuffer: {
      const TypeId tensor = Tensor(in, /*encoded=*/false);
      if (!tensor) return {};
      std::string text;
      PrintType(m_, tensor, text);
      return OpaqueType("memref" + text.substr(text.find('<')));
    }
    case vhlo::kFuture:
      return FutureType(in);
    default:
      break;
  }
  const TypeId type = SimpleVhloType(code);
  if (!type) in.Fail("unknown type " + std::to_string(code) + " of vhlo");
  return type;
}

TypeId EntryReader::FutureType(ByteReader& in) {
  std::string text = "!stablehlo.future<";
  const std::vector<TypeId> types = ChildTypes(in);
  if (!Ready(in)) return {};
  for (size_t i = 0; i < types.size(); ++i) {
    if (i > 0) text += ", ";
    PrintType(m_, types[i], text);
  }
  return OpaqueType(text + ">");
}

TypeId EntryReader::SimpleVhloType(uint64_t code) {
  for (const VhloInteger& row : kVhloIntegers) {
    if (row.code == code) return m_.types.Integer(row.width, row.signedness);
  }
  for (const VhloFloat& row : kVhloFloats) {
    if (row.code == code) return m_.types.Float(row.kind);
  }
  switch (code) {
    case vhlo::kIndex:
      return m_.types.Index();
    case vhlo::kToken:
      return m_.types.Token();
    case vhlo::kWitness:
      return OpaqueType("!shape.witness");
    case vhlo::kNone:
      return m_.types.None();
    default:
      return {};
  }
}

namespace {

// The limits of a storage type are printed if they are not its own.
std::string Limits(bool is_signed, int64_t width, int64_t min, int64_t max) {
  const int64_t top = width < 64 ? int64_t{1} << (width - 1) : INT64_MIN;
  const int64_t own_min = is_signed ? (width < 64 ? -top : top) : 0;
  const int64_t own_max = is_signed    ? (width < 64 ? top - 1 : INT64_MAX)
                          : width < 63 ? 2 * top - 1
                                       : INT64_MAX;
  if (min == own_min && max == own_max) return "";
  return "<" + std::to_string(min) + ":" + std::to_string(max) + ">";
}

}  // namespace

// !quant.uniform<i8:f32, 1.000000e+00:17>, or for each index of a dimension
// !quant.uniform<i8:f32:0, {1.000000e+00:17,...}>
TypeId EntryReader::QuantizedType(ByteReader& in, bool per_axis) {
  const bool is_signed = (in.VarInt() & 1) != 0;
  const TypeId storage = ChildType(in);
  const TypeId expressed = ChildType(in);
  const auto f64 = [&] {
    std::string text;
    AppendFloat(static_cast<uint64_t>(in.SignedVarInt()), FloatKind::kF64,
                text);
    return text;
  };
  std::string scales;
  uint64_t dimension = 0;
  if (per_axis) dimension = in.VarInt();
  if (!per_axis) {
    scales = f64();
    const int64_t zero = in.SignedVarInt();
    if (zero != 0) scales += ":" + std::to_string(zero);
  }
  const int64_t min = in.SignedVarInt();
  const int64_t max = in.SignedVarInt();
  if (per_axis) {
    std::vector<std::string> texts(in.Count());
    for (std::string& text : texts) text = f64();
    const std::vector<int64_t> zeros = SignedList(in);
    if (zeros.size() != texts.size()) in.Fail("scales without zero points");
    for (size_t i = 0; i < texts.size() && in.ok(); ++i) {
      scales += i > 0 ? "," : "{";
      scales += texts[i];
      if (zeros[i] != 0) scales += ":" + std::to_string(zeros[i]);
    }
    scales += "}";
  }
  if (!Ready(in)) return {};
  if (m_.types.kind(storage) != TypeKind::kInteger ||
      m_.types.words(storage)[1] < 1 || m_.types.words(storage)[1] > 32) {
    in.Fail("a quantized type stored as no integer");
    return {};
  }
  const int64_t width = m_.types.words(storage)[1];
  std::string text = "!quant.uniform<";
  text += (is_signed ? "i" : "u") + std::to_string(width) +
          Limits(is_signed, width, min, max) + ":";
  PrintType(m_, expressed, text);
  if (per_axis) text += ":" + std::to_string(dimension);
  return OpaqueType(text + ", " + scales + ">");
}

}  // namespace shardflow::internal::bytecode
