#include "ops/attr_make.h"

#include <algorithm>
#include <cstring>

#include "absl/container/inlined_vector.h"

namespace shardflow::internal {
namespace {

template <class T>
NameId Bytes(Module& m, std::span<const T> values) {
  return m.names.Intern(std::string_view(
      reinterpret_cast<const char*>(values.data()), values.size_bytes()));
}

}  // namespace

AttrId MakeInt(Module& m, int64_t value, int width) {
  return m.attrs.Integer(m.types.Integer(width), value);
}

std::optional<AttrId> MakeFittingInt(Module& m, int64_t value, int width) {
  if (width == 64) return MakeInt(m, value, width);
  const int64_t half = int64_t{1} << (width - 1);
  if (value < -half || (value >= half && value - half >= half)) {
    return std::nullopt;
  }
  if (width == 1) return MakeBool(m, value != 0);
  // The module stores it sign-extended.
  return MakeInt(m, value < half ? value : value - half - half, width);
}

AttrId MakeBool(Module& m, bool value) { return MakeInt(m, value ? 1 : 0, 1); }

AttrId MakeI64Array(Module& m, std::span<const int64_t> values) {
  return m.attrs.Make(DenseArrayAttr{m.types.Integer(64), Bytes(m, values)});
}

AttrId MakeI32Array(Module& m, std::span<const int32_t> values) {
  return m.attrs.Make(DenseArrayAttr{m.types.Integer(32), Bytes(m, values)});
}

AttrId MakeBoolArray(Module& m, std::span<const int64_t> values) {
  absl::InlinedVector<char, 16> bytes;
  for (const int64_t value : values) bytes.push_back(value != 0 ? 1 : 0);
  const NameId raw =
      m.names.Intern(std::string_view(bytes.data(), bytes.size()));
  return m.attrs.Make(DenseArrayAttr{m.types.Integer(1), raw});
}

AttrId MakeDenseI64(Module& m, std::span<const int64_t> dims,
                    std::span<const int64_t> values) {
  const TypeId type = m.types.Tensor(dims, m.types.Integer(64));
  // A single element is also stored as a splat.
  const bool splat =
      !values.empty() && std::ranges::all_of(values, [&](int64_t value) {
        return value == values[0];
      });
  const NameId raw = Bytes(m, splat ? values.first(1) : values);
  return m.attrs.Make(DenseElementsAttr{type, raw, splat});
}

size_t DenseElementBytes(const Module& m, TypeId element) {
  return static_cast<size_t>(m.types.NumberBits(element) + 7) / 8;
}

AttrId MakeDense(Module& m, TypeId type, std::string_view bytes, size_t width) {
  // All elements are equal if each byte equals the one `width` places before
  // it.
  const bool splat = width > 0 && bytes.size() >= width &&
                     std::memcmp(bytes.data(), bytes.data() + width,
                                 bytes.size() - width) == 0;
  if (splat) bytes = bytes.substr(0, width);
  return m.attrs.Make(DenseElementsAttr{type, m.names.Intern(bytes), splat});
}

AttrId MakeStruct(Module& m, StructId id, std::span<const AttrId> fields) {
  return m.attrs.Make(StructAttr{static_cast<int64_t>(id)}, fields);
}

AttrId MakeEnum(Module& m, EnumId id, int64_t value) {
  return m.attrs.Make(EnumAttr{static_cast<int64_t>(id), value});
}

}  // namespace shardflow::internal
