#include "lower/common_axes.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "lower/axes.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

bool AnyOverlap(ResolvedList a, ResolvedList b) {
  for (const ResolvedAxis& x : a) {
    for (const ResolvedAxis& y : b) {
      if (Overlaps(x, y)) return true;
    }
  }
  return false;
}

// Cuts the list where it first overlaps `others`. Returns true if it was cut.
bool Truncate(std::vector<ResolvedAxis>& axes, ResolvedList others) {
  for (size_t i = 0; i < axes.size(); ++i) {
    ResolvedAxis prefix = axes[i];
    const bool left = CutOverlap(prefix, others);
    if (left && prefix == axes[i]) continue;
    axes.resize(i);
    if (left) axes.push_back(prefix);
    return true;
  }
  return false;
}

// --- questions about a rule

bool InAllNonScalarTensors(const Rule& rule, int32_t factor) {
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    if (rule.rank(t) > 0 && !rule.ContainsFactor(t, factor)) return false;
  }
  return true;
}

std::vector<size_t> NonScalarTensors(const Rule& rule) {
  std::vector<size_t> tensors;
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    if (rule.rank(t) > 0) tensors.push_back(t);
  }
  return tensors;
}

bool HasFactorOfType(const Rule& rule, FactorType type) {
  for (size_t f = 0; f < rule.factor_count(); ++f) {
    if (rule.factor_type(f) == type) return true;
  }
  return false;
}

bool HasCompoundDims(const Rule& rule) {
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    for (size_t d = 0; d < rule.rank(t); ++d) {
      if (rule.factors(t, d).size() > 1) return true;
    }
  }
  return false;
}

// --- the heuristic

// Axes along which a factor could be sharded.
struct Candidate {
  int32_t factor = 0;
  std::vector<ResolvedAxis> axes;
  int64_t source_size = 0;  // elements in all tensors that have these axes
  // The factor by which the number of shards grows if the axes are taken.
  int64_t shard_count = 0;
};

// Returns the rank of a factor's type, which decides between candidates with
// equal `source_size`.
int Precedence(FactorType type) {
  switch (type) {
    case FactorType::kPassThrough:
      return 3;
    case FactorType::kReduction:
      return 2;
    case FactorType::kPermutation:
      return 1;
    case FactorType::kNeedReplication:
      return 0;
  }
  return 0;
}

class Heuristic {
 public:
  Heuristic(const Projection& projection, std::span<const int64_t> sizes,
            const StringStore& names)
      : p_(projection), names_(names), chosen_(projection.factor_count()) {
    CollectCandidates();
    CountSources(sizes);
    CollectDependencies();
  }

  // Repeatedly takes the best candidate, and drops or truncates the candidates
  // that conflict with it, until no more can be taken.
  AxesPerFactor Run() {
    while (const Candidate* best = FindBest()) Take(*best);
    return std::move(chosen_);
  }

  // These functions let a caller choose the next candidate.
  size_t candidate_count() const { return candidates_.size(); }
  bool CanTake(size_t i) const { return !IsBlocked(candidates_[i].factor); }
  void Take(size_t i) { Take(candidates_[i]); }

 private:
  void Take(Candidate taken) {
    chosen_[static_cast<size_t>(taken.factor)] = taken.axes;
    if (Product(taken.axes) ==
        p_.rule().factor_size(static_cast<size_t>(taken.factor))) {
      ReleaseDependents(taken.factor);
    }
    Discard(taken);
  }

  void CollectCandidates() {
    for (size_t t = 0; t < p_.tensor_count(); ++t) {
      for (size_t f = 0; f < p_.factor_count(); ++f) {
        if (!p_.at(t, f).present) continue;
        for (size_t n = p_.at(t, f).axes.size(); n > 0; --n) {
          AddCandidate(static_cast<int32_t>(f), p_.at(t, f).axes.first(n));
        }
      }
    }
  }

  void AddCandidate(int32_t factor, ResolvedList axes) {
    for (const Candidate& c : candidates_) {
      if (c.factor == factor && ListsEqual(c.axes, axes)) return;
    }
    candidates_.push_back(
        {factor, {axes.begin(), axes.end()}, 0, Product(axes)});
  }

  void CountSources(std::span<const int64_t> sizes) {
    for (size_t t = 0; t < p_.tensor_count(); ++t) {
      for (Candidate& c : candidates_) {
        const FactorSharding& cell = p_.at(t, static_cast<size_t>(c.factor));
        if (cell.present && IsPrefixOrEqual(c.axes, cell.axes)) {
          c.source_size = SaturatingSum(c.source_size, sizes[t]);
        }
      }
    }
  }

