#include "ops/known_values.h"

#include <bit>
#include <cstring>
#include <string_view>

#include "ir/names.h"
#include "ops/op_def.h"
#include "ops/properties.h"

namespace shardflow::internal {
namespace {

// The maximum number of ops to look through for the constant that defines a
// value.
constexpr int kMaxDefs = 8;

struct Element {
  bool is_integer = false;
  bool is_unsigned = false;
  int bits = 0;
  FloatKind kind{};
};

std::optional<Element> ElementOf(const Module& m, TypeId type) {
  if (!m.types.IsTensor(type)) return std::nullopt;
  const TypeId element = m.types.element(type);
  if (m.types.kind(element) == TypeKind::kInteger) {
    const int64_t width = m.types.width(element);
    if (width > 64) return std::nullopt;
    return Element{.is_integer = true,
                   .is_unsigned = m.types.IsUnsigned(element),
                   .bits = static_cast<int>(width)};
  }
  if (m.types.kind(element) != TypeKind::kFloat) return std::nullopt;
  const FloatKind kind = m.types.float_kind(element);
  if (FloatBits(kind) > 64) return std::nullopt;
  return Element{.bits = FloatBits(kind), .kind = kind};
}

// Returns the constant that defines the value, looking through broadcasts,
// reshapes and data-flow edges, or None. The constant need not be a splat.
OpId KnownOp(const Module& m, ValueId value,
             const ValueSource& source = nullptr) {
  for (int i = 0; i < kMaxDefs; ++i) {
    if (m.IsArg(value) && source) value = source(value);
    const OpId op = m.def(value);
    if (op.IsNone()) return op;
    if (IsConstantLike(m, op)) return op;
    const OpKind kind = m.kind(op);
    if (kind != OpKind::kBroadcastInDim && kind != OpKind::kReshape &&
        kind != OpKind::kDataFlowEdge) {
      break;
    }
    value = m.operand(op, 0);
  }
  return OpId::None();
}

struct Dense {
  AttrId attr;
  std::string_view bytes;
  bool is_splat = false;
};

std::optional<Dense> DenseOf(const Module& m, OpId constant) {
  const AttrId attr = m.attr(constant, name::kValue);
  if (!m.attrs.Is(attr, AttrKind::kDenseElements)) return std::nullopt;
  const auto dense = m.attrs.As<DenseElementsAttr>(attr);
  return Dense{attr, m.names.Get(dense.bytes), dense.splat};
}

size_t BytesOf(const Element& element) {
  return static_cast<size_t>(element.bits + 7) / 8;
}

uint64_t ReadElement(std::string_view bytes, size_t index,
                     const Element& element) {
  const size_t size = BytesOf(element);
  uint64_t value = 0;
  if ((index + 1) * size <= bytes.size()) {
    std::memcpy(&value, bytes.data() + index * size, size);
  }
  if (element.bits < 64) value &= (uint64_t{1} << element.bits) - 1;
  return value;
}

int64_t Extended(uint64_t bits, const Element& element) {
  if (element.is_unsigned || element.bits == 64) {
    return static_cast<int64_t>(bits);
  }
  const int shift = 64 - element.bits;
  return static_cast<int64_t>(bits << shift) >> shift;
}

// In formats without -0, the bits of -0 stand for a NaN or for another number.
bool HasNegativeZero(FloatKind kind) {
  switch (kind) {
    case FloatKind::kF8E4M3FNUZ:
    case FloatKind::kF8E4M3B11FNUZ:
    case FloatKind::kF8E5M2FNUZ:
    case FloatKind::kF8E8M0FNU:
      return false;
    default:
      return true;
  }
}

// Returns the bits of 1.0 for the usual element types.
std::optional<uint64_t> FloatOne(FloatKind kind) {
  switch (kind) {
    case FloatKind::kF16:
      return 0x3C00;
    case FloatKind::kBF16:
      return 0x3F80;
    case FloatKind::kF32:
      return 0x3F800000;
    case FloatKind::kF64:
      return 0x3FF0000000000000;
    default:
      return std::nullopt;
  }
}

}  // namespace

bool IsKnown(const Module& m, ValueId value) {
  const OpId op = KnownOp(m, value);
  if (op.IsNone()) return false;
  if (m.def(value) == op) return true;
  const std::optional<Dense> dense = DenseOf(m, op);
  return dense && dense->is_splat;
}

namespace {

std::optional<uint64_t> BitsOf(const Module& m, ValueId value,
                               const ValueSource& source) {
  const OpId op = KnownOp(m, value, source);
  if (op.IsNone()) return std::nullopt;
  const std::optional<Dense> dense = DenseOf(m, op);
  const std::optional<Element> element = ElementOf(m, m.type(value));
  if (!dense || !dense->is_splat || !element) return std::nullopt;
  return ReadElement(dense->bytes, 0, *element);
}

}  // namespace

std::optional<uint64_t> SplatBits(const Module& m, ValueId value) {
  return BitsOf(m, value, nullptr);
}

std::optional<int64_t> SplatInt(const Module& m, ValueId value,
                                const ValueSource& source) {
  const std::optional<uint64_t> bits = BitsOf(m, value, source);
  const std::optional<Element> element = ElementOf(m, m.type(value));
  if (!bits || !element->is_integer) return std::nullopt;
  return Extended(*bits, *element);
}

std::optional<std::vector<int64_t>> KnownInts(const Module& m, ValueId value,
                                              size_t limit) {
  const OpId op = m.def(value);
  if (op.IsNone() || !IsConstantLike(m, op)) return std::nullopt;
  const std::optional<Dense> dense = DenseOf(m, op);
  const std::optional<Element> element = ElementOf(m, m.type(value));
  if (!dense || !element || !element->is_integer ||
      !m.types.HasStaticShape(m.type(value))) {
    return std::nullopt;
  }
  const int64_t count = m.types.ElementCount(m.type(value));
  if (count < 0 || static_cast<size_t>(count) > limit) return std::nullopt;
  std::vector<int64_t> values;
  for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
    const size_t at = dense->is_splat ? 0 : i;
    values.push_back(
        Extended(ReadElement(dense->bytes, at, *element), *element));
  }
  return values;
}

