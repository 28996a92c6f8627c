#include <algorithm>
#include <cstddef>
#include <cstring>

#include "absl/container/flat_hash_set.h"

#include "text/float_text.h"
#include "text/parser.h"

// Parses builtin attributes. Elements of dense attributes are in
// parse_dense.cc.

namespace shardflow::internal {
namespace {

enum class Word {
  kNone,
  kTrue,
  kFalse,
  kUnit,
  kDense,
  kDenseResource,
  kArray,
  kLoc,
  kVerbatim
};

// Returns the kind of attribute that begins with the word.
Word AttrWord(std::string_view word) {
  struct Row {
    std::string_view text;
    Word word;
  };
  static constexpr Row kRows[] = {
      {"true", Word::kTrue},
      {"false", Word::kFalse},
      {"unit", Word::kUnit},
      {"dense", Word::kDense},
      {"array", Word::kArray},
      {"dense_resource", Word::kDenseResource},
      {"loc", Word::kLoc},
      {"affine_map", Word::kVerbatim},
      {"affine_set", Word::kVerbatim},
      {"sparse", Word::kVerbatim},
      {"distinct", Word::kVerbatim},
      {"strided", Word::kVerbatim},
  };
  for (const Row& row : kRows) {
    if (row.text == word) return row.word;
  }
  return Word::kNone;
}

}  // namespace

AttrId Parser::ParseAttribute(TypeId type) {
  switch (kind()) {
    case Tok::kLSquare:
    case Tok::kLBrace: {
      if (!Enter()) return {};
      const AttrId attr = At(Tok::kLBrace) ? ParseDictAttr() : ParseArrayAttr();
      Leave();
      return attr;
    }
    case Tok::kHashId: {
      if (!Enter()) return {};
      const AttrId attr = ParseHashAttr();
      Leave();
      return attr;
    }
    case Tok::kInteger:
    case Tok::kFloat:
      return ParseNumberAttr(type, false);
    case Tok::kMinus:
      Advance();
      if (At(Tok::kInteger) || At(Tok::kFloat)) {
        return ParseNumberAttr(type, true);
      }
      WrongToken("expected constant integer or floating point value");
      return {};
    case Tok::kString:
      return ParseStringAttr(type);
    case Tok::kAtId:
      return ParseSymbolRef();
    default:
      return ParseWordAttr(type);
  }
}

AttrId Parser::ParseWordAttr(TypeId type) {
  switch (At(Tok::kBareId) ? AttrWord(text()) : Word::kNone) {
    case Word::kTrue:
    case Word::kFalse: {
      const bool value = text() == "true";
      Advance();
      return m_.attrs.Integer(m_.types.Integer(1), value ? 1 : 0);
    }
    case Word::kUnit:
      Advance();
      return m_.attrs.Unit();
    case Word::kDense:
      return ParseDenseAttr(type);
    case Word::kDenseResource:
      return ParseDenseResourceAttr(type);
    case Word::kArray:
      return ParseDenseArrayAttr();
    case Word::kLoc: {
      Loc loc;
      if (ParseOptionalLoc(loc) != Opt::kOk) return {};
      // Only locations of ops and arguments may use aliases before their
      // definition.
      if (IsDeferred(loc)) {
        const auto [placeholder, at] = deferred_locs_.back();
        const NameId name = m_.attrs.As<OpaqueAttr>(placeholder).text;
        ErrorAt(at, "undefined symbol alias id '" +
                        std::string(m_.names.Get(name).substr(1)) + "'");
        return {};
      }
      return LocAttr(loc);
    }
    case Word::kVerbatim:
      return ParseVerbatimWord();
    case Word::kNone:
      break;
  }
  TypeId parsed;
  const Opt result = ParseOptionalType(parsed);
  if (result == Opt::kOk) return m_.attrs.Type(parsed);
  if (result == Opt::kAbsent) WrongToken("expected attribute value");
  return {};
}

// Parses an attribute that is kept as text: `affine_map<...>`,
// `distinct[0]<...>` or `sparse<...> : type`.
AttrId Parser::ParseVerbatimWord() {
  const char* const begin = token_.begin;
  const bool typed = AtKeyword("sparse");
  Advance();
  while (At(Tok::kLess) || At(Tok::kLSquare)) {
    if (!SkipBalanced()) return {};
  }
  if (typed && Consume(Tok::kColon) && !ParseType()) return {};
  return Opaque(TextSince(begin));
}

AttrId Parser::Opaque(std::string_view text) {
  return m_.attrs.Make(OpaqueAttr{m_.names.Intern(text)});
}

// --- numbers

AttrId Parser::ParseNumberAttr(TypeId type, bool negative) {
  const Token literal = token_;
  const size_t at = offset();
  const bool is_float = At(Tok::kFloat);
  Advance();
  if (!type) {
    if (Consume(Tok::kColon)) {
      type = ParseType();
      if (!type) return {};
    } else {
      type = is_float ? m_.types.Float(FloatKind::kF64) : m_.types.Integer(64);
    }
  }
  int64_t value = 0;
  const TypeKind kind = m_.types.kind(type);
  if (kind == TypeKind::kFloat) {
    const FloatKind format = m_.types.float_kind(type);
    if (!FloatLiteral(literal, negative, format, value)) return {};
    return m_.attrs.Make(FloatAttr{type, value});
  }
  if (is_float) {
    ErrorAt(at, "floating point value not valid for specified type");
    return {};
  }
  if (kind != TypeKind::kInteger && kind != TypeKind::kIndex) {
    ErrorAt(at, "integer literal not valid for specified type");
    return {};
  }
  if (negative && IsUnsigned(type)) {
    ErrorAt(at, "negative integer literal not valid for unsigned integer type");
    return {};
  }
  if (!IntegerLiteral(literal.text(), negative, type, value)) {
    ErrorAt(at, "integer constant out of range for attribute");
    return {};
  }
  return m_.attrs.Integer(type, value);
}

bool Parser::IsUnsigned(TypeId type) const {
  return m_.types.kind(type) == TypeKind::kInteger &&
         m_.types.signedness(type) == Signedness::kUnsigned;
}

// Reads `text` as a number of type `type` into `value`. Returns false if the
// number doesn't fit.
bool Parser::IntegerLiteral(std::string_view text, bool negative, TypeId type,
                            int64_t& value) const {
  const bool is_index = m_.types.kind(type) == TypeKind::kIndex;
  const int64_t width = m_.types.NumberBits(type);
  uint64_t bits = 0;
  if (!ReadUnsigned(text, bits)) return false;
  if (width == 0) return bits == 0;
  const int64_t used = width < 64 ? width : 64;
  if (used < 64 && (bits >> used) != 0) return false;
  const uint64_t sign = 1ull << (used - 1);
  if (negative) {
    bits = 0 - bits;
    if (used < 64) bits &= (sign << 1) - 1;
    if (bits != 0 && (bits & sign) == 0) return false;
  } else if ((bits & sign) != 0 && width <= 64 &&
             (is_index || m_.types.signedness(type) == Signedness::kSigned)) {
    return false;
  }
  // Signless and signed values are stored sign-extended, and an i1 as 0 or 1.
  const bool is_bool = width == 1 && !is_index &&
                       m_.types.signedness(type) == Signedness::kSignless;
  if (!is_bool && width < 64 && !IsUnsigned(type) && (bits & sign) != 0) {
    bits |= ~(sign | (sign - 1));
  }
  value = static_cast<int64_t>(bits);
  return true;
}

// Converts a float literal, or hexadecimal bits, to the bits of `format`.
bool Parser::FloatLiteral(const Token& literal, bool negative, FloatKind format,
                          int64_t& bits) {
  const size_t at = OffsetOf(literal.begin);
  const std::string_view text = literal.text();
  if (literal.kind == Tok::kFloat) {
    uint64_t value = 0;
    if (!ParseFloat(text, format, value)) {
      return ErrorAt(at, "floating point value too large for attribute");
    }
    if (negative) value ^= FloatSignBit(format);
    bits = static_cast<int64_t>(value);
    return true;
  }
  if (text.size() < 2 || text[1] != 'x') {
    ErrorAt(at,
            "unexpected decimal integer literal for a floating point value");
    AddNote(at, "add a trailing dot to make the literal a float");
    return false;
  }
  if (negative) {
    return ErrorAt(at,
                   "hexadecimal float literal should not have a leading minus");
  }
  uint64_t value = 0;
  const int width = FloatBits(format);
  if (!ReadUnsigned(text, value) || (width < 64 && (value >> width) != 0)) {
    return ErrorAt(at, "hexadecimal float constant out of range for type");
  }
  bits = static_cast<int64_t>(value);
  return true;
}

// --- strings, symbols, lists

AttrId Parser::ParseStringAttr(TypeId type) {
  const NameId value = InternString(text());
  Advance();
  if (!type && Consume(Tok::kColon)) {
    type = ParseType();
    if (!type) return {};
  }
  return m_.attrs.Make(StringAttr{value, type});
}

AttrId Parser::ParseSymbolRef() {
  NameId name;
  if (!ParseSymbolName(name)) return {};
  std::vector<NameId> path = {name};
  while (At(Tok::kColon) && token_.begin[1] == ':') {
    Advance();
    Advance();
    if (!At(Tok::kAtId)) {
      Error("expected nested symbol reference identifier");
      return {};
    }
    if (!ParseSymbolName(name)) return {};
    path.push_back(name);
  }
  return m_.attrs.Make(SymbolRefAttr{}, path);
}

AttrId Parser::ParseArrayAttr() {
  std::vector<AttrId> items;
  const bool ok = ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
    items.push_back(ParseAttribute());
    return static_cast<bool>(items.back());
  });
  return ok ? m_.attrs.Array(items) : AttrId::None();
}