  // A factor may be sharded only if the factors before it in its dimension are
  // fully sharded: otherwise each shard would be a strided view.
  void CollectDependencies() {
    const Rule& rule = p_.rule();
    for (size_t t = 0; t < rule.tensor_count(); ++t) {
      for (size_t d = 0; d < rule.rank(t); ++d) {
        const std::span<const int32_t> factors = rule.factors(t, d);
        for (size_t i = 1; i < factors.size(); ++i) {
          dependencies_.emplace_back(factors[i], factors[i - 1]);
        }
      }
    }
  }
  bool IsBlocked(int32_t factor) const {
    return std::any_of(dependencies_.begin(), dependencies_.end(),
                       [&](const auto& d) { return d.first == factor; });
  }
  void ReleaseDependents(int32_t on) {
    std::erase_if(dependencies_, [&](const auto& d) { return d.second == on; });
  }

  // Compares the size of the source tensors, then the type of the factor, the
  // number of shards, the factor, and finally the axes (by name, shorter lists
  // first).
  bool Less(const Candidate& a, const Candidate& b) const {
    const auto key = [&](const Candidate& c) {
      return std::tuple(
          c.source_size,
          Precedence(p_.rule().factor_type(static_cast<size_t>(c.factor))),
          c.shard_count, c.factor);
    };
    if (key(a) != key(b)) return key(a) < key(b);
    return ListLess(ToAxisRefs(a.axes), ToAxisRefs(b.axes), names_);
  }
  std::vector<AxisRef> ToAxisRefs(ResolvedList axes) const {
    std::vector<AxisRef> list;
    for (const ResolvedAxis& axis : axes) {
      list.push_back(p_.mesh().ToAxisRef(axis));
    }
    return list;
  }

  const Candidate* FindBest() const {
    const Candidate* best = nullptr;
    for (const Candidate& c : candidates_) {
      if (IsBlocked(c.factor)) continue;
      if (best == nullptr || Less(*best, c)) best = &c;
    }
    return best;
  }

  void Discard(const Candidate& taken) {
    for (size_t i = 0; i < candidates_.size();) {
      Candidate& c = candidates_[i];
      bool keep = true;
      if (c.factor == taken.factor) {
        // Only axes that extend the axes already taken are useful.
        keep = IsStrictPrefix(ResolvedList(taken.axes), c.axes);
        if (keep) {
          c.shard_count = Product(c.axes) / Product(taken.axes);
        }
      } else if (Truncate(c.axes, taken.axes)) {
        const auto& chosen = chosen_[static_cast<size_t>(c.factor)];
        keep = !ListsEqual(c.axes, chosen);
        if (keep) c.shard_count = Product(c.axes) / Product(chosen);
      } else {
        c.shard_count = Product(c.axes);
      }
      if (keep) {
        ++i;
      } else {
        std::swap(c, candidates_.back());
        candidates_.pop_back();
      }
    }
  }

  const Projection& p_;
  const StringStore& names_;
  AxesPerFactor chosen_;
  std::vector<Candidate> candidates_;
  // Pairs of a factor and the preceding factor in some dimension, as long as
  // the preceding factor isn't fully sharded.
  std::vector<std::pair<int32_t, int32_t>> dependencies_;
};

// --- two tensors: only one of them is resharded

bool HasShardedPermutation(const Projection& p, size_t tensor) {
  for (size_t f = 0; f < p.factor_count(); ++f) {
    if (p.rule().factor_type(f) == FactorType::kPermutation &&
        p.at(tensor, f).present && !p.at(tensor, f).axes.empty()) {
      return true;
    }
  }
  return false;
}

// Takes all axes of the preferred tensor. A factor that only the other tensor
// has keeps its axes up to the first one that overlaps an axis already taken.
AxesPerFactor FindCommonAxesOfTwo(const Projection& p, size_t first,
                                  size_t second,
                                  std::span<const int64_t> sizes) {
  const auto preference = [&](size_t t) {
    return std::tuple(!HasShardedPermutation(p, t), sizes[t],
                      p.ShardingSize(t));
  };
  if (preference(first) < preference(second)) std::swap(first, second);
  AxesPerFactor axes(p.factor_count());
  std::vector<ResolvedAxis> taken;
  for (size_t f = 0; f < p.factor_count(); ++f) {
    const FactorSharding& cell = p.at(first, f);
    if (!cell.present) continue;
    axes[f].assign(cell.axes.begin(), cell.axes.end());
    taken.insert(taken.end(), cell.axes.begin(), cell.axes.end());
  }
  for (size_t f = 0; f < p.factor_count(); ++f) {
    const FactorSharding& cell = p.at(second, f);
    if (!cell.present || p.at(first, f).present) continue;
    axes[f].assign(cell.axes.begin(), cell.axes.end());
    Truncate(axes[f], taken);
  }
  return axes;
}

// --- factors that need replication give their axes to batching factors

