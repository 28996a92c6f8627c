#include "ir/type_text.h"

#include "base/append.h"

namespace shardflow::internal {
namespace {

void AppendInteger(const TypeStore& types, TypeId type, std::string& out) {
  switch (types.signedness(type)) {
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
  AppendInt(types.width(type), out);
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

void AppendTypes(const Module& m, TypeSpan types, std::string& out) {
  for (size_t i = 0; i < types.size(); ++i) {
    if (i > 0) out.append(", ");
    AppendType(m, types[i], out);
  }
}

void AppendFunction(const Module& m, TypeId type, std::string& out) {
  const TypeSpan results = m.types.results(type);
  out.push_back('(');
  AppendTypes(m, m.types.inputs(type), out);
  out.append(") -> ");
  const bool bare =
      results.size() == 1 && m.types.kind(results[0]) != TypeKind::kFunction;
  if (!bare) out.push_back('(');
  AppendTypes(m, results, out);
  if (!bare) out.push_back(')');
}

void AppendMembers(const Module& m, std::string_view open, TypeId type,
                   std::string& out) {
  out.append(open);
  AppendTypes(m, m.types.members(type), out);
  out.push_back('>');
}

void AppendElement(const Module& m, std::string_view open, TypeId type,
                   std::string& out) {
  out.append(open);
  AppendType(m, m.types.element(type), out);
  out.push_back('>');
}

}  // namespace

void AppendType(const Module& m, TypeId type, std::string& out) {
  if (type.IsNone()) {
    out.append("<<NULL TYPE>>");
    return;
  }
  switch (m.types.kind(type)) {
    case TypeKind::kNone:
      out.append("none");
      break;
    case TypeKind::kIndex:
      out.append("index");
      break;
    case TypeKind::kInteger:
      AppendInteger(m.types, type, out);
      break;
    case TypeKind::kFloat:
      out.append(FloatName(m.types.float_kind(type)));
      break;
    case TypeKind::kComplex:
      AppendElement(m, "complex<", type, out);
      break;
    case TypeKind::kTensor:
    case TypeKind::kMemRef:
      AppendTensor(m, type, out);
      break;
    case TypeKind::kUnrankedTensor:
      AppendElement(m, "tensor<*x", type, out);
      break;
    case TypeKind::kTuple:
      AppendMembers(m, "tuple<", type, out);
      break;
    case TypeKind::kFunction:
      AppendFunction(m, type, out);
      break;
    case TypeKind::kToken:
      out.append("!stablehlo.token");
      break;
    case TypeKind::kFuture:
      AppendMembers(m, "!stablehlo.future<", type, out);
      break;
    case TypeKind::kQuantized:
    case TypeKind::kOpaque:
      out.append(m.names.Get(m.types.text(type)));
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
