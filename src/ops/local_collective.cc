#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "base/dims.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/edit.h"
#include "ops/local.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/reduction.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/tensor.h"

// Converts sdy's collectives, which have global shapes, to StableHLO's, which
// have local ones.

namespace shardflow::internal {
namespace {

std::vector<AxisRef> Concatenated(const Module& m,
                                  std::span<const AxisListId> lists) {
  std::vector<AxisRef> all;
  for (const AxisListId list : lists) {
    const std::span<const AxisRef> axes = m.shardings.axes(list);
    all.insert(all.end(), axes.begin(), axes.end());
  }
  return all;
}

// A collective being converted: the op, its mesh, and a builder.
struct Collective {
  LocalContext& c;
  OpId op;
  MeshRef ref;
  const Mesh& mesh;
  Builder b;

  Collective(LocalContext& context, OpId at)
      : c(context),
        op(at),
        ref(*c.MeshRefOf(c.m.result(op, 0))),
        mesh(*c.MeshOf(c.m.result(op, 0))),
        b(c.Before(op)) {}

  ValueId input() const { return c.m.operand(op, 0); }
  DimList InputDims() const { return Copy(c.LocalShape(input())); }
  DimList ResultDims() const { return Copy(c.LocalShape(c.m.result(op, 0))); }
  int64_t Size(std::span<const AxisRef> axes) const {
    return TotalSize(axes, mesh);
  }
  TypeId Type(std::span<const int64_t> dims) const {
    return c.m.types.Tensor(dims, c.m.types.element(c.m.type(input())));
  }
  NamedAttr Attr(const char* name, int64_t value) {
    return {c.m.names.Intern(name), MakeInt(c.m, value)};
  }
  NamedAttr GlobalIds() {
    return {c.m.names.Intern("use_global_device_ids"), c.m.attrs.Unit()};
  }

  ValueId AllGather(ValueId value, std::span<const int64_t> dims, int64_t dim,
                    std::span<const AxisRef> axes) {
    return b.Value(OpKind::kAllGather, {&value, 1}, Type(dims),
                   {Attr("all_gather_dim", dim), c.NextChannel(),
                    c.Groups(mesh, ref, axes), GlobalIds()});
  }
  ValueId AllToAll(ValueId value, std::span<const int64_t> dims, int64_t split,
                   int64_t concat, std::span<const AxisRef> axes) {
    std::vector<NamedAttr> attrs = {
        Attr("split_dimension", split), Attr("concat_dimension", concat),
        Attr("split_count", Size(axes)), c.Groups(mesh, ref, axes)};
    c.AddExchangeChannel(attrs);
    return b.Value(OpKind::kAllToAll, {&value, 1}, Type(dims),
                   std::move(attrs));
  }
  ValueId AllReduce(ValueId value, std::span<const AxisRef> axes) {
    const TypeId type = c.m.type(value);
    const OpId reduce =
        b.Create(OpKind::kAllReduce, {&value, 1}, {&type, 1},
                 {c.NextChannel(), c.Groups(mesh, ref, axes), GlobalIds()}, 1);
    FillReduction(reduce);
    return c.m.result(reduce, 0);
  }
  ValueId ReduceScatter(ValueId value, std::span<const int64_t> dims,
                        int64_t dim, std::span<const AxisRef> axes) {
    const TypeId type = Type(dims);
    const OpId reduce =
        b.Create(OpKind::kReduceScatter, {&value, 1}, {&type, 1},
                 {Attr("scatter_dimension", dim), c.NextChannel(),
                  c.Groups(mesh, ref, axes), GlobalIds()},
                 1);
    FillReduction(reduce);
    return c.m.result(reduce, 0);
  }

