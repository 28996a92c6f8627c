#include "lower/cheapest_axes.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "lower/axes.h"
#include "lower/reshard_cost.h"
#include "lower/reshards_of.h"
#include "lower/topology.h"
#include "ops/data_flow.h"
#include "ops/loop_invariants.h"
#include "ops/manual_fit.h"
#include "ops/properties.h"
#include "ops/unreduced.h"
#include "ops/work.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// If devices gather the operands of a reduction instead of combining sums, each
// of them computes more. They do so only if that divides the bytes sent by this
// number at least, and saves time (SavesTime).
constexpr double kManyFewer = 2;

// Returns the number of devices that share the op's work.
int64_t Shards(const AxesPerFactor& axes) {
  int64_t shards = 1;
  for (const std::vector<ResolvedAxis>& list : axes) {
    shards = SaturatingProduct(shards, Product(list));
  }
  return shards;
}

// Whether `a` and `b` have the same axes for each factor other than
// pass-through and reduction factors. (Communication along those other factors
// isn't priced here.)
bool AgreeOnOtherFactors(const Rule& rule, const AxesPerFactor& a,
                         const AxesPerFactor& b) {
  for (size_t f = 0; f < a.size(); ++f) {
    const FactorType type = rule.factor_type(f);
    if (type != FactorType::kPassThrough && type != FactorType::kReduction &&
        !ListsEqual(a[f], b[f])) {
      return false;
    }
  }
  return true;
}

// Whether sending `bytes` fewer bytes saves at least as much time as the op
// loses if it is divided among `fewer` devices instead of `shards`.
bool SavesTime(const Module& m, OpId op, double bytes, int64_t shards,
               int64_t fewer) {
  const Topology machine = AssumedMachine();
  double flops = 0;
  if (WorkOf(m.kind(op)) == Work::kContraction && m.operand_count(op) == 2) {
    flops = 2 * static_cast<double>(FlopsOf(ContractionOf(m, op),
                                            Shape(m, m.operand(op, 1)),
                                            Shape(m, m.result(op, 0))));
  } else {
    flops = static_cast<double>(m.types.ElementCount(m.type(m.operand(op, 0))));
  }
  const double more =
      flops / static_cast<double>(fewer) - flops / static_cast<double>(shards);
  // The collective is launched in both cases, so only the bandwidth counts.
  return SecondsToCompute(machine, more) <= bytes / machine.inner.bandwidth;
}

// Whether the elements of the op's first result have more bits than the
// elements of any operand.
bool Widens(const Module& m, OpId op) {
  if (m.result_count(op) == 0) return false;
  const int64_t bits = ElementBits(m.types, m.type(m.result(op, 0)));
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (ElementBits(m.types, m.type(m.operand(op, i))) >= bits) return false;
  }
  return true;
}

// Whether the factor shares a dimension with others in some tensor.
bool SharesDimension(const Rule& rule, size_t factor) {
  for (size_t t = 0; t < rule.tensor_count(); ++t) {
    const int32_t dim = rule.DimOf(t, factor);
    if (dim >= 0 && rule.factors(t, static_cast<size_t>(dim)).size() > 1) {
      return true;
    }
  }
  return false;
}

// Returns the factors along which `axis` can split an op that is already
// sharded along `axes`. Each device then computes less. Reduction factors are
// among them if the devices' results can be `combined`.
std::vector<size_t> SplittableFactors(const Rule& rule,
                                      const AxesPerFactor& axes,
                                      const ResolvedAxis& axis, bool combined) {
  std::vector<size_t> factors;
  for (size_t f = 0; f < axes.size(); ++f) {
    const FactorType type = rule.factor_type(f);
    const int64_t size = rule.factor_size(f);
    if ((type == FactorType::kPassThrough ||
         (type == FactorType::kReduction && combined)) &&
        size > 0 &&
        size % SaturatingProduct(Product(axes[f]), axis.size()) == 0 &&
        !SharesDimension(rule, f)) {
      factors.push_back(f);
    }
  }
  return factors;
}

// Returns the axes of the mesh along which the op can still be split. No part
// of them is in `axes`, no tensor is unreduced along them, and they aren't
// manual.
std::vector<ResolvedAxis> IdleAxes(const Projection& p,
                                   const AxesPerFactor& axes,
                                   std::span<const NameId> manual) {
  std::vector<ResolvedAxis> busy;
  for (const auto& list : axes) {
    busy.insert(busy.end(), list.begin(), list.end());
  }
  for (size_t t = 0; t < p.tensor_count(); ++t) {
    const ResolvedList unreduced = p.unreduced(t);
    busy.insert(busy.end(), unreduced.begin(), unreduced.end());
  }
  std::vector<ResolvedAxis> idle;
  const std::vector<MeshAxis>& all = p.mesh().mesh().axes;
  for (size_t a = 0; a < all.size(); ++a) {
    const ResolvedAxis axis{1, all[a].size, static_cast<int64_t>(a)};
    if (axis.size() > 1 &&
        std::ranges::find(manual, all[a].name) == manual.end() &&
        std::ranges::none_of(busy, [&](const ResolvedAxis& other) {
          return Overlaps(axis, other);
        })) {
      idle.push_back(axis);
    }
  }
  return idle;
}

}  // namespace

