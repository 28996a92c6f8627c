#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/dims.h"
#include "lower/permutation.h"
#include "lower/permutation_side.h"
#include "lower/scatter_plan.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/properties.h"
#include "ops/sliding.h"
#include "sharding/tensor.h"

// Handles select_and_scatter along sharded dimensions: each device handles the
// windows that touch its shard (lower/scatter_plan.h).

namespace shardflow::internal {

// How each device computes its part of a select_and_scatter.
struct PermutationResolver::Scatter {
  WindowJob operand, source;  // what to fetch, dimension by dimension
  std::vector<ScatterPlan> plans;
  // Whether each window lies within one shard, so that devices can run the op
  // unchanged.
  bool is_local = true;
};

// Returns false if some dimension can't be planned.
bool PermutationResolver::PlanScatters(OpId op, const Side& in, const Side& out,
                                       Scatter& scatter) {
  const Dims windows = Shape(m_, m_.operand(op, 1));
  scatter.operand.op = scatter.source.op = op;
  scatter.operand.mesh = scatter.source.mesh = &m_.shardings.mesh(in.mesh);
  for (const SlidingDim& dim : SlidingDims(m_, op)) {
    const size_t d = dim.in_dim;
    if (in.shards[d] <= 1 && out.shards[d] <= 1) continue;
    std::vector<AxisRef> axes = in.Axes(m_, d);
    // Along a padded dimension, devices would need different amounts of
    // padding.
    if (axes != out.Axes(m_, d) || dim.low != 0 || windows[d] < 1 ||
        (windows[d] - 1) * dim.stride + dim.reach > in.shape[d]) {
      return false;
    }
    std::optional<ScatterPlan> plan = PlanScatter({.shards = in.shards[d],
                                                   .in = in.shape[d],
                                                   .windows = windows[d],
                                                   .stride = dim.stride,
                                                   .reach = dim.reach});
    if (!plan) return false;
    scatter.is_local &= dim.reach <= dim.stride &&
                        in.shape[d] % (in.shards[d] * dim.stride) == 0 &&
                        windows[d] * dim.stride == in.shape[d];
    scatter.operand.dims.push_back({dim, plan->operand, axes});
    scatter.source.dims.push_back({dim, plan->source, std::move(axes)});
    scatter.plans.push_back(*std::move(plan));
  }
  if (!NameManualAxes(in, out, scatter.operand)) return false;
  scatter.source.manual = scatter.operand.manual;
  return true;
}

bool PermutationResolver::ResolveSelectAndScatter(OpId op) {
  Side in, out;
  Scatter scatter;
  if (!Read(m_.operand(op, 0), in) || !Read(m_.result(op, 0), out) ||
      in.mesh != out.mesh || !PlanScatters(op, in, out, scatter)) {
    return false;
  }
  // A window that doesn't exist needs a source element that changes nothing. If
  // the elements are added up, that is a zero.
  if (!scatter.is_local && !AddsScattered(m_, op)) return false;
  const WindowJob& job = scatter.operand;
  const ValueId source = m_.operand(op, 1), initial = m_.operand(op, 2);
  const MeshRef ref = m_.shardings.Get(in.sharding).mesh;
  const auto closed = [&](ValueId value) {
    const ShardingId own = GetSharding(m_, value);
    return own ? WithoutAxes(m_, own, job.manual)
               : m_.shardings.FullyClosed(ref, Shape(m_, value).size());
  };
  TensorSharding of_source(m_.shardings.Get(closed(source)));
  const Dims windows = Shape(m_, source);
  std::vector<int64_t> local = in.shape, whole = in.shape;
  std::vector<int64_t> source_local(windows.begin(), windows.end());
  std::vector<int64_t> source_whole = source_local;
  for (size_t i = 0; i < job.dims.size(); ++i) {
    const size_t d = job.dims[i].dim.in_dim;
    of_source.dims[d].axes = m_.shardings.InternAxes(job.dims[i].axes);
    local[d] = scatter.plans[i].shard;
    whole[d] = local[d] * in.shards[d];
    source_local[d] = scatter.plans[i].source_shard;
    source_whole[d] = source_local[d] * in.shards[d];
  }
  const ShardingId shardings[] = {in.sharding, m_.shardings.Intern(of_source),
                                  closed(initial)};
  const TypeId element = m_.types.element(m_.type(in.value));
  const TypeId types[] = {m_.types.Tensor(local, element),
                          m_.types.Tensor(source_local, element),
                          m_.type(initial)};
  Builder b = Builder::Before(m_, op);
  const ValueId moved =
      b.Value(OpKind::kReshard, {&source, 1}, m_.type(source));
  m_.SetSharding(moved, shardings[1]);
  const ValueId operands[] = {PadEnd(b, in.value, whole, in.sharding),
                              PadEnd(b, moved, source_whole, shardings[1]),
                              initial};
  const Manual manual =
      OpenManual(b, operands, types, shardings, job.manual,
                 m_.types.Tensor(whole, element), out.sharding);
  Builder body(m_, manual.block, OpId::None(), m_.loc(op));
  const ShardingId of_local = WithoutAxes(m_, out.sharding, job.manual);
  const ValueId made =
      ScatterLocally(body, manual.args, shardings, scatter, of_local);
  CloseManual(b, body, manual, made, out);
  m_.Erase(op);
  return true;
}

// `args` contains the shards of operand and source, and the initial value.
// `shardings` contains the shardings of operand and source outside the manual
// computation.
ValueId PermutationResolver::ScatterLocally(
    Builder& b, std::span<const ValueId> args,
    std::span<const ShardingId> shardings, const Scatter& scatter,
    ShardingId sharding) {
  const WindowJob& job = scatter.operand;
  WindowJob as_it_is = job;  // the op keeps its padding
  as_it_is.dims.clear();
  if (scatter.is_local) {
    return SlideLocally(b, args, as_it_is, m_.type(args[0]), sharding);
  }
  const TypeId element = m_.types.element(m_.type(args[0]));
  const ValueId zero = b.Zero(m_.types.Tensor({}, element));
  std::vector<ValueId> operands(args.begin(), args.end());
  for (size_t i = 0; i < job.dims.size(); ++i) {
    operands[0] =
        FetchWindow(b, operands[0], zero,
                    WithoutAxes(m_, shardings[0], job.manual), job, i);
    operands[1] = FetchWindow(b, operands[1], zero,
                              WithoutAxes(m_, shardings[1], job.manual),
                              scatter.source, i);
  }
  ValueId made =
      SlideLocally(b, operands, as_it_is, m_.type(operands[0]), sharding);
  const auto keep = [&](ValueId value) {
    m_.SetSharding(value, sharding);
    return value;
  };
  std::vector<int64_t> low(Shape(m_, made).size(), 0), high = low;
  const std::vector<int64_t> none = low;
  for (size_t i = 0; i < job.dims.size(); ++i) {
    low[job.dims[i].dim.in_dim] = scatter.plans[i].edge_left;
    high[job.dims[i].dim.in_dim] = scatter.plans[i].edge_right;
  }
  if (low != none || high != none) {
    made = keep(b.Pad(made, args[2], low, high, none));
  }
  for (size_t i = 0; i < job.dims.size(); ++i) {
    const ScatterPlan& plan = scatter.plans[i];
    made = CutShard(b, made, job.dims[i].dim.in_dim, plan.starts, plan.shard,
                    job, job.dims[i], sharding);
  }
  return made;
}

}  // namespace shardflow::internal
