#include "ops/attr_make.h"

#include <algorithm>
#include <string_view>

#include "absl/container/inlined_vector.h"

namespace shardflow {
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

AttrId MakeBool(Module& m, bool value) { return MakeInt(m, value ? 1 : 0, 1); }

AttrId MakeI64Array(Module& m, std::span<const int64_t> values) {
  const int64_t words[] = {m.types.Integer(64).index, Bytes(m, values).index};
  return m.attrs.Make(AttrKind::kDenseArray, words);
}

AttrId MakeI32Array(Module& m, std::span<const int32_t> values) {
  const int64_t words[] = {m.types.Integer(32).index, Bytes(m, values).index};
  return m.attrs.Make(AttrKind::kDenseArray, words);
}

AttrId MakeBoolArray(Module& m, std::span<const int64_t> values) {
  absl::InlinedVector<char, 16> bytes;
  for (const int64_t value : values) bytes.push_back(value != 0 ? 1 : 0);
  const NameId raw =
      m.names.Intern(std::string_view(bytes.data(), bytes.size()));
  const int64_t words[] = {m.types.Integer(1).index, raw.index};
  return m.attrs.Make(AttrKind::kDenseArray, words);
}

AttrId MakeDenseI64(Module& m, std::span<const int64_t> dims,
                    std::span<const int64_t> values) {
  const TypeId type = m.types.Tensor(dims, m.types.Integer(64));
  // A splat holds its value once, also if it has one element.
  const bool splat =
      !values.empty() && std::ranges::all_of(values, [&](int64_t value) {
        return value == values[0];
      });
  const NameId raw = Bytes(m, splat ? values.first(1) : values);
  const int64_t words[] = {type.index, raw.index, splat ? 1 : 0};
  return m.attrs.Make(AttrKind::kDenseElements, words);
}

AttrId MakeStruct(Module& m, StructId id, std::span<const AttrId> fields) {
  absl::InlinedVector<int64_t, 12> words = {static_cast<int64_t>(id)};
  for (const AttrId field : fields) words.push_back(field.index);
  return m.attrs.Make(AttrKind::kStruct, words);
}

AttrId MakeEnum(Module& m, EnumId id, int64_t value) {
  const int64_t words[] = {static_cast<int64_t>(id), value};
  return m.attrs.Make(AttrKind::kEnum, words);
}

}  // namespace shardflow
