#include "bytecode/entry_writer.h"

#include <algorithm>
#include <cstring>

#include "bytecode/codes.h"
#include "bytecode/type_codes.h"
#include "ops/attr_make.h"
#include "text/quant_type.h"
#include "text/write.h"

// Writes attributes and types of the builtin dialect. Also contains the code
// that both forms (builtin and VHLO) share.

namespace shardflow::internal::bytecode {

StringNumber EntryWriter::String(std::string_view text) {
  return StringNumber{static_cast<uint32_t>(strings_.Intern(text).index)};
}

uint32_t EntryWriter::Dialect(std::string_view name) {
  const StringNumber text = String(name);
  const auto at = std::ranges::find(dialects_, text);
  if (at != dialects_.end()) {
    return static_cast<uint32_t>(at - dialects_.begin());
  }
  dialects_.push_back(text);
  return static_cast<uint32_t>(dialects_.size() - 1);
}

OpNameNumber EntryWriter::OpName(std::string_view dialect,
                                 std::string_view name) {
  Draft w;
  w.VarInt(String(name));
  return OpNameNumber{Add(names_, dialect, w.pieces(), true)};
}

// Returns the row of an entry. Equal entries share a row. A row is stored as
// the dialect's number, with a bit for is_code, followed by the pieces.
uint32_t EntryWriter::Add(Table& table, std::string_view dialect,
                          std::string_view pieces, bool is_code) {
  const uint32_t number = Dialect(dialect) << 1 | (is_code ? 1 : 0);
  std::string row(reinterpret_cast<const char*>(&number), sizeof number);
  row += pieces;
  const auto place = static_cast<uint32_t>(table.rows.Intern(row).index);
  table.uses.resize(table.rows.size());
  return place;
}

EntryWriter::Row EntryWriter::Table::Get(size_t row) const {
  const std::string_view bytes = rows.Get(NameId(row));
  uint32_t number = 0;
  std::memcpy(&number, bytes.data(), sizeof number);
  return {number >> 1, (number & 1) != 0, bytes.substr(sizeof number)};
}

template <class Fn>
uint32_t EntryWriter::Table::OfId(int32_t id, Form form, const Fn& make) {
  const size_t key = static_cast<size_t>(id) << 1 | form;
  if (key < by_id.size() && by_id[key] != kNoPlace) return by_id[key];
  const auto row = static_cast<uint32_t>(make());
  if (key >= by_id.size()) by_id.resize(key + 1, kNoPlace);
  by_id[key] = row;
  return row;
}

AttrNumber EntryWriter::Attr(AttrId attr) {
  if (!attr) return Fail("an attribute with a missing field");
  return AttrNumber{
      attrs_.OfId(attr.index, kBuiltin, [&] { return BuiltinAttr(attr); })};
}

AttrNumber EntryWriter::Vhlo(AttrId attr) {
  if (!attr) return Fail("an attribute with a missing field");
  return AttrNumber{
      attrs_.OfId(attr.index, kVhlo, [&] { return VhloAttr(attr); })};
}

TypeNumber EntryWriter::Type(TypeId type) {
  return TypeNumber{types_.OfId(type.index, kBuiltin,
                                [&] { return MakeType(type, kBuiltin); })};
}

// Failures aren't cached, so that another attempt reports the error again.
TypeNumber EntryWriter::VhloType(TypeId type) {
  const TypeNumber number{
      types_.OfId(type.index, kVhlo, [&] { return MakeType(type, kVhlo); })};
  if (error_) {
    types_.by_id[static_cast<size_t>(type.index) << 1 | kVhlo] = kNoPlace;
  }
  return number;
}

AttrNumber EntryWriter::Location(Loc loc) {
  if (loc.IsAttr()) return Attr(loc.attr());
  Draft w;
  if (loc.IsUnknown()) {
    w.VarInt(builtin::kUnknownLoc);
    return AddAttr("builtin", w);
  }
  // The location is a position in the text that the program was read from.
  const SourcePlace place = m_.Place(loc);
  Draft name;
  name.VarInt(builtin::kString);
  name.VarInt(String(place.file));
  w.VarInt(builtin::kFileLoc);
  w.VarInt(AddAttr("builtin", name));
  w.VarInt(static_cast<uint64_t>(place.line));
  w.VarInt(static_cast<uint64_t>(place.column));
  return AddAttr("builtin", w);
}

// --- numbers

// Writes the value of an integer or float that has `bits` bits.
void EntryWriter::Number(Draft& w, int64_t value, int64_t bits) const {
  if (bits < 64) value &= (int64_t{1} << bits) - 1;
  if (bits <= 8) {
    w.Byte(static_cast<uint8_t>(value));
  } else {
    w.SignedVarInt(value);
  }
}

// Writes the elements of a dense attribute; packs booleans eight to a byte.
void EntryWriter::Elements(Draft& w, AttrId dense) const {
  const auto [type, raw, splat] = m_.attrs.As<DenseElementsAttr>(dense);
  const std::string_view bytes = Text(raw);
  if (!m_.types.IsInteger(m_.types.element(type), 1)) return w.Blob(bytes);
  const int64_t count = m_.types.ElementCount(type);
  if (splat && count > 1) {
    return w.Blob(bytes[0] != 0 ? "\xff" : std::string_view("\0", 1));
  }
  std::string packed((bytes.size() + 7) / 8, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == 0) continue;
    packed[i / 8] = static_cast<char>(packed[i / 8] | (1 << (i % 8)));
  }
  w.Blob(packed);
}

