#include "sharding/projection.h"

#include <numeric>

#include "base/check.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

bool HasNeighboursToMerge(ResolvedList axes) {
  for (size_t i = 1; i < axes.size(); ++i) {
    if (CanMerge(axes[i - 1], axes[i])) return true;
  }
  return false;
}

}  // namespace

// Walks over the axes of a dimension and splits off pieces at the major end.
struct Projection::Cursor {
  explicit Cursor(ResolvedList list) : axes(list) { Load(); }

  bool done() const { return next == axes.size(); }
  void Load() {
    if (!done()) rest = axes[next];
  }
  ResolvedAxis TakeRest() {
    const ResolvedAxis taken = rest;
    ++next;
    Load();
    return taken;
  }
  ResolvedAxis Cut(int64_t size) {
    const ResolvedAxis taken = {rest.lo, rest.lo * size, rest.axis};
    rest.lo = taken.hi;
    return taken;
  }

  ResolvedList axes;
  size_t next = 0;    // the axis that contains `rest`
  ResolvedAxis rest;  // the part of that axis not taken yet
};

void Projection::Reset(const Rule& rule, ResolvedMesh& mesh) {
  rule_ = &rule;
  mesh_ = &mesh;
  factor_count_ = rule.factor_count();
  tensors_.assign(rule.tensor_count(), Tensor());
  cells_.assign(rule.tensor_count() * factor_count_, FactorSharding());
  pool_.Reset();
}

bool Projection::Build(const ShardingStore& store, const Rule& rule,
                       ResolvedMesh& mesh,
                       std::span<const ShardingId> shardings,
                       bool closed_if_missing) {
  Reset(rule, mesh);
  if (shardings.size() != tensors_.size()) return false;
  for (size_t tensor = 0; tensor < tensors_.size(); ++tensor) {
    if (!BuildTensor(store, tensor, shardings[tensor], closed_if_missing)) {
      return false;
    }
  }
  return true;
}

bool Projection::BuildTensor(const ShardingStore& store, size_t tensor,
                             ShardingId id, bool closed_if_missing) {
  const size_t rank = rule_->rank(tensor);
  if (!id) {
    for (size_t dim = 0; dim < rank; ++dim) {
      BuildDim(tensor, rule_->factors(tensor, dim), {}, closed_if_missing);
    }
    return true;
  }
  const ShardingView sharding = store.Get(id);
  if (sharding.rank() != rank) return false;
  for (size_t dim = 0; dim < rank; ++dim) {
    const auto axes = mesh_->Resolve(sharding.dims[dim].axes);
    if (!axes) return false;
    BuildDim(tensor, rule_->factors(tensor, dim), *axes,
             sharding.dims[dim].closed != 0);
  }
  const auto replicated = mesh_->Resolve(sharding.replicated);
  const auto unreduced = mesh_->Resolve(sharding.unreduced);
  if (!replicated || !unreduced) return false;
  tensors_[tensor] = {*replicated, *unreduced, sharding.replicated,
                      sharding.unreduced, sharding.reduction};
  return true;
}

void Projection::BuildDim(size_t tensor, std::span<const int32_t> factors,
                          ResolvedList axes, bool closed) {
  Cursor cursor(axes);
  bool overflown = false;
  for (const int32_t factor : factors) {
    FactorSharding& to = cell(tensor, factor);
    to.present = true;
    to.minor_most = factor == factors.back();
    if (overflown) {
      // The dimension has overflowed, so this factor gets no axes. It is closed
      // so that none are added later; the factors after it stay absent.
      to.closed = true;
      return;
    }
    to.closed = closed;
    if (to.minor_most) {
      to.axes = Rest(cursor);
      return;
    }
    int64_t size_left = rule_->factor_size(static_cast<size_t>(factor));
    scratch_.clear();
    while (!cursor.done()) {
      const int64_t axis_size = cursor.rest.size();
      const int64_t common = std::gcd(size_left, axis_size);
      if (common == 1 && axis_size != 1) break;
      scratch_.push_back(common < axis_size ? cursor.Cut(common)
                                            : cursor.TakeRest());
      size_left /= common;
    }
    to.axes = pool_.Copy(scratch_);
    if (size_left > 1 && !cursor.done()) {
      to.overflow = Rest(cursor);
      overflown = true;
    }
  }
}