 private:
  // Fills in the body of `reduce` with the reduction of the sdy op.
  void FillReduction(OpId reduce) {
    internal::FillReduction(c.m, reduce, Combiner(), Type({}));
  }
  OpKind Combiner() const {
    switch (ReductionOf(c.m, op)) {
      case ReductionKind::kMax:
        return OpKind::kMaximum;
      case ReductionKind::kMin:
        return OpKind::kMinimum;
      case ReductionKind::kProduct:
        return OpKind::kMultiply;
      case ReductionKind::kSum:
        break;
    }
    return OpKind::kAdd;
  }
};

// A dimension that a collective gathers or scatters. Lists of MovedDim are
// sorted by dimension.
struct MovedDim {
  size_t dim;
  int64_t factor;  // number of shards
};
std::vector<MovedDim> MovedDims(const Collective& x,
                                std::span<const AxisListId> lists) {
  std::vector<MovedDim> moved;
  for (size_t d = 0; d < lists.size(); ++d) {
    const std::span<const AxisRef> axes = x.c.AxesOf(lists[d]);
    if (!axes.empty()) moved.push_back({d, x.Size(axes)});
  }
  return moved;
}

bool IsMoved(std::span<const MovedDim> moved, size_t dim) {
  return std::any_of(moved.begin(), moved.end(),
                     [&](const MovedDim& m) { return m.dim == dim; });
}

// --- all_gather

ValueId GatherPerDim(Collective& x, std::span<const AxisListId> lists) {
  ValueId value = x.input();
  DimList dims = x.InputDims();
  for (size_t d = lists.size(); d-- > 0;) {
    const std::span<const AxisRef> axes = x.c.AxesOf(lists[d]);
    if (axes.empty()) continue;
    if (dims[d] != kDynamicDim) dims[d] *= x.Size(axes);
    value = x.AllGather(value, dims, static_cast<int64_t>(d), axes);
  }
  return value;
}

// Gathers all dimensions at once, along a new first dimension. That dimension
// is then split into a factor for each gathered dimension, and each factor is
// moved in front of its dimension and merged with it.
ValueId GatherTogether(Collective& x, std::span<const AxisListId> lists) {
  const std::vector<MovedDim> moved = MovedDims(x, lists);
  const DimList local = x.InputDims();
  DimList stacked = {1};
  stacked.insert(stacked.end(), local.begin(), local.end());
  const ValueId unit = x.b.Reshape(x.input(), stacked);
  const std::vector<AxisRef> axes = Concatenated(x.c.m, lists);
  stacked[0] = x.Size(axes);
  const ValueId gathered = x.AllGather(unit, stacked, 0, axes);

  DimList split, permutation, merged = local;
  for (const MovedDim& m : moved) split.push_back(m.factor);
  split.insert(split.end(), local.begin(), local.end());
  int64_t next_factor = 0;
  for (size_t d = 0; d < local.size(); ++d) {
    if (IsMoved(moved, d)) permutation.push_back(next_factor++);
    permutation.push_back(static_cast<int64_t>(d + moved.size()));
  }
  for (const MovedDim& m : moved) merged[m.dim] *= m.factor;
  return x.b.Reshape(x.b.Transpose(x.b.Reshape(gathered, split), permutation),
                     merged);
}

// --- all_to_all

struct Param {
  std::span<const AxisRef> axes;
  size_t source, target;
  int64_t factor;
};

std::vector<Param> ParamsByTarget(const Collective& x) {
  const AttrId attr = x.c.m.attr(x.op, name::kParams);
  std::vector<Param> params;
  for (const auto& param : x.c.m.attrs.As<AllToAllParamListAttr>(attr).params) {
    const std::span<const AxisRef> axes = x.c.AxesOf(param.axes);
    params.push_back({axes, static_cast<size_t>(param.source),
                      static_cast<size_t>(param.target), x.Size(axes)});
  }
  std::stable_sort(
      params.begin(), params.end(),
      [](const Param& a, const Param& b) { return a.target < b.target; });
  return params;
}

// Exchanges all dimensions at once. First, each target dimension is split, and
// the factors split off are moved into one new first dimension. Then the
// devices exchange data along this dimension. Finally, each factor is moved to
// its source dimension.
ValueId ExchangeTogether(Collective& x, std::span<const Param> params) {
  const DimList local = x.InputDims();
  const auto count = static_cast<int64_t>(params.size());
  DimList split, to_front, rest;
  std::vector<AxisRef> axes;
  size_t next = 0;
  for (size_t d = 0; d < local.size(); ++d) {
    if (next < params.size() && params[next].target == d) {
      to_front.push_back(static_cast<int64_t>(split.size()));
      split.push_back(params[next].factor);
      split.push_back(local[d] / params[next].factor);
      axes.insert(axes.end(), params[next].axes.begin(),
                  params[next].axes.end());
      ++next;
    } else {
      split.push_back(local[d]);
    }
    rest.push_back(static_cast<int64_t>(split.size()) - 1);
  }
  to_front.insert(to_front.end(), rest.begin(), rest.end());
  const ValueId factors =
      x.b.Transpose(x.b.Reshape(x.input(), split), to_front);
  const DimList factor_dims = Copy(x.c.LocalShape(factors));
  DimList flat = {x.Size(axes)};
  flat.insert(flat.end(), factor_dims.begin() + count, factor_dims.end());
  const ValueId sent = x.AllToAll(x.b.Reshape(factors, flat), flat, 0, 0, axes);

  DimList back, merged;
  for (size_t d = 0; d < local.size(); ++d) {
    int64_t size = factor_dims[d + params.size()];
    for (size_t i = 0; i < params.size(); ++i) {
      if (params[i].source != d) continue;
      back.push_back(static_cast<int64_t>(i));
      size *= params[i].factor;
    }
    back.push_back(static_cast<int64_t>(d) + count);
    merged.push_back(size);
  }
  return x.b.Reshape(x.b.Transpose(x.b.Reshape(sent, factor_dims), back),
                     merged);
}

// --- reduce_scatter

// Scatters all dimensions at once; the reverse of GatherTogether.
ValueId ScatterTogether(Collective& x, std::span<const AxisListId> lists) {
  const std::vector<MovedDim> moved = MovedDims(x, lists);
  const DimList from = x.InputDims(), to = x.ResultDims();
  DimList split, permutation, rest;
  for (size_t d = 0; d < from.size(); ++d) {
    if (IsMoved(moved, d)) {
      permutation.push_back(static_cast<int64_t>(split.size()));
      split.push_back(from[d] / to[d]);
    }
    rest.push_back(static_cast<int64_t>(split.size()));
    split.push_back(to[d]);
  }
  permutation.insert(permutation.end(), rest.begin(), rest.end());
  const std::vector<AxisRef> axes = Concatenated(x.c.m, lists);
  DimList flat = {x.Size(axes)};
  flat.insert(flat.end(), to.begin(), to.end());
  const ValueId parts = x.b.Reshape(
      x.b.Transpose(x.b.Reshape(x.input(), split), permutation), flat);
  flat[0] = 1;
  return x.b.Reshape(x.ReduceScatter(parts, flat, 0, axes), to);
}

// Whether all sizes are known. If not, reports an error, because a dimension of
// unknown size can't be reshaped and might not be divisible.
bool IsStatic(LocalContext& c, OpId op) {
  for (const int64_t size : c.LocalShape(c.m.operand(op, 0))) {
    if (size == kDynamicDim) return c.Fail(op, "dynamic shape not supported");
  }
  return true;
}

}  // namespace

std::vector<AxisRef> ReducedAxes(const Module& m, OpId op) {
  if (m.kind(op) == OpKind::kSdyReduceScatter) {
    return Concatenated(m, AxisListsOf(m, op, name::kReduceScatterAxes));
  }
  const AttrId attr = m.attr(op, name::kReductionAxes);
  if (!attr) return {};
  const AxisListId lists[] = {m.attrs.As<AxisRefListAttr>(attr).axes};
  return Concatenated(m, lists);
}

ReductionKind ReductionOf(const Module& m, OpId op) {
  const AttrId attr = m.attr(op, name::kReductionOp);
  return attr ? static_cast<ReductionKind>(m.attrs.IntegerValue(attr))
              : ReductionKind::kSum;
}

bool LocalAllGather(LocalContext& c, OpId op) {
  Collective x(c, op);
  const std::vector<AxisListId> lists =
      AxisListsOf(c.m, op, name::kGatheringAxes);
  const size_t dims = MovedDims(x, lists).size();
  if (c.options.per_dim_all_gather || dims <= 1) {
    c.Replace(op, GatherPerDim(x, lists));
    return true;
  }
  if (!IsStatic(c, op)) return false;
  c.Replace(op, GatherTogether(x, lists));
  return true;
}

bool LocalAllSlice(LocalContext& c, OpId op) {
  Collective x(c, op);
  const std::vector<AxisListId> lists =
      AxisListsOf(c.m, op, name::kSlicingAxes);
  c.Replace(op, c.SliceShard(x.b, x.input(), x.mesh, lists, x.ResultDims()));
  return true;
}

bool LocalAllToAll(LocalContext& c, OpId op) {
  Collective x(c, op);
  if (!IsStatic(c, op)) return false;
  const std::vector<Param> params = ParamsByTarget(x);
  DimList dims = x.InputDims();
  for (const Param& param : params) {
    if (dims[param.target] % param.factor != 0) {
      return c.Fail(op, "dimension not divisible by num devices per group");
    }
  }
  if (params.size() > 1) {
    c.Replace(op, ExchangeTogether(x, params));
    return true;
  }
  const Param& only = params.front();
  dims[only.source] *= only.factor;
  dims[only.target] /= only.factor;
  c.Replace(op, x.AllToAll(x.input(), dims, static_cast<int64_t>(only.target),
                           static_cast<int64_t>(only.source), only.axes));
  return true;
}

namespace {

// Inserts a copy of the all_reduce `model`, with its own channel, before the
// equal `op`, and returns the copy's result. (Building the all_reduce anew
// would take twice as long, and programs contain thousands of them.)
ValueId AllReduceLike(LocalContext& c, OpId model, OpId op) {
  Module& m = c.m;
  const ValueId input = m.operand(op, 0);
  const TypeId type = m.type(input);
  const NamedAttr channel = c.NextChannel();
  const auto create = [&](OpId like, std::span<const ValueId> operands,
                          std::span<const TypeId> types, AttrId dict) {
    return m.CreateOp({.kind = m.kind(like),
                       .name = m.name(like),
                       .operands = operands,
                       .result_types = types,
                       .attrs = dict,
                       .region_count = m.region_count(like),
                       .loc = m.loc(op)});
  };
  const AttrId attrs =
      m.attrs.DictSet(m.attr_dict(model), channel.name, channel.value, m.names);
  const OpId made = create(model, {&input, 1}, {&type, 1}, attrs);
  m.InsertBefore(op, made);
  const BlockId from = m.first_block(m.region(model, 0));
  const OpId combiner = m.block(from).first, end = m.terminator(from);
  const TypeId scalar = m.type(m.result(combiner, 0));
  const BlockId body = m.AppendBlock(m.region(made, 0));
  const ValueId args[] = {m.AddArg(body, scalar), m.AddArg(body, scalar)};
  const OpId combined =
      create(combiner, args, {&scalar, 1}, m.attr_dict(combiner));
  m.Append(body, combined);
  const ValueId both = m.result(combined, 0);
  m.Append(body, create(end, {&both, 1}, {}, m.attr_dict(end)));
  return m.result(made, 0);
}

}  // namespace

bool LocalAllReduce(LocalContext& c, OpId op) {
  OpId& known = c.AllReduceLike(op);
  if (known && !c.m.IsErased(known)) {
    c.Replace(op, AllReduceLike(c, known, op));
    return true;
  }
  Collective x(c, op);
  const ValueId sum = x.AllReduce(x.input(), ReducedAxes(c.m, op));
  known = c.m.def(sum);
  c.Replace(op, sum);
  return true;
}

bool LocalReduceScatter(LocalContext& c, OpId op) {
  Collective x(c, op);
  const std::vector<AxisListId> lists =
      AxisListsOf(c.m, op, name::kReduceScatterAxes);
  const std::vector<MovedDim> moved = MovedDims(x, lists);
  if (moved.size() == 1) {
    const size_t dim = moved[0].dim;
    c.Replace(op,
              x.ReduceScatter(x.input(), x.ResultDims(),
                              static_cast<int64_t>(dim), c.AxesOf(lists[dim])));
    return true;
  }
  if (c.options.combine_reduce_scatter && !moved.empty()) {
    if (!IsStatic(c, op)) return false;
    c.Replace(op, ScatterTogether(x, lists));
    return true;
  }
  const ValueId sum = x.AllReduce(x.input(), ReducedAxes(c.m, op));
  c.Replace(op, c.SliceShard(x.b, sum, x.mesh, lists, x.ResultDims()));
  return true;
}

namespace {

// Returns the axes of all dimensions, one after the other.
std::vector<AxisRef> AllAxes(const Module& m, ShardingId sharding) {
  std::vector<AxisRef> axes;
  for (const DimSharding& dim : m.shardings.Get(sharding).dims) {
    const std::span<const AxisRef> of_dim = m.shardings.axes(dim.axes);
    axes.insert(axes.end(), of_dim.begin(), of_dim.end());
  }
  return axes;
}

// Returns all axes of the mesh, split wherever one of the lists splits them.
// Pieces of `first` come first.
std::vector<AxisRef> Pieces(const Mesh& mesh, std::span<const AxisRef> first,
                            std::span<const AxisRef> other) {
  std::vector<AxisRef> used(first.begin(), first.end()), axes;
  used.insert(used.end(), other.begin(), other.end());
  const std::vector<AxisRef> pieces = SplitMeshAxes(mesh, used);
  const auto add = [&](const AxisRef& piece) {
    if (std::find(axes.begin(), axes.end(), piece) == axes.end()) {
      axes.push_back(piece);
    }
  };
  for (const AxisRef& axis : first) {
    for (const AxisRef& piece : pieces) {
      if (Contains(axis, piece)) add(piece);
    }
  }
  for (const AxisRef& piece : pieces) add(piece);
  return axes;
}

}  // namespace

bool LocalCollectivePermute(LocalContext& c, OpId op) {
  Module& m = c.m;
  Collective x(c, op);
  const ValueId input = x.input();
  const ShardingId sharding = c.Sharding(input);
  if (sharding.IsNone()) return c.Fail(op, "has an operand without a sharding");
  const Mesh& mesh = *c.MeshOf(input);
  const std::vector<AxisRef> from = AllAxes(m, sharding);
  const std::vector<AxisRef> to = AllAxes(m, c.Sharding(m.result(op, 0)));
  // On "a"=6, "a":(1)2 and "a":(3)2 can't be cut into common pieces.
  bool match = mesh.axes != x.mesh.axes;
  for (const AxisRef& a : from) {
    for (const AxisRef& b : to) match |= a.name == b.name && !CanCoexist(a, b);
  }
  const std::vector<int64_t> pairs =
      match ? MatchingPairs(mesh, from, x.mesh, to)
            : PermutationPairs(mesh, Pieces(mesh, from, to), x.mesh,
                               Pieces(x.mesh, to, from));
  bool moves = !match;
  for (size_t i = 0; i < pairs.size(); i += 2)
    moves |= pairs[i] != pairs[i + 1];
  if (!moves) {
    c.Replace(op, input);
    return true;
  }
  const int64_t dims[] = {static_cast<int64_t>(pairs.size() / 2), 2};
  std::vector<NamedAttr> attrs = {
      {m.names.Intern("source_target_pairs"), MakeDenseI64(m, dims, pairs)}};
  c.AddExchangeChannel(attrs);
  c.Replace(op, x.b.Value(OpKind::kCollectivePermute, {&input, 1},
                          m.type(input), std::move(attrs)));
  return true;
}

}  // namespace shardflow::internal
