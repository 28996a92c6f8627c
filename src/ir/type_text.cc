#include "ir/type_text.h"

#include "base/append.h"

namespace shardflow::internal {
namespace {

void AppendInteger(std::span<const int64_t> words, std::string& out) {
  switch (static_cast<Signedness>(words[0])) {
    case Signedness::kSignless:
      break;
    case Signedness::kSigned:
      out.push_back('s');
      break;
    case Signedness::kUnsigned:
      out.push_back('u');
      break;
  }
  out.push_back('i');
  AppendInt(words[1], out);
}

// Appends a tensor or memref type.
void AppendTensor(const Module& m, TypeId type, std::string& out) {
  out.append(m.types.IsTensor(type) ? "tensor<" : "memref<");
  for (const int64_t dim : m.types.dims(type)) {
    if (dim == kDynamicDim) {
      out.push_back('?');
    } else {
      AppendInt(dim, out);
    }
    out.push_back('x');
  }
  AppendType(m, m.types.element(type), out);
  if (const AttrId encoding = m.types.encoding(type)) {
    out.append(", ");
    if (m.attrs.Is(encoding, AttrKind::kOpaque)) {
      out.append(m.names.Get(m.attrs.As<OpaqueAttr>(encoding).text));
    } else {
      out.append("...");
    }
  }
  out.push_back('>');
}

void AppendTypes(const Module& m, std::span<const int64_t> types,
                 std::string& out) {
  for (size_t i = 0; i < types.size(); ++i) {
    if (i > 0) out.append(", ");
    AppendType(m, TypeId(static_cast<int32_t>(types[i])), out);
  }
}

void AppendFunction(const Module& m, TypeId type, std::string& out) {
  const size_t inputs = m.types.input_count(type);
  const std::span<const int64_t> types = m.types.words(type).subspan(1);
  out.push_back('(');
  AppendTypes(m, types.first(inputs), out);
  out.append(") -> ");
  const bool bare =
      m.types.result_count(type) == 1 &&
      m.types.kind(m.types.result(type, 0)) != TypeKind::kFunction;
  if (!bare) out.push_back('(');
  AppendTypes(m, types.subspan(inputs), out);
  if (!bare) out.push_back(')');
}

void AppendWrapped(const Module& m, std::string_view open,
                   std::span<const int64_t> types, std::string& out) {
  out.append(open);
  AppendTypes(m, types, out);
  out.push_back('>');
}

}  // namespace

void AppendType(const Module& m, TypeId type, std::string& out) {
  if (type.IsNone()) {
    out.append("<<NULL TYPE>>");
    return;
  }
  const std::span<const int64_t> words = m.types.words(type);
  switch (m.types.kind(type)) {
    case TypeKind::kNone:
      out.append("none");
      break;
    case TypeKind::kIndex:
      out.append("index");
      break;
    case TypeKind::kInteger:
      AppendInteger(words, out);
      break;
    case TypeKind::kFloat:
      out.append(FloatName(static_cast<FloatKind>(words[0])));
      break;
    case TypeKind::kComplex:
      AppendWrapped(m, "complex<", words, out);
      break;
    case TypeKind::kTensor:
    case TypeKind::kMemRef:
      AppendTensor(m, type, out);
      break;
    case TypeKind::kUnrankedTensor:
      AppendWrapped(m, "tensor<*x", words, out);
      break;
    case TypeKind::kTuple:
      AppendWrapped(m, "tuple<", words, out);
      break;
    case TypeKind::kFunction:
      AppendFunction(m, type, out);
      break;
    case TypeKind::kToken:
      out.append("!stablehlo.token");
      break;
    case TypeKind::kFuture:
      AppendWrapped(m, "!stablehlo.future<", words, out);
      break;
    case TypeKind::kQuantized:
    case TypeKind::kOpaque:
      out.append(m.names.Get(NameId(static_cast<int32_t>(words[0]))));
      break;
  }
}

std::string QuotedType(const Module& m, TypeId type) {
  std::string out = "'";
  AppendType(m, type, out);
  out.push_back('\'');
  return out;
}

}  // namespace shardflow::internal
