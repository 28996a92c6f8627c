#include "evaluator/tensor.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace shardflow::internal {

Tensor::Tensor(ElementKind of, Dims dims) : kind(of), shape(std::move(dims)) {
  const auto count = static_cast<size_t>(Volume(shape));
  if (kind.is_float) {
    f.resize(count);
  } else {
    i.resize(count);
  }
}

int64_t Volume(std::span<const int64_t> shape) {
  int64_t volume = 1;
  for (const int64_t size : shape) volume *= size;
  return volume;
}

bool Next(Dims& at, std::span<const int64_t> shape) {
  for (size_t d = at.size(); d-- > 0;) {
    if (++at[d] < shape[d]) return true;
    at[d] = 0;
  }
  return false;
}

size_t Linear(std::span<const int64_t> at, std::span<const int64_t> shape) {
  int64_t place = 0;
  for (size_t d = 0; d < shape.size(); ++d) place = place * shape[d] + at[d];
  return static_cast<size_t>(place);
}

int64_t Wrapped(int64_t value, const ElementKind& kind) {
  if (kind.is_float || kind.bits >= 64) return value;
  const uint64_t mask = (uint64_t{1} << kind.bits) - 1;
  uint64_t bits = static_cast<uint64_t>(value) & mask;
  if (!kind.is_unsigned && (bits >> (kind.bits - 1)) != 0) bits |= ~mask;
  return static_cast<int64_t>(bits);
}

bool ReadElement(const Module& m, TypeId element, ElementKind& kind) {
  if (m.types.kind(element) == TypeKind::kInteger) {
    kind.is_float = false;
    kind.bits = static_cast<int>(m.types.width(element));
    kind.is_unsigned = m.types.IsUnsigned(element);
    return kind.bits <= 64;
  }
  if (m.types.kind(element) != TypeKind::kFloat) return false;
  kind.is_float = true;
  kind.bits = FloatBits(m.types.float_kind(element));
  kind.is_unsigned = false;
  return kind.bits >= 16 && kind.bits <= 64;
}

namespace {

double FloatOf(FloatKind kind, uint64_t bits) {
  switch (kind) {
    case FloatKind::kF64:
      return std::bit_cast<double>(bits);
    case FloatKind::kF32:
      return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case FloatKind::kBF16:
      return std::bit_cast<float>(static_cast<uint32_t>(bits << 16));
    default: {  // f16
      const double sign = (bits & 0x8000) != 0 ? -1 : 1;
      const auto exponent = static_cast<int>(bits >> 10 & 31);
      const auto fraction = static_cast<double>(bits & 0x3FF);
      if (exponent == 31) {
        return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
      }
      if (exponent == 0) return sign * std::ldexp(fraction, -24);
      return sign * std::ldexp(fraction + 1024, exponent - 25);
    }
  }
}

}  // namespace

bool ReadDense(const Module& m, AttrId attr, Tensor& out) {
  if (!m.attrs.Is<DenseElementsAttr>(attr)) return false;
  const auto dense = m.attrs.As<DenseElementsAttr>(attr);
  const TypeId element = m.types.element(dense.type);
  ElementKind kind;
  if (!ReadElement(m, element, kind)) return false;
  const std::span<const int64_t> dims = m.types.dims(dense.type);
  out = Tensor(kind, Dims(dims.begin(), dims.end()));
  const std::string_view bytes = m.names.Get(dense.bytes);
  const auto width = static_cast<size_t>(kind.bits + 7) / 8;
  if (bytes.size() < width * (dense.splat ? 1 : out.size())) return false;
  for (size_t at = 0; at < out.size(); ++at) {
    uint64_t bits = 0;
    std::memcpy(&bits, bytes.data() + (dense.splat ? 0 : at * width), width);
    if (kind.is_float) {
      out.f[at] = FloatOf(m.types.float_kind(element), bits);
    } else {
      out.i[at] = Wrapped(static_cast<int64_t>(bits), kind);
    }
  }
  return true;
}

Tensor Filled(ElementKind kind, Dims shape, const Tensor& scalar) {
  Tensor out(kind, std::move(shape));
  for (size_t at = 0; at < out.size(); ++at) out.Copy(at, scalar, 0);
  return out;
}

}  // namespace shardflow::internal
