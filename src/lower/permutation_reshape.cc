#include <algorithm>

#include "base/dims.h"
#include "lower/permutation.h"
#include "lower/permutation_side.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "sharding/axis.h"
#include "sharding/reshape_layout.h"
#include "sharding/tensor.h"

// Handles reshapes of unevenly sharded dimensions, whose padding is in
// different places before and after the reshape.

namespace shardflow::internal {
namespace {

bool IsRagged(Dims shape, Dims shards, size_t begin, size_t end) {
  for (size_t d = begin; d < end; ++d) {
    if (shards[d] > 1 && shape[d] % shards[d] != 0) return true;
  }
  return false;
}

int64_t Volume(Dims shape, size_t begin, size_t end) {
  int64_t volume = 1;
  for (size_t d = begin; d < end; ++d) {
    volume = SaturatingProduct(volume, shape[d]);
  }
  return volume;
}

}  // namespace

void PermutationResolver::ResolveReshape(OpId op, bool halo) {
  Side in, out;
  const bool has_in = Read(m_.operand(op, 0), in);
  const bool has_out = Read(m_.result(op, 0), out);
  if (!(has_in || ReadReplicated(m_.operand(op, 0), out, in)) ||
      !(has_out || ReadReplicated(m_.result(op, 0), in, out)) ||
      in.mesh != out.mesh) {
    return;
  }
  const Mesh& mesh = m_.shardings.mesh(in.mesh);
  const auto ragged = [&](const ReshapeGroup& g) {
    return IsRagged(in.shape, in.shards, g.in_begin, g.in_end) ||
           IsRagged(out.shape, out.shards, g.out_begin, g.out_end);
  };
  // Forms groups from left to right. Each group has the fewest dimensions that
  // make the numbers of elements on both sides equal.
  std::vector<ReshapeGroup> groups;
  size_t i = 0, j = 0;
  while (i < in.shape.size() || j < out.shape.size()) {
    ReshapeGroup g{.in_begin = i, .out_begin = j};
    int64_t a = i < in.shape.size() ? in.shape[i++] : 1;
    int64_t b = j < out.shape.size() ? out.shape[j++] : 1;
    while (a != b && (i < in.shape.size() || j < out.shape.size())) {
      if (a < b && i < in.shape.size()) {
        a = SaturatingProduct(a, in.shape[i++]);
      } else if (b < a && j < out.shape.size()) {
        b = SaturatingProduct(b, out.shape[j++]);
      } else {
        break;
      }
    }
    g.in_end = i;
    g.out_end = j;
    for (size_t d = g.in_begin; d < i; ++d) g.in_long += in.shape[d] != 1;
    for (size_t d = g.out_begin; d < j; ++d) g.out_long += out.shape[d] != 1;
    groups.push_back(g);
  }
  const bool any_ragged = std::any_of(groups.begin(), groups.end(), ragged);
  if (SameLayoutAcrossReshape(m_.shardings, mesh, m_.shardings.Get(in.sharding),
                              in.shape, m_.shardings.Get(out.sharding),
                              out.shape) ||
      (any_ragged &&
       std::none_of(groups.begin(), groups.end(), [&](const ReshapeGroup& g) {
         return ragged(g) && !g.IsPassThrough();
       }))) {
    return;
  }
  if (halo && SplitByHalo(op, in, out, groups)) return;
  ReplicateReshape(op, in, out, groups);
}

bool PermutationResolver::SplitByHalo(OpId op, const Side& in, const Side& out,
                                      std::span<const ReshapeGroup> groups) {
  const Mesh& mesh = m_.shardings.mesh(in.mesh);
  const std::vector<int64_t> padded_in = Divisible(in);
  const std::vector<int64_t> padded_out = Divisible(out);
  std::vector<HaloDim> plan;
  for (const ReshapeGroup& g : groups) {
    const bool ragged = IsRagged(in.shape, in.shards, g.in_begin, g.in_end) ||
                        IsRagged(out.shape, out.shards, g.out_begin, g.out_end);
    if (!ragged) continue;
    if (g.IsPassThrough()) {
      // Nothing is exchanged along this group, but its axes also become manual.
      for (size_t d = g.in_begin; d < g.in_end; ++d) {
        if (in.shards[d] <= 1) continue;
        plan.push_back(PlanHaloDim(
            d, in.Axes(m_, d),
            {.shards = in.shards[d], .in = in.shape[d], .out = in.shape[d]}));
      }
      continue;
    }
    const size_t d = g.in_begin;
    if (!g.IsSplit() || g.in_end - g.in_begin != 1 ||
        g.out_long != static_cast<int>(g.out_end - g.out_begin) ||
        in.shape[d] % out.shape[g.out_begin] != 0 ||
        Volume(padded_in, g.in_begin, g.in_end) !=
            Volume(padded_out, g.out_begin, g.out_end)) {
      return false;
    }
    // Both sides must be sharded along the same axes, and each dimension of the
    // result before the last sharded one must have one element per shard.
    std::vector<AxisRef> axes, merged, of_operand;
    std::vector<int64_t> sizes, shards;
    for (size_t o = g.out_begin; o < g.out_end; ++o) {
      for (const AxisRef& axis : out.Axes(m_, o)) {
        axes.push_back(axis);
        AppendOrMerge(merged, axis, mesh);
      }
      sizes.push_back(out.shape[o]);
      shards.push_back(out.shards[o]);
    }
    for (const AxisRef& axis : in.Axes(m_, d)) {
      AppendOrMerge(of_operand, axis, mesh);
    }
    size_t last = 0;
    for (size_t o = 0; o < shards.size(); ++o) {
      if (shards[o] > 1) last = o;
    }
    for (size_t o = 0; o < last; ++o) {
      if (shards[o] != sizes[o]) return false;
    }
    if (merged != of_operand) return false;
    plan.push_back(PlanHaloSplit(d, axes, in.shape[d], sizes, shards));
    if (!plan.back().possible) return false;
  }
  if (plan.empty()) return false;
  Builder b = Builder::Before(m_, op);
  const TypeId element = m_.types.element(m_.type(in.value));
  const ValueId zero = b.Zero(m_.types.Tensor({}, element));
  const ValueId operand = PadEnd(b, in.value, padded_in, in.sharding);
  const HaloJob job =
      Job(in, out.sharding, plan, m_.types.Tensor(padded_out, element));
  std::vector<int64_t> local = padded_out;
  for (size_t o = 0; o < local.size(); ++o) {
    for (const AxisRef& axis : out.Axes(m_, o)) {
      if (std::find(job.manual.begin(), job.manual.end(), axis.name) !=
          job.manual.end()) {
        local[o] /= AxisSize(axis, mesh);
      }
    }
  }
  const ShardingId inside = WithoutAxes(m_, out.sharding, job.manual);
  ValueId value = halo_.Exchange(
      b, operand, zero, job, [&](Builder& body, ValueId part, ValueId) {
        const ValueId reshaped = body.Reshape(part, local);
        m_.SetSharding(reshaped, inside);
        return reshaped;
      });
  value = CutEnd(b, value, out.shape, out.sharding);
  m_.ReplaceAllUses(m_.result(op, 0), value);
  m_.Erase(op);
  return true;
}

// Replicates the groups with padding. If no group has padding, the two sides
// are incompatible for another reason, and all groups are replicated.
void PermutationResolver::ReplicateReshape(
    OpId op, const Side& in, const Side& out,
    std::span<const ReshapeGroup> groups) {
  const Mesh& mesh = m_.shardings.mesh(in.mesh);
  const auto ragged = [&](const ReshapeGroup& g) {
    return !g.IsPassThrough() &&
           (IsRagged(in.shape, in.shards, g.in_begin, g.in_end) ||
            IsRagged(out.shape, out.shards, g.out_begin, g.out_end));
  };
  const bool any_ragged = std::any_of(groups.begin(), groups.end(), ragged);
  std::vector<AxisRef> axes;
  for (const ReshapeGroup& g : groups) {
    if (any_ragged && !ragged(g)) continue;
    for (size_t d = g.in_begin; d < g.in_end; ++d) {
      const std::vector<AxisRef> of_dim = in.Axes(m_, d);
      axes.insert(axes.end(), of_dim.begin(), of_dim.end());
    }
    for (size_t d = g.out_begin; d < g.out_end; ++d) {
      const std::vector<AxisRef> of_dim = out.Axes(m_, d);
      axes.insert(axes.end(), of_dim.begin(), of_dim.end());
    }
  }
  const auto without = [&](ShardingId sharding) {
    TensorSharding made(m_.shardings.Get(sharding));
    for (DimSharding& dim : made.dims) {
      std::vector<AxisRef> left(m_.shardings.axes(dim.axes).begin(),
                                m_.shardings.axes(dim.axes).end());
      // Axes are removed one by one, since sub-axes of the two sides may
      // overlap.
      for (const AxisRef& axis : axes) {
        left = AxesDifference(left, {&axis, 1}, mesh);
      }
      dim.axes = m_.shardings.InternAxes(left);
    }
    return m_.shardings.Intern(made);
  };
  Builder b = Builder::Before(m_, op);
  const ValueId result = m_.result(op, 0);
  const ValueId gathered =
      b.Value(OpKind::kReshard, {&in.value, 1}, m_.type(in.value));
  m_.SetSharding(gathered, without(in.sharding));
  const ValueId reshaped = b.Reshape(gathered, out.shape);
  m_.SetSharding(reshaped, without(out.sharding));
  const ValueId back =
      b.Value(OpKind::kReshard, {&reshaped, 1}, m_.type(result));
  m_.SetSharding(back, out.sharding);
  m_.ReplaceAllUses(result, back);
  m_.Erase(op);
}

}  // namespace shardflow::internal
