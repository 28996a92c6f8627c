#include "ops/attr_read.h"

#include <cstring>

namespace shardflow::internal {
namespace {

bool Is64BitInteger(const Module& m, TypeId type) {
  return m.types.kind(type) == TypeKind::kIndex || m.types.IsInteger(type, 64);
}

std::optional<int64_t> IntOf(const Module& m, AttrId attr) {
  if (!m.attrs.Is(attr, AttrKind::kInteger)) return std::nullopt;
  return m.attrs.IntegerValue(attr);
}

}  // namespace

std::vector<AxisListId> AxisListsOf(const Module& m, OpId op, NameId name) {
  const AttrId attr = m.attr(op, name);
  if (!m.attrs.Is(attr, AttrKind::kListOfAxisRefLists)) return {};
  const auto lists = m.attrs.As<ListOfAxisRefListsAttr>(attr).lists;
  return {lists.begin(), lists.end()};
}

WordList<NameId> ManualAxisNames(const Module& m, OpId op) {
  return m.attrs.As<ManualAxesAttr>(m.attr(op, name::kManualAxes)).axes;
}

TypeId ElementsType(const Module& m, AttrId attr) {
  if (m.attrs.Is<DenseElementsAttr>(attr)) {
    return m.attrs.As<DenseElementsAttr>(attr).type;
  }
  if (m.attrs.Is<DenseResourceAttr>(attr)) {
    return m.attrs.As<DenseResourceAttr>(attr).type;
  }
  return TypeId::None();
}

bool IsSignlessInteger(const Module& m, TypeId type, int width) {
  return m.types.IsInteger(type, width) &&
         m.types.signedness(type) == Signedness::kSignless;
}

bool IsIntAttr(const Module& m, AttrId attr, int width) {
  return m.attrs.Is(attr, AttrKind::kInteger) &&
         IsSignlessInteger(m, m.attrs.As<IntegerAttr>(attr).type, width);
}

bool IsStruct(const Module& m, AttrId attr, StructId id) {
  return m.attrs.Is<StructAttr>(attr) &&
         m.attrs.As<StructAttr>(attr).number == static_cast<int64_t>(id);
}

AttrId StructField(const Module& m, AttrId attr, size_t field) {
  return m.attrs.As<StructAttr>(attr).fields[field];
}

AttrId FindAttr(const Module& m, OpId op, std::string_view name) {
  const NameId id = m.names.Find(name);
  return id ? m.attr(op, id) : AttrId::None();
}

std::span<const int64_t> I64Array(const Module& m, AttrId attr) {
  if (!m.attrs.Is(attr, AttrKind::kDenseArray)) return {};
  const auto array = m.attrs.As<DenseArrayAttr>(attr);
  if (!m.types.IsInteger(array.element, 64)) return {};
  // The cast is safe because interned bytes are aligned to 8 bytes.
  const std::string_view bytes = m.names.Get(array.bytes);
  return {reinterpret_cast<const int64_t*>(bytes.data()),
          bytes.size() / sizeof(int64_t)};
}

std::span<const int64_t> I64Array(const Module& m, OpId op,
                                  std::string_view name) {
  return I64Array(m, FindAttr(m, op, name));
}

std::optional<std::vector<int64_t>> DenseI64(const Module& m, OpId op,
                                             std::string_view name) {
  return DenseI64(m, FindAttr(m, op, name));
}

std::optional<std::vector<int64_t>> DenseI64(const Module& m, AttrId attr) {
  if (!m.attrs.Is(attr, AttrKind::kDenseElements)) return std::nullopt;
  const auto dense = m.attrs.As<DenseElementsAttr>(attr);
  const TypeId type = dense.type;
  if (!m.types.HasStaticShape(type) ||
      !Is64BitInteger(m, m.types.element(type))) {
    return std::nullopt;
  }
  const std::string_view bytes = m.names.Get(dense.bytes);
  std::vector<int64_t> elements(bytes.size() / sizeof(int64_t));
  std::memcpy(elements.data(), bytes.data(), elements.size() * sizeof(int64_t));
  if (dense.splat) {
    // Callers expect a short list, but a splat in a program can have any size.
    constexpr int64_t kLimit = 1 << 16;
    const int64_t count = m.types.ElementCount(type);
    if (elements.empty() || count > kLimit) return std::nullopt;
    elements.assign(static_cast<size_t>(count), elements[0]);
  }
  return elements;
}

std::optional<int64_t> Int(const Module& m, OpId op, std::string_view name) {
  return IntOf(m, FindAttr(m, op, name));
}

bool Bool(const Module& m, OpId op, std::string_view name, bool missing) {
  const std::optional<int64_t> value = Int(m, op, name);
  return value ? *value != 0 : missing;
}

std::optional<int64_t> EnumValue(const Module& m, OpId op,
                                 std::string_view name, EnumId id) {
  const AttrId attr = FindAttr(m, op, name);
  if (!m.attrs.Is(attr, AttrKind::kEnum)) return std::nullopt;
  const auto [number, value] = m.attrs.As<EnumAttr>(attr);
  if (number != static_cast<int64_t>(id)) return std::nullopt;
  return value;
}

StructReader::StructReader(const Module& m, OpId op, std::string_view name,
                           StructId id)
    : m_(m), id_(id) {
  const AttrId attr = FindAttr(m, op, name);
  if (!m.attrs.Is(attr, AttrKind::kStruct)) return;
  const auto found = m.attrs.As<StructAttr>(attr);
  if (found.number == static_cast<int64_t>(id)) fields_ = found.fields;
}

AttrId StructReader::Field(std::string_view field) const {
  const std::span<const FieldRow> rows = Struct(id_).fields;
  for (size_t i = 0; i < rows.size() && i < fields_.size(); ++i) {
    if (rows[i].name == field) return fields_[i];
  }
  return AttrId::None();
}

std::span<const int64_t> StructReader::Dims(std::string_view field) const {
  return I64Array(m_, Field(field));
}

int64_t StructReader::Int(std::string_view field) const {
  return IntOf(m_, Field(field)).value_or(-1);
}

}  // namespace shardflow::internal