void EntryWriter::Numbers(Draft& w, std::span<const int64_t> values) const {
  w.VarInt(values.size());
  for (const int64_t value : values) w.SignedVarInt(value);
}

// --- builtin

AttrNumber EntryWriter::Dict(Named items) {
  std::ranges::sort(items, {}, &Named::value_type::first);
  std::vector<AttrNumber> numbers;
  for (const auto& [name, value] : items) {
    Draft text;
    text.VarInt(builtin::kString);
    text.VarInt(String(name));
    numbers.push_back(AddAttr("builtin", text));
    numbers.push_back(value);
  }
  Draft w;
  w.VarInt(builtin::kDict);
  w.VarInt(items.size());
  for (const AttrNumber number : numbers) w.VarInt(number);
  return AddAttr("builtin", w);
}

AttrNumber EntryWriter::BuiltinString(NameId text) {
  Draft w;
  w.VarInt(builtin::kString);
  w.VarInt(String(Text(text)));
  return AddAttr("builtin", w);
}

AttrNumber EntryWriter::BuiltinAttr(AttrId attr) {
  const AttrKind kind = m_.attrs.kind(attr);
  if (kind >= AttrKind::kSharding) return SdyAttr(attr);
  if (kind >= AttrKind::kLocUnknown && kind <= AttrKind::kLocFused) {
    return LocationAttr(attr);
  }
  Draft w;
  switch (kind) {
    case AttrKind::kUnit:
      w.VarInt(builtin::kUnit);
      break;
    case AttrKind::kInteger: {
      const auto [type, value] = m_.attrs.As<IntegerAttr>(attr);
      if (m_.types.NumberBits(type) > 64) return AttrText(attr);
      w.VarInt(builtin::kInteger);
      w.VarInt(Type(type));
      Number(w, value, m_.types.NumberBits(type));
      break;
    }
    case AttrKind::kFloat: {
      const auto [type, bits] = m_.attrs.As<FloatAttr>(attr);
      if (m_.types.NumberBits(type) > 64) return AttrText(attr);
      w.VarInt(builtin::kFloat);
      w.VarInt(Type(type));
      Number(w, bits, m_.types.NumberBits(type));
      break;
    }
    case AttrKind::kString: {
      const auto [text, type] = m_.attrs.As<StringAttr>(attr);
      if (!type) return BuiltinString(text);
      w.VarInt(builtin::kTypedString);
      w.VarInt(String(Text(text)));
      w.VarInt(Type(type));
      break;
    }
    case AttrKind::kType:
      w.VarInt(builtin::kType);
      w.VarInt(Type(m_.attrs.TypeValue(attr)));
      break;
    case AttrKind::kSymbolRef:
      return SymbolAttr(attr);
    case AttrKind::kArray: {
      std::vector<AttrNumber> items;
      for (const AttrId item : m_.attrs.As<ArrayAttr>(attr).items) {
        items.push_back(Attr(item));
      }
      w.VarInt(builtin::kArray);
      Children(w, items);
      break;
    }
    case AttrKind::kDict: {
      Named items;
      for (const NamedAttr& item : m_.attrs.DictItems(attr)) {
        items.emplace_back(m_.names.Get(item.name), Attr(item.value));
      }
      return Dict(std::move(items));
    }
    case AttrKind::kDenseElements:
      w.VarInt(builtin::kDense);
      w.VarInt(Type(m_.attrs.As<DenseElementsAttr>(attr).type));
      Elements(w, attr);
      break;
    case AttrKind::kDenseArray: {
      const auto [element, raw] = m_.attrs.As<DenseArrayAttr>(attr);
      const std::string_view bytes = Text(raw);
      w.VarInt(builtin::kDenseArray);
      w.VarInt(Type(element));
      w.VarInt(bytes.size() / DenseElementBytes(m_, element));
      w.Blob(bytes);
      break;
    }
    case AttrKind::kDenseResource:
      return Fail("a constant kept as a resource (dense_resource)");
    default:
      return AttrText(attr);
  }
  return AddAttr("builtin", w);
}

