#include <algorithm>
#include <cstring>

#include "ops/attr_tables.h"
#include "text/aliases.h"
#include "text/conv_dims.h"
#include "text/float_text.h"
#include "text/lexer.h"
#include "text/printer.h"
#include "text/sdy_attrs.h"
#include "text/struct_style.h"

// Attributes.

namespace shardflow {
namespace {

AttrId AttrAt(std::span<const int64_t> words, size_t i) {
  return AttrId(static_cast<int32_t>(words[i]));
}
TypeId TypeAt(std::span<const int64_t> words, size_t i) {
  return TypeId(static_cast<int32_t>(words[i]));
}
NameId NameAt(std::span<const int64_t> words, size_t i) {
  return NameId(static_cast<int32_t>(words[i]));
}

}  // namespace

void Printer::Attr(AttrId attr) {
  if (collecting_ != nullptr) return CollectAttr(attr);
  if (aliases_ != nullptr) {
    const std::string_view alias = aliases_->Find(Aliases::Of(attr));
    if (!alias.empty()) return Text(alias);
  }
  AttrBody(attr, TypeText::kAlways);
}

void Printer::AttrWithoutType(AttrId attr) {
  if (collecting_ != nullptr) return CollectAttr(attr);
  AttrBody(attr, TypeText::kNever);
}

// `: type` after a value, unless the type is the one that goes without saying
// in a list.
void Printer::ValueType(TypeId type, TypeText text, bool obvious) {
  if (text == TypeText::kNever || (text == TypeText::kInList && obvious)) {
    return;
  }
  Text(" : ");
  Type(type);
}

void Printer::AttrBody(AttrId attr, TypeText text) {
  const std::span<const int64_t> words = m_.attrs.words(attr);
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kUnit:
      return Text("unit");
    case AttrKind::kInteger:
      return IntegerBody(attr, text);
    case AttrKind::kFloat: {
      const TypeId type = TypeAt(words, 0);
      const size_t begin = out_.size();
      FloatValue(static_cast<uint64_t>(words[1]), type);
      // Hexadecimal digits (of an infinity) could also be an integer's.
      const bool is_hex =
          std::string_view(out_).substr(begin).starts_with("0x");
      const bool is_f64 =
          m_.types.words(type)[0] == static_cast<int64_t>(FloatKind::kF64);
      return ValueType(type, text, is_f64 && !is_hex);
    }
    case AttrKind::kString:
      String(m_.names.Get(NameAt(words, 0)));
      if (words[1] >= 0) ValueType(TypeAt(words, 1), text, false);
      return;
    case AttrKind::kType:
      return Type(TypeAt(words, 0));
    case AttrKind::kSymbolRef:
      for (size_t i = 0; i < words.size(); ++i) {
        if (i > 0) Text("::");
        Symbol(NameAt(words, i));
      }
      return;
    case AttrKind::kArray:
      Char('[');
      Join(words,
           [&](int64_t item) { ListItem(AttrId(static_cast<int32_t>(item))); });
      return Char(']');
    case AttrKind::kDict:
      return DictBody(attr);
    case AttrKind::kDenseElements:
      DenseElements(attr);
      return ValueType(TypeAt(words, 0), text, false);
    case AttrKind::kDenseArray:
      return DenseArray(attr);
    case AttrKind::kDenseResource:
      Text("dense_resource<");
      KeywordOrString(m_.names.Get(NameAt(words, 1)));
      Char('>');
      return ValueType(TypeAt(words, 0), text, false);
    case AttrKind::kOpaque:
      return Name(NameAt(words, 0));
    case AttrKind::kLocUnknown:
    case AttrKind::kLocFile:
    case AttrKind::kLocName:
    case AttrKind::kLocCallSite:
    case AttrKind::kLocFused:
      Text("loc(");
      LocInner(attr);
      return Char(')');
    case AttrKind::kStruct:
      return DialectAttr(attr);
    case AttrKind::kEnum:
      return EnumBody(attr);
    default:
      return DialectAttr(attr);
  }
}

