#include <cstring>

#include "text/printer.h"

// Prints the elements of dense attributes.

namespace shardflow::internal {
namespace {

// Attributes with more elements are printed as hexadecimal bytes.
constexpr int64_t kMaxElements = 100;

// The maximum number of bytes of list text to remember.
constexpr size_t kMostListText = size_t{1} << 16;

// Returns the number in `width` little-endian bytes.
uint64_t ReadBytes(const char* at, size_t width) {
  uint64_t value = 0;
  std::memcpy(&value, at, width);
  return value;
}

int64_t SignExtend(uint64_t value, int64_t bits) {
  const auto shift = static_cast<unsigned>(64 - bits);
  return static_cast<int64_t>(value << shift) >> shift;
}

}  // namespace

void Printer::HexBytes(std::string_view bytes) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  Text("\"0x");
  const size_t begin = out_.size();
  out_.resize(begin + 2 * bytes.size());
  char* to = out_.data() + begin;
  for (char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    *to++ = kHex[byte >> 4];
    *to++ = kHex[byte & 15];
  }
  Char('"');
}

void Printer::ElementValue(const char* at, size_t width, TypeId element) {
  const uint64_t value = ReadBytes(at, width);
  if (m_.types.kind(element) == TypeKind::kFloat) {
    return FloatValue(value, element);
  }
  if (m_.types.kind(element) != TypeKind::kInteger) {  // index
    return Int(static_cast<int64_t>(value));
  }
  const int64_t bits = m_.types.width(element);
  if (bits == 1) return Text((value & 1) != 0 ? "true" : "false");
  const bool is_unsigned =
      m_.types.signedness(element) == Signedness::kUnsigned;
  IntegerValue(is_unsigned || bits == 0 ? static_cast<int64_t>(value)
                                        : SignExtend(value, bits),
               element);
}

void Printer::DenseElements(AttrId attr) {
  const auto [type, name, splat] = m_.attrs.As<DenseElementsAttr>(attr);
  const std::string_view bytes = m_.names.Get(name);
  const int64_t count = m_.types.ElementCount(type);
  Text("dense<");
  if (splat) {
    DenseElement(bytes.data(), bytes.size(), type);
  } else if (count > kMaxElements) {
    HexBytes(bytes);
  } else if (count > 0) {
    KnownList(attr, bytes, type);
  }
  Char('>');
}

// Prints a list. Remembers its text for the next time, up to a limit.
void Printer::KnownList(AttrId attr, std::string_view bytes, TypeId type) {
  const auto known = list_texts_.find(attr);
  if (known != list_texts_.end()) {
    out_.append(list_pool_, known->second.begin, known->second.length);
    return;
  }
  const size_t begin = out_.size();
  DenseList(bytes, type);
  if (list_pool_.size() > kMostListText) return;
  const size_t length = out_.size() - begin;
  list_texts_[attr] = {list_pool_.size(), length};
  list_pool_.append(out_, begin, length);
}

void Printer::DenseElement(const char* at, size_t width, TypeId tensor) {
  const TypeId element = m_.types.element(tensor);
  if (m_.types.kind(element) != TypeKind::kComplex) {
    return ElementValue(at, width, element);
  }
  const TypeId part = m_.types.element(element);
  Char('(');
  ElementValue(at, width / 2, part);
  Char(',');
  ElementValue(at + width / 2, width / 2, part);
  Char(')');
}

// Prints elements as nested lists, such as `[[1, 2], [3, 4]]`.
void Printer::DenseList(std::string_view bytes, TypeId type) {
  const std::span<const int64_t> dims = m_.types.dims(type);
  const auto count = static_cast<size_t>(m_.types.ElementCount(type));
  const size_t width = bytes.size() / count;
  std::vector<int64_t> at(dims.size(), 0);
  size_t open = 0;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) Text(", ");
    for (; open < dims.size(); ++open) Char('[');
    DenseElement(bytes.data() + i * width, width, type);
    ++at.back();
    for (size_t d = dims.size() - 1; d > 0 && at[d] >= dims[d]; --d) {
      at[d] = 0;
      ++at[d - 1];
      --open;
      Char(']');
    }
  }
  for (; open > 0; --open) Char(']');
}

// Prints an array, such as `array<i64: 1, 2>`.
void Printer::DenseArray(AttrId attr) {
  const auto [element, name] = m_.attrs.As<DenseArrayAttr>(attr);
  const std::string_view bytes = m_.names.Get(name);
  Text("array<");
  Type(element);
  if (!bytes.empty()) {
    Text(": ");
    const auto width =
        static_cast<size_t>(m_.types.NumberBits(element) + 7) / 8;
    for (size_t i = 0; i < bytes.size(); i += width) {
      if (i > 0) Text(", ");
      ElementValue(bytes.data() + i, width, element);
    }
  }
  Char('>');
}

}  // namespace shardflow::internal
