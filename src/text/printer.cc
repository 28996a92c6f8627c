#include "text/printer.h"

#include <charconv>

#include "text/aliases.h"
#include "text/lexer.h"
#include "text/ssa_names.h"

// Prints plain text, values and types.

namespace shardflow::internal {
namespace {

bool IsBareWord(std::string_view text) {
  if (text.empty() || IsDigit(text[0]) || text[0] == '$' || text[0] == '.') {
    return false;
  }
  for (char c : text) {
    if (!IsWordChar(c)) return false;
  }
  return true;
}

}  // namespace

Printer::Printer(const Module& m, const PrintOptions& options,
                 const SsaNames* names, const Aliases* aliases,
                 std::string& out, const TextSink* sink)
    : m_(m),
      options_(options),
      names_(names),
      aliases_(aliases),
      out_(out),
      sink_(sink) {}

void Printer::Int(int64_t value) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out_.append(buffer, static_cast<size_t>(end - buffer));
}

void Printer::String(std::string_view text) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  out_.push_back('"');
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\\') {
      out_.append("\\\\");
    } else if (byte >= 0x20 && byte < 0x7F && c != '"') {
      out_.push_back(c);
    } else {
      out_.push_back('\\');
      out_.push_back(kHex[byte >> 4]);
      out_.push_back(kHex[byte & 15]);
    }
  }
  out_.push_back('"');
}

void Printer::KeywordOrString(std::string_view text) {
  if (IsBareWord(text)) {
    Text(text);
  } else {
    String(text);
  }
}

void Printer::Symbol(NameId name) {
  const std::string_view text = m_.names.Get(name);
  if (text.empty()) return Text("@<<INVALID EMPTY SYMBOL>>");
  Char('@');
  KeywordOrString(text);
}

void Printer::Newline() {
  Char('\n');
  out_.append(static_cast<size_t>(indent_), ' ');
}

void Printer::Ints(std::span<const int64_t> values) {
  Join(values, [&](int64_t value) { Int(value); });
}

void Printer::Dims(std::span<const int64_t> dims) {
  Char('[');
  Join(dims, [&](int64_t dim) {
    if (dim == kDynamicDim) {
      Char('?');
    } else {
      Int(dim);
    }
  });
  Char(']');
}

// --- values

void Printer::Operand(ValueId value) {
  if (value.IsNone()) return Text("<<NULL VALUE>>");
  if (names_ == nullptr) return Text("<<VALUE>>");
  const size_t begin = out_.size();
  names_->Append(value, out_);
  if (noting_names_) {
    noted_names_.push_back({{begin, out_.size(), -1}, value});
  }
}

void Printer::Operands(OpId op) {
  for (int i = 0; i < m_.operand_count(op); ++i) {
    if (i > 0) Text(", ");
    Operand(m_.operand(op, i));
  }
}

// --- types

void Printer::Type(TypeId type) {
  if (collecting_ != nullptr) return CollectType(type);
  if (aliases_ != nullptr) {
    const std::string_view alias = aliases_->Find(Aliases::Of(type));
    if (!alias.empty()) return Text(alias);
  }
  // The text of each type is only made once.
  if (type.Slot() >= type_texts_.size()) {
    type_texts_.resize(std::max(m_.types.size(), type.Slot() + 1));
  }
  const TextSpan& known = type_texts_[type.Slot()];
  if (known.length > 0) {
    out_.append(type_pool_, known.begin, known.length);
    return;
  }
  const size_t begin = out_.size();
  TypeBody(type);
  const size_t length = out_.size() - begin;
  type_texts_[type.Slot()] = {type_pool_.size(), length};
  type_pool_.append(out_, begin, length);
}

// Returns the text that Type() prints, or "" if it isn't known yet.
std::string_view Printer::KnownType(TypeId type) const {
  if (aliases_ != nullptr) {
    const std::string_view alias = aliases_->Find(Aliases::Of(type));
    if (!alias.empty()) return alias;
  }
  if (type.Slot() >= type_texts_.size()) return {};
  const TextSpan& known = type_texts_[type.Slot()];
  return {type_pool_.data() + known.begin, known.length};
}

