#include <algorithm>
#include <optional>
#include <vector>

#include "ops/attr_read.h"
#include "ops/rewrite.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

// Canonicalization of sdy's collectives: removes collectives that do nothing or
// undo each other, and where possible replaces pairs with a single one.

namespace shardflow::internal {
namespace {

constexpr std::string_view kLabel = "sdy-collective";

AttrId AxesPerDimAttr(Module& m, const std::vector<AxisListId>& lists) {
  return m.attrs.Make(ListOfAxisRefListsAttr{}, lists);
}

// Returns the op of `kind` that defines the operand of `op`, or None.
OpId DefiningOp(const Module& m, OpId op, OpKind kind) {
  const OpId def = m.def(m.operand(op, 0));
  return def && m.kind(def) == kind ? def : OpId::None();
}

template <const NameId& Key>
bool NoAxesPerDim(Rewriter& r, OpId op) {
  for (AxisListId list : AxisListsOf(r.m, op, Key)) {
    if (list != ShardingStore::kEmptyAxes) return false;
  }
  r.Replace(op, r.m.operand(op, 0));
  return true;
}

bool AllReduceWithoutAxes(Rewriter& r, OpId op) {
  const AttrId axes = r.m.attr(op, name::kReductionAxes);
  if (!r.m.attrs.Is(axes, AttrKind::kAxisRefList) ||
      r.m.attrs.As<AxisRefListAttr>(axes).axes != ShardingStore::kEmptyAxes) {
    return false;
  }
  r.Replace(op, r.m.operand(op, 0));
  return true;
}

bool PermuteToSame(Rewriter& r, OpId op) {
  const ShardingId in = r.m.sharding(r.m.operand(op, 0));
  const ShardingId out = r.m.sharding(r.m.result(op, 0));
  if (!in || !out || !IsEquivalent(r.m.shardings, in, out)) return false;
  r.Replace(op, r.m.operand(op, 0));
  return true;
}

// all_slice(all_gather(x)) along the same axes is x.
bool SliceOfGather(Rewriter& r, OpId op) {
  const OpId gather = DefiningOp(r.m, op, OpKind::kSdyAllGather);
  if (!gather || r.m.attr(gather, name::kGatheringAxes) !=
                     r.m.attr(op, name::kSlicingAxes)) {
    return false;
  }
  r.Replace(op, r.m.operand(gather, 0));
  return true;
}

// all_reduce(replicated_to_unreduced(x)) along the same axes is x.
bool ReduceOfReplicated(Rewriter& r, OpId op) {
  const OpId inner = DefiningOp(r.m, op, OpKind::kReplicatedToUnreduced);
  if (!inner ||
      r.m.attr(inner, name::kAxes) != r.m.attr(op, name::kReductionAxes)) {
    return false;
  }
  r.Replace(op, r.m.operand(inner, 0));
  return true;
}

// all_reduce(sharded_to_unreduced(x)) along the same axes is an all_gather.
bool ReduceOfSharded(Rewriter& r, OpId op) {
  Module& m = r.m;
  const OpId inner = DefiningOp(m, op, OpKind::kShardedToUnreduced);
  const AttrId reduction = m.attr(op, name::kReductionAxes);
  if (!inner || !m.attrs.Is(reduction, AttrKind::kAxisRefList)) return false;
  const MeshId mesh = r.symbols.FindMesh(
      m, m.shardings.Get(m.sharding(m.result(inner, 0))).mesh);
  if (!mesh) return false;
  std::vector<AxisRef> axes;
  for (AxisListId list : AxisListsOf(m, inner, name::kAxes)) {
    const std::span<const AxisRef> items = m.shardings.axes(list);
    axes.insert(axes.end(), items.begin(), items.end());
  }
  SortAndMerge(axes, m.shardings.mesh(mesh));
  if (m.shardings.InternAxes(axes) !=
      m.attrs.As<AxisRefListAttr>(reduction).axes) {
    return false;
  }
  const NamedAttr gathering[] = {
      {name::kGatheringAxes, m.attr(inner, name::kAxes)}};
  const ValueId old = m.result(op, 0);
  const OpId gather =
      r.CreateBefore(op, OpKind::kSdyAllGather, m.operand(inner, 0),
                     m.type(old), m.attrs.SortedDict(gathering));
  m.SetSharding(m.result(gather, 0), m.sharding(old));
  r.Replace(op, m.result(gather, 0));
  return true;
}

std::vector<AllToAllParamAttr> Params(const Module& m, OpId op) {
  std::vector<AllToAllParamAttr> params;
  const AttrId attr = m.attr(op, name::kParams);
  if (!m.attrs.Is<AllToAllParamListAttr>(attr)) return params;
  const auto all = m.attrs.As<AllToAllParamListAttr>(attr).params;
  params.assign(all.begin(), all.end());
  return params;
}

bool UnusedAllToAll(Rewriter& r, OpId op) {
  if (r.m.OpHasUses(op)) return false;
  r.Erase(op);
  return true;
}

// all_to_all(all_to_all(x)) over disjoint dimensions is one all_to_all.
bool AllToAllOfAllToAll(Rewriter& r, OpId op) {
  Module& m = r.m;
  const OpId inner = DefiningOp(m, op, OpKind::kSdyAllToAll);
  if (!inner || !m.HasOneUse(m.result(inner, 0))) return false;
  std::vector<AllToAllParamAttr> params = Params(m, inner);
  for (const AllToAllParamAttr& param : Params(m, op)) params.push_back(param);
  std::vector<int64_t> dims;
  for (const AllToAllParamAttr& param : params) {
    dims.push_back(param.source);
    dims.push_back(param.target);
  }
  std::sort(dims.begin(), dims.end());
  if (std::adjacent_find(dims.begin(), dims.end()) != dims.end()) return false;
  std::sort(params.begin(), params.end(),
            [](const AllToAllParamAttr& a, const AllToAllParamAttr& b) {
              return a.source < b.source;
            });
  const NamedAttr attrs[] = {
      {name::kParams, m.attrs.Make(AllToAllParamListAttr{}, params)}};
  const ValueId old = m.result(op, 0);
  const OpId fused =
      r.CreateBefore(op, OpKind::kSdyAllToAll, m.operand(inner, 0), m.type(old),
                     m.attrs.SortedDict(attrs));
  m.SetSharding(m.result(fused, 0), m.sharding(old));
  r.Replace(op, m.result(fused, 0));
  return true;
}

// How SplitScatter splits the axes of an all_slice in each dimension: the
// longest prefix that is also reduced is scattered, and the rest is sliced.
// SplitScatter returns nullopt if a reduced axis is left over.
struct ScatterSplit {
  std::vector<AxisListId> scatter;
  std::vector<AxisListId> slice;
  bool has_slice = false;
};
std::optional<ScatterSplit> SplitScatter(Module& m, AxisListId reduction,
                                         const std::vector<AxisListId>& dims) {
  const std::span<const AxisRef> reduced = m.shardings.axes(reduction);
  std::vector<AxisRef> left(reduced.begin(), reduced.end());
  ScatterSplit split;
  for (AxisListId dim : dims) {
    const std::span<const AxisRef> axes = m.shardings.axes(dim);
    size_t scattered = 0;
    for (; scattered < axes.size(); ++scattered) {
      const auto at = std::find(left.begin(), left.end(), axes[scattered]);
      if (at == left.end()) break;
      left.erase(at);
    }
    split.scatter.push_back(m.shardings.InternAxes(axes.first(scattered)));
    split.slice.push_back(m.shardings.InternAxes(axes.subspan(scattered)));
    split.has_slice |= scattered < axes.size();
  }
  if (!left.empty()) return std::nullopt;
  return split;
}

// Returns a sharding whose dimensions have the axes of `operand`, followed by
// the scattered axes. The mesh comes from `reduced`, and everything else from
// `slice_sharding`.
ShardingId ScatterSharding(Rewriter& r, ValueId operand, ShardingId reduced,
                           ShardingId slice_sharding, const Mesh& mesh,
                           const std::vector<AxisListId>& scatter) {
  Module& m = r.m;
  TensorSharding result(m.shardings.Get(slice_sharding));
  result.mesh = m.shardings.Get(reduced).mesh;
  const ShardingId in = m.sharding(operand);
  for (size_t i = 0; i < result.dims.size(); ++i) {
    std::vector<AxisRef> axes;
    if (in) {
      const auto given = m.shardings.axes(m.shardings.Get(in).dims[i].axes);
      axes.assign(given.begin(), given.end());
    }
    for (const AxisRef& axis : m.shardings.axes(scatter[i])) {
      AppendOrMerge(axes, axis, mesh);
    }
    result.dims[i] = {m.shardings.InternAxes(axes), /*closed=*/1, kNoPriority};
  }
  return m.shardings.Intern(result);
}

// all_slice(all_reduce(x)) becomes a reduce_scatter, followed by an all_slice
// along the axes that were not reduced.
bool SliceOfReduce(Rewriter& r, OpId op) {
  Module& m = r.m;
  const OpId reduce = DefiningOp(m, op, OpKind::kSdyAllReduce);
  if (!reduce) return false;
  const AttrId reduction = m.attr(reduce, name::kReductionAxes);
  if (!m.attrs.Is(reduction, AttrKind::kAxisRefList)) return false;
  // All users must be all_slices along the same axes, in one block, and `op`
  // must be the first of them.
  for (UseId use : m.Uses(m.result(reduce, 0))) {
    const OpId user = m.use(use).owner;
    if (m.kind(user) != OpKind::kSdyAllSlice ||
        m.attr(user, name::kSlicingAxes) != m.attr(op, name::kSlicingAxes) ||
        (user != op && !ComesBefore(m, op, user))) {
      return false;
    }
  }
  const ShardingId reduced = m.sharding(m.result(reduce, 0));
  const MeshId mesh = r.symbols.FindMesh(m, m.shardings.Get(reduced).mesh);
  if (!mesh) return false;
  const std::optional<ScatterSplit> split =
      SplitScatter(m, m.attrs.As<AxisRefListAttr>(reduction).axes,
                   AxisListsOf(m, op, name::kSlicingAxes));
  if (!split) return false;

  const ValueId old = m.result(op, 0);
  std::vector<NamedAttr> attrs = {
      {name::kReduceScatterAxes, AxesPerDimAttr(m, split->scatter)}};
  if (const AttrId kind = m.attr(reduce, name::kReductionOp)) {
    attrs.push_back({name::kReductionOp, kind});
  }
  const OpId scatter =
      r.CreateBefore(op, OpKind::kSdyReduceScatter, m.operand(reduce, 0),
                     m.type(old), m.attrs.Dict(std::move(attrs), m.names));
  m.SetLoc(scatter, m.loc(reduce));
  ValueId result = m.result(scatter, 0);
  m.SetSharding(
      result, ScatterSharding(r, m.operand(reduce, 0), reduced, m.sharding(old),
                              m.shardings.mesh(mesh), split->scatter));
  if (split->has_slice) {
    const NamedAttr slicing[] = {
        {name::kSlicingAxes, AxesPerDimAttr(m, split->slice)}};
    const OpId slice = r.CreateBefore(op, OpKind::kSdyAllSlice, result,
                                      m.type(old), m.attrs.SortedDict(slicing));
    m.SetSharding(m.result(slice, 0), m.sharding(old));
    result = m.result(slice, 0);
  }
  for (UseId use : m.Uses(m.result(reduce, 0))) {
    r.Replace(m.use(use).owner, result);
  }
  r.Erase(reduce);
  return true;
}

}  // namespace

void AppendCollectivePatterns(std::vector<Pattern>& patterns) {
  const Pattern rows[] = {
      {OpKind::kSdyAllGather, kLabel, &NoAxesPerDim<name::kGatheringAxes>},
      {OpKind::kSdyAllSlice, kLabel, &SliceOfGather},
      {OpKind::kSdyAllSlice, kLabel, &NoAxesPerDim<name::kSlicingAxes>},
      {OpKind::kSdyAllSlice, kLabel, &SliceOfReduce},
      {OpKind::kSdyAllReduce, kLabel, &AllReduceWithoutAxes},
      {OpKind::kSdyAllReduce, kLabel, &ReduceOfReplicated},
      {OpKind::kSdyAllReduce, kLabel, &ReduceOfSharded},
      {OpKind::kSdyAllToAll, kLabel, &UnusedAllToAll},
      {OpKind::kSdyAllToAll, kLabel, &AllToAllOfAllToAll},
      {OpKind::kSdyCollectivePermute, kLabel, &PermuteToSame},
      {OpKind::kSdyReduceScatter, kLabel,
       &NoAxesPerDim<name::kReduceScatterAxes>},
  };
  patterns.insert(patterns.end(), std::begin(rows), std::end(rows));
}

}  // namespace shardflow::internal