AxesPerFactor CheapestAxes::Choose(const Disagreement& tensors,
                                   const Projection& projection,
                                   AxesPerFactor usual,
                                   std::span<const int64_t> sizes) {
  if (CompatibleAxesPerFactor(projection)) return usual;
  std::optional<double> least = Bytes(tensors, projection.rule(), usual);
  if (!least) return usual;
  // A part that is cut out of a tensor costs every device next to no work.
  const int64_t shards =
      WorkOf(m_.kind(tensors.op)) == Work::kDynamicSlice ? 1 : Shards(usual);
  AxesPerFactor best = usual;
  for (AxesPerFactor& other : AlternativeAxes(projection, sizes, m_.names)) {
    if (Shards(other) < shards ||
        !AgreeOnOtherFactors(projection.rule(), usual, other)) {
      continue;
    }
    const std::optional<double> bytes =
        Bytes(tensors, projection.rule(), other);
    if (!bytes || *bytes >= *least) continue;
    least = bytes;
    best = std::move(other);
  }
  if (projection.rule().Has(FactorType::kReduction)) {
    Improve(tensors, projection, *least, best);
    AxesPerFactor whole = best;
    for (size_t f = 0; f < whole.size(); ++f) {
      if (projection.rule().factor_type(f) == FactorType::kReduction) {
        whole[f].clear();
      }
    }
    const std::optional<double> bytes =
        Bytes(tensors, projection.rule(), whole);
    if (bytes && *bytes < *least && *bytes * kManyFewer <= *least &&
        SavesTime(m_, tensors.op, *least - *bytes, Shards(best),
                  Shards(whole))) {
      best = std::move(whole);
    }
  }
  return best;
}

AxesPerFactor CheapestAxes::ChooseAmong(const Disagreement& tensors,
                                        const Rule& rule, AxesPerFactor usual,
                                        std::span<AxesPerFactor> others) {
  std::optional<double> least = Bytes(tensors, rule, usual);
  if (!least) return usual;
  AxesPerFactor best = std::move(usual);
  for (AxesPerFactor& other : others) {
    const std::optional<double> bytes = Bytes(tensors, rule, other);
    if (!bytes || *bytes >= *least) continue;
    least = bytes;
    best = std::move(other);
  }
  return best;
}

void CheapestAxes::Improve(const Disagreement& tensors,
                           const Projection& projection, double& bytes,
                           AxesPerFactor& axes) {
  const Rule& rule = projection.rule();
  const std::vector<NameId> manual = ManualAxesAround(m_, tensors.op);
  const bool widens = Widens(m_, tensors.op);
  const bool combined =
      PartialReduction(m_, tensors.op, ReductionKind::kSum, c_.any_collective)
          .has_value();
  AxesPerFactor start;
  bool changed = true;
  const auto try_along = [&](const AxesPerFactor& rest,
                             const ResolvedAxis& axis) {
    for (const size_t f : SplittableFactors(rule, rest, axis, combined)) {
      AxesPerFactor other = rest;
      AppendOrMerge(other[f], axis);
      const std::optional<double> fewer = Bytes(tensors, rule, other);
      if (!fewer || *fewer >= bytes) continue;
      bytes = *fewer;
      axes = std::move(other);
      changed = true;
    }
  };
  while (changed) {
    changed = false;
    start = axes;
    for (const ResolvedAxis& axis : IdleAxes(projection, start, manual)) {
      try_along(start, axis);
    }
    // The sums of narrow numbers can be wider (i32 for i8). Moving the operands
    // may then take fewer bytes than moving the sums.
    if (!widens) continue;
    for (size_t f = 0; f < start.size(); ++f) {
      if (rule.factor_type(f) != FactorType::kReduction || start[f].empty()) {
        continue;
      }
      AxesPerFactor rest = start;
      rest[f].pop_back();
      try_along(rest, start[f].back());
    }
  }
}