AttrNumber EntryWriter::AttrText(AttrId attr) {
  std::string text;
  PrintAttr(m_, attr, text);
  std::string_view dialect = "builtin";
  if (text.starts_with('#')) {
    dialect = std::string_view(text).substr(1, text.find_first_of(".<") - 1);
  }
  const std::string name(dialect);
  text += '\0';
  Draft w;
  w.Bytes(text);
  return AttrNumber{Add(attrs_, name, w.pieces(), /*is_code=*/false)};
}

AttrNumber EntryWriter::SymbolAttr(AttrId attr) {
  const auto flat = [&](NameId name) {
    Draft w;
    const AttrNumber string = BuiltinString(name);
    w.VarInt(builtin::kFlatSymbol);
    w.VarInt(string);
    return AddAttr("builtin", w);
  };
  const auto path = m_.attrs.As<SymbolRefAttr>(attr).path;
  if (path.size() == 1) return flat(path[0]);
  std::vector<AttrNumber> nested;
  for (size_t i = 1; i < path.size(); ++i) nested.push_back(flat(path[i]));
  const AttrNumber root = BuiltinString(path[0]);
  Draft w;
  w.VarInt(builtin::kSymbol);
  w.VarInt(root);
  Children(w, nested);
  return AddAttr("builtin", w);
}

AttrNumber EntryWriter::LocationAttr(AttrId attr) {
  Draft w;
  switch (m_.attrs.kind(attr)) {
    case AttrKind::kLocFile: {
      const auto loc = m_.attrs.As<LocFileAttr>(attr);
      const AttrNumber file = BuiltinString(loc.file);
      w.VarInt(loc.end.empty() ? builtin::kFileLoc : builtin::kRangeLoc);
      w.VarInt(file);
      std::vector<int64_t> numbers = {loc.line, loc.column};
      numbers.insert(numbers.end(), loc.end.begin(), loc.end.end());
      // If a range begins and ends on the same line, the line is written once.
      if (numbers.size() == 4) {
        if (numbers[0] == numbers[2]) numbers.erase(numbers.begin() + 2);
        w.VarInt(numbers.size());
      }
      for (const int64_t n : numbers) w.VarInt(static_cast<uint64_t>(n));
      break;
    }
    case AttrKind::kLocName: {
      const auto loc = m_.attrs.As<LocNameAttr>(attr);
      const AttrNumber name = BuiltinString(loc.name);
      const AttrNumber child = Attr(loc.child);
      w.VarInt(builtin::kNameLoc);
      w.VarInt(name);
      w.VarInt(child);
      break;
    }
    case AttrKind::kLocCallSite: {
      const auto loc = m_.attrs.As<LocCallSiteAttr>(attr);
      const AttrNumber callee = Attr(loc.callee);
      const AttrNumber caller = Attr(loc.caller);
      w.VarInt(builtin::kCallSiteLoc);
      w.VarInt(callee);
      w.VarInt(caller);
      break;
    }
    case AttrKind::kLocFused: {
      const auto loc = m_.attrs.As<LocFusedAttr>(attr);
      std::vector<AttrNumber> locs;
      for (const AttrId item : loc.locs) locs.push_back(Attr(item));
      w.VarInt(loc.metadata ? builtin::kFusedLocMeta : builtin::kFusedLoc);
      Children(w, locs);
      if (loc.metadata) w.VarInt(Attr(loc.metadata));
      break;
    }
    default:
      w.VarInt(builtin::kUnknownLoc);
      break;
  }
  return AddAttr("builtin", w);
}

// --- types

TypeNumber EntryWriter::TypeText(TypeId type) {
  std::string text;
  PrintType(m_, type, text);
  std::string dialect = "builtin";
  if (text.starts_with('!')) {
    dialect = text.substr(1, text.find_first_of(".<") - 1);
  }
  text += '\0';
  Draft w;
  w.Bytes(text);
  return TypeNumber{Add(types_, dialect, w.pieces(), /*is_code=*/false)};
}

