#include "ir/type.h"

#include <algorithm>
#include <iterator>

#include "absl/container/inlined_vector.h"

namespace shardflow::internal {
namespace {

using Words = absl::InlinedVector<int64_t, 16>;

struct FloatInfo {
  std::string_view name;
  int bits;
};

constexpr FloatInfo kFloats[] = {
#define FLOAT(enumerator, text, bits) {text, bits},
#include "ir/float_kind.def"
#undef FLOAT
};

}  // namespace

std::string_view FloatName(FloatKind kind) {
  return kFloats[static_cast<size_t>(kind)].name;
}

std::optional<FloatKind> FloatNamed(std::string_view name) {
  for (size_t i = 0; i < std::size(kFloats); ++i) {
    if (kFloats[i].name == name) return static_cast<FloatKind>(i);
  }
  return std::nullopt;
}

int FloatBits(FloatKind kind) {
  return kFloats[static_cast<size_t>(kind)].bits;
}

TypeId TypeStore::Make(TypeKind kind, std::span<const int64_t> payload) {
  Words words;
  words.reserve(payload.size() + 1);
  words.push_back(static_cast<int64_t>(kind));
  words.insert(words.end(), payload.begin(), payload.end());
  return words_.Intern(words);
}

TypeId TypeStore::Integer(int width, Signedness signedness) {
  const int64_t payload[] = {static_cast<int64_t>(signedness), width};
  return Make(TypeKind::kInteger, payload);
}

TypeId TypeStore::Float(FloatKind kind) {
  const int64_t payload[] = {static_cast<int64_t>(kind)};
  return Make(TypeKind::kFloat, payload);
}

TypeId TypeStore::Complex(TypeId element) {
  const int64_t payload[] = {element.index};
  return Make(TypeKind::kComplex, payload);
}

TypeId TypeStore::Tensor(std::span<const int64_t> dims, TypeId element,
                         AttrId encoding) {
  Words payload{element.index, encoding.index};
  payload.insert(payload.end(), dims.begin(), dims.end());
  return Make(TypeKind::kTensor, payload);
}

TypeId TypeStore::UnrankedTensor(TypeId element) {
  const int64_t payload[] = {element.index};
  return Make(TypeKind::kUnrankedTensor, payload);
}

TypeId TypeStore::Tuple(std::span<const TypeId> types) {
  Words payload;
  for (TypeId type : types) payload.push_back(type.index);
  return Make(TypeKind::kTuple, payload);
}

TypeId TypeStore::Function(std::span<const TypeId> inputs,
                           std::span<const TypeId> results) {
  Words payload{static_cast<int64_t>(inputs.size())};
  for (TypeId type : inputs) payload.push_back(type.index);
  for (TypeId type : results) payload.push_back(type.index);
  return Make(TypeKind::kFunction, payload);
}

TypeId TypeStore::Future(std::span<const TypeId> types) {
  Words payload;
  for (TypeId type : types) payload.push_back(type.index);
  return Make(TypeKind::kFuture, payload);
}

TypeId TypeStore::MemRef(std::span<const int64_t> dims, TypeId element) {
  Words payload{element.index, AttrId::None().index};
  payload.insert(payload.end(), dims.begin(), dims.end());
  return Make(TypeKind::kMemRef, payload);
}

TypeId TypeStore::Opaque(NameId text) {
  const int64_t payload[] = {text.index};
  return Make(TypeKind::kOpaque, payload);
}

bool TypeStore::IsInteger(TypeId type, int width) const {
  return kind(type) == TypeKind::kInteger && this->width(type) == width;
}

int64_t TypeStore::NumberBits(TypeId type) const {
  switch (kind(type)) {
    case TypeKind::kInteger:
      return width(type);
    case TypeKind::kFloat:
      return FloatBits(float_kind(type));
    default:
      return 64;
  }
}

bool TypeStore::IsTensorElement(TypeId type) const {
  switch (kind(type)) {
    case TypeKind::kTensor:
    case TypeKind::kUnrankedTensor:
    case TypeKind::kFunction:
    case TypeKind::kTuple:
    case TypeKind::kNone:
    case TypeKind::kMemRef:
      return false;
    default:
      return true;
  }
}

bool TypeStore::IsMemRefElement(TypeId type) const {
  switch (kind(type)) {
    case TypeKind::kInteger:
    case TypeKind::kIndex:
    case TypeKind::kFloat:
    case TypeKind::kComplex:
    case TypeKind::kMemRef:
    case TypeKind::kOpaque:
      return true;
    default:
      return false;
  }
}

bool TypeStore::HasStaticShape(TypeId type) const {
  if (!IsTensor(type)) return false;
  const std::span<const int64_t> shape = dims(type);
  return std::find(shape.begin(), shape.end(), kDynamicDim) == shape.end();
}

int64_t TypeStore::ElementCount(TypeId tensor) const {
  int64_t count = 1;
  bool overflow = false;
  for (int64_t dim : dims(tensor)) {
    if (dim == 0) return 0;
    if (__builtin_mul_overflow(count, dim, &count)) overflow = true;
  }
  return overflow ? INT64_MAX : count;
}

}  // namespace shardflow::internal