bool IsZero(const Module& m, ValueId value) {
  const std::optional<uint64_t> bits = SplatBits(m, value);
  if (!bits) return false;
  const Element element = *ElementOf(m, m.type(value));
  if (element.is_integer) return *bits == 0;
  if (element.kind == FloatKind::kF8E8M0FNU) return false;  // has no zero
  const uint64_t sign = uint64_t{1} << (element.bits - 1);
  return *bits == 0 || (*bits == sign && HasNegativeZero(element.kind));
}

bool IsOne(const Module& m, ValueId value) {
  const std::optional<uint64_t> bits = SplatBits(m, value);
  if (!bits) return false;
  const Element element = *ElementOf(m, m.type(value));
  return element.is_integer ? *bits == 1 : bits == FloatOne(element.kind);
}

bool IsAllOnes(const Module& m, ValueId value) {
  const std::optional<uint64_t> bits = SplatBits(m, value);
  if (!bits) return false;
  const Element element = *ElementOf(m, m.type(value));
  const uint64_t all =
      element.bits == 64 ? ~uint64_t{0} : (uint64_t{1} << element.bits) - 1;
  return element.is_integer && *bits == all;
}

bool HasIntegers(const Module& m, ValueId value) {
  const std::optional<Element> element = ElementOf(m, m.type(value));
  return element && element->is_integer;
}

AttrId SplatElement(const Module& m, ValueId value) {
  const OpId op = KnownOp(m, value);
  if (op.IsNone()) return AttrId::None();
  const std::optional<Dense> dense = DenseOf(m, op);
  return dense && dense->is_splat ? dense->attr : AttrId::None();
}

AttrId SplatOf(Module& m, AttrId splat, TypeId type) {
  const NameId bytes = m.attrs.As<DenseElementsAttr>(splat).bytes;
  return m.attrs.Make(DenseElementsAttr{type, bytes, /*splat=*/true});
}

std::optional<double> SplatFloat(const Module& m, ValueId value) {
  const std::optional<uint64_t> bits = SplatBits(m, value);
  if (!bits) return std::nullopt;
  const Element element = *ElementOf(m, m.type(value));
  if (element.is_integer) return std::nullopt;
  if (element.kind == FloatKind::kF32) {
    return std::bit_cast<float>(static_cast<uint32_t>(*bits));
  }
  if (element.kind == FloatKind::kF64) return std::bit_cast<double>(*bits);
  return std::nullopt;
}

AttrId FloatSplat(Module& m, TypeId type, double value) {
  const std::optional<Element> element = ElementOf(m, type);
  const uint64_t bits = element->kind == FloatKind::kF32
                            ? std::bit_cast<uint32_t>(static_cast<float>(value))
                            : std::bit_cast<uint64_t>(value);
  char bytes[8];
  std::memcpy(bytes, &bits, sizeof bytes);
  const NameId raw = m.names.Intern(std::string_view(bytes, BytesOf(*element)));
  return m.attrs.Make(DenseElementsAttr{type, raw, /*splat=*/true});
}

AttrId IntSplat(Module& m, TypeId type, int64_t value) {
  const std::optional<Element> element = ElementOf(m, type);
  uint64_t bits = static_cast<uint64_t>(value);
  if (element->bits < 64) bits &= (uint64_t{1} << element->bits) - 1;
  char bytes[8];
  std::memcpy(bytes, &bits, sizeof bytes);
  const NameId raw = m.names.Intern(std::string_view(bytes, BytesOf(*element)));
  return m.attrs.Make(DenseElementsAttr{type, raw, /*splat=*/true});
}

}  // namespace shardflow::internal