void Printer::TypeBody(TypeId type) {
  const auto members = [&] {
    Join(m_.types.members(type), [&](TypeId member) { Type(member); });
    Char('>');
  };
  switch (m_.types.kind(type)) {
    case TypeKind::kNone:
      return Text("none");
    case TypeKind::kIndex:
      return Text("index");
    case TypeKind::kInteger: {
      const Signedness signedness = m_.types.signedness(type);
      if (signedness == Signedness::kSigned) Char('s');
      if (signedness == Signedness::kUnsigned) Char('u');
      Char('i');
      return Int(m_.types.width(type));
    }
    case TypeKind::kFloat:
      return Text(FloatName(m_.types.float_kind(type)));
    case TypeKind::kComplex:
      Text("complex<");
      Type(m_.types.element(type));
      return Char('>');
    case TypeKind::kTensor:
    case TypeKind::kMemRef:
      return TensorBody(type);
    case TypeKind::kUnrankedTensor:
      Text("tensor<*x");
      Type(m_.types.element(type));
      return Char('>');
    case TypeKind::kTuple:
      Text("tuple<");
      return members();
    case TypeKind::kFunction:
      return FunctionBody(type);
    case TypeKind::kToken:
      return Text("!stablehlo.token");
    case TypeKind::kFuture:
      Text("!stablehlo.future<");
      return members();
    case TypeKind::kQuantized:
    case TypeKind::kOpaque:
      return Name(m_.types.text(type));
  }
}

// Prints a tensor or memref.
void Printer::TensorBody(TypeId type) {
  Text(m_.types.IsTensor(type) ? "tensor<" : "memref<");
  for (int64_t dim : m_.types.dims(type)) {
    if (dim == kDynamicDim) {
      Char('?');
    } else {
      Int(dim);
    }
    Char('x');
  }
  Type(m_.types.element(type));
  if (const AttrId encoding = m_.types.encoding(type)) {
    Text(", ");
    Attr(encoding);
  }
  Char('>');
}

void Printer::FunctionBody(TypeId type) {
  Char('(');
  for (size_t i = 0; i < m_.types.input_count(type); ++i) {
    if (i > 0) Text(", ");
    Type(m_.types.input(type, i));
  }
  Char(')');
  std::vector<TypeId> results;
  for (size_t i = 0; i < m_.types.result_count(type); ++i) {
    results.push_back(m_.types.result(type, i));
  }
  Text(" -> ");
  ArrowTypes(results);
}

void Printer::Types(std::span<const TypeId> types) {
  Join(types, [&](TypeId type) { Type(type); });
}

void Printer::OperandTypes(OpId op) {
  for (int i = 0; i < m_.operand_count(op); ++i) {
    if (i > 0) Text(", ");
    const ValueId value = m_.operand(op, i);
    if (value) {
      Type(m_.type(value));
    } else {
      Text("<<NULL TYPE>>");
    }
  }
}

void Printer::ResultTypes(OpId op) {
  for (int i = 0; i < m_.result_count(op); ++i) {
    if (i > 0) Text(", ");
    Type(m_.type(m_.result(op, i)));
  }
}

void Printer::FunctionalType(OpId op) {
  Char('(');
  OperandTypes(op);
  Text(") -> ");
  const bool bare =
      m_.result_count(op) == 1 &&
      m_.types.kind(m_.type(m_.result(op, 0))) != TypeKind::kFunction;
  if (!bare) Char('(');
  ResultTypes(op);
  if (!bare) Char(')');
}

void Printer::ArrowTypes(std::span<const TypeId> types) {
  const bool bare =
      types.size() == 1 && m_.types.kind(types[0]) != TypeKind::kFunction;
  if (!bare) Char('(');
  Types(types);
  if (!bare) Char(')');
}

}  // namespace shardflow::internal