TypeNumber EntryWriter::MakeType(TypeId type, Form form) {
  const bool is_vhlo = form == kVhlo;
  const TypeCodes& codes = is_vhlo ? kVhloTypes : kBuiltinTypes;
  const auto number = [&](TypeId id) {
    return is_vhlo ? VhloType(id) : Type(id);
  };
  const auto numbers = [&](TypeSpan ids) {
    std::vector<TypeNumber> items;
    for (const TypeId id : ids) items.push_back(number(id));
    return items;
  };
  Draft w;
  switch (m_.types.kind(type)) {
    case TypeKind::kNone:
      if (is_vhlo && !Since({1, 6}, "the type none")) return {};
      w.VarInt(codes.none);
      break;
    case TypeKind::kIndex:
      w.VarInt(codes.index);
      break;
    case TypeKind::kComplex: {
      const TypeNumber element = number(m_.types.element(type));
      w.VarInt(codes.complex);
      w.VarInt(element);
      break;
    }
    case TypeKind::kUnrankedTensor: {
      const TypeNumber element = number(m_.types.element(type));
      w.VarInt(codes.unranked_tensor);
      w.VarInt(element);
      break;
    }
    case TypeKind::kTensor: {
      const AttrId encoding = m_.types.encoding(type);
      const TypeNumber element = number(m_.types.element(type));
      w.VarInt(encoding ? codes.encoded_tensor : codes.tensor);
      if (encoding) {
        w.VarInt(is_vhlo ? VhloEncoding(encoding) : Attr(encoding));
      }
      Numbers(w, m_.types.dims(type));
      w.VarInt(element);
      break;
    }
    case TypeKind::kTuple: {
      const std::vector<TypeNumber> items = numbers(m_.types.members(type));
      w.VarInt(codes.tuple);
      Children(w, items);
      break;
    }
    case TypeKind::kFunction: {
      const std::vector<TypeNumber> in = numbers(m_.types.inputs(type));
      const std::vector<TypeNumber> out = numbers(m_.types.results(type));
      w.VarInt(codes.function);
      Children(w, in);
      Children(w, out);
      break;
    }
    case TypeKind::kFuture: {
      if (is_vhlo && !Since({1, 15}, "a future")) return {};
      const std::vector<TypeNumber> items = numbers(m_.types.members(type));
      w.VarInt(is_vhlo ? uint64_t{vhlo::kFuture} : stablehlo::kFuture);
      Children(w, items);
      return AddType(is_vhlo ? "vhlo" : "stablehlo", w);
    }
    case TypeKind::kToken:
      w.VarInt(is_vhlo ? uint64_t{vhlo::kToken} : stablehlo::kToken);
      return AddType(is_vhlo ? "vhlo" : "stablehlo", w);
    case TypeKind::kQuantized:
      return QuantizedType(type, form);
    default:
      return is_vhlo ? VhloOnlyType(type) : BuiltinOnlyType(type);
  }
  return AddType(codes.dialect, w);
}

TypeNumber EntryWriter::BuiltinOnlyType(TypeId type) {
  Draft w;
  if (m_.types.kind(type) == TypeKind::kInteger) {
    w.VarInt(builtin::kIntegerType);
    w.VarInt(
        static_cast<uint64_t>(m_.types.width(type) << 2 |
                              static_cast<int64_t>(m_.types.signedness(type))));
    return AddType("builtin", w);
  }
  for (const BuiltinFloat& row : kBuiltinFloats) {
    if (m_.types.kind(type) == TypeKind::kFloat &&
        row.kind == m_.types.float_kind(type)) {
      w.VarInt(row.code);
      return AddType("builtin", w);
    }
  }
  return TypeText(type);
}

TypeNumber EntryWriter::QuantizedType(TypeId type, Form form) {
  const bool is_vhlo = form == kVhlo;
  const Quantization q = QuantizationOf(m_.types, type);
  const bool per_axis = q.axis >= 0;
  if (is_vhlo && per_axis &&
      !Since({0, 18}, "a type quantized along a dimension")) {
    return {};
  }
  const TypeNumber storage = is_vhlo ? VhloType(q.storage) : Type(q.storage);
  const TypeNumber expressed =
      is_vhlo ? VhloType(q.expressed) : Type(q.expressed);
  Draft w;
  if (is_vhlo) {
    w.VarInt(per_axis ? vhlo::kQuantizedPerAxis : vhlo::kUniformQuantized);
  } else {
    w.VarInt(per_axis ? quant::kPerAxis : quant::kUniform);
  }
  w.VarInt(q.is_signed ? 1 : 0);
  w.VarInt(storage);
  w.VarInt(expressed);
  if (per_axis) {
    w.VarInt(static_cast<uint64_t>(q.axis));
  } else {
    w.SignedVarInt(q.scales[0]);
    w.SignedVarInt(q.zeros[0]);
  }
  w.SignedVarInt(q.min);
  w.SignedVarInt(q.max);
  if (per_axis) {
    Numbers(w, q.scales);
    Numbers(w, q.zeros);
  }
  return AddType(is_vhlo ? "vhlo" : "quant", w);
}

}  // namespace shardflow::internal::bytecode