AttrId Parser::ParseDictAttr() {
  std::vector<NamedAttr> items;
  if (!ParseDictBody(items)) return {};
  return MakeDict(items);
}

bool Parser::ParseDictBody(std::vector<NamedAttr>& attrs) {
  const size_t first = attrs.size();
  if (!Expect(Tok::kLBrace, "expected '{' in attribute dictionary")) {
    return false;
  }
  if (Consume(Tok::kRBrace)) return true;
  // Most dictionaries have only a few keys. For many keys, a set is faster.
  constexpr size_t kFew = 32;
  absl::flat_hash_set<NameId> many;
  const auto is_new = [&](NameId key) {
    if (attrs.size() - first < kFew) {
      return std::none_of(
          attrs.begin() + static_cast<std::ptrdiff_t>(first), attrs.end(),
          [&](const NamedAttr& attr) { return attr.name == key; });
    }
    if (many.empty()) {
      for (size_t i = first; i < attrs.size(); ++i) many.insert(attrs[i].name);
    }
    return many.insert(key).second;
  };
  do {
    NameId key;
    if (At(Tok::kBareId)) {
      key = m_.names.Intern(text());
    } else if (At(Tok::kString)) {
      key = InternString(text());
    } else {
      return WrongToken("expected attribute name");
    }
    if (key == name::kEmpty) return Error("expected valid attribute name");
    if (!is_new(key)) {
      return Error("duplicate key '" + std::string(m_.names.Get(key)) +
                   "' in dictionary attribute");
    }
    Advance();
    AttrId value;
    if (Consume(Tok::kEqual)) {
      value = ParseAttribute();
      if (!value) return false;
    } else {
      value = m_.attrs.Unit();
    }
    attrs.push_back({key, value});
  } while (Consume(Tok::kComma));
  return Expect(Tok::kRBrace, "expected '}' in attribute dictionary");
}

bool Parser::ParseOptionalAttrDict(std::vector<NamedAttr>& attrs) {
  return !At(Tok::kLBrace) || ParseDictBody(attrs);
}

bool Parser::ParseOptionalAttrDictWithKeyword(std::vector<NamedAttr>& attrs) {
  return !ConsumeKeyword("attributes") || ParseDictBody(attrs);
}

}  // namespace shardflow::internal