// #dialect.mnemonic<...>, or #dialect<mnemonic ...> where what follows the
// mnemonic does not stand in angle brackets.
void Printer::DialectAttr(AttrId attr) {
  Char('#');
  const size_t begin = out_.size();
  if (m_.attrs.Is(attr, AttrKind::kStruct)) {
    const auto id = static_cast<StructId>(m_.attrs.words(attr)[0]);
    Text(id == StructId::kTypeExtensions ? "stablehlo.bounds"
                                         : Struct(id).name);
    StructBody(attr);
  } else {
    Text("sdy.");
    PrintSdyAttr(*this, attr);
  }
  const size_t dot = out_.find('.', begin);
  size_t at = dot + 1;
  while (at < out_.size() && IsWordChar(out_[at]) && out_[at] != '$') ++at;
  if (at == out_.size() || (out_[at] == '<' && out_.back() == '>')) return;
  out_[dot] = '<';
  Char('>');
}

void Printer::ListItem(AttrId attr) {
  if (collecting_ != nullptr) return CollectAttr(attr);
  if (aliases_ != nullptr) {
    const std::string_view alias = aliases_->Find(Aliases::Of(attr));
    if (!alias.empty()) return Text(alias);
  }
  AttrBody(attr, TypeText::kInList);
}

void Printer::StrippedAttr(AttrId attr) {
  if (collecting_ != nullptr) return CollectAttr(attr);
  const AttrKind kind = m_.attrs.kind(attr);
  if (kind == AttrKind::kStruct) return StructBody(attr);
  if (kind == AttrKind::kEnum) return EnumCase(attr);
  if (kind > AttrKind::kEnum) return PrintStrippedSdyAttr(*this, attr);
  Attr(attr);
}

void Printer::IntegerBody(AttrId attr, TypeText text) {
  const TypeId type = TypeAt(m_.attrs.words(attr), 0);
  IntegerValue(m_.attrs.IntegerValue(attr), type);
  const bool is_integer = m_.types.kind(type) == TypeKind::kInteger;
  const bool signless =
      is_integer &&
      m_.types.words(type)[0] == static_cast<int64_t>(Signedness::kSignless);
  if (signless && m_.types.words(type)[1] == 1) return;  // true, false
  ValueType(type, text, signless && m_.types.words(type)[1] == 64);
}

void Printer::IntegerValue(int64_t value, TypeId type) {
  if (m_.types.kind(type) == TypeKind::kInteger) {
    const auto signedness = static_cast<Signedness>(m_.types.words(type)[0]);
    if (signedness == Signedness::kSignless && m_.types.words(type)[1] == 1) {
      return Text((value & 1) != 0 ? "true" : "false");
    }
    if (signedness == Signedness::kUnsigned && value < 0) {
      return Text(std::to_string(static_cast<uint64_t>(value)));
    }
  }
  Int(value);
}

void Printer::FloatValue(uint64_t bits, TypeId type) {
  AppendFloat(bits, static_cast<FloatKind>(m_.types.words(type)[0]), out_);
}

// --- dictionaries

void Printer::DictBody(AttrId dict) {
  Char('{');
  for (size_t i = 0; i < m_.attrs.DictSize(dict); ++i) {
    if (i > 0) Text(", ");
    const NamedAttr item = m_.attrs.DictItem(dict, i);
    DictEntry(item.name, item.value);
  }
  Char('}');
}

void Printer::DictEntry(NameId key, AttrId value) {
  KeywordOrString(m_.names.Get(key));
  if (m_.attrs.Is(value, AttrKind::kUnit)) return;
  Text(" = ");
  Attr(value);
}

void Printer::OptionalDict(AttrId dict, ShardingId sharding) {
  const size_t size = dict ? m_.attrs.DictSize(dict) : 0;
  if (size == 0 && !sharding) return;
  Text(" {");
  ArgDictBody(dict, sharding);
  Char('}');
}

// The entries of `dict` and the sharding among them.
void Printer::ArgDictBody(AttrId dict, ShardingId sharding) {
  const size_t size = dict ? m_.attrs.DictSize(dict) : 0;
  bool first = true;
  const auto comma = [&] {
    if (!first) Text(", ");
    first = false;
  };
  const auto print_sharding = [&] {
    comma();
    Text("sdy.sharding = #sdy.sharding");
    PrintSharding(*this, sharding);
    sharding = ShardingId::None();
  };
  const std::string_view key = m_.names.Get(name::kSdySharding);
  for (size_t i = 0; i < size; ++i) {
    const NamedAttr item = m_.attrs.DictItem(dict, i);
    if (sharding && m_.names.Get(item.name) > key) print_sharding();
    comma();
    DictEntry(item.name, item.value);
  }
  if (sharding) print_sharding();
}

// --- structures and enums