void Distribute(const Rule& rule, ResolvedList axes,
                AxesPerFactor& per_factor) {
  for (size_t f = 0; f < rule.factor_count() && !axes.empty(); ++f) {
    if (rule.factor_type(f) != FactorType::kPassThrough ||
        !InAllNonScalarTensors(rule, static_cast<int32_t>(f))) {
      continue;
    }
    const int64_t size = rule.factor_size(f);
    const int64_t shards = Product(per_factor[f]);
    // A negative size means unknown. No number of shards is known to divide it.
    if (size <= 0 || size % shards != 0) continue;
    int64_t capacity = size / shards;
    while (!axes.empty() && capacity % axes.front().size() == 0) {
      AppendOrMerge(per_factor[f], axes.front());
      capacity /= axes.front().size();
      axes = axes.subspan(1);
    }
  }
}

void DistributeReplicated(const Rule& rule, AxesPerFactor& per_factor) {
  for (size_t f = 0; f < rule.factor_count(); ++f) {
    if (rule.factor_type(f) != FactorType::kNeedReplication) continue;
    const std::vector<ResolvedAxis> axes = std::move(per_factor[f]);
    per_factor[f].clear();
    if (InAllNonScalarTensors(rule, static_cast<int32_t>(f))) {
      Distribute(rule, axes, per_factor);
    }
  }
}

void DropReplicated(const Rule& rule, AxesPerFactor& per_factor) {
  for (size_t f = 0; f < rule.factor_count(); ++f) {
    if (rule.factor_type(f) == FactorType::kNeedReplication) {
      per_factor[f].clear();
    }
  }
}

}  // namespace

std::optional<ResolvedList> CompatibleAxes(const Projection& projection,
                                           size_t factor) {
  std::optional<ResolvedList> common;
  for (size_t t = 0; t < projection.tensor_count(); ++t) {
    const FactorSharding& cell = projection.at(t, factor);
    if (!cell.present) continue;
    if (common && !ListsEqual(*common, cell.axes)) return std::nullopt;
    common = cell.axes;
  }
  return common.value_or(ResolvedList());
}

std::optional<AxesPerFactor> CompatibleAxesPerFactor(
    const Projection& projection) {
  AxesPerFactor per_factor(projection.factor_count());
  std::vector<ResolvedAxis> seen;
  for (size_t f = 0; f < projection.factor_count(); ++f) {
    const std::optional<ResolvedList> axes = CompatibleAxes(projection, f);
    if (!axes) return std::nullopt;
    if (projection.rule().factor_type(f) == FactorType::kNeedReplication) {
      if (!axes->empty()) return std::nullopt;
      continue;
    }
    if (AnyOverlap(*axes, seen)) return std::nullopt;
    per_factor[f].assign(axes->begin(), axes->end());
    seen.insert(seen.end(), axes->begin(), axes->end());
  }
  return per_factor;
}

AxesPerFactor FindCommonAxes(const Projection& projection,
                             std::span<const int64_t> sizes,
                             const StringStore& names) {
  if (auto compatible = CompatibleAxesPerFactor(projection)) {
    return *std::move(compatible);
  }
  const Rule& rule = projection.rule();
  const bool needs_replication =
      HasFactorOfType(rule, FactorType::kNeedReplication);
  const std::vector<size_t> tensors = NonScalarTensors(rule);
  if (tensors.size() == 2 && !needs_replication && !HasCompoundDims(rule)) {
    return FindCommonAxesOfTwo(projection, tensors[0], tensors[1], sizes);
  }
  AxesPerFactor axes = Heuristic(projection, sizes, names).Run();
  if (needs_replication) DistributeReplicated(rule, axes);
  return axes;
}

std::vector<AxesPerFactor> AlternativeAxes(const Projection& projection,
                                           std::span<const int64_t> sizes,
                                           const StringStore& names) {
  constexpr size_t kMost = 64;
  std::vector<AxesPerFactor> found;
  if (HasFactorOfType(projection.rule(), FactorType::kNeedReplication)) {
    found.push_back(Heuristic(projection, sizes, names).Run());
    DropReplicated(projection.rule(), found[0]);
    return found;
  }
  const Heuristic start(projection, sizes, names);
  for (size_t i = 0; i < start.candidate_count(); ++i) {
    if (!start.CanTake(i)) continue;
    Heuristic first = start;
    first.Take(i);
    for (size_t j = 0; j < first.candidate_count(); ++j) {
      if (!first.CanTake(j)) continue;
      if (found.size() == kMost) return found;
      Heuristic second = first;
      second.Take(j);
      found.push_back(second.Run());
    }
    if (found.size() == kMost) return found;
    found.push_back(first.Run());
  }
  return found;
}

}  // namespace shardflow::internal
