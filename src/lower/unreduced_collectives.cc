#include "lower/unreduced_collectives.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "ops/data_flow.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

namespace shardflow {
namespace {

bool Fail(const LowerContext& c, UseId use, std::string message) {
  c.diagnostics.Error(c.m.Place(c.m.use(use).owner), std::move(message));
  return false;
}

// What `in` has beyond its prefix `out`: ["x", "y"] beyond ["x":(1)2] is
// ["x":(2)2, "y"]. Nullopt if `out` is no strict prefix.
std::optional<std::vector<AxisRef>> Beyond(std::span<const AxisRef> in,
                                           std::span<const AxisRef> out,
                                           const Mesh& mesh) {
  if (!IsStrictPrefix(out, in)) return std::nullopt;
  std::vector<AxisRef> rest;
  if (!out.empty() && out.back() != in[out.size() - 1]) {
    if (const auto suffix =
            SuffixWithoutOverlap(in[out.size() - 1], out.back(), mesh)) {
      rest.push_back(*suffix);
    }
  }
  rest.insert(rest.end(), in.begin() + static_cast<ptrdiff_t>(out.size()),
              in.end());
  return rest;
}

// Each axis is, or is part of, one of `others`. (Of "a"=6, "a":(1)3 is no part
// of "a":(1)2, nor beside it.)
bool AreWithin(std::span<const AxisRef> axes, std::span<const AxisRef> others) {
  return std::ranges::all_of(axes, [&](const AxisRef& axis) {
    return std::ranges::any_of(
        others, [&](const AxisRef& other) { return Contains(other, axis); });
  });
}

// What the dimensions get is no longer explicitly replicated. (Shardy has it in
// both places, and refuses that.)
ShardingId Moved(ShardingStore& store, ShardingId given,
                 std::span<const DimSharding> dims, const Mesh& mesh) {
  TensorSharding moved(store.Get(WithDims(store, given, dims)));
  for (const DimSharding& dim : dims) {
    moved.replicated = store.InternAxes(AxesDifference(
        store.axes(moved.replicated), store.axes(dim.axes), mesh));
  }
  return store.Intern(moved);
}

// How the dimensions get from one sharding to another whose further unreduced
// axes are `unreduced`.
struct DimPlan {
  std::vector<DimSharding> dims;  // after the reshard
  bool needs_reshard = false;
  std::vector<AxisListId> to_unreduced;  // for each dimension
  std::vector<AxisRef> all_to_unreduced;
};

DimPlan PlanDims(ShardingStore& store, ShardingId from, ShardingId to,
                 std::span<const AxisRef> unreduced, const Mesh& mesh) {
  const ShardingView in = store.Get(from), out = store.Get(to);
  DimPlan plan;
  plan.dims.assign(out.dims.begin(), out.dims.end());
  plan.to_unreduced.assign(in.rank(), ShardingStore::kEmptyAxes);
  for (size_t i = 0; i < in.rank() && i < out.rank(); ++i) {
    const std::span<const AxisRef> in_axes = store.axes(in.dims[i].axes);
    const std::span<const AxisRef> out_axes = store.axes(out.dims[i].axes);
    const auto beyond = Beyond(in_axes, out_axes, mesh);
    if (!beyond) {
      plan.needs_reshard |=
          ListPrefixStatus(out_axes, in_axes) == PrefixStatus::kNotAPrefix;
    } else if (AreWithin(*beyond, unreduced)) {
      plan.to_unreduced[i] = store.InternAxes(*beyond);
      plan.all_to_unreduced.insert(plan.all_to_unreduced.end(), beyond->begin(),
                                   beyond->end());
      plan.dims[i] = in.dims[i];
    } else {
      plan.needs_reshard = true;
    }
  }
  return plan;
}

}  // namespace

const Mesh* LowerContext::MeshOf(ShardingId sharding) const {
  const MeshId id = symbols.FindMesh(m, m.shardings.Get(sharding).mesh);
  return id ? &m.shardings.mesh(id) : nullptr;
}

std::span<const AxisRef> LowerContext::Unreduced(ShardingId sharding) const {
  if (!sharding) return {};
  return m.shardings.axes(m.shardings.Get(sharding).unreduced);
}

bool ReduceToWanted(const LowerContext& c, Emitter& emitter, UseId use,
                    ShardingId wanted, ShardingId& given) {
  const std::span<const AxisRef> source = c.Unreduced(given);
  if (source.empty()) return true;
  const Mesh* const mesh = c.MeshOf(given);
  if (mesh == nullptr) return true;
  if (wanted) {
    const Mesh* const other = c.MeshOf(wanted);
    if (other == nullptr || !(*other == *mesh)) {
      return Fail(c, use,
                  "source and user shardings have different meshes for "
                  "unreduced axes.");
    }
  }
  const std::vector<AxisRef> axes =
      AxesDifference(source, c.Unreduced(wanted), *mesh);
  if (axes.empty()) return true;
  const ShardingId reduced =
      WithUnreduced(c.m.shardings, given, AxesDifference(source, axes, *mesh));
  const ValueId value = emitter.AllReduce(
      c.m.use(use).value, axes, c.m.shardings.Get(given).reduction, reduced);
  c.m.SetOperand(use, value);
  given = reduced;
  return true;
}

bool MakeUnreduced(const LowerContext& c, Emitter& emitter, UseId use,
                   ShardingId wanted, ShardingId& result) {
  result = ShardingId::None();
  Module& m = c.m;
  const ValueId input = m.use(use).value;
  const ShardingId given = GetSharding(m, input);
  if (!given || !wanted || c.Unreduced(wanted).empty()) return true;
  const Mesh* const mesh = c.MeshOf(given);
  const Mesh* const other = c.MeshOf(wanted);
  if (mesh == nullptr || other == nullptr || !(*mesh == *other)) {
    return Fail(c, use,
                "input and output shardings have different meshes, and the "
                "result has unreduced axes.");
  }
  const std::span<const AxisRef> before = c.Unreduced(given);
  const std::vector<AxisRef> more =
      AxesDifference(c.Unreduced(wanted), before, *mesh);
  if (more.empty()) return true;
  if (!AxesDifference(before, c.Unreduced(wanted), *mesh).empty()) {
    return Fail(c, use,
                "both input and output have unreduced axes that don't appear "
                "in the other.");
  }
  const DimPlan plan = PlanDims(m.shardings, given, wanted, more, *mesh);
  ValueId value = input;
  if (plan.needs_reshard) {
    value = emitter.Reshard(value, Moved(m.shardings, given, plan.dims, *mesh));
  }
  const std::vector<AxisRef> replicated =
      AxesDifference(more, plan.all_to_unreduced, *mesh);
  if (!replicated.empty()) {
    std::vector<AxisRef> unreduced(before.begin(), before.end());
    unreduced.insert(unreduced.end(), replicated.begin(), replicated.end());
    SortAndMerge(unreduced, *mesh);
    TensorSharding sharding(m.shardings.Get(wanted));
    sharding.mesh = m.shardings.Get(given).mesh;
    // What goes in and what comes out agree in all but the unreduced axes; also
    // in the priorities of dimensions, which no reshard is made for.
    const ShardingView source = m.shardings.Get(given);
    sharding.dims =
        plan.needs_reshard
            ? plan.dims
            : std::vector<DimSharding>(source.dims.begin(), source.dims.end());
    sharding.unreduced = m.shardings.InternAxes(unreduced);
    result = m.shardings.Intern(sharding);
    value = emitter.ReplicatedToUnreduced(value, replicated, result);
  }
  if (!plan.all_to_unreduced.empty()) {
    value = emitter.ShardedToUnreduced(value, plan.to_unreduced, wanted);
    result = wanted;
  }
  m.SetOperand(use, value);
  return true;
}

}  // namespace shardflow
