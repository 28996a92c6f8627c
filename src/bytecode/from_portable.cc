#include <algorithm>
#include <cstring>

#include "bytecode/portable_attrs.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"

namespace shardflow::internal::bytecode {
namespace {

// The maximum length of a list of numbers. Lists in valid ops are at most a few
// times as long as the op's rank.
constexpr int64_t kMaxNumbers = 1 << 16;

bool IsBool(const Module& m, AttrId attr, int64_t value) {
  return IsIntAttr(m, attr, 1) && m.attrs.IntegerValue(attr) == value;
}

bool IsInt(const Module& m, AttrId attr, int64_t value) {
  return m.attrs.Is(attr, AttrKind::kInteger) &&
         m.attrs.IntegerValue(attr) == value;
}

bool IsString(const Module& m, AttrId attr) {
  return m.attrs.Is(attr, AttrKind::kString) &&
         !m.attrs.As<StringAttr>(attr).type;
}

bool IsEmptyArray(const Module& m, AttrId attr) {
  return m.attrs.Is(attr, AttrKind::kArray) && m.attrs.ArraySize(attr) == 0;
}

bool IsEnum(const Module& m, AttrId attr, EnumId id, int64_t value) {
  return m.attrs.Is(attr, AttrKind::kEnum) &&
         m.attrs.As<EnumAttr>(attr).number == static_cast<int64_t>(id) &&
         m.attrs.As<EnumAttr>(attr).value == value;
}

bool IsNoType(const Module& m, AttrId attr) {
  return m.attrs.Is(attr, AttrKind::kType) &&
         m.types.kind(m.attrs.TypeValue(attr)) == TypeKind::kNone;
}

// Whether the attribute is a nonempty tensor whose elements all equal the
// integer `value`.
bool IsSplat(const Module& m, AttrId attr, int64_t value) {
  if (!m.attrs.Is(attr, AttrKind::kDenseElements)) return false;
  const auto dense = m.attrs.As<DenseElementsAttr>(attr);
  const std::string_view bytes = m.names.Get(dense.bytes);
  if (!dense.splat || bytes.size() > 8) return false;
  uint64_t element = 0;
  std::memcpy(&element, bytes.data(), bytes.size());
  return element == static_cast<uint64_t>(value);
}

bool IsEmptyTensor(const Module& m, AttrId attr) {
  return m.attrs.Is(attr, AttrKind::kDenseElements) &&
         m.names.Get(m.attrs.As<DenseElementsAttr>(attr).bytes).empty();
}

bool IsDefaultAccuracy(const Module& m, AttrId attr) {
  if (!m.attrs.Is(attr, AttrKind::kStruct)) return false;
  const auto accuracy = m.attrs.As<StructAttr>(attr);
  if (accuracy.number != static_cast<int64_t>(StructId::kResultAccuracy)) {
    return false;
  }
  // Whether the number is positive or negative zero.
  const auto is_zero = [&](AttrId number) {
    return m.attrs.Is<FloatAttr>(number) &&
           (static_cast<uint64_t>(m.attrs.As<FloatAttr>(number).bits) << 1) ==
               0;
  };
  return is_zero(accuracy.fields[0]) && is_zero(accuracy.fields[1]) &&
         IsInt(m, accuracy.fields[2], 0) &&
         IsEnum(m, accuracy.fields[3], EnumId::kResultAccuracyMode, 0);
}

bool IsDefaultPrecision(const Module& m, AttrId attr) {
  if (!m.attrs.Is(attr, AttrKind::kArray)) return false;
  for (size_t i = 0; i < m.attrs.ArraySize(attr); ++i) {
    if (!IsEnum(m, m.attrs.ArrayItem(attr, i), EnumId::kPrecision, 0)) {
      return false;
    }
  }
  return true;
}

// Whether VHLO's `value` means the same as an absent attribute.
bool IsDefault(const Module& m, PortableDefault missing, AttrId value) {
  switch (missing) {
    case PortableDefault::kRequired:
    case PortableDefault::kOptional:
      return false;
    case PortableDefault::kFalse:
      return IsBool(m, value, 0);
    case PortableDefault::kZero:
      return IsInt(m, value, 0);
    case PortableDefault::kMinusOne:
      return IsInt(m, value, -1);
    case PortableDefault::kEmptyString:
      return (IsString(m, value) &&
              m.attrs.StringValue(value) == name::kEmpty) ||
             (m.attrs.Is(value, AttrKind::kDict) &&
              m.attrs.DictSize(value) == 0);
    case PortableDefault::kEmptyArray:
    case PortableDefault::kNoLayouts:
      return IsEmptyArray(m, value);
    case PortableDefault::kEmptyDict:
      return m.attrs.Is(value, AttrKind::kDict) && m.attrs.DictSize(value) == 0;
    case PortableDefault::kEmptyTensor:
      return IsEmptyTensor(m, value);
    case PortableDefault::kOnes:
      return IsSplat(m, value, 1);
    case PortableDefault::kFalses:
    case PortableDefault::kZeroPairs:
      return IsSplat(m, value, 0);
    case PortableDefault::kNoCompareType:
      return IsEnum(m, value, EnumId::kComparisonType, 0);
    case PortableDefault::kOriginalApi:
      return IsInt(m, value, 1);
    case PortableDefault::kDefaultPrecision:
      return IsDefaultPrecision(m, value);
    case PortableDefault::kNoAlgorithm:
      return IsNoType(m, value);
    case PortableDefault::kDefaultAccuracy:
      return IsDefaultAccuracy(m, value);
  }
  return false;
}

// Converts a tensor of numbers to an array. Returns None if its elements are
// not of type `element`, or if it is too large.
AttrId ToArray(Module& m, AttrId tensor, TypeId element) {
  if (!m.attrs.Is(tensor, AttrKind::kDenseElements)) return {};
  const auto dense = m.attrs.As<DenseElementsAttr>(tensor);
  const int64_t count = m.types.ElementCount(dense.type);
  if (m.types.element(dense.type) != element || count > kMaxNumbers) return {};
  NameId raw = dense.bytes;
  if (dense.splat) {
    const std::string item(m.names.Get(raw));
    std::string all;
    for (int64_t i = 0; i < count; ++i) all += item;
    raw = m.names.Intern(all);
  }
  return m.attrs.Make(DenseArrayAttr{element, raw});
}

AttrId ToSymbol(Module& m, AttrId string) {
  return IsString(m, string) ? m.attrs.SymbolRef(m.attrs.StringValue(string))
                             : AttrId::None();
}

AttrId ToSymbols(Module& m, AttrId strings) {
  if (!m.attrs.Is(strings, AttrKind::kArray)) return {};
  std::vector<AttrId> symbols;
  for (size_t i = 0; i < m.attrs.ArraySize(strings); ++i) {
    symbols.push_back(ToSymbol(m, m.attrs.ArrayItem(strings, i)));
    if (!symbols.back()) return {};
  }
  return m.attrs.Array(symbols);
}

// Converts a whole attribute. Returns None if it is of the wrong kind.
AttrId Whole(Module& m, PortableForm form, AttrId value) {
  switch (form) {
    case PortableForm::kArray:
      return ToArray(m, value, m.types.Integer(64));
    case PortableForm::kBoolArray:
      return ToArray(m, value, m.types.Integer(1));
    case PortableForm::kFlag:
      return IsBool(m, value, 1) ? m.attrs.Unit() : AttrId::None();
    case PortableForm::kSymbol:
      return ToSymbol(m, value);
    case PortableForm::kSymbols:
      return ToSymbols(m, value);
    case PortableForm::kApi:
      return IsIntAttr(m, value, 32) ? value : AttrId::None();
    case PortableForm::kChannel: {
      if (!IsIntAttr(m, value, 64)) return {};
      const AttrId fields[] = {value, MakeInt(m, 0)};
      return MakeStruct(m, StructId::kChannelHandle, fields);
    }
    default:
      return value;
  }
}

// Converts one field of a structure.
AttrId Field(Module& m, FieldKind kind, AttrId value) {
  bool fits = true;
  switch (kind) {
    case FieldKind::kDims:
      return ToArray(m, value, m.types.Integer(64));
    case FieldKind::kInt:
      fits = IsIntAttr(m, value, 64);
      break;
    case FieldKind::kBool:
      fits = IsBool(m, value, 0) || IsBool(m, value, 1);
      break;
    case FieldKind::kType:
      fits = m.attrs.Is(value, AttrKind::kType);
      break;
    default:
      break;
  }
  return fits ? value : AttrId::None();
}

}  // namespace

std::optional<std::string_view> FromPortable(Module& m, const PortableOp& op,
                                             std::span<const AttrId> values,
                                             std::vector<NamedAttr>& attrs) {
  // The elements of `values` that belong to one StableHLO attribute: the
  // attribute as a whole, or some of its fields.
  struct Parts {
    AttrId whole;
    std::vector<AttrId> fields;
    bool is_default = false;
  };
  std::vector<Parts> parts(op.attrs.size());
  bool has_layouts = false;
  for (size_t i = 0; i < op.slots.size(); ++i) {
    const PortableSlot& slot = op.slots[i];
    if (slot.attr < 0 || !values[i]) continue;
    const PortableAttr& ours = op.attrs[static_cast<size_t>(slot.attr)];
    Parts& part = parts[static_cast<size_t>(slot.attr)];
    part.is_default |= IsDefault(m, ours.missing, values[i]);
    has_layouts |=
        ours.missing == PortableDefault::kNoLayouts && !part.is_default;
    if (part.is_default && ours.missing != PortableDefault::kNoLayouts) {
      continue;
    }
    if (slot.field < 0) {
      part.whole = Whole(m, ours.form, values[i]);
      if (!part.whole) return slot.name;
      continue;
    }
    const std::span<const FieldRow> fields =
        Struct(PortableStruct(ours.form)).fields;
    const auto field = static_cast<size_t>(slot.field);
    part.fields.resize(fields.size());
    part.fields[field] = Field(m, fields[field].kind, values[i]);
    if (!part.fields[field]) return slot.name;
  }
  for (size_t i = 0; i < parts.size(); ++i) {
    const PortableAttr& ours = op.attrs[i];
    Parts& part = parts[i];
    const bool keep =
        ours.missing == PortableDefault::kNoLayouts && has_layouts;
    if (part.is_default && !keep) continue;
    AttrId value = part.whole;
    if (!part.fields.empty()) {
      const StructId structure = PortableStruct(ours.form);
      // Only fields that are lists of dimensions may be missing; they become
      // empty lists.
      for (size_t j = 0; j < part.fields.size(); ++j) {
        if (part.fields[j]) continue;
        const FieldRow& field = Struct(structure).fields[j];
        if (field.kind != FieldKind::kDims) return field.name;
        part.fields[j] = MakeI64Array(m, {});
      }
      value = MakeStruct(m, structure, part.fields);
    }
    if (value) attrs.push_back({m.names.Intern(ours.name), value});
  }
  return std::nullopt;
}

}  // namespace shardflow::internal::bytecode
