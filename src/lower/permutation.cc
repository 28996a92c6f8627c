#include "lower/permutation.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/dims.h"
#include "lower/permutation_side.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/tensor.h"

namespace shardflow::internal {

// Returns false if the tensor has no sharding, if its shape is unknown, or if
// its mesh has only one device or too many devices.
bool PermutationResolver::Read(ValueId value, Side& side) const {
  side.value = value;
  side.sharding = GetSharding(m_, value);
  if (side.sharding.IsNone() || !m_.types.HasStaticShape(m_.type(value))) {
    return false;
  }
  const ShardingView view = m_.shardings.Get(side.sharding);
  const MeshId mesh = symbols_.FindMesh(m_, view.mesh);
  if (mesh.IsNone() || m_.shardings.mesh(mesh).IsMaximal() ||
      m_.shardings.mesh(mesh).TotalSize() > kMaxTabledDevices) {
    return false;
  }
  side.mesh = mesh;
  const Dims shape = Shape(m_, value);
  side.shape.assign(shape.begin(), shape.end());
  side.shards.clear();
  for (const DimSharding& dim : view.dims) {
    side.shards.push_back(
        ShardedSize(m_.shardings, dim, m_.shardings.mesh(mesh)));
  }
  return side.shards.size() == side.shape.size();
}

bool PermutationResolver::ReadReplicated(ValueId value, const Side& other,
                                         Side& side) {
  if (GetSharding(m_, value) || other.shape.empty() ||
      !m_.types.HasStaticShape(m_.type(value))) {
    return false;
  }
  const Dims shape = Shape(m_, value);
  side.value = value;
  side.mesh = other.mesh;
  side.sharding = m_.shardings.FullyClosed(
      m_.shardings.Get(other.sharding).mesh, shape.size());
  side.shape.assign(shape.begin(), shape.end());
  side.shards.assign(shape.size(), 1);
  return true;
}

std::vector<HaloDim> PermutationResolver::Plan(
    const Side& in, const std::function<HaloSizes(size_t)>& sizes) {
  std::vector<HaloDim> plan;
  for (size_t d = 0; d < in.shards.size(); ++d) {
    if (in.shards[d] <= 1) continue;
    HaloSizes of_dim = sizes(d);
    of_dim.shards = in.shards[d];
    of_dim.in = in.shape[d];
    plan.push_back(PlanHaloDim(d, in.Axes(m_, d), of_dim));
    if (of_dim.in == of_dim.out && of_dim.low == 0 &&
        EmptyShardsStay(halo_.forms())) {
      plan.back().needs_others = false;
    }
  }
  return plan;
}

HaloJob PermutationResolver::Job(const Side& in, ShardingId to,
                                 std::span<const HaloDim> dims,
                                 TypeId result_type) const {
  HaloJob job;
  job.mesh = &m_.shardings.mesh(in.mesh);
  job.from = in.sharding;
  job.to = to;
  job.result_type = result_type;
  job.dims = dims;
  const auto is_manual = [&](const AxisRef& axis) {
    return std::ranges::find(job.manual, axis.name) != job.manual.end();
  };
  const auto add = [&](const AxisRef& axis) {
    if (!is_manual(axis)) job.manual.push_back(axis.name);
  };
  for (const HaloDim& dim : dims) {
    for (const AxisRef& axis : dim.axes) add(axis);
  }
  // In each dimension, manual axes come before others. Other parts of a manual
  // axis may be behind axes that aren't manual yet.
  for (size_t before = 0; before != job.manual.size();) {
    before = job.manual.size();
    for (size_t d = 0; d < in.shards.size(); ++d) {
      const std::vector<AxisRef> axes = in.Axes(m_, d);
      const auto last = std::find_if(axes.rbegin(), axes.rend(), is_manual);
      std::for_each(last, axes.rend(), add);
    }
  }
  // They are listed in the order of the mesh.
  std::ranges::sort(job.manual, {},
                    [&](NameId name) { return job.mesh->AxisIndex(name); });
  return job;
}

std::vector<int64_t> PermutationResolver::Divisible(const Side& side) const {
  std::vector<int64_t> shape = side.shape;
  for (size_t d = 0; d < shape.size(); ++d) {
    shape[d] = RoundUp(shape[d], side.shards[d]);
  }
  return shape;
}

// Returns the shape with padding in the dimensions that are sharded along these
// axes or parts of them. Once the axes are manual, these dimensions must divide
// evenly.
std::vector<int64_t> PermutationResolver::DivisibleAlong(
    const Side& side, std::span<const NameId> axes) const {
  std::vector<int64_t> shape = side.shape;
  const std::vector<int64_t> divisible = Divisible(side);
  for (size_t d = 0; d < shape.size(); ++d) {
    for (const AxisRef& axis : side.Axes(m_, d)) {
      const bool is_named =
          std::find(axes.begin(), axes.end(), axis.name) != axes.end();
      if (is_named) shape[d] = divisible[d];
    }
  }
  return shape;
}

ValueId PermutationResolver::PadEnd(Builder& b, ValueId value, Dims shape,
                                    ShardingId sharding, ValueId scalar) {
  const Dims from = Shape(m_, value);
  if (std::equal(from.begin(), from.end(), shape.begin())) return value;
  if (scalar.IsNone()) {
    scalar = b.Zero(m_.types.Tensor({}, m_.types.element(m_.type(value))));
  }
  const std::vector<int64_t> none(from.size(), 0);
  std::vector<int64_t> high;
  for (size_t d = 0; d < from.size(); ++d) high.push_back(shape[d] - from[d]);
  const ValueId padded = b.Pad(value, scalar, none, high, none);
  m_.SetSharding(padded, sharding);
  return padded;
}

ValueId PermutationResolver::CutEnd(Builder& b, ValueId value, Dims shape,
                                    ShardingId sharding) {
  const Dims from = Shape(m_, value);
  if (std::equal(from.begin(), from.end(), shape.begin())) return value;
  const std::vector<int64_t> starts(shape.size(), 0);
  const std::vector<int64_t> strides(shape.size(), 1);
  const ValueId cut = b.Slice(value, starts, shape, strides);
  m_.SetSharding(cut, sharding);
  return cut;
}

bool PermutationResolver::Exchange(OpId op, const Side& in,
                                   std::span<const HaloDim> dims,
                                   ValueId scalar,
                                   const HaloEmitter::Finish& finish) {
  const ValueId result = m_.result(op, 0);
  Side out;
  if (!Read(result, out)) {
    // A result without a sharding of its own is sharded like the operand.
    out = in;
    const Dims shape = Shape(m_, result);
    out.shape.assign(shape.begin(), shape.end());
  }
  Builder b = Builder::Before(m_, op);
  ValueId operand =
      PadEnd(b, in.value, Divisible(in), in.sharding,
             MovesOf(m_, op) == Moves::kPads ? scalar : ValueId::None());
  if (scalar.IsNone()) {
    scalar = b.Zero(m_.types.Tensor({}, m_.types.element(m_.type(in.value))));
  }
  out.shards = in.shards;
  const TypeId type =
      m_.types.Tensor(Divisible(out), m_.types.element(m_.type(result)));
  ValueId value = halo_.Exchange(b, operand, scalar,
                                 Job(in, in.sharding, dims, type), finish);
  value = CutEnd(b, value, out.shape, in.sharding);
  m_.ReplaceAllUses(result, value);
  m_.Erase(op);
  return true;
}

// --- pad

bool PermutationResolver::ResolvePad(OpId op) {
  Side in;
  if (!Read(m_.operand(op, 0), in)) return true;
  const Dims low = I64Array(m_, op, "edge_padding_low");
  const Dims high = I64Array(m_, op, "edge_padding_high");
  const Dims interior = I64Array(m_, op, "interior_padding");
  const Dims out = Shape(m_, m_.result(op, 0));
  const std::vector<HaloDim> plan = Plan(in, [&](size_t d) {
    return HaloSizes{.out = out[d], .low = low[d], .dilation = interior[d] + 1};
  });
  if (std::none_of(plan.begin(), plan.end(),
                   [](const HaloDim& d) { return d.needs_others; })) {
    return true;
  }
  for (const HaloDim& dim : plan) {
    if (!dim.possible) return false;
  }
  // Dimensions that aren't sharded are padded locally on each device.
  std::vector<int64_t> local_low, local_high, local_interior;
  bool pads = false;
  for (size_t d = 0; d < in.shards.size(); ++d) {
    const bool local = in.shards[d] <= 1;
    local_low.push_back(local ? low[d] : 0);
    local_high.push_back(local ? high[d] : 0);
    local_interior.push_back(local ? interior[d] : 0);
    pads |= local && (low[d] != 0 || high[d] != 0 || interior[d] != 0);
  }
  const HaloJob names = Job(in, in.sharding, plan, TypeId::None());
  const ShardingId inside = WithoutAxes(m_, in.sharding, names.manual);
  return Exchange(op, in, plan, m_.operand(op, 1),
                  [&](Builder& b, ValueId local, ValueId scalar) {
                    if (!pads) return local;
                    const ValueId padded = b.Pad(local, scalar, local_low,
                                                 local_high, local_interior);
                    m_.SetSharding(padded, inside);
                    return padded;
                  });
}

// --- slice

bool PermutationResolver::ResolveSlice(OpId op) {
  Side in;
  if (!Read(m_.operand(op, 0), in)) return true;
  const Dims starts = I64Array(m_, op, "start_indices");
  const Dims limits = I64Array(m_, op, "limit_indices");
  const Dims strides = I64Array(m_, op, "strides");
  const Dims out = Shape(m_, m_.result(op, 0));
  const std::vector<HaloDim> plan = Plan(in, [&](size_t d) {
    return HaloSizes{.out = out[d], .low = -starts[d], .stride = strides[d]};
  });
  bool nothing = true;
  for (const HaloDim& dim : plan) {
    const bool divides = dim.shard_in % dim.sizes.stride == 0 &&
                         dim.sizes.low == 0 && limits[dim.dim] == dim.sizes.in;
    const bool stays =
        dim.sizes.stride == 1
            ? !dim.needs_others && (dim.IsIdentity() || IsLocalDim(op, dim.dim))
            : divides && !dim.needs_others;
    nothing &= stays;
  }
  if (nothing) return true;
  for (const HaloDim& dim : plan) {
    if (!dim.possible) return false;
  }
  std::vector<int64_t> local_starts, local_limits, local_strides;
  bool slices = false;
  for (size_t d = 0; d < in.shards.size(); ++d) {
    const bool local = in.shards[d] <= 1;
    const int64_t size = local ? in.shape[d] : CeilDiv(out[d], in.shards[d]);
    local_starts.push_back(local ? starts[d] : 0);
    local_limits.push_back(local ? limits[d] : size);
    local_strides.push_back(local ? strides[d] : 1);
    slices |= local && (starts[d] != 0 || limits[d] != size || strides[d] != 1);
  }
  const HaloJob names = Job(in, in.sharding, plan, TypeId::None());
  const ShardingId inside = WithoutAxes(m_, in.sharding, names.manual);
  return Exchange(op, in, plan, ValueId::None(),
                  [&](Builder& b, ValueId local, ValueId /*scalar*/) {
                    if (!slices) return local;
                    const ValueId cut = b.Slice(local, local_starts,
                                                local_limits, local_strides);
                    m_.SetSharding(cut, inside);
                    return cut;
                  });
}

bool PermutationResolver::IsLocalDim(OpId op, size_t factor) const {
  Side in;
  if (!Read(m_.operand(op, 0), in) || factor >= in.shards.size()) return false;
  const Dims out = Shape(m_, m_.result(op, 0));
  if (MovesOf(m_, op) == Moves::kSlices) {
    return IsLocalSlice({.start = I64Array(m_, op, "start_indices")[factor],
                         .stride = I64Array(m_, op, "strides")[factor],
                         .in = in.shape[factor],
                         .out = out[factor]},
                        in.shards[factor]);
  }
  if (MovesOf(m_, op) == Moves::kPads) {
    return IsLocalPad({.low = I64Array(m_, op, "edge_padding_low")[factor],
                       .interior = I64Array(m_, op, "interior_padding")[factor],
                       .in = in.shape[factor],
                       .out = out[factor]},
                      in.shards[factor]);
  }
  return false;
}

// --- reverse

NameId PermutationResolver::ReversedMesh(OpId op, const Side& in,
                                         std::span<const AxisRef> axes) {
  const Mesh reversed = WithReversedAxes(m_.shardings.mesh(in.mesh), axes);
  const MeshId wanted = m_.shardings.InternMesh(reversed);
  if (const NameId symbol = SymbolOfMesh(m_, symbols_, wanted)) return symbol;
  const MeshRef ref = m_.shardings.Get(in.sharding).mesh;
  std::string name(ref.IsInlined() ? "mesh" : m_.names.Get(ref.symbol()));
  name += "_reversed";
  const OpId mesh = CreateMesh(m_, m_.names.Intern(name), wanted, m_.loc(op));
  return symbols_.InsertBefore(m_, m_.block(m_.body()).first, mesh);
}

bool PermutationResolver::ResolveReverse(OpId op) {
  Side in;
  if (!Read(m_.operand(op, 0), in)) return true;
  const ValueId result = m_.result(op, 0);
  ShardingId to = GetSharding(m_, result);
  if (to.IsNone()) to = in.sharding;
  std::vector<AxisRef> reversed;
  std::vector<HaloDim> ragged;
  std::vector<int64_t> shifts;
  for (const int64_t dim : I64Array(m_, op, "dimensions")) {
    const auto d = static_cast<size_t>(dim);
    if (in.shards[d] <= 1) continue;
    const std::vector<AxisRef> axes = in.Axes(m_, d);
    reversed.insert(reversed.end(), axes.begin(), axes.end());
    const int64_t rest = in.shape[d] % in.shards[d];
    if (rest == 0) continue;
    HaloDim moved;
    moved.dim = d;
    moved.axes = axes;
    ragged.push_back(std::move(moved));
    shifts.push_back(in.shards[d] - rest);
  }
  if (reversed.empty()) return true;
  ValueId input = in.value;
  if (!ragged.empty()) {
    // Padding is moved to the front, so that reversing puts it at the end.
    HaloJob job = Job(in, in.sharding, ragged, TypeId::None());
    Builder b = Builder::Before(m_, op);
    input = PadEnd(b, input, DivisibleAlong(in, job.manual), in.sharding);
    job.result_type = m_.type(input);
    input = halo_.ShiftRight(b, input, job, shifts);
  }
  // Each device reverses its own shard. The result is treated as being on a
  // mesh with reversed axes, so the reshard back exchanges all shards at once.
  const NameId mesh = ReversedMesh(op, in, reversed);
  m_.SetOperand(m_.operand_use(op, 0), input);
  m_.SetType(result, m_.type(input));
  SetSharding(m_, result,
              WithMesh(m_.shardings, in.sharding, MeshRef::Symbol(mesh)));
  Builder b(m_, m_.op(op).parent, m_.op(op).next, m_.loc(op));
  const ValueId back = b.Value(OpKind::kReshard, {&result, 1}, m_.type(result));
  // Padding is cut off where it is at the end of each shard.
  const ShardingId home = ragged.empty() ? to : in.sharding;
  m_.SetSharding(back, home);
  ValueId made = CutEnd(b, back, in.shape, home);
  if (home != to) {
    made = b.Value(OpKind::kReshard, {&made, 1}, m_.type(made));
    m_.SetSharding(made, to);
  }
  ReplaceUsesExcept(m_, result, made, m_.def(back));
  return true;
}

}  // namespace shardflow::internal
