#include <algorithm>
#include <charconv>

#include "text/parser.h"
#include "text/quant_type.h"

// Parses types.

namespace shardflow::internal {
namespace {

// Returns the end of a type such as `tensor<4x?xcomplex<f32>>`. `at` is its
// first `<`. Returns nullptr if the brackets contain anything but dimensions
// and plain words.
const char* ScanPlainBrackets(const char* at) {
  int depth = 0;
  while (true) {
    const char c = *at++;
    if (c == '<') {
      ++depth;
    } else if (c == '>') {
      if (--depth == 0) return at;
    } else if (!IsWordChar(c) && c != '?' && c != '*') {
      return nullptr;
    }
  }
}

// Parses the name of an integer type, such as "i32", "si8" or "ui16".
TypeId IntegerType(TypeStore& types, std::string_view word) {
  Signedness signedness = Signedness::kSignless;
  if (word[0] == 's') signedness = Signedness::kSigned;
  if (word[0] == 'u') signedness = Signedness::kUnsigned;
  const size_t prefix = signedness == Signedness::kSignless ? 1 : 2;
  if (word.size() <= prefix || word[prefix - 1] != 'i') return {};
  int width = 0;
  const auto [end, status] =
      std::from_chars(word.data() + prefix, word.data() + word.size(), width);
  if (status != std::errc() || end != word.data() + word.size()) return {};
  return types.Integer(width, signedness);
}

}  // namespace

TypeId Parser::ParseType() {
  if (At(Tok::kLParen)) return ParseFunctionType();
  return ParseNonFunctionType();
}

TypeId Parser::ParseColonType() {
  if (!Expect(Tok::kColon)) return {};
  return ParseType();
}

bool Parser::AtType() {
  if (At(Tok::kLParen) || At(Tok::kBangId)) return true;
  if (!At(Tok::kBareId)) return false;
  const std::string_view word = text();
  return word == "tensor" || word == "tuple" || word == "complex" ||
         word == "vector" || word == "memref" || SimpleType(word);
}

Opt Parser::ParseOptionalType(TypeId& type) {
  if (!AtType()) return Opt::kAbsent;
  type = ParseType();
  return type ? Opt::kOk : Opt::kFailed;
}

TypeId Parser::SimpleType(std::string_view word) {
  const auto it = simple_types_.find(word);
  if (it != simple_types_.end()) return it->second;
  TypeId type;
  if (word == "index") {
    type = m_.types.Index();
  } else if (word == "none") {
    type = m_.types.None();
  } else if (word.size() >= 2) {
    type = IntegerType(m_.types, word);
    if (const auto kind = FloatNamed(word); !type && kind) {
      type = m_.types.Float(*kind);
    }
  }
  if (type) simple_types_[word] = type;
  return type;
}

TypeId Parser::ParseNonFunctionType() {
  if (At(Tok::kBangId)) return ParseDialectType();
  if (!At(Tok::kBareId)) {
    WrongToken("expected non-function type");
    return {};
  }
  const std::string_view word = text();
  if (word == "tensor") return ParseTensorType();
  if (const TypeId type = SimpleType(word)) {
    Advance();
    return type;
  }
  if (!Enter()) return {};
  const TypeId type = ParseCompositeType(word);
  Leave();
  return type;
}

TypeId Parser::ParseCompositeType(std::string_view word) {
  const char* const begin = token_.begin;
  if (word == "complex") {
    Advance();
    if (!Expect(Tok::kLess, "expected '<' in complex type")) return {};
    const size_t at = offset();
    const TypeId element = ParseType();
    if (!element || !Expect(Tok::kGreater, "expected '>' in complex type")) {
      return {};
    }
    const TypeKind kind = m_.types.kind(element);
    if (kind != TypeKind::kFloat && kind != TypeKind::kInteger) {
      ErrorAt(at, "invalid element type for complex");
      return {};
    }
    return m_.types.Complex(element);
  }
  if (word == "tuple") {
    Advance();
    if (!Expect(Tok::kLess, "expected '<' in tuple type")) return {};
    std::vector<TypeId> types;
    if (!At(Tok::kGreater) && !ParseTypes(types)) return {};
    if (!Expect(Tok::kGreater, "expected '>' in tuple type")) return {};
    return m_.types.Tuple(types);
  }
  if (word == "vector" || word == "memref") {
    Advance();
    if (!At(Tok::kLess)) {
      WrongToken("expected '<' in " + std::string(word) + " type");
      return {};
    }
    if (word == "memref") {
      const char* const end = ScanPlainBrackets(token_.begin);
      if (end != nullptr && std::find(token_.begin, end, '*') == end) {
        return ParseMemRef();
      }
    }
    if (!SkipBalanced()) return {};
    return m_.types.Opaque(m_.names.Intern(TextSince(begin)));
  }
  WrongToken("expected non-function type");
  return {};
}

// Parses a memref type, such as `memref<4x?xf32>`, starting at the `<`. A
// memref with a layout or a memory space, or without a rank, is kept as text.
TypeId Parser::ParseMemRef() {
  Advance();  // <
  std::vector<int64_t> dims;
  if (!ParseDimensionList(dims)) return {};
  const size_t at = offset();
  const TypeId element = ParseType();
  if (!element || !Expect(Tok::kGreater, "expected '>' in memref type")) {
    return {};
  }
  if (m_.types.IsMemRefElement(element)) return m_.types.MemRef(dims, element);
  ErrorAt(at, "invalid memref element type");
  return {};
}

// --- tensors

TypeId Parser::ParseTensorType() {
  const char* const begin = token_.begin;
  const char* const end = ScanPlainBrackets(token_.end);
  if (end != nullptr) {
    const std::string_view span(begin, static_cast<size_t>(end - begin));
    const auto it = type_memo_.find(span);
    if (it != type_memo_.end()) {
      lexer_.Reset(end);
      Advance();
      prev_end_ = end;
      return it->second;
    }
    const TypeId type = ParseTensorBody();
    if (type) type_memo_[span] = type;
    return type;
  }
  if (!Enter()) return {};
  const TypeId type = ParseTensorBody();
  Leave();
  return type;
}

TypeId Parser::ParseTensorBody() {
  Advance();  // tensor
  TensorParts parts;
  if (!Expect(Tok::kLess, "expected '<' in tensor type") ||
      !ParseTensorParts(parts) ||
      !Expect(Tok::kGreater, "expected '>' in tensor type")) {
    return {};
  }
  return MakeTensor(parts);
}

TypeId Parser::ParseBareTensor() {
  TensorParts parts;
  if (!ParseTensorParts(parts)) return {};
  if (!At(Tok::kEof)) {
    Error("unexpected text after the type");
    return {};
  }
  return MakeTensor(parts);
}

bool Parser::ParseTensorParts(TensorParts& parts) {
  if (Consume(Tok::kStar)) {
    parts.unranked = true;
    if (!ParseDimensionX()) return false;
  } else if (!ParseDimensionList(parts.dims)) {
    return false;
  }
  parts.element_at = offset();
  parts.element = ParseType();
  if (!parts.element) return false;
  if (!Consume(Tok::kComma)) return true;
  parts.encoding = ParseAttribute();
  return static_cast<bool>(parts.encoding);
}

TypeId Parser::MakeTensor(const TensorParts& parts) {
  if (!m_.types.IsTensorElement(parts.element)) {
    ErrorAt(parts.element_at, "invalid tensor element type");
    return {};
  }
  return parts.unranked
             ? m_.types.UnrankedTensor(parts.element)
             : m_.types.Tensor(parts.dims, parts.element, parts.encoding);
}

// Parses dimensions, such as `4x?x`. With blanks between them, the tokens are
// 4, x, ?, x; without blanks, they are 4 and x?....
bool Parser::ParseDimensionList(std::vector<int64_t>& dims) {
  while (At(Tok::kInteger) || At(Tok::kQuestion)) {
    int64_t dim = kDynamicDim;
    const char* last = token_.end;
    if (At(Tok::kInteger)) {
      // `0x` usually begins a hexadecimal number, but here it is a dimension of
      // size 0.
      const std::string_view digits = text();
      if (digits.size() > 1 && digits[1] == 'x') last = digits.data() + 1;
      const auto status = std::from_chars(digits.data(), last, dim).ec;
      if (status != std::errc()) return Error("invalid dimension");
    }
    dims.push_back(dim);
    if (*last == 'x') {
      // Without this reset, each `x` would begin a word that extends to the end
      // of the list, and parsing would take quadratic time.
      lexer_.Reset(last + 1);
      Advance();
      prev_end_ = last + 1;
      continue;
    }
    lexer_.Reset(last);
    Advance();
    if (!ParseDimensionX()) return false;
  }
  return true;
}

bool Parser::ParseDimensionX() {
  if (!At(Tok::kBareId) || text()[0] != 'x') {
    return WrongToken("expected 'x' in dimension list");
  }
  // The text after the 'x' is read again, as a separate token.
  if (text().size() > 1) lexer_.Reset(token_.begin + 1);
  Advance();
  return true;
}

// --- dialect types

TypeId Parser::ParseDialectType() {
  const char* const begin = token_.begin;
  const size_t at = offset();
  const std::string_view word = text().substr(1);
  if (word == "stablehlo.token") {
    Advance();
    return m_.types.Token();
  }
  const char* const word_end = token_.end;
  Advance();
  const bool body = At(Tok::kLess) && token_.begin == word_end;
  if (!body && word.find('.') == std::string_view::npos) {
    const auto it = type_aliases_.find(word);
    if (it != type_aliases_.end()) {
      return Expand(it->second.extent, at) ? it->second.id : TypeId::None();
    }
    WrongToken("undefined symbol alias id '" + std::string(word) + "'");
    return {};
  }
  if (body && word == "stablehlo.future") {
    std::vector<TypeId> types;
    Advance();
    if (!Enter()) return {};
    const bool ok = ParseTypes(types);
    Leave();
    return ok && Expect(Tok::kGreater) ? m_.types.Future(types)
                                       : TypeId::None();
  }
  if (body && !SkipBalanced()) return {};
  const std::string_view written = TextSince(begin);
  if (!CheckDialect(written, at)) return {};
  if (const TypeId type = ParseQuantized(m_, written)) return type;
  return m_.types.Opaque(m_.names.Intern(written));
}

// --- lists

bool Parser::ParseTypes(std::vector<TypeId>& types) {
  return ParseItems([&] {
    types.push_back(ParseType());
    return static_cast<bool>(types.back());
  });
}

bool Parser::ParseTypesInParens(std::vector<TypeId>& types) {
  if (!Expect(Tok::kLParen)) return false;
  if (Consume(Tok::kRParen)) return true;
  return ParseTypes(types) && Expect(Tok::kRParen);
}

bool Parser::ParseResultTypes(std::vector<TypeId>& types) {
  if (At(Tok::kLParen)) return ParseTypesInParens(types);
  types.push_back(ParseNonFunctionType());
  return static_cast<bool>(types.back());
}

TypeId Parser::ParseFunctionType() {
  if (!Enter()) return {};
  TypeScratch scratch(*this);
  std::vector<TypeId>& inputs = scratch.inputs();
  std::vector<TypeId>& results = scratch.results();
  const bool ok = ParseTypesInParens(inputs) &&
                  Expect(Tok::kArrow, "expected '->' in function type") &&
                  ParseResultTypes(results);
  Leave();
  if (!ok) return {};
  return m_.types.Function(inputs, results);
}

}  // namespace shardflow::internal
