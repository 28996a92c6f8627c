#include <algorithm>
#include <cstring>

#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "text/aliases.h"
#include "text/conv_dims.h"
#include "text/float_text.h"
#include "text/lexer.h"
#include "text/printer.h"
#include "text/sdy_attrs.h"
#include "text/struct_style.h"

// Prints attributes.

namespace shardflow::internal {

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

// Prints `: type`. Prints nothing if `text` is kNever, or if it is kInList and
// the type is `obvious`.
void Printer::ValueType(TypeId type, TypeText text, bool obvious) {
  if (text == TypeText::kNever || (text == TypeText::kInList && obvious)) {
    return;
  }
  Text(" : ");
  Type(type);
}

void Printer::AttrBody(AttrId attr, TypeText text) {
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kUnit:
      return Text("unit");
    case AttrKind::kInteger:
      return IntegerBody(attr, text);
    case AttrKind::kFloat: {
      const auto [type, bits] = m_.attrs.As<FloatAttr>(attr);
      const size_t begin = out_.size();
      FloatValue(static_cast<uint64_t>(bits), type);
      // Without a type, hexadecimal digits (for example of an infinity) would
      // be read as an integer.
      const bool is_hex =
          std::string_view(out_).substr(begin).starts_with("0x");
      const bool is_f64 = m_.types.float_kind(type) == FloatKind::kF64;
      return ValueType(type, text, is_f64 && !is_hex);
    }
    case AttrKind::kString: {
      const auto [string, type] = m_.attrs.As<StringAttr>(attr);
      String(m_.names.Get(string));
      if (type) ValueType(type, text, false);
      return;
    }
    case AttrKind::kType:
      return Type(m_.attrs.As<TypeAttr>(attr).type);
    case AttrKind::kSymbolRef: {
      const WordList<NameId> path = m_.attrs.As<SymbolRefAttr>(attr).path;
      for (size_t i = 0; i < path.size(); ++i) {
        if (i > 0) Text("::");
        Symbol(path[i]);
      }
      return;
    }
    case AttrKind::kArray:
      Char('[');
      Join(m_.attrs.As<ArrayAttr>(attr).items,
           [&](AttrId item) { ListItem(item); });
      return Char(']');
    case AttrKind::kDict:
      return DictBody(attr);
    case AttrKind::kDenseElements:
      DenseElements(attr);
      return ValueType(m_.attrs.As<DenseElementsAttr>(attr).type, text, false);
    case AttrKind::kDenseArray:
      return DenseArray(attr);
    case AttrKind::kDenseResource: {
      const auto [type, key] = m_.attrs.As<DenseResourceAttr>(attr);
      Text("dense_resource<");
      KeywordOrString(m_.names.Get(key));
      Char('>');
      return ValueType(type, text, false);
    }
    case AttrKind::kOpaque:
      return Name(m_.attrs.As<OpaqueAttr>(attr).text);
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

// Prints `#dialect.mnemonic<...>`, or `#dialect<mnemonic ...>` if the text
// after the mnemonic has no angle brackets of its own.
void Printer::DialectAttr(AttrId attr) {
  Char('#');
  const size_t begin = out_.size();
  if (m_.attrs.Is(attr, AttrKind::kStruct)) {
    const auto id = static_cast<StructId>(m_.attrs.As<StructAttr>(attr).number);
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
  const auto [type, value] = m_.attrs.As<IntegerAttr>(attr);
  IntegerValue(value, type);
  const bool is_integer = m_.types.kind(type) == TypeKind::kInteger;
  const bool signless =
      is_integer && m_.types.signedness(type) == Signedness::kSignless;
  // An i1 is printed as true or false, without a type.
  if (signless && m_.types.width(type) == 1) return;
  ValueType(type, text, signless && m_.types.width(type) == 64);
}

void Printer::IntegerValue(int64_t value, TypeId type) {
  if (m_.types.kind(type) == TypeKind::kInteger) {
    const Signedness signedness = m_.types.signedness(type);
    if (signedness == Signedness::kSignless && m_.types.width(type) == 1) {
      return Text((value & 1) != 0 ? "true" : "false");
    }
    if (signedness == Signedness::kUnsigned && value < 0) {
      return Text(std::to_string(static_cast<uint64_t>(value)));
    }
  }
  Int(value);
}

void Printer::FloatValue(uint64_t bits, TypeId type) {
  AppendFloat(bits, m_.types.float_kind(type), out_);
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

// Prints the entries of `dict` and the sharding, all sorted by name.
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
  const auto [number, value] = m_.attrs.As<EnumAttr>(attr);
  const auto id = static_cast<EnumId>(number);
  const bool brackets = EnumHasBrackets(id);
  if (brackets) Char('<');
  for (const EnumCaseRow& c : Enum(id).cases) {
    if (c.value == value) Text(c.name);
  }
  if (brackets) Char('>');
}

// Prints an enum attribute, such as `#stablehlo<comparison_direction EQ>`.
void Printer::EnumBody(AttrId attr) {
  const auto id = static_cast<EnumId>(m_.attrs.As<EnumAttr>(attr).number);
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
  const std::string_view bytes =
      m_.names.Get(m_.attrs.As<DenseArrayAttr>(attr).bytes);
  std::vector<int64_t> dims(bytes.size() / sizeof(int64_t));
  if (!dims.empty()) std::memcpy(dims.data(), bytes.data(), bytes.size());
  return dims;
}

bool Printer::IsZeroField(AttrId field) const {
  switch (m_.attrs.kind(field)) {
    case AttrKind::kInteger:
      return m_.attrs.IntegerValue(field) == 0;
    case AttrKind::kFloat:
      return (static_cast<uint64_t>(m_.attrs.As<FloatAttr>(field).bits) << 1) ==
             0;
    case AttrKind::kDenseArray:
      return m_.attrs.As<DenseArrayAttr>(field).bytes == name::kEmpty;
    default:
      return false;
  }
}

void Printer::StructBody(AttrId attr) {
  const auto [number, fields] = m_.attrs.As<StructAttr>(attr);
  const auto id = static_cast<StructId>(number);
  if (id == StructId::kTypeExtensions) {
    Char('<');
    Join(DimsOf(fields[0]), [&](int64_t dim) {
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
    AttrWithoutType(fields[0]);
    Char(')');
    return AttrWithoutType(fields[1]);
  }
  const bool is_mesh = id == StructId::kStablehloMesh;
  const bool elided = StyleOf(id) == StructStyle::kElided;
  const StructRow& row = Struct(id);
  Text(id == StructId::kConv ? "<raw " : "<");
  bool first = true;
  for (size_t i = 0; i < row.fields.size(); ++i) {
    const AttrId field = fields[i];
    if (!field || (elided && IsZeroField(field))) continue;
    if (!first) Text(", ");
    first = false;
    Text(row.fields[i].name);
    Text(is_mesh ? "=" : " = ");
    const size_t begin = out_.size();
    StructField(field, row.fields[i].kind);
    if (noting_names_ && attr == noted_channel_ && i == 0) {
      noted_names_.push_back({{begin, out_.size(), PrintMemo::kChannel}, {}});
    }
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
  // In stablehlo's own mesh attributes, sub-axes and lists of axes are printed
  // without `#stablehlo.mnemonic`.
  if (IsStruct(m_, field, StructId::kStablehloSubAxisInfo))
    return StructBody(field);
  if (m_.attrs.Is(field, AttrKind::kArray) && m_.attrs.ArraySize(field) > 0 &&
      IsStruct(m_, m_.attrs.ArrayItem(field, 0),
               StructId::kStablehloMeshAxis)) {
    Char('[');
    Join(m_.attrs.As<ArrayAttr>(field).items,
         [&](AttrId axis) { StrippedAttr(axis); });
    return Char(']');
  }
  Attr(field);
}

}  // namespace shardflow::internal
