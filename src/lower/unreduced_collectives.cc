#include "lower/unreduced_collectives.h"

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lower/axes.h"
#include "lower/unreduced_plan.h"
#include "ops/data_flow.h"
#include "sharding/axis.h"
#include "sharding/resolved.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

bool Fail(const LowerContext& c, UseId use, std::string message) {
  c.diagnostics.Error(c.m.Place(c.m.use(use).owner), std::move(message));
  return false;
}

bool SameUnreduced(const LowerContext& c, ShardingId a, ShardingId b) {
  return c.m.shardings.Get(a).unreduced == c.m.shardings.Get(b).unreduced;
}

// Returns `given` with the dimensions `dims`, whose axes are removed from the
// explicitly replicated axes. (Shardy leaves them there, and rejects the
// result.)
ShardingId Moved(ShardingStore& store, ShardingId given,
                 std::span<const DimSharding> dims, const Mesh& mesh) {
  TensorSharding moved(store.Get(WithDims(store, given, dims)));
  for (const DimSharding& dim : dims) {
    moved.replicated = store.InternAxes(AxesDifference(
        store.axes(moved.replicated), store.axes(dim.axes), mesh));
  }
  return store.Intern(moved);
}

// Resolves the dimensions and unreduced axes of shardings on one mesh.
class Resolver {
 public:
  Resolver(ShardingStore& store, MeshId mesh)
      : store_(store), mesh_(store, mesh) {}

  // Returns {} if an axis isn't on the mesh. (In a verified module, all are.)
  ResolvedList List(AxisListId list) {
    return mesh_.Resolve(list).value_or(ResolvedList());
  }
  std::vector<ResolvedList> Dims(ShardingId sharding) {
    std::vector<ResolvedList> dims;
    for (const DimSharding& dim : store_.Get(sharding).dims) {
      dims.push_back(List(dim.axes));
    }
    return dims;
  }
  ResolvedList Unreduced(ShardingId sharding) {
    return sharding ? List(store_.Get(sharding).unreduced) : ResolvedList();
  }
  std::vector<AxisRef> ToAxisRefs(ResolvedList axes) const {
    std::vector<AxisRef> list;
    for (const ResolvedAxis& axis : axes) list.push_back(mesh_.ToAxisRef(axis));
    return list;
  }

 private:
  ShardingStore& store_;
  ResolvedMesh mesh_;
};

}  // namespace

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
  if (wanted && SameUnreduced(c, given, wanted)) return true;
  Resolver resolver(c.m.shardings, c.MeshIdOf(given));
  const UnreducedChange change =
      ChangeOfUnreduced(resolver.Unreduced(given), resolver.Unreduced(wanted));
  if (change.reduced.empty()) return true;
  const ShardingId reduced =
      WithUnreduced(c.m.shardings, given, resolver.ToAxisRefs(change.kept));
  const ValueId value =
      emitter.AllReduce(c.m.use(use).value, resolver.ToAxisRefs(change.reduced),
                        c.m.shardings.Get(given).reduction, reduced);
  c.m.SetOperand(use, value);
  given = reduced;
  return true;
}

bool MakeUnreduced(const LowerContext& c, Emitter& emitter, UseId use,
                   ShardingId wanted, ShardingId& result) {
  result = ShardingId::None();
  Module& m = c.m;
  const ValueId input = m.use(use).value;
  if (!wanted || c.Unreduced(wanted).empty()) return true;
  ShardingId given = GetSharding(m, input);
  // A value without a sharding is first made explicitly replicated, because the
  // collectives below need an operand with a sharding.
  const bool is_bare = !given;
  if (is_bare) {
    const ShardingView target = m.shardings.Get(wanted);
    given = m.shardings.FullyClosed(target.mesh, target.rank());
  }
  const Mesh* const mesh = c.MeshOf(given);
  const Mesh* const other = c.MeshOf(wanted);
  if (mesh == nullptr || other == nullptr || !(*mesh == *other)) {
    return Fail(c, use,
                "input and output shardings have different meshes, and the "
                "result has unreduced axes.");
  }
  if (SameUnreduced(c, given, wanted)) return true;
  Resolver resolver(m.shardings, c.MeshIdOf(given));
  const UnreducedChange change =
      ChangeOfUnreduced(resolver.Unreduced(given), resolver.Unreduced(wanted));
  if (change.made.empty()) return true;
  if (!change.reduced.empty()) {
    return Fail(c, use,
                "both input and output have unreduced axes that don't appear "
                "in the other.");
  }
  const UnreducedPlan plan =
      PlanUnreduced(resolver.Dims(given), resolver.Dims(wanted), change.made);
  const ShardingView source = m.shardings.Get(given);
  const ShardingView target = m.shardings.Get(wanted);
  std::vector<DimSharding> dims(target.dims.begin(), target.dims.end());
  std::vector<AxisListId> from_sharded;
  for (size_t d = 0; d < plan.keeps.size(); ++d) {
    if (plan.keeps[d]) dims[d] = source.dims[d];
    from_sharded.push_back(
        m.shardings.InternAxes(resolver.ToAxisRefs(plan.from_sharded[d])));
  }
  ValueId value = input;
  if (plan.needs_reshard || is_bare) {
    value = emitter.Reshard(value, Moved(m.shardings, given, dims, *mesh));
  } else {
    // The operand and the result have to agree in everything but the unreduced
    // axes. This includes the priorities of dimensions, although a difference
    // in priorities alone needs no reshard.
    const ShardingView now = m.shardings.Get(given);
    dims.assign(now.dims.begin(), now.dims.end());
  }
  if (!plan.from_replicated.empty()) {
    Axes unreduced = change.kept;
    unreduced.insert(unreduced.end(), plan.from_replicated.begin(),
                     plan.from_replicated.end());
    SortAndMerge(unreduced);
    TensorSharding sharding(m.shardings.Get(wanted));
    sharding.mesh = m.shardings.Get(given).mesh;
    sharding.dims = std::move(dims);
    sharding.unreduced = m.shardings.InternAxes(resolver.ToAxisRefs(unreduced));
    result = m.shardings.Intern(sharding);
    value = emitter.ReplicatedToUnreduced(
        value, resolver.ToAxisRefs(plan.from_replicated), result);
  }
  if (plan.AnyFromSharded()) {
    value = emitter.ShardedToUnreduced(value, from_sharded, wanted);
    result = wanted;
  }
  m.SetOperand(use, value);
  return true;
}

}  // namespace shardflow::internal
