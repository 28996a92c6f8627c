#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/dims.h"
#include "lower/permutation.h"
#include "lower/permutation_side.h"
#include "lower/window_plan.h"
#include "ops/attr_make.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/sliding.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/tensor.h"

// Handles ops that slide a window along sharded dimensions: devices fetch
// elements from the edges of their neighbours' shards, and slide the window
// over their own and the fetched elements.

namespace shardflow::internal {

// Returns false if there is nothing to exchange or there is no plan.
bool PermutationResolver::PlanWindows(OpId op, const Side& in, const Side& out,
                                      WindowJob& job) {
  job.op = op;
  job.mesh = &m_.shardings.mesh(in.mesh);
  bool fetches = false;
  const std::vector<SlidingDim> contracted = ContractedDims(m_, op);
  for (const SlidingDim& dim : SlidingDims(m_, op)) {
    const int64_t shards = in.shards[dim.in_dim];
    const auto other = std::find_if(
        contracted.begin(), contracted.end(),
        [&](const SlidingDim& c) { return c.in_dim == dim.in_dim; });
    if (other != contracted.end() && out.shards[dim.out_dim] <= 1 &&
        PlanContracted(op, in, *other, job)) {
      continue;
    }
    if (shards <= 1 && out.shards[dim.out_dim] <= 1) continue;
    std::vector<AxisRef> axes = in.Axes(m_, dim.in_dim);
    if (axes != out.Axes(m_, dim.out_dim)) return false;
    const std::optional<WindowPlan> plan =
        PlanWindow({.shards = shards,
                    .in = in.shape[dim.in_dim],
                    .out = out.shape[dim.out_dim],
                    .stride = dim.stride,
                    .reach = dim.reach,
                    .low = dim.low,
                    .dilation = dim.dilation});
    if (!plan) return false;
    // With a stride, the last shard would need a different slice limit if it is
    // padded.
    fetches |= plan->Fetches() || dim.dilation > 1 ||
               (dim.stride > 1 && in.shape[dim.in_dim] % shards != 0);
    job.dims.push_back({dim, *plan, std::move(axes)});
  }
  // Each device can run a pad or slice unchanged if nothing is fetched.
  if (!fetches && MovesOf(m_, op) != Moves::kNothing) return false;
  return NameManualAxes(in, out, job);
}

// Handles a kernel that is sharded like the input. Every device contracts its
// shard of the kernel with the corresponding part of the input.
bool PermutationResolver::PlanContracted(OpId op, const Side& in,
                                         const SlidingDim& dim,
                                         WindowJob& job) {
  Side kernel;
  if (!Read(m_.operand(op, 1), kernel) || kernel.mesh != in.mesh) return false;
  std::vector<AxisRef> axes = in.Axes(m_, dim.in_dim);
  if (axes.empty() || axes != kernel.Axes(m_, dim.out_dim)) return false;
  const std::optional<WindowPlan> plan =
      PlanWindow({.shards = in.shards[dim.in_dim],
                  .in = in.shape[dim.in_dim],
                  .out = kernel.shape[dim.out_dim],
                  .stride = dim.stride,
                  .reach = dim.reach,
                  .low = dim.low,
                  .at_any_cost = true});
  if (!plan) return false;
  job.dims.push_back({dim, *plan, std::move(axes), /*is_contracted=*/true});
  return true;
}

// Collects the manual axes. Returns false if there are none, or if they would
// make a dimension manual along which no window slides.
bool PermutationResolver::NameManualAxes(const Side& in, const Side& out,
                                         WindowJob& job) {
  for (const MeshAxis& axis : job.mesh->axes) {
    for (const Planned& planned : job.dims) {
      const bool uses = std::any_of(
          planned.axes.begin(), planned.axes.end(),
          [&](const AxisRef& ref) { return ref.name == axis.name; });
      if (uses) {
        job.manual.push_back(axis.name);
        break;
      }
    }
  }
  // An axis is manual as a whole, so a dimension that is sharded by another
  // part of it would become manual too.
  const auto is_slid = [&](size_t d, bool of_result) {
    return std::any_of(
        job.dims.begin(), job.dims.end(), [&](const Planned& planned) {
          return of_result ? !planned.is_contracted && d == planned.dim.out_dim
                           : d == planned.dim.in_dim;
        });
  };
  for (const bool of_result : {false, true}) {
    const Side& side = of_result ? out : in;
    for (size_t d = 0; d < side.shape.size(); ++d) {
      if (is_slid(d, of_result)) continue;
      for (const AxisRef& axis : side.Axes(m_, d)) {
        if (job.IsManual(axis)) return false;
      }
    }
  }
  return !job.dims.empty();
}

// Returns the entry of `by_shard` for the shard that the device holds, as a
// tensor<i64>.
ValueId PermutationResolver::ByShard(Builder& b, const Mesh& mesh,
                                     std::span<const AxisRef> axes,
                                     std::span<const int64_t> by_shard) {
  std::vector<int64_t> table;
  for (const int64_t shard : ShardsOfDevices(mesh, axes)) {
    table.push_back(by_shard[static_cast<size_t>(shard)]);
  }
  const ValueId id = b.DeviceId(halo_.by_replica());
  const int64_t one[] = {1};
  return b.Reshape(b.DynamicSlice(b.Table(table), {&id, 1}, one), {});
}

// Cuts `size` elements out of a dimension, beginning at the entry of `by_shard`
// for the shard that the device holds.
ValueId PermutationResolver::CutShard(Builder& b, ValueId value, size_t dim,
                                      std::span<const int64_t> by_shard,
                                      int64_t size, const WindowJob& job,
                                      const Planned& planned,
                                      ShardingId sharding) {
  const Dims from = Shape(m_, value);
  std::vector<int64_t> sizes(from.begin(), from.end());
  const ValueId start = ByShard(b, *job.mesh, planned.axes, by_shard);
  std::vector<ValueId> starts(sizes.size(), b.Scalar(0));
  starts[dim] = start;
  sizes[dim] = size;
  const ValueId cut = b.DynamicSlice(value, starts, sizes);
  m_.SetSharding(cut, sharding);
  return cut;
}

// Returns the elements that the device's windows cover along one dimension.
ValueId PermutationResolver::FetchWindow(Builder& b, ValueId local,
                                         ValueId padding, ShardingId inside,
                                         const WindowJob& job, size_t number,
                                         SharedFetches* shared) {
  const Planned& planned = job.dims[number];
  const WindowPlan& plan = planned.plan;
  const size_t dim = planned.dim.in_dim;
  const auto keep = [&](ValueId made) {
    m_.SetSharding(made, inside);
    return made;
  };
  const auto shape = [&](ValueId value) {
    const std::span<const int64_t> dims = Shape(m_, value);
    return std::vector<int64_t>(dims.begin(), dims.end());
  };
  const auto cut = [&](ValueId value, int64_t begin, int64_t end) {
    std::vector<int64_t> limits = shape(value);
    if (begin == 0 && end == limits[dim]) return value;
    std::vector<int64_t> starts(limits.size(), 0);
    const std::vector<int64_t> strides(limits.size(), 1);
    starts[dim] = begin;
    limits[dim] = end;
    return keep(b.Slice(value, starts, limits, strides));
  };
  const auto cut_at = [&](ValueId value, std::span<const int64_t> by_shard,
                          int64_t size) {
    return CutShard(b, value, dim, by_shard, size, job, planned, inside);
  };
  std::vector<ValueId> parts;
  for (const WindowPart& part : plan.parts) {
    if (part.hop == 0) {
      parts.push_back(cut(local, part.begin, part.end));
      continue;
    }
    Fetch* const known = shared == nullptr
                             ? nullptr
                             : FindFetch(shared->fetches, shared->number, part,
                                         plan.sizes.shards);
    if (known != nullptr && known->made) {
      parts.push_back(known->made);
      continue;
    }
    std::span<const int64_t> receivers = part.receivers;
    if (known != nullptr) receivers = known->receivers;
    if (receivers.empty()) {
      std::vector<int64_t> sizes = shape(local);
      sizes[dim] = part.end - part.begin;
      parts.push_back(keep(b.BroadcastInDim(padding, sizes, {})));
      continue;
    }
    const ValueId piece =
        part.begins.empty() ? cut(local, part.begin, part.end)
                            : cut_at(local, part.begins, part.end - part.begin);
    parts.push_back(
        keep(halo_.Shift(b, piece, *job.mesh, planned.axes, part.hop,
                         known != nullptr && known->goes_round, receivers)));
    if (known != nullptr) known->made = parts.back();
  }
  ValueId seen = parts.size() == 1
                     ? parts[0]
                     : keep(b.Concatenate(parts, static_cast<int64_t>(dim)));
  std::vector<int64_t> low(shape(seen).size(), 0), high = low;
  const std::vector<int64_t> none = low;
  low[dim] = plan.edge_left;
  high[dim] = plan.edge_right;
  if (low != none || high != none) {
    seen = keep(b.Pad(seen, padding, low, high, none));
  }
  if (plan.HasOneStart()) {
    seen = cut(seen, plan.starts[0], plan.starts[0] + plan.count);
  } else {
    seen = cut_at(seen, plan.starts, plan.count);
  }
  if (!plan.sees_end && (!plan.sees_nothing || IsZero(m_, padding))) {
    return seen;
  }
  // Everything that isn't an element of the operand is padding.
  const std::vector<int64_t> sizes = shape(seen);
  const ValueId place =
      b.Places(ByShard(b, *job.mesh, planned.axes, plan.firsts), sizes[dim]);
  const ValueId begin = b.Compare("GE", place, b.Splat(m_.type(place), 0));
  const ValueId end =
      b.Compare("LT", place, b.Splat(m_.type(place), plan.sizes.in));
  const ValueId exists =
      keep(b.RepeatAlong(b.Binary(OpKind::kAnd, begin, end), sizes, dim));
  return keep(
      b.Select(exists, seen, keep(b.BroadcastInDim(padding, sizes, {}))));
}

// Applies a clone of the op, with adjusted padding, to the elements that the
// device has after the fetches.
ValueId PermutationResolver::SlideLocally(Builder& b,
                                          std::span<const ValueId> operands,
                                          const WindowJob& job, TypeId type,
                                          ShardingId sharding) {
  Module::ValueMap map;
  const OpId local = m_.Clone(job.op, map);
  for (size_t i = 0; i < operands.size(); ++i) {
    m_.SetOperand(m_.operand_use(local, static_cast<int>(i)), operands[i]);
  }
  b.Insert(local);
  for (const Planned& planned : job.dims) {
    SetWindowPadding(m_, local, planned.dim, planned.plan.low,
                     planned.plan.high);
  }
  const Dims shape = m_.types.dims(type);
  for (int i = 0; i < m_.result_count(local); ++i) {
    const ValueId result = m_.result(local, i);
    m_.SetType(result,
               m_.types.Tensor(shape, m_.types.element(m_.type(result))));
    m_.SetSharding(result, sharding);
  }
  return m_.result(local, 0);
}

PermutationResolver::Manual PermutationResolver::OpenManual(
    Builder& b, std::span<const ValueId> operands,
    std::span<const TypeId> types, std::span<const ShardingId> shardings,
    std::span<const NameId> axes, TypeId result, ShardingId sharding) {
  return OpenManual(b, operands, types, shardings, axes,
                    std::span<const TypeId>(&result, 1), sharding);
}

PermutationResolver::Manual PermutationResolver::OpenManual(
    Builder& b, std::span<const ValueId> operands,
    std::span<const TypeId> types, std::span<const ShardingId> shardings,
    std::span<const NameId> axes, std::span<const TypeId> results,
    ShardingId sharding) {
  Manual manual;
  manual.op =
      b.Create(OpKind::kManualComputation, operands, results,
               {{name::kManualAxes, m_.attrs.Make(ManualAxesAttr{}, axes)}}, 1);
  for (int i = 0; i < m_.result_count(manual.op); ++i) {
    m_.SetSharding(m_.result(manual.op, i), sharding);
  }
  manual.block = m_.AppendBlock(m_.region(manual.op, 0));
  for (size_t i = 0; i < types.size(); ++i) {
    manual.args.push_back(m_.AddArg(manual.block, types[i]));
    m_.SetSharding(manual.args[i], shardings[i]);
  }
  return manual;
}

void PermutationResolver::CloseManual(Builder& b, Builder& body,
                                      const Manual& manual, ValueId made,
                                      const Side& out) {
  CloseManual(b, body, manual, {&made, 1}, {&out.value, 1}, out);
}

void PermutationResolver::CloseManual(Builder& b, Builder& body,
                                      const Manual& manual,
                                      std::span<const ValueId> made,
                                      std::span<const ValueId> replaced,
                                      const Side& out) {
  body.Create(OpKind::kSdyReturn, made, {});
  for (size_t i = 0; i < replaced.size(); ++i) {
    const ValueId result = m_.result(manual.op, static_cast<int>(i));
    m_.ReplaceAllUses(replaced[i], CutEnd(b, result, out.shape, out.sharding));
  }
}

// Each device that holds some of the updated elements replaces them in its
// shard.
bool PermutationResolver::ResolveUpdate(OpId op) {
  Side in, out;
  const ValueId update = m_.operand(op, 1);
  if (!Read(m_.operand(op, 0), in) || !Read(m_.result(op, 0), out) ||
      in.mesh != out.mesh || !m_.types.HasStaticShape(m_.type(update))) {
    return false;
  }
  const Dims part = Shape(m_, update);
  WindowJob job;
  job.op = op;
  job.mesh = &m_.shardings.mesh(in.mesh);
  for (size_t d = 0; d < in.shape.size(); ++d) {
    if (in.shape[d] == part[d] || (in.shards[d] <= 1 && out.shards[d] <= 1)) {
      continue;
    }
    std::vector<AxisRef> axes = in.Axes(m_, d);
    if (axes != out.Axes(m_, d)) return false;
    job.dims.push_back(
        {{.in_dim = d, .out_dim = d}, WindowPlan(), std::move(axes)});
  }
  if (!NameManualAxes(in, out, job)) return false;
  Builder b = Builder::Before(m_, op);
  const MeshRef ref = m_.shardings.Get(in.sharding).mesh;
  const TypeId element = m_.types.element(m_.type(in.value));
  const TypeId index = m_.types.Tensor({}, m_.types.Integer(64));
  std::vector<int64_t> whole = in.shape, local = in.shape;
  for (const Planned& planned : job.dims) {
    const size_t d = planned.dim.in_dim;
    local[d] = CeilDiv(in.shape[d], in.shards[d]);
    whole[d] = local[d] * in.shards[d];
  }
  // The update must be unsharded along dimensions that it covers only in part,
  // and sharded like the operand along all other dimensions.
  TensorSharding like(
      m_.shardings.Get(WithoutAxes(m_, in.sharding, job.manual)));
  for (size_t d = 0; d < part.size(); ++d) {
    if (in.shape[d] != part[d]) like.dims[d].axes = ShardingStore::kEmptyAxes;
  }
  const ShardingId wanted = m_.shardings.Intern(like);
  ValueId moved = update;
  if (!IsEquivalent(m_.shardings, GetSharding(m_, update), wanted)) {
    moved = b.Value(OpKind::kReshard, {&update, 1}, m_.type(update));
    m_.SetSharding(moved, wanted);
  }
  std::vector<ValueId> operands = {PadEnd(b, in.value, whole, in.sharding),
                                   moved};
  std::vector<TypeId> types = {m_.types.Tensor(local, element),
                               m_.type(update)};
  std::vector<ShardingId> shardings = {in.sharding, wanted};
  for (size_t d = 0; d < in.shape.size(); ++d) {
    // Clamp the start as the op itself does, so that the update fits.
    const ValueId start = b.Convert(m_.operand(op, static_cast<int>(d) + 2),
                                    m_.types.Integer(64));
    const ValueId least = b.Scalar(0);
    const ValueId most = b.Scalar(in.shape[d] - part[d]);
    operands.push_back(b.Clamp(least, start, most));
    types.push_back(index);
    shardings.push_back(m_.shardings.FullyClosed(ref, 0));
  }
  const Manual manual =
      OpenManual(b, operands, types, shardings, job.manual,
                 m_.types.Tensor(whole, element), out.sharding);
  Builder body(m_, manual.block, OpId::None(), m_.loc(op));
  const ValueId made = UpdateLocally(
      body, manual.args, WithoutAxes(m_, in.sharding, job.manual), job);
  CloseManual(b, body, manual, made, out);
  m_.Erase(op);
  return true;
}

// `args` contains the shard, the update, and the start of the update along each
// dimension.
ValueId PermutationResolver::UpdateLocally(Builder& b,
                                           std::span<const ValueId> args,
                                           ShardingId inside,
                                           const WindowJob& job) {
  const auto keep = [&](ValueId made) {
    m_.SetSharding(made, inside);
    return made;
  };
  const Dims shard = Shape(m_, args[0]), part = Shape(m_, args[1]);
  // The size of the block of the shard that may be updated. It is the whole
  // shard along the job's dimensions, and the update's size along the others.
  std::vector<int64_t> size(part.begin(), part.end());
  std::vector<int64_t> margin(part.size(), 0);
  const std::vector<int64_t> none = margin;
  std::vector<ValueId> in_shard(args.begin() + 2, args.end());
  std::vector<ValueId> in_update(part.size(), b.Scalar(0));
  // The start of the update along each of the job's dimensions, relative to the
  // shard.
  std::vector<ValueId> offsets;
  for (const Planned& planned : job.dims) {
    const size_t d = planned.dim.in_dim;
    size[d] = margin[d] = shard[d];
    std::vector<int64_t> begins;
    for (int64_t i = 0; i < TotalSize(planned.axes, *job.mesh); ++i) {
      begins.push_back(i * shard[d]);
    }
    offsets.push_back(b.Binary(OpKind::kSubtract, args[d + 2],
                               ByShard(b, *job.mesh, planned.axes, begins)));
    in_shard[d] = b.Scalar(0);
    in_update[d] =
        b.Binary(OpKind::kSubtract, b.Scalar(shard[d]), offsets.back());
  }
  const ValueId old = keep(b.DynamicSlice(args[0], in_shard, size));
  const ValueId zero =
      b.Zero(m_.types.Tensor({}, m_.types.element(m_.type(args[1]))));
  const ValueId fresh = keep(b.DynamicSlice(
      keep(b.Pad(args[1], zero, margin, margin, none)), in_update, size));
  ValueId covered;
  for (size_t i = 0; i < job.dims.size(); ++i) {
    const size_t d = job.dims[i].dim.in_dim;
    const ValueId place =
        b.Places(b.Binary(OpKind::kSubtract, b.Scalar(0), offsets[i]), size[d]);
    const ValueId after = b.Compare("GE", place, b.Splat(m_.type(place), 0));
    const ValueId before =
        b.Compare("LT", place, b.Splat(m_.type(place), part[d]));
    const ValueId here =
        keep(b.RepeatAlong(b.Binary(OpKind::kAnd, after, before), size, d));
    covered = covered ? keep(b.Binary(OpKind::kAnd, covered, here)) : here;
  }
  std::vector<ValueId> operands = {args[0],
                                   keep(b.Select(covered, fresh, old))};
  operands.insert(operands.end(), in_shard.begin(), in_shard.end());
  return keep(b.Value(OpKind::kDynamicUpdateSlice, operands, m_.type(args[0])));
}

// Makes the kernel an operand of the manual computation. The kernel is sharded
// along the contracted dimensions, and padded with zeros at the end.
void PermutationResolver::CutKernel(Builder& b, ValueId kernel,
                                    const WindowJob& job, ValueId& operand,
                                    TypeId& local, ShardingId& sharding) {
  TensorSharding wanted(m_.shardings.Get(sharding));
  const Dims shape = Shape(m_, kernel);
  std::vector<int64_t> whole(shape.begin(), shape.end()), cut = whole;
  for (const Planned& planned : job.dims) {
    if (!planned.is_contracted) continue;
    const size_t d = planned.dim.out_dim;
    wanted.dims[d].axes = m_.shardings.InternAxes(planned.axes);
    cut[d] = planned.plan.shard_out;
    whole[d] = cut[d] * planned.plan.sizes.shards;
  }
  sharding = m_.shardings.Intern(wanted);
  operand = kernel;
  if (GetSharding(m_, kernel) != sharding) {
    operand = b.Value(OpKind::kReshard, {&operand, 1}, m_.type(kernel));
    m_.SetSharding(operand, sharding);
  }
  operand = PadEnd(b, operand, whole, sharding);
  local = m_.types.Tensor(cut, m_.types.element(m_.type(kernel)));
}

// Reads the first operand and the first result of an op for which Slides() is
// true. Returns false if other results are sharded in another way.
bool PermutationResolver::ReadWindowed(OpId op, Side& in, Side& out) {
  const ValueId result = m_.result(op, 0);
  if (!Read(m_.operand(op, 0), in) ||
      !(Read(result, out) || ReadReplicated(result, in, out)) ||
      in.mesh != out.mesh) {
    return false;
  }
  for (int i = 1; i < m_.result_count(op); ++i) {
    if (!m_.types.HasStaticShape(m_.type(m_.operand(op, i))) ||
        !IsEquivalent(m_.shardings, GetSharding(m_, m_.result(op, i)),
                      out.sharding)) {
      return false;
    }
  }
  return true;
}

bool PermutationResolver::ResolveWindow(OpId op, bool padding_matters) {
  if (UpdatesPart(m_, op)) return ResolveUpdate(op);
  if (!Slides(m_, op)) return ResolveSelectAndScatter(op);
  Side in, out;
  WindowJob job;
  if (!ReadWindowed(op, in, out) || !PlanWindows(op, in, out, job)) {
    return false;
  }
  for (Planned& planned : job.dims) {
    if (!padding_matters) {
      planned.plan.sees_nothing = planned.plan.sees_end = false;
    }
  }
  Builder b = Builder::Before(m_, op);
  std::vector<int64_t> in_shape = in.shape, in_local, out_shape = out.shape,
                       out_local;
  in_local = in_shape;
  out_local = out_shape;
  for (const Planned& planned : job.dims) {
    const WindowPlan& plan = planned.plan;
    in_local[planned.dim.in_dim] = plan.shard_in;
    in_shape[planned.dim.in_dim] = plan.shard_in * plan.sizes.shards;
    if (planned.is_contracted) continue;
    out_local[planned.dim.out_dim] = plan.Windows();
    out_shape[planned.dim.out_dim] = plan.shard_out * plan.sizes.shards;
  }
  const auto element = [&](ValueId value) {
    return m_.types.element(m_.type(value));
  };
  const auto reshard = [&](ValueId& operand, ShardingId to) {
    operand = b.Value(OpKind::kReshard, {&operand, 1}, m_.type(operand));
    m_.SetSharding(operand, to);
  };
  const int windowed = m_.result_count(op);
  std::vector<ValueId> operands, results;
  std::vector<TypeId> types, made_types;
  std::vector<ShardingId> shardings;
  for (int i = 0; i < windowed; ++i) {
    ValueId operand = m_.operand(op, i);
    if (i > 0 && GetSharding(m_, operand) != in.sharding) {
      reshard(operand, in.sharding);
    }
    operands.push_back(PadEnd(b, operand, in_shape, in.sharding));
    types.push_back(m_.types.Tensor(in_local, element(operand)));
    shardings.push_back(in.sharding);
    results.push_back(m_.result(op, i));
    made_types.push_back(m_.types.Tensor(out_shape, element(results.back())));
  }
  const MeshRef ref = m_.shardings.Get(in.sharding).mesh;
  for (int i = windowed; i < m_.operand_count(op); ++i) {
    ValueId operand = m_.operand(op, i);
    const ShardingId own = GetSharding(m_, operand);
    const ShardingId wanted =
        own ? WithoutAxes(m_, own, job.manual)
            : m_.shardings.FullyClosed(ref, Shape(m_, operand).size());
    if (own && own != wanted) reshard(operand, wanted);
    operands.push_back(operand);
    types.push_back(m_.type(operand));
    shardings.push_back(wanted);
  }
  if (std::any_of(job.dims.begin(), job.dims.end(),
                  [](const Planned& p) { return p.is_contracted; })) {
    CutKernel(b, m_.operand(op, 1), job, operands[1], types[1], shardings[1]);
  }
  const Manual manual = OpenManual(b, operands, types, shardings, job.manual,
                                   made_types, out.sharding);
  std::vector<ValueId> args = manual.args;
  Builder body(m_, manual.block, OpId::None(), m_.loc(op));
  const ShardingId inside = WithoutAxes(m_, in.sharding, job.manual);
  for (int i = 0; i < windowed; ++i) {
    ValueId& arg = args[static_cast<size_t>(i)];
    const int padding_operand = PaddingOperand(m_, op, i);
    const ValueId padding = padding_operand > 0
                                ? args[static_cast<size_t>(padding_operand)]
                                : body.Zero(m_.types.Tensor({}, element(arg)));
    for (size_t d = 0; d < job.dims.size(); ++d) {
      arg = FetchWindow(body, arg, padding, inside, job, d);
    }
  }
  const ShardingId of_local = WithoutAxes(m_, out.sharding, job.manual);
  const OpId local = m_.def(
      SlideLocally(body, args, job,
                   m_.types.Tensor(out_local, element(out.value)), of_local));
  std::vector<ValueId> made;
  for (int i = 0; i < windowed; ++i) {
    made.push_back(m_.result(local, i));
    for (const Planned& planned : job.dims) {
      const WindowPlan& plan = planned.plan;
      if (plan.extra == 0) continue;
      made.back() = CutShard(body, made.back(), planned.dim.out_dim, plan.skips,
                             plan.shard_out, job, planned, of_local);
    }
  }
  CloseManual(b, body, manual, made, results, out);
  m_.Erase(op);
  return true;
}

}  // namespace shardflow::internal
