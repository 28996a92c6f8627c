#include <algorithm>
#include <cstring>

#include "absl/container/inlined_vector.h"

#include "ops/attr_make.h"
#include "sharding/axis.h"
#include "text/float_text.h"
#include "text/parser.h"

// Parses the attributes `dense<...>`, `array<...>` and `dense_resource<...>`.

namespace shardflow::internal {
namespace {

std::string ShapeText(std::span<const int64_t> dims) {
  std::string text = "[";
  for (size_t i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(dims[i]);
  }
  return text + "]";
}

void AppendBytes(uint64_t value, size_t bytes, std::string& out) {
  char buffer[8];
  std::memcpy(buffer, &value, sizeof buffer);  // little-endian
  out.append(buffer, bytes);
}

}  // namespace

// The literal between the angle brackets. Its elements are kept as tokens,
// because their type comes after the brackets.
struct Parser::DenseLiteral {
  struct Element {
    Token token;
    bool negative = false;
  };
  using Shape = absl::InlinedVector<int64_t, 6>;
  std::vector<Element> elements;
  Shape shape;  // empty for a single element
  // Whether the literal is a single string, which contains hexadecimal data or
  // text.
  bool is_string = false;
  bool has_strings = false;
};

bool Parser::ParseDenseElement(DenseLiteral& literal) {
  const bool negative = Consume(Tok::kMinus);
  if (At(Tok::kInteger) || At(Tok::kFloat)) {
    literal.elements.push_back({token_, negative});
    Advance();
    return true;
  }
  if (negative) return Error("expected integer or floating point literal");
  if (AtKeyword("true") || AtKeyword("false") || At(Tok::kString)) {
    literal.has_strings |= At(Tok::kString);
    literal.elements.push_back({token_, false});
    Advance();
    return true;
  }
  if (!At(Tok::kLParen)) {
    return Error("expected element literal of primitive type");
  }
  // A complex element is written as a pair, `(real, imaginary)`.
  Advance();
  if (!Enter()) return false;
  const bool ok =
      ParseDenseElement(literal) &&
      Expect(Tok::kComma, "expected ',' between complex elements") &&
      ParseDenseElement(literal) &&
      Expect(Tok::kRParen, "expected ')' after complex elements");
  Leave();
  return ok;
}

bool Parser::ParseDenseList(DenseLiteral& literal, size_t depth) {
  if (!Enter()) return false;
  DenseLiteral::Shape inner;
  int64_t size = 0;
  const bool ok = ParseList(Tok::kLSquare, Tok::kRSquare, [&] {
    literal.shape.clear();
    if (At(Tok::kLSquare)) {
      if (!ParseDenseList(literal, depth + 1)) return false;
    } else if (!ParseDenseElement(literal)) {
      return false;
    }
    if (size++ == 0) {
      inner = literal.shape;
    } else if (inner != literal.shape) {
      return Error(
          "tensor literal is invalid; ranks are not consistent between "
          "elements");
    }
    return true;
  });
  Leave();
  literal.shape.clear();
  literal.shape.push_back(size);
  literal.shape.insert(literal.shape.end(), inner.begin(), inner.end());
  return ok;
}

AttrId Parser::ParseDenseAttr(TypeId type) {
  const char* const begin = token_.begin;
  const size_t at = offset();
  Advance();
  if (!Expect(Tok::kLess, "expected '<' after 'dense'")) return {};
  DenseLiteral literal;
  if (!Consume(Tok::kGreater)) {
    bool ok = true;
    if (At(Tok::kString)) {
      literal.is_string = true;
      literal.elements.push_back({token_, false});
      Advance();
    } else if (At(Tok::kLSquare)) {
      ok = ParseDenseList(literal, 1);
    } else {
      ok = ParseDenseElement(literal);
    }
    if (!ok || !Expect(Tok::kGreater)) return {};
  }
  size_t type_at = at;
  if (!type) {
    type_at = offset() + 1;
    if (!Expect(Tok::kColon)) return {};
    type_at = offset();
    type = ParseType();
    if (!type) return {};
  }
  if (!m_.types.IsTensor(type) &&
      m_.types.kind(type) != TypeKind::kUnrankedTensor) {
    if (m_.types.kind(type) == TypeKind::kOpaque) {  // vector<...>
      return Opaque(TextSince(begin));
    }
    ErrorAt(type_at, "elements literal must be a shaped type");
    return {};
  }
  if (!m_.types.HasStaticShape(type)) {
    ErrorAt(type_at, "elements literal type must have static shape");
    return {};
  }
  return MakeDense(literal, type, type_at, begin);
}

AttrId Parser::MakeDense(const DenseLiteral& literal, TypeId type,
                         size_t type_at, const char* begin) {
  TypeId element = m_.types.element(type);
  const bool is_complex = m_.types.kind(element) == TypeKind::kComplex;
  if (is_complex) element = m_.types.element(element);
  const TypeKind kind = m_.types.kind(element);
  const bool wide = m_.types.NumberBits(element) > 64;
  if (wide || literal.has_strings ||
      (kind != TypeKind::kInteger && kind != TypeKind::kIndex &&
       kind != TypeKind::kFloat)) {
    // Strings and elements of other types are kept as text.
    return Opaque(TextSince(begin));
  }
  std::string bytes;
  if (literal.is_string) {
    if (!DenseFromHex(literal, type, element, is_complex, type_at, bytes)) {
      return {};
    }
  } else if (!CheckDenseShape(literal, type, is_complex, type_at) ||
             !DenseFromElements(literal, element, bytes)) {
    return {};
  }
  // If the tensor is empty but the text contains an element, that element is
  // kept and printed again.
  return internal::MakeDense(
      m_, type, bytes, DenseElementBytes(m_, element) * (is_complex ? 2u : 1u));
}

bool Parser::CheckDenseShape(const DenseLiteral& literal, TypeId type,
                             bool is_complex, size_t type_at) {
  const std::span<const int64_t> dims = m_.types.dims(type);
  const int64_t count = m_.types.ElementCount(type);
  if (!literal.shape.empty() &&
      !std::equal(dims.begin(), dims.end(), literal.shape.begin(),
                  literal.shape.end())) {
    return ErrorAt(type_at, "inferred shape of elements literal (" +
                                ShapeText(literal.shape) +
                                ") does not match type (" + ShapeText(dims) +
                                ")");
  }
  const auto parsed = static_cast<int64_t>(literal.elements.size());
  if (parsed == 0 && count != 0) {
    return ErrorAt(type_at, "parsed zero elements, but type (" +
                                QuotedType(type) + ") expected at least 1");
  }
  const auto check = [&](int64_t wanted, TypeId shown) {
    return parsed == wanted ||
           ErrorAt(type_at, "parsed " + std::to_string(parsed) +
                                " elements, but type (" + QuotedType(shown) +
                                ") expected " + std::to_string(wanted) +
                                " elements");
  };
  if (!is_complex) {
    // A single element without brackets is used for all elements.
    return check(literal.shape.empty() ? std::min<int64_t>(parsed, 1) : count,
                 type);
  }
  if (literal.shape.empty()) {
    return count == 0 || check(2, m_.types.element(type));
  }
  return check(SaturatingProduct(2, count), type);
}

bool Parser::DenseFromElements(const DenseLiteral& literal, TypeId element,
                               std::string& bytes) {
  const size_t width = DenseElementBytes(m_, element);
  bytes.reserve(width * literal.elements.size());
  // Clears the bits above the width of a narrow integer.
  const bool narrow = m_.types.kind(element) == TypeKind::kInteger &&
                      m_.types.width(element) % 8 != 0;
  const uint64_t mask = narrow ? (1ull << m_.types.width(element)) - 1 : ~0ull;
  for (const DenseLiteral::Element& item : literal.elements) {
    int64_t value = 0;
    if (!ElementValue(item.token, item.negative, element, value)) return false;
    AppendBytes(static_cast<uint64_t>(value) & mask, width, bytes);
  }
  return true;
}

// Sets `value` to the value of one element of a dense attribute or array.
bool Parser::ElementValue(const Token& token, bool negative, TypeId element,
                          int64_t& value) {
  const size_t at = OffsetOf(token.begin);
  if (m_.types.kind(element) == TypeKind::kFloat) {
    if (token.kind == Tok::kBareId) {
      return ErrorAt(at, "expected floating point literal");
    }
    const FloatKind format = m_.types.float_kind(element);
    return FloatLiteral(token, negative, format, value);
  }
  if (negative && IsUnsigned(element)) {
    return ErrorAt(
        at, "expected unsigned integer elements, but parsed negative value");
  }
  if (token.kind == Tok::kFloat) {
    return ErrorAt(at, "expected integer elements, but parsed floating-point");
  }
  if (token.kind == Tok::kBareId) {
    if (!m_.types.IsInteger(element, 1)) {
      return ErrorAt(at, "expected i1 type for 'true' or 'false' values");
    }
    value = token.text() == "true" ? 1 : 0;
    return true;
  }
  if (!IntegerLiteral(token.text(), negative, element, value)) {
    return ErrorAt(at, "integer constant out of range for type");
  }
  return true;
}

// Decodes the bytes of the elements, as in `dense<"0x...">`. An i1 takes up one
// byte, except in older versions of MLIR, which packed eight of them into a
// byte.
bool Parser::DenseFromHex(const DenseLiteral& literal, TypeId type,
                          TypeId element, bool is_complex, size_t type_at,
                          std::string& bytes) {
  const Token& token = literal.elements[0].token;
  std::string_view hex = token.text();
  hex = hex.substr(1, hex.size() - 2);
  if (hex.size() < 2 || hex.substr(0, 2) != "0x" || hex.size() % 2 != 0 ||
      !std::all_of(hex.begin() + 2, hex.end(), IsHexDigit)) {
    return ErrorAt(OffsetOf(token.begin),
                   "expected string containing hex digits starting with `0x`");
  }
  hex.remove_prefix(2);
  std::string raw;
  raw.reserve(hex.size() / 2);
  for (size_t i = 0; i < hex.size(); i += 2) {
    raw.push_back(
        static_cast<char>(HexValue(hex[i]) * 16 + HexValue(hex[i + 1])));
  }
  const auto count = static_cast<size_t>(m_.types.ElementCount(type));
  const size_t width = DenseElementBytes(m_, element) * (is_complex ? 2 : 1);
  if (m_.types.IsInteger(element, 1)) {
    const bool packed = raw.size() > 1 && raw.size() != count;
    if (packed && raw.size() != (count + 7) / 8) {
      return WrongHexSize(type, type_at);
    }
    for (size_t i = 0; i < (packed ? count : raw.size()); ++i) {
      const bool bit =
          packed ? ((raw[i / 8] >> (i % 8)) & 1) != 0 : raw[i] != 0;
      bytes.push_back(bit ? 1 : 0);
    }
    return true;
  }
  const bool is_full =
      width == 0 ? raw.empty()
                 : raw.size() % width == 0 && raw.size() / width == count;
  if (raw.size() != width && !is_full) {
    return WrongHexSize(type, type_at);
  }
  bytes = std::move(raw);
  return true;
}

bool Parser::WrongHexSize(TypeId type, size_t at) {
  return ErrorAt(at, "elements hex data size is invalid for provided type: " +
                         QuotedType(type));
}

// Parses an array, such as `array<i64: 1, 2>`.
AttrId Parser::ParseDenseArrayAttr() {
  Advance();
  if (!Expect(Tok::kLess, "expected '<' after 'array'")) return {};
  const size_t at = offset();
  const TypeId element = ParseType();
  if (!element) return {};
  const TypeKind kind = m_.types.kind(element);
  if ((kind != TypeKind::kInteger && kind != TypeKind::kFloat) ||
      DenseElementBytes(m_, element) > 8) {
    ErrorAt(at, "expected integer or float type");
    return {};
  }
  std::string bytes;
  const size_t width = DenseElementBytes(m_, element);
  if (!Consume(Tok::kGreater)) {
    if (!Expect(Tok::kColon, "expected ':' after dense array type")) return {};
    const bool ok = ParseItems([&] {
      const bool negative = Consume(Tok::kMinus);
      if (!At(Tok::kInteger) && !At(Tok::kFloat) && !AtKeyword("true") &&
          !AtKeyword("false")) {
        return Error(kind == TypeKind::kFloat
                         ? "expected floating point literal"
                         : "expected integer literal");
      }
      const Token token = token_;
      Advance();
      int64_t value = 0;
      if (!ElementValue(token, negative, element, value)) return false;
      AppendBytes(static_cast<uint64_t>(value), width, bytes);
      return true;
    });
    if (!ok ||
        !Expect(Tok::kGreater, "expected '>' to close an array attribute")) {
      return {};
    }
  }
  return m_.attrs.Make(DenseArrayAttr{element, m_.names.Intern(bytes)});
}

// Parses a reference to a resource: `dense_resource<key> : type`.
AttrId Parser::ParseDenseResourceAttr(TypeId type) {
  Advance();
  if (!Expect(Tok::kLess, "expected '<' after 'dense_resource'")) return {};
  std::string key;
  if (!ParseKeywordOrString(key) || !Expect(Tok::kGreater)) return {};
  if (!type) {
    type = ParseColonType();
    if (!type) return {};
  }
  return m_.attrs.Make(DenseResourceAttr{type, m_.names.Intern(key)});
}

}  // namespace shardflow::internal
