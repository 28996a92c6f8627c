#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "bytecode/codes.h"
#include "bytecode/entry_writer.h"
#include "bytecode/type_codes.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "text/write.h"

// Writes attributes and types in VHLO's form.

namespace shardflow::internal::bytecode {
namespace {

// The codes of the enumerations, and the versions that added them.
struct PortableEnum {
  EnumId id;
  uint64_t code;
  PortableVersion since = kOldestPortable;
};
constexpr PortableEnum kEnumCodes[] = {
    {EnumId::kComparisonDirection, vhlo::kComparisonDirection},
    {EnumId::kComparisonType, vhlo::kComparisonType},
    {EnumId::kFftType, vhlo::kFftType},
    {EnumId::kPrecision, vhlo::kPrecision},
    {EnumId::kRngAlgorithm, vhlo::kRngAlgorithm},
    {EnumId::kRngDistribution, vhlo::kRngDistribution},
    {EnumId::kTranspose, vhlo::kTranspose},
    {EnumId::kResultAccuracyMode, vhlo::kResultAccuracyMode, {1, 9}},
};

}  // namespace

bool EntryWriter::Since(PortableVersion since, std::string_view what) {
  if (since <= version_) return true;
  needs_newer_ = true;
  Fail(std::string(what) + " needs version " + PortableVersionText(since) +
       " or newer, not " + PortableVersionText(version_));
  return false;
}

// --- small attributes

AttrNumber EntryWriter::VhloEnum(uint64_t code, int64_t value) {
  Draft w;
  w.VarInt(code);
  w.VarInt(static_cast<uint64_t>(value));
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloBool(bool value) {
  return VhloEnum(vhlo::kBoolean, value ? 1 : 0);
}

AttrNumber EntryWriter::VhloInt(int64_t value) {
  Draft type, w;
  type.VarInt(14);  // i64, see type_codes.h
  w.VarInt(vhlo::kInteger);
  w.VarInt(AddType("vhlo", type));
  w.SignedVarInt(value);
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloString(std::string_view text) {
  Draft w;
  w.VarInt(vhlo::kString);
  w.VarInt(String(text));
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloArray(const std::vector<AttrNumber>& items) {
  Draft w;
  w.VarInt(vhlo::kArray);
  Children(w, items);
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloDict(Named items) {
  std::ranges::sort(items, {}, &Named::value_type::first);
  std::vector<AttrNumber> names;
  for (const auto& item : items) {
    names.push_back(VhloString(item.first));
  }
  Draft w;
  w.VarInt(vhlo::kDict);
  w.VarInt(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    w.VarInt(names[i]);
    w.VarInt(items[i].second);
  }
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloTypeAttr(TypeNumber type) {
  Draft w;
  w.VarInt(vhlo::kType);
  w.VarInt(type);
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloNone() {
  Draft type;
  type.VarInt(vhlo::kNone);
  return VhloTypeAttr(AddType("vhlo", type));
}

AttrNumber EntryWriter::VhloNumbers(std::span<const int64_t> dims,
                                    std::span<const int64_t> values) {
  Draft element, type, w;
  element.VarInt(14);
  const TypeNumber i64 = AddType("vhlo", element);
  type.VarInt(vhlo::kRankedTensor);
  Numbers(type, dims);
  type.VarInt(i64);
  w.VarInt(vhlo::kTensor);
  w.VarInt(AddType("vhlo", type));
  // If all elements are equal, only one is stored.
  const bool splat =
      !values.empty() && std::ranges::all_of(values, [&](int64_t value) {
        return value == values[0];
      });
  if (splat) values = values.first(1);
  w.Blob({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloBools(std::span<const int64_t> values) {
  Draft element, type, w;
  element.VarInt(vhlo::kBooleanType);
  const TypeNumber i1 = AddType("vhlo", element);
  type.VarInt(vhlo::kRankedTensor);
  const int64_t dims[] = {static_cast<int64_t>(values.size())};
  Numbers(type, dims);
  type.VarInt(i1);
  w.VarInt(vhlo::kTensor);
  w.VarInt(AddType("vhlo", type));
  std::string packed((values.size() + 7) / 8, '\0');
  bool all = values.size() > 1;
  for (size_t i = 0; i < values.size(); ++i) {
    all &= values[i] != 0;
    if (values[i] == 0) continue;
    packed[i / 8] = static_cast<char>(packed[i / 8] | (1 << (i % 8)));
  }
  w.Blob(all ? "\xff" : packed);
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloAccuracy(AttrId attr) {
  std::array<int64_t, 3> numbers = {};
  int64_t mode = 0;
  if (attr) {
    const AttrId atol = StructField(attr, 0), rtol = StructField(attr, 1);
    const AttrId ulps = StructField(attr, 2), how = StructField(attr, 3);
    if (!m_.attrs.Is<FloatAttr>(atol) || !m_.attrs.Is<FloatAttr>(rtol) ||
        !m_.attrs.Is<IntegerAttr>(ulps) || !m_.attrs.Is<EnumAttr>(how)) {
      return Fail("a wrong #stablehlo.result_accuracy");
    }
    numbers = {m_.attrs.As<FloatAttr>(atol).bits,
               m_.attrs.As<FloatAttr>(rtol).bits, m_.attrs.IntegerValue(ulps)};
    mode = m_.attrs.As<EnumAttr>(how).value;
  }
  if (!Since({1, 9}, "an accuracy of results")) return {};
  const AttrNumber mode_attr = VhloEnum(vhlo::kResultAccuracyMode, mode);
  Draft w;
  w.VarInt(vhlo::kResultAccuracy);
  for (const int64_t number : numbers) w.SignedVarInt(number);
  w.VarInt(mode_attr);
  return AddAttr("vhlo", w);
}

AttrNumber EntryWriter::VhloSymbol(AttrId attr) {
  if (!m_.attrs.Is(attr, AttrKind::kSymbolRef) ||
      m_.attrs.As<SymbolRefAttr>(attr).path.size() != 1) {
    return Fail("a symbol that isn't a name");
  }
  return VhloString(m_.names.Get(m_.attrs.SymbolRoot(attr)));
}

AttrNumber EntryWriter::VhloTensor(AttrId array) {
  if (!m_.attrs.Is(array, AttrKind::kDenseArray)) {
    return Fail("a list of numbers that isn't an array");
  }
  const auto [element, raw] = m_.attrs.As<DenseArrayAttr>(array);
  const std::string_view bytes = Text(raw);
  const bool is_bool = IsSignlessInteger(m_, element, 1);
  if (!is_bool && !IsSignlessInteger(m_, element, 64)) {
    return Fail("an array of numbers that aren't i64");
  }
  const size_t width = is_bool ? 1 : 8;
  std::vector<int64_t> values(bytes.size() / width);
  for (size_t i = 0; i < values.size(); ++i) {
    std::memcpy(&values[i], bytes.data() + i * width, width);
  }
  const int64_t dims[] = {static_cast<int64_t>(values.size())};
  return is_bool ? VhloBools(values) : VhloNumbers(dims, values);
}

// --- attributes in general

bool EntryWriter::HasVhloType(TypeId type, TypeNumber& number) {
  const bool failed = error_.has_value();
  number = VhloType(type);
  if (failed || !error_ || needs_newer_) return true;
  error_.reset();
  return false;
}

AttrNumber EntryWriter::VhloAttr(AttrId attr) {
  TypeNumber number{};
  Draft w;
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kEnum: {
      const auto [id, value] = m_.attrs.As<EnumAttr>(attr);
      for (const PortableEnum& row : kEnumCodes) {
        if (static_cast<int64_t>(row.id) != id) continue;
        if (!Since(row.since, Enum(row.id).name)) return {};
        return VhloEnum(row.code, value);
      }
      return Attr(attr);
    }
    case AttrKind::kInteger: {
      const auto [type, value] = m_.attrs.As<IntegerAttr>(attr);
      if (IsSignlessInteger(m_, type, 1)) return VhloBool(value != 0);
      if (!HasVhloType(type, number)) return Attr(attr);
      w.VarInt(vhlo::kInteger);
      w.VarInt(number);
      Number(w, value, m_.types.NumberBits(type));
      return AddAttr("vhlo", w);
    }
    case AttrKind::kFloat: {
      const auto [type, bits] = m_.attrs.As<FloatAttr>(attr);
      if (!HasVhloType(type, number)) return Attr(attr);
      w.VarInt(vhlo::kFloat);
      w.VarInt(number);
      Number(w, bits, m_.types.NumberBits(type));
      return AddAttr("vhlo", w);
    }
    case AttrKind::kString: {
      const auto [text, type] = m_.attrs.As<StringAttr>(attr);
      return type ? Attr(attr) : VhloString(Text(text));
    }
    case AttrKind::kType:
      if (!HasVhloType(m_.attrs.TypeValue(attr), number)) return Attr(attr);
      return VhloTypeAttr(number);
    case AttrKind::kArray: {
      std::vector<AttrNumber> items;
      for (const AttrId item : m_.attrs.As<ArrayAttr>(attr).items) {
        items.push_back(Vhlo(item));
      }
      return VhloArray(items);
    }
    case AttrKind::kDict: {
      Named items;
      for (const NamedAttr& item : m_.attrs.DictItems(attr)) {
        items.emplace_back(m_.names.Get(item.name), Vhlo(item.value));
      }
      return VhloDict(std::move(items));
    }
    case AttrKind::kDenseElements:
      if (!HasVhloType(m_.attrs.As<DenseElementsAttr>(attr).type, number)) {
        return Attr(attr);
      }
      w.VarInt(vhlo::kTensor);
      w.VarInt(number);
      Elements(w, attr);
      return AddAttr("vhlo", w);
    case AttrKind::kStruct:
      return VhloStruct(attr);
    default:
      return Attr(attr);
  }
}

AttrNumber EntryWriter::VhloStruct(AttrId attr) {
  Draft w;
  const auto dims = [&](size_t field) {
    const std::string_view bytes =
        Text(m_.attrs.As<DenseArrayAttr>(StructField(attr, field)).bytes);
    w.VarInt(bytes.size() / 8);
    for (size_t i = 0; i < bytes.size() / 8; ++i) {
      int64_t value = 0;
      std::memcpy(&value, bytes.data() + 8 * i, 8);
      w.SignedVarInt(value);
    }
  };
  switch (static_cast<StructId>(m_.attrs.As<StructAttr>(attr).number)) {
    case StructId::kOutputOperandAlias:
      w.VarInt(vhlo::kOutputOperandAlias);
      dims(0);
      w.SignedVarInt(m_.attrs.IntegerValue(StructField(attr, 1)));
      dims(2);
      return AddAttr("vhlo", w);
    case StructId::kTypeExtensions:
      w.VarInt(vhlo::kTypeExtensions);
      dims(0);
      return AddAttr("vhlo", w);
    case StructId::kResultAccuracy:
      return VhloAccuracy(attr);
    case StructId::kStablehloSubAxisInfo:
    case StructId::kStablehloAxisRef:
    case StructId::kStablehloMeshAxis:
    case StructId::kStablehloMesh:
    case StructId::kReplicaGroupMeshAxes:
      return VhloMesh(attr);
    default:
      return Attr(attr);
  }
}

AttrNumber EntryWriter::VhloMesh(AttrId attr) {
  if (!Since({1, 16}, "a mesh of replica groups")) return {};
  const auto number = [&](size_t i) {
    return m_.attrs.IntegerValue(StructField(attr, i - 1));
  };
  const auto child = [&](size_t i) { return Vhlo(StructField(attr, i - 1)); };
  Draft w;
  switch (static_cast<StructId>(m_.attrs.As<StructAttr>(attr).number)) {
    case StructId::kStablehloSubAxisInfo:
      w.VarInt(vhlo::kSubAxisInfo);
      w.SignedVarInt(number(1));
      w.SignedVarInt(number(2));
      break;
    case StructId::kStablehloAxisRef: {
      const AttrNumber name = child(1);
      w.VarInt(vhlo::kAxisRef);
      w.VarInt(name);
      w.VarInt(StructField(attr, 1) ? 1 : 0);
      if (StructField(attr, 1)) w.VarInt(child(2));
      break;
    }
    case StructId::kStablehloMeshAxis: {
      const AttrNumber name = child(1);
      w.VarInt(vhlo::kMeshAxis);
      w.VarInt(name);
      w.SignedVarInt(number(2));
      break;
    }
    case StructId::kStablehloMesh: {
      const AttrNumber axes = child(1);
      w.VarInt(vhlo::kMesh);
      w.VarInt(axes);
      const bool ids = static_cast<bool>(StructField(attr, 1));
      w.Optional(ids ? child(2) : AttrNumber{}, ids);
      break;
    }
    default: {
      const AttrNumber mesh =
          m_.attrs.Is(StructField(attr, 0), AttrKind::kSymbolRef)
              ? VhloSymbol(StructField(attr, 0))
              : child(1);
      const AttrNumber axes = child(2);
      w.VarInt(vhlo::kReplicaGroupMeshAxes);
      w.VarInt(mesh);
      w.VarInt(axes);
      break;
    }
  }
  return AddAttr("vhlo", w);
}

// --- types

AttrNumber EntryWriter::VhloEncoding(AttrId attr) {
  if (m_.attrs.Is(attr, AttrKind::kStruct) &&
      m_.attrs.As<StructAttr>(attr).number ==
          static_cast<int64_t>(StructId::kTypeExtensions)) {
    return VhloStruct(attr);
  }
  return Fail("a tensor with an encoding that artifacts can't express");
}

TypeNumber EntryWriter::VhloOnlyType(TypeId type) {
  const TypeKind kind = m_.types.kind(type);
  std::string text;
  PrintType(m_, type, text);
  std::optional<uint64_t> code;
  PortableVersion since = kOldestPortable;
  if (kind == TypeKind::kMemRef) return Buffer(type);
  if (kind == TypeKind::kOpaque && text == "!shape.witness") {
    code = vhlo::kWitness;
  }
  for (const VhloInteger& row : kVhloIntegers) {
    if (kind == TypeKind::kInteger && row.width == m_.types.width(type) &&
        row.signedness == m_.types.signedness(type)) {
      code = row.code;
      since = row.since;
    }
  }
  for (const VhloFloat& row : kVhloFloats) {
    if (kind == TypeKind::kFloat && row.kind == m_.types.float_kind(type)) {
      code = row.code;
      since = row.since;
    }
  }
  if (!code)
    return Fail("the type " + text + ", which artifacts can't contain");
  if (!Since(since, "the type " + text)) return {};
  Draft w;
  w.VarInt(*code);
  return AddType("vhlo", w);
}

// Writes a memref.
TypeNumber EntryWriter::Buffer(TypeId type) {
  if (!Since({1, 13}, "a memref")) return {};
  const TypeNumber element = VhloType(m_.types.element(type));
  Draft w;
  w.VarInt(vhlo::kBuffer);
  Numbers(w, m_.types.dims(type));
  w.VarInt(element);
  return AddType("vhlo", w);
}

}  // namespace shardflow::internal::bytecode
