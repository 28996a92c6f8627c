#include "ops/clone_size.h"

#include <algorithm>
#include <cstddef>
#include <span>

namespace shardflow::internal {
namespace {

constexpr int64_t kFar = int64_t{1} << 60;

int64_t Add(int64_t a, int64_t b) { return std::min(a + b, kFar); }

}  // namespace

CloneSize& CloneSize::operator+=(CloneSize other) {
  ops = Add(ops, other.ops);
  bytes = Add(bytes, other.bytes);
  return *this;
}

CloneSize MaxCloned(const Module& m) {
  constexpr int64_t kGrowth = 16;
  const auto limit = [](int64_t least, size_t size) {
    return std::max(least, kGrowth * static_cast<int64_t>(size));
  };
  return {limit(int64_t{1} << 21, m.op_count()),
          limit(int64_t{1} << 29, m.MemoryBytes())};
}

// An attribute is interned after its parts and so has a larger id. Attributes
// are measured in the order of ids, so the sizes of the parts are already
// known.
int64_t CloneSizes::AttrBytes(AttrId attr) {
  const AttrStore& attrs = m_.attrs;
  while (attr_bytes_.size() < attrs.size()) {
    const AttrId next(attr_bytes_.size());
    int64_t bytes = 8;
    const auto name = [&](NameId id) {
      bytes = Add(bytes, static_cast<int64_t>(m_.names.Get(id).size()));
    };
    const auto part = [&](AttrId id) {
      bytes = Add(bytes, id ? 8 + attr_bytes_[id.Slot()] : 0);
    };
    switch (attrs.kind(next)) {
      case AttrKind::kString:
        name(attrs.As<StringAttr>(next).text);
        break;
      case AttrKind::kOpaque:
        name(attrs.As<OpaqueAttr>(next).text);
        break;
      case AttrKind::kDenseElements:
        name(attrs.As<DenseElementsAttr>(next).bytes);
        break;
      case AttrKind::kDenseArray:
        name(attrs.As<DenseArrayAttr>(next).bytes);
        break;
      case AttrKind::kType:
        bytes += TypeBytes(attrs.TypeValue(next));
        break;
      case AttrKind::kArray:
        for (const AttrId id : attrs.As<ArrayAttr>(next).items) part(id);
        break;
      case AttrKind::kDict:
        for (const NamedAttr& item : attrs.As<DictAttr>(next).items) {
          part(item.value);
        }
        break;
      case AttrKind::kStruct:
        for (const AttrId id : attrs.As<StructAttr>(next).fields) part(id);
        break;
      default:
        bytes += 8 * static_cast<int64_t>(attrs.WordCount(next));
        break;
    }
    attr_bytes_.push_back(bytes);
  }
  return attr ? attr_bytes_[attr.Slot()] : 0;
}

int64_t CloneSizes::TypeBytes(TypeId type) const {
  return m_.types.IsTensor(type)
             ? 8 * static_cast<int64_t>(m_.types.dims(type).size())
             : 8;
}

CloneSize CloneSizes::Of(OpId op) {
  constexpr size_t kResultBytes =
      sizeof(ValueRow) + sizeof(TypeId) + sizeof(ShardingId);
  size_t rows = sizeof(OpRow);
  rows += static_cast<size_t>(m_.operand_count(op)) * sizeof(UseRow);
  rows += static_cast<size_t>(m_.result_count(op)) * kResultBytes;
  int64_t bytes = AttrBytes(m_.attr_dict(op));
  for (int i = 0; i < m_.result_count(op); ++i) {
    bytes = Add(bytes, TypeBytes(m_.type(m_.result(op, i))));
  }
  for (int r = 0; r < m_.region_count(op); ++r) {
    rows += sizeof(RegionRow);
    for (const BlockId block : m_.Blocks(m_.region(op, r))) {
      rows += sizeof(BlockRow) + m_.args(block).size() * kResultBytes;
    }
  }
  return {1, Add(bytes, static_cast<int64_t>(rows))};
}

}  // namespace shardflow::internal
