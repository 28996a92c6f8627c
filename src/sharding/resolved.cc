#include "sharding/resolved.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

constexpr size_t kChunkAxes = 256;

// Whether the lists start with the same axes, where the last axis of `a` may be
// only a prefix of its counterpart in `b`.
bool BeginsWith(ResolvedList a, ResolvedList b) {
  if (a.empty()) return true;
  if (a.size() > b.size()) return false;
  const size_t last = a.size() - 1;
  return std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(last),
                    b.begin()) &&
         IsPrefix(a[last], b[last]);
}

}  // namespace

void SortAndMerge(std::vector<ResolvedAxis>& axes) {
  std::sort(axes.begin(), axes.end(), MeshOrder{});
  std::vector<ResolvedAxis> merged;
  for (const ResolvedAxis& axis : axes) AppendOrMerge(merged, axis);
  axes = std::move(merged);
}

int64_t Product(ResolvedList axes) {
  int64_t product = 1;
  for (const ResolvedAxis& axis : axes) {
    product = SaturatingProduct(product, axis.size());
  }
  return product;
}

bool IsStrictPrefix(ResolvedList a, ResolvedList b) {
  return BeginsWith(a, b) && !ListsEqual(a, b);
}

bool IsPrefixOrEqual(ResolvedList a, ResolvedList b) {
  return BeginsWith(a, b);
}

bool CutOverlap(ResolvedAxis& axis, ResolvedList others) {
  for (const ResolvedAxis& other : others) {
    if (other.axis != axis.axis) continue;
    const std::optional<ResolvedAxis> prefix =
        PrefixWithoutOverlap(axis, other);
    if (!prefix) return false;
    axis = *prefix;
  }
  return true;
}

ResolvedList ResolvedPool::Copy(ResolvedList list) {
  if (list.empty()) return {};
  while (chunk_ < chunks_.size() &&
         chunks_[chunk_].size - used_ < list.size()) {
    ++chunk_;
    used_ = 0;
  }
  if (chunk_ == chunks_.size()) {
    const size_t size = std::max(kChunkAxes, list.size());
    chunks_.push_back({std::make_unique<ResolvedAxis[]>(size), size});
  }
  ResolvedAxis* const to = chunks_[chunk_].axes.get() + used_;
  std::copy(list.begin(), list.end(), to);
  used_ += list.size();
  return {to, list.size()};
}

ResolvedMesh::ResolvedMesh(const ShardingStore& store, MeshId id)
    : store_(&store), id_(id), mesh_(store.mesh(id)) {}

std::optional<ResolvedAxis> ResolvedMesh::Resolve(const AxisRef& axis) const {
  const int index = mesh_.AxisIndex(axis.name);
  if (index < 0) return std::nullopt;
  const int64_t size = mesh_.axes[static_cast<size_t>(index)].size;
  if (size < 1) return std::nullopt;
  if (axis.IsFull()) return ResolvedAxis{1, size, index};
  if (axis.pre_size < 1 || axis.size < 2) return std::nullopt;
  const int64_t end = SaturatingProduct(axis.pre_size, axis.size);
  if (size % end != 0) return std::nullopt;
  return ResolvedAxis{axis.pre_size, end, index};
}

AxisRef ToAxisRef(const ResolvedAxis& axis, const Mesh& mesh) {
  const MeshAxis& whole = mesh.axes[static_cast<size_t>(axis.axis)];
  if (axis.lo == 1 && axis.hi == whole.size) return AxisRef::Full(whole.name);
  return AxisRef::Sub(whole.name, axis.lo, axis.size());
}

ResolvedMesh::Entry ResolvedMesh::ResolveEntry(AxisListId list) {
  std::vector<ResolvedAxis> axes;
  for (const AxisRef& axis : store_->axes(list)) {
    const std::optional<ResolvedAxis> resolved = Resolve(axis);
    if (!resolved) return {{}, Entry::kInvalid};
    axes.push_back(*resolved);
  }
  return {pool_.Copy(axes), Entry::kResolved};
}

std::optional<ResolvedList> ResolvedMesh::Resolve(AxisListId list) {
  if (list.Slot() >= lists_.size()) {
    lists_.resize(store_->axis_list_count());
    SHARDFLOW_DCHECK(list.Slot() < lists_.size());
  }
  Entry& entry = lists_[list.Slot()];
  if (entry.state == Entry::kUnknown) entry = ResolveEntry(list);
  if (entry.state == Entry::kInvalid) return std::nullopt;
  return entry.list;
}

}  // namespace shardflow::internal