void Printer::EnumCase(AttrId attr) {
  const std::span<const int64_t> words = m_.attrs.words(attr);
  const auto id = static_cast<EnumId>(words[0]);
  const bool brackets = EnumHasBrackets(id);
  if (brackets) Char('<');
  for (const EnumCaseRow& c : Enum(id).cases) {
    if (c.value == words[1]) Text(c.name);
  }
  if (brackets) Char('>');
}

// #stablehlo<comparison_direction EQ>
void Printer::EnumBody(AttrId attr) {
  const auto id = static_cast<EnumId>(m_.attrs.words(attr)[0]);
  const std::string_view name = Enum(id).name;
  Char('#');
  if (EnumHasBrackets(id)) {
    Text(name);
    return EnumCase(attr);
  }
  const size_t dot = name.find('.');
  Text(name.substr(0, dot));
  Char('<');
  Text(name.substr(dot + 1));
  Char(' ');
  EnumCase(attr);
  Char('>');
}

std::vector<int64_t> Printer::DimsOf(AttrId attr) const {
  const std::string_view bytes = m_.names.Get(NameAt(m_.attrs.words(attr), 1));
  std::vector<int64_t> dims(bytes.size() / sizeof(int64_t));
  if (!dims.empty()) std::memcpy(dims.data(), bytes.data(), bytes.size());
  return dims;
}

bool Printer::IsZeroField(AttrId field) const {
  const std::span<const int64_t> words = m_.attrs.words(field);
  switch (m_.attrs.kind(field)) {
    case AttrKind::kInteger:
      return words[1] == 0;
    case AttrKind::kFloat:
      return (static_cast<uint64_t>(words[1]) << 1) == 0;
    case AttrKind::kDenseArray:
      return NameAt(words, 1) == name::kEmpty;
    default:
      return false;
  }
}

void Printer::StructBody(AttrId attr) {
  const std::span<const int64_t> words = m_.attrs.words(attr);
  const auto id = static_cast<StructId>(words[0]);
  if (id == StructId::kTypeExtensions) {
    Char('<');
    Join(DimsOf(AttrAt(words, 1)), [&](int64_t dim) {
      if (dim == kDynamicDim) {
        Char('?');
      } else {
        Int(dim);
      }
    });
    return Char('>');
  }
  if (id == StructId::kConv && FitsConvDims(m_, attr)) {
    Char('<');
    PrintConvDims(*this, attr);
    return Char('>');
  }
  if (id == StructId::kStablehloSubAxisInfo) {
    Char('(');
    AttrWithoutType(AttrAt(words, 1));
    Char(')');
    return AttrWithoutType(AttrAt(words, 2));
  }
  const bool is_mesh = id == StructId::kStablehloMesh;
  const bool elided = StyleOf(id) == StructStyle::kElided;
  const StructRow& row = Struct(id);
  Text(id == StructId::kConv ? "<raw " : "<");
  bool first = true;
  for (size_t i = 0; i < row.fields.size(); ++i) {
    const AttrId field = AttrAt(words, i + 1);
    if (!field || (elided && IsZeroField(field))) continue;
    if (!first) Text(", ");
    first = false;
    Text(row.fields[i].name);
    Text(is_mesh ? "=" : " = ");
    StructField(field, row.fields[i].kind);
  }
  Char('>');
}

void Printer::StructField(AttrId field, FieldKind kind) {
  switch (kind) {
    case FieldKind::kDims:
      return Dims(DimsOf(field));
    case FieldKind::kInt:
    case FieldKind::kBool:
    case FieldKind::kFloat:
    case FieldKind::kString:
      return AttrWithoutType(field);
    case FieldKind::kType:
      return Attr(field);
    case FieldKind::kAttr:
      break;
  }
  // A list or field of stablehlo's own mesh attributes goes without their
  // names.
  const auto is_part = [&](AttrId part, StructId id) {
    return m_.attrs.Is(part, AttrKind::kStruct) &&
           m_.attrs.words(part)[0] == static_cast<int64_t>(id);
  };
  if (is_part(field, StructId::kStablehloSubAxisInfo)) return StructBody(field);
  if (m_.attrs.Is(field, AttrKind::kArray) && m_.attrs.ArraySize(field) > 0 &&
      is_part(m_.attrs.ArrayItem(field, 0), StructId::kStablehloMeshAxis)) {
    Char('[');
    Join(m_.attrs.words(field), [&](int64_t axis) {
      StrippedAttr(AttrId(static_cast<int32_t>(axis)));
    });
    return Char(']');
  }
  Attr(field);
}

}  // namespace shardflow