// Returns all axes that are left, with neighbours merged.
ResolvedList Projection::Rest(Cursor& cursor) {
  const bool untouched =
      cursor.next == 0 && !cursor.done() && cursor.rest == cursor.axes.front();
  if (untouched && !HasNeighboursToMerge(cursor.axes)) return cursor.axes;
  scratch_.clear();
  while (!cursor.done()) AppendOrMerge(scratch_, cursor.TakeRest());
  return pool_.Copy(scratch_);
}

bool Projection::HasOverflow(size_t tensor) const {
  for (const FactorSharding& factor : factors(tensor)) {
    if (!factor.overflow.empty()) return true;
  }
  return false;
}

int64_t Projection::ShardingSize(size_t tensor) const {
  int64_t size = 1;
  for (const FactorSharding& factor : factors(tensor)) {
    for (const ResolvedAxis& axis : factor.axes) {
      size = SaturatingProduct(size, axis.size());
    }
    for (const ResolvedAxis& axis : factor.overflow) {
      size = SaturatingProduct(size, axis.size());
    }
  }
  return size;
}

std::vector<ResolvedAxis> Projection::CommonPrefix(size_t factor) const {
  std::vector<ResolvedAxis> common;
  bool seen = false;
  for (size_t tensor = 0; tensor < tensor_count(); ++tensor) {
    const FactorSharding& cell = at(tensor, factor);
    if (!cell.present) continue;
    if (!seen) {
      common.assign(cell.axes.begin(), cell.axes.end());
      seen = true;
      continue;
    }
    const size_t both = std::min(common.size(), cell.axes.size());
    size_t i = 0;
    while (i < both && common[i] == cell.axes[i]) ++i;
    const auto last = i < both ? internal::CommonPrefix(common[i], cell.axes[i])
                               : std::nullopt;
    common.resize(i);
    if (last) common.push_back(*last);
  }
  return common;
}

bool Projection::Expand(size_t tensor, size_t factor, ResolvedList axes) {
  FactorSharding& to = cell(tensor, static_cast<int32_t>(factor));
  if (!to.present || !IsStrictPrefix(to.axes, axes)) return false;
  to.axes = pool_.Copy(axes);
  return true;
}

bool Projection::Update(size_t tensor, size_t factor, ResolvedList axes,
                        ResolvedList overflow) {
  FactorSharding& to = cell(tensor, static_cast<int32_t>(factor));
  if (!to.present) return false;
  if (ListsEqual(to.axes, axes) && ListsEqual(to.overflow, overflow)) {
    return false;
  }
  to.axes = pool_.Copy(axes);
  to.overflow = pool_.Copy(overflow);
  return true;
}

// Appends a factor's axes to the dimension in scratch_. Returns false if no
// more factors may follow. This is the case if the factor has overflow axes, or
// if its axes don't fill it: axes of the next factor would then shard a strided
// view of the dimension.
bool Projection::AppendFactor(const FactorSharding& factor,
                              int64_t factor_size) {
  int64_t sharded_size = 1;
  for (const ResolvedList list : {factor.axes, factor.overflow}) {
    for (size_t i = 0; i < list.size(); ++i) {
      sharded_size = SaturatingProduct(sharded_size, list[i].size());
      // Axes within one list stay as they are; pieces of one axis are merged
      // only where two lists meet.
      if (i == 0) {
        AppendOrMerge(scratch_, list[i]);
      } else {
        scratch_.push_back(list[i]);
      }
    }
  }
  return factor.overflow.empty() && sharded_size >= factor_size;
}

ShardingId Projection::ToSharding(size_t tensor, MeshRef mesh,
                                  ShardingStore& store) {
  sharding_.mesh = mesh;
  sharding_.replicated = tensors_[tensor].replicated_id;
  sharding_.unreduced = tensors_[tensor].unreduced_id;
  sharding_.reduction = tensors_[tensor].reduction;
  sharding_.dims.clear();
  for (size_t dim = 0; dim < rule_->rank(tensor); ++dim) {
    bool closed = false;
    scratch_.clear();
    for (const int32_t factor : rule_->factors(tensor, dim)) {
      const FactorSharding& from = cell(tensor, factor);
      closed |= from.closed;
      if (!AppendFactor(from,
                        rule_->factor_size(static_cast<size_t>(factor)))) {
        break;
      }
    }
    refs_.clear();
    for (const ResolvedAxis& axis : scratch_) {
      refs_.push_back(mesh_->ToAxisRef(axis));
    }
    sharding_.dims.push_back(
        {store.InternAxes(refs_), closed ? 1 : 0, kNoPriority});
  }
  return store.Intern(sharding_);
}

}  // namespace shardflow::internal