std::optional<double> CheapestAxes::Bytes(const Disagreement& tensors,
                                          const Rule& rule,
                                          const AxesPerFactor& axes) {
  Projection& made = made_;
  if (!made.Build(m_.shardings, rule, *tensors.axes, tensors.shardings,
                  /*closed_if_missing=*/true)) {
    return std::nullopt;
  }
  for (size_t f = 0; f < axes.size(); ++f) {
    for (size_t t = 0; t < made.tensor_count(); ++t) {
      made.Update(t, f, axes[f], {});
    }
  }
  std::vector<AxisRef> reduced;
  for (size_t f = 0; f < axes.size(); ++f) {
    if (made.rule().factor_type(f) != FactorType::kReduction) continue;
    for (const ResolvedAxis& axis : axes[f]) {
      reduced.push_back(made.mesh().ToAxisRef(axis));
    }
  }
  int64_t group = 1;
  for (const AxisRef& axis : reduced) {
    group *= AxisSize(axis, made.mesh().mesh());
  }
  const size_t operands = made.operand_count();
  // A reshard may be there to keep axes away from a reduction factor. Its price
  // must not be a reason to split the factor again.
  const bool skips_reshards = !rule.Has(FactorType::kReduction);
  double bytes = 0;
  for (size_t t = 0; t < made.tensor_count(); ++t) {
    const ValueId value =
        t < operands ? m_.operand(tensors.op, static_cast<int>(t))
                     : m_.result(tensors.op, static_cast<int>(t - operands));
    if (!m_.types.HasStaticShape(m_.type(value))) return std::nullopt;
    const ShardingId there = made.ToSharding(t, tensors.mesh, m_.shardings);
    ShardingId own = tensors.shardings[t];
    if (!own) {
      own = m_.shardings.FullyClosed(tensors.mesh, Shape(m_, value).size());
    }
    bytes += t < operands
                 ? BytesOfOperand(tensors.op, value, own, there, skips_reshards)
                 : BytesOfResult(value, there, own, group, reduced);
  }
  return bytes;
}

ShardingId CheapestAxes::ShardingBefore(ValueId value, ValueId source) const {
  const ShardingId from = GetSharding(m_, source);
  if (!from) return {};
  const ShardingView view = m_.shardings.Get(from);
  return view.mesh == m_.shardings.Get(GetSharding(m_, value)).mesh &&
                 m_.shardings.axes(view.unreduced).empty()
             ? from
             : ShardingId::None();
}

double CheapestAxes::BytesOfOperand(OpId op, ValueId value, ShardingId from,
                                    ShardingId to, bool skips_reshards) {
  OpId merged;
  const ValueId source = skips_reshards ? BeforeReshard(m_, value) : value;
  if (source != value) {
    if (const ShardingId before = ShardingBefore(value, source)) {
      merged = m_.def(value);
      value = source;
      from = before;
    }
  }
  if (IsEquivalent(m_.shardings, from, to) || IsThere(op, value, to, merged)) {
    return 0;
  }
  const double bytes = reshards_.Bytes(from, to, m_.type(value));
  return c_.hoist_reshards ? bytes / FindInvariant(m_, op, value).trips : bytes;
}

bool CheapestAxes::IsThere(OpId op, ValueId value, ShardingId to,
                           OpId except) const {
  // Ignore existing reshards in a loop, for a fair comparison: the reshards of
  // other operands may be hoisted out of the loop, where they cost nothing if
  // another loop needs the same ones. We wouldn't find those, because we only
  // look in the op's own block.
  if (!c_.hoist_reshards || IsInLoopBody(m_, op)) return false;
  // Ops are handled in order, so reshards in the op's block come before it.
  const OpId there = FindReshardOf(m_, value, [&](OpId reshard) {
    return reshard != except && m_.op(reshard).parent == m_.op(op).parent &&
           IsEquivalent(m_.shardings, m_.sharding(m_.result(reshard, 0)), to);
  });
  return static_cast<bool>(there);
}

// Returns the bytes that a device sends to reduce a result (with a
// reduce_scatter if possible) and reshard it.
double CheapestAxes::BytesOfResult(ValueId result, ShardingId from,
                                   ShardingId to, int64_t group,
                                   std::span<const AxisRef> reduced) {
  double bytes = 0;
  if (!IsEquivalent(m_.shardings, from, to)) {
    bytes = reshards_.Bytes(from, to, m_.type(result));
  }
  if (group == 1) return bytes;
  std::vector<AxisRef> cut;
  for (const DimSharding& dim : m_.shardings.Get(to).dims) {
    const std::span<const AxisRef> axes = m_.shardings.axes(dim.axes);
    cut.insert(cut.end(), axes.begin(), axes.end());
  }
  const bool scatters =
      bytes == 0 &&
      std::all_of(reduced.begin(), reduced.end(), [&](const AxisRef& axis) {
        return std::any_of(cut.begin(), cut.end(), [&](const AxisRef& other) {
          return Contains(other, axis);
        });
      });
  const StepLoad load{
      .kind = scatters ? StepKind::kReduceScatter : StepKind::kAllReduce,
      .held = LocalBytesOf(result, from),
      .group = group,
      .axes = {}};
  return bytes + static_cast<double>(CostModel().Price(load).bytes);
}

int64_t CheapestAxes::LocalBytesOf(ValueId value, ShardingId sharding) const {
  const Mesh* const mesh = c_.MeshOf(sharding);
  const std::span<const int64_t> shape = Shape(m_, value);
  std::vector<int64_t> shards(shape.size(), 1);
  const ShardingView view = m_.shardings.Get(sharding);
  for (size_t d = 0; d < shape.size() && mesh != nullptr; ++d) {
    shards[d] = ShardedSize(m_.shardings, view.dims[d], *mesh);
  }
  return LocalBytes(shape, shards, ElementBits(m_.types, m_.type(value)));
}

}  // namespace shardflow::internal
