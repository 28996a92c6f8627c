#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <vector>

#include "base/dims.h"
#include "lower/permutation.h"
#include "lower/permutation_side.h"
#include "lower/window_plan.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/known_values.h"
#include "ops/loop_invariants.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/reduction.h"
#include "ops/shard_local.h"
#include "ops/sliding.h"
#include "ops/work.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

// Handles slices and dynamic_slices that give all devices a few rows of a
// sharded dimension. Each device cuts out the rows that it holds, and fills in
// neutral elements for the other rows. Then the parts of all devices are
// combined.

namespace shardflow::internal {
namespace {

// The maximum number of values to visit to find out where a value comes from.
constexpr size_t kMaxSources = 64;

// Returns the op that combines the devices' parts, or nullopt if no op combines
// them exactly.
std::optional<OpKind> CombinedBy(const TypeStore& types, TypeId element) {
  if (types.IsInteger(element, 1)) return OpKind::kOr;
  switch (types.kind(element)) {
    case TypeKind::kInteger:
      return OpKind::kAdd;
    case TypeKind::kFloat:  // smaller floats may lack -0
      if (ElementBytes(types, element) >= 2) return OpKind::kAdd;
      break;
    default:
      break;
  }
  return std::nullopt;
}

// Returns the neutral element of the op that CombinedBy returns, as a scalar.
ValueId NeutralScalar(Builder& b, TypeStore& types, TypeId element) {
  const TypeId scalar = types.Tensor({}, element);
  if (types.kind(element) != TypeKind::kFloat) return b.Zero(scalar);
  // -0 + x is x, for all x.
  const int64_t bits = 8 * ElementBytes(types, element);
  return b.Splat(scalar, static_cast<int64_t>(uint64_t{1} << (bits - 1)));
}

}  // namespace

// The part that is taken from one sharded dimension.
struct PermutationResolver::Taken {
  size_t dim = 0;
  // The start of the part along each dimension, if known.
  std::vector<std::optional<int64_t>> starts;
};

bool PermutationResolver::ReadStarts(OpId op, Taken& taken) const {
  const Dims sizes = Shape(m_, m_.result(op, 0));
  const Dims shape = Shape(m_, m_.operand(op, 0));
  if (MovesOf(m_, op) == Moves::kSlices) {
    const Dims starts = I64Array(m_, op, "start_indices");
    taken.starts.assign(starts.begin(), starts.end());
    return true;
  }
  const TypeId too_wide = m_.types.Integer(64, Signedness::kUnsigned);
  for (size_t d = 0; d < sizes.size(); ++d) {
    const ValueId index = m_.operand(op, static_cast<int>(d) + 1);
    if (m_.types.element(m_.type(index)) == too_wide) return false;
    std::optional<int64_t> start = SplatInt(m_, index);
    if (start) start = std::clamp<int64_t>(*start, 0, shape[d] - sizes[d]);
    if (shape[d] == sizes[d]) start = 0;
    taken.starts.push_back(start);
  }
  return true;
}

// Whether sharding the value along the axes gains nothing, because the values
// from which it is ultimately computed aren't sharded along them.
bool PermutationResolver::IsCutInVain(ValueId value,
                                      std::span<const AxisRef> axes) const {
  std::vector<ValueId> open = {value};
  std::unordered_set<ValueId> seen;
  while (!open.empty()) {
    const ValueId next = open.back();
    open.pop_back();
    if (!seen.insert(next).second) continue;
    const ShardingId sharding = GetSharding(m_, next);
    if (sharding.IsNone()) continue;
    bool is_cut = false;
    for (const DimSharding& dim : m_.shardings.Get(sharding).dims) {
      is_cut |= AnyOverlap(m_.shardings.axes(dim.axes), axes);
    }
    if (!is_cut) continue;
    const OpId def = m_.def(next);
    if (!def || m_.region_count(def) > 0 || seen.size() > kMaxSources) {
      return false;
    }
    for (int i = 0; i < m_.operand_count(def); ++i) {
      open.push_back(m_.operand(def, i));
    }
  }
  return true;
}

// Replaces a dynamic_slice that begins at a known position with a slice. For a
// slice, it is known which devices hold its elements. If possible, the result
// stays sharded along the dimension until it is gathered, as in the propagation
// of slices.
OpId PermutationResolver::AsSlice(OpId op, const Side& in, const Side& out,
                                  const Taken& taken) {
  const ValueId result = m_.result(op, 0);
  std::vector<int64_t> starts, limits;
  for (size_t d = 0; d < taken.starts.size(); ++d) {
    starts.push_back(*taken.starts[d]);
    limits.push_back(starts[d] + out.shape[d]);
  }
  const std::vector<int64_t> strides(starts.size(), 1);
  Builder b = Builder::Before(m_, op);
  ValueId made = b.Slice(m_.operand(op, 0), starts, limits, strides);
  const OpId slice = m_.def(made);
  const std::vector<AxisRef> axes = in.Axes(m_, taken.dim);
  bool is_free = out.shards[taken.dim] <= 1;
  TensorSharding sharded(m_.shardings.Get(out.sharding));
  for (const DimSharding& dim : sharded.dims) {
    is_free &= !AnyOverlap(m_.shardings.axes(dim.axes), axes);
  }
  if (is_free) {
    sharded.dims[taken.dim] = in.DimOf(m_, taken.dim);
    m_.SetSharding(made, m_.shardings.Intern(sharded));
    made = b.Value(OpKind::kReshard, {&made, 1}, m_.type(made));
  }
  m_.SetSharding(made, out.sharding);
  m_.ReplaceAllUses(result, made);
  m_.Erase(op);
  return slice;
}

// Whether gathering the operand once, before the loops that don't change it,
// sends fewer bytes than taking a part of it in each iteration.
bool PermutationResolver::IsGatheredOnce(OpId op, const Side& in,
                                         const Side& out,
                                         const Taken& taken) const {
  const Invariant invariant = FindInvariant(m_, op, in.value);
  if (!invariant.loop ||
      GetSharding(m_, invariant.value) != GetSharding(m_, in.value)) {
    return false;
  }
  // On n devices, an all_reduce sends 2 (n - 1) / n of the part, and a gather
  // sends (n - 1) / n of the operand.
  return invariant.trips * 2 * static_cast<double>(out.shape[taken.dim]) >
         static_cast<double>(in.shape[taken.dim]);
}

bool PermutationResolver::ResolveTake(OpId op, bool keep_gathered) {
  Side in, out;
  const ValueId result = m_.result(op, 0);
  if (!Read(m_.operand(op, 0), in) ||
      !(Read(result, out) || ReadReplicated(result, in, out)) ||
      in.mesh != out.mesh ||
      m_.shardings.Get(in.sharding).unreduced != ShardingStore::kEmptyAxes ||
      m_.shardings.Get(out.sharding).unreduced != ShardingStore::kEmptyAxes) {
    return false;
  }
  Taken taken;
  size_t parts = 0;
  for (size_t d = 0; d < in.shape.size(); ++d) {
    if (in.shards[d] <= 1 || in.shape[d] == out.shape[d]) continue;
    taken.dim = d;
    ++parts;
  }
  if (parts == 0 || !ReadStarts(op, taken)) return false;
  const bool is_slice = MovesOf(m_, op) == Moves::kSlices;
  if (!is_slice && std::all_of(taken.starts.begin(), taken.starts.end(),
                               [](const auto& start) { return start; })) {
    return ResolveTake(AsSlice(op, in, out, taken), keep_gathered);
  }
  if (keep_gathered && !is_slice && IsGatheredOnce(op, in, out, taken)) {
    return false;
  }
  const int64_t shards = in.shards[taken.dim], size = out.shape[taken.dim];
  const int64_t rows = CeilDiv(in.shape[taken.dim], shards);
  // An all_reduce sends 2 (n - 1) / n of the result. Without it, the rows of a
  // slice would be sent to the devices that have its shards, and then gathered.
  // The operand of a dynamic_slice would be gathered, or resharded to make this
  // dimension whole.
  const bool is_less =
      is_slice ? 2 * size <= SaturatingProduct(shards, CeilDiv(size, shards))
               : size <= rows;
  if (parts != 1 || !(out.shards[taken.dim] <= 1 || size == 1) || size <= 0 ||
      !is_less || (is_slice && I64Array(m_, op, "strides")[taken.dim] != 1) ||
      IsCutInVain(in.value, in.Axes(m_, taken.dim))) {
    return false;
  }
  // A concatenation fetches the elements of its operands itself.
  const auto joins = [&](UseId use) {
    const OpId user = m_.use(use).owner;
    return JoinsTensors(m_, user) &&
           Int(m_, user, "dimension") == static_cast<int64_t>(taken.dim);
  };
  bool any = false, all = true;
  for (const UseId use : m_.Uses(result)) {
    any = any || joins(use);
    all = all && joins(use);
  }
  if (!any) return Take(op, in, out, taken);
  if (all) return false;
  Module::ValueMap map;
  const OpId other = m_.Clone(op, map);
  m_.InsertBefore(op, other);
  m_.ReplaceUsesIf(result, m_.result(other, 0),
                   [&](UseId use) { return !joins(use); });
  return Take(other, in, out, taken);
}

// Returns the operands of the manual computation: the tensor to take from, and
// the start of the part along each dimension.
std::vector<ValueId> PermutationResolver::TakeOperands(Builder& b, OpId op,
                                                       const Side& in,
                                                       const Taken& taken) {
  std::vector<int64_t> whole = in.shape;
  const size_t d = taken.dim;
  whole[d] = RoundUp(whole[d], in.shards[d]);
  std::vector<ValueId> operands = {PadEnd(b, in.value, whole, in.sharding)};
  if (MovesOf(m_, op) == Moves::kSlices) {
    const Dims starts = I64Array(m_, op, "start_indices");
    const Dims limits = I64Array(m_, op, "limit_indices");
    std::vector<int64_t> from(starts.begin(), starts.end());
    std::vector<int64_t> to(limits.begin(), limits.end());
    from[d] = 0;
    to[d] = whole[d];
    // Dimension `d`, whose stride is 1, is left whole, because each device cuts
    // its own shard of it.
    const ValueId cut =
        b.Slice(operands[0], from, to, I64Array(m_, op, "strides"));
    m_.SetSharding(cut, in.sharding);
    operands[0] = cut;
  }
  for (size_t i = 0; i < taken.starts.size(); ++i) {
    const bool is_cut = MovesOf(m_, op) == Moves::kSlices && i != d;
    const int64_t most = in.shape[i] - Shape(m_, m_.result(op, 0))[i];
    if (is_cut || taken.starts[i]) {
      operands.push_back(b.Scalar(is_cut ? 0 : *taken.starts[i]));
      continue;
    }
    const ValueId index = b.Convert(m_.operand(op, static_cast<int>(i) + 1),
                                    m_.types.Integer(64));
    const ValueId least = b.Scalar(0);
    operands.push_back(b.Clamp(least, index, b.Scalar(most)));
  }
  return operands;
}

// Combines `parts` along dimension 0 by the op `kind`.
ValueId PermutationResolver::Combine(Builder& b, ValueId parts, OpKind kind,
                                     ValueId neutral, TypeId type,
                                     ShardingId sharding) {
  const ValueId operands[] = {parts, neutral};
  const int64_t dims[] = {0};
  const OpId reduce =
      b.Create(OpKind::kReduce, operands, {&type, 1},
               {{name::kDimensions, MakeI64Array(m_, dims)}}, 1);
  FillReduction(m_, reduce, kind, m_.type(neutral));
  m_.SetSharding(m_.result(reduce, 0), sharding);
  return m_.result(reduce, 0);
}

// Writes the body of the manual computation, which cuts out the wanted rows
// that are in the device's shard.
void PermutationResolver::CutPart(const Manual& manual, const Side& in,
                                  const Side& out, const Taken& taken,
                                  const WindowJob& job, ShardingId of_part) {
  const size_t d = taken.dim;
  const ValueId shard = manual.args[0];
  Builder b(m_, manual.block, OpId::None(), m_.loc(manual.op));
  const ShardingId inside = WithoutAxes(m_, in.sharding, job.manual);
  const auto keep = [&](ValueId made) {
    m_.SetSharding(made, inside);
    return made;
  };
  const Dims shape = Shape(m_, shard);
  std::vector<int64_t> margin(shape.size(), 0), begins, one = out.shape;
  const std::vector<int64_t> none = margin;
  margin[d] = out.shape[d];
  one.insert(one.begin(), 1);
  for (int64_t i = 0; i < in.shards[d]; ++i) {
    begins.push_back(i * shape[d] - margin[d]);
  }
  std::vector<ValueId> starts(manual.args.begin() + 1, manual.args.end());
  // The padding is as long as the part, so a device whose shard has none of the
  // part cuts out only padding.
  starts[d] = b.Binary(OpKind::kSubtract, starts[d],
                       ByShard(b, *job.mesh, job.dims[0].axes, begins));
  const ValueId neutral =
      NeutralScalar(b, m_.types, m_.types.element(m_.type(shard)));
  const ValueId padded = keep(b.Pad(shard, neutral, margin, margin, none));
  const ValueId part =
      b.Reshape(keep(b.DynamicSlice(padded, starts, out.shape)), one);
  m_.SetSharding(part, of_part);
  b.Create(OpKind::kSdyReturn, {&part, 1}, {});
}

bool PermutationResolver::Take(OpId op, const Side& in, const Side& out,
                               const Taken& taken) {
  const size_t d = taken.dim;
  const std::vector<AxisRef> axes = in.Axes(m_, d);
  const TypeId element = m_.types.element(m_.type(in.value));
  const std::optional<OpKind> kind = CombinedBy(m_.types, element);
  WindowJob job;
  job.op = op;
  job.mesh = &m_.shardings.mesh(in.mesh);
  job.dims.push_back({{.in_dim = d, .out_dim = d}, WindowPlan(), axes});
  if (!kind || !NameManualAxes(in, in, job)) return false;
  Builder b = Builder::Before(m_, op);
  const std::vector<ValueId> operands = TakeOperands(b, op, in, taken);
  const MeshRef ref = m_.shardings.Get(in.sharding).mesh;
  std::vector<TypeId> types;
  std::vector<ShardingId> shardings;
  for (const ValueId operand : operands) {
    types.push_back(m_.type(operand));
    shardings.push_back(m_.shardings.FullyClosed(ref, 0));
  }
  const Dims cut = Shape(m_, operands[0]);
  std::vector<int64_t> local(cut.begin(), cut.end());
  local[d] /= in.shards[d];
  types[0] = m_.types.Tensor(local, element);
  shardings[0] = in.sharding;
  // The parts of all devices, one after another.
  std::vector<int64_t> all = out.shape;
  all.insert(all.begin(), in.shards[d]);
  TensorSharding whole(m_.shardings.Get(in.sharding));
  whole.dims[d].axes = ShardingStore::kEmptyAxes;
  TensorSharding parts = whole;
  parts.dims.insert(parts.dims.begin(), in.DimOf(m_, d));
  const ShardingId of_parts = m_.shardings.Intern(parts);
  const ShardingId of_whole = m_.shardings.Intern(whole);
  const Manual manual = OpenManual(b, operands, types, shardings, job.manual,
                                   m_.types.Tensor(all, element), of_parts);
  CutPart(manual, in, out, taken, job, WithoutAxes(m_, of_parts, job.manual));
  ValueId made = Combine(b, m_.result(manual.op, 0), *kind,
                         NeutralScalar(b, m_.types, element),
                         m_.type(m_.result(op, 0)), of_whole);
  TensorSharding wanted(m_.shardings.Get(out.sharding));
  wanted.dims[d].axes = ShardingStore::kEmptyAxes;
  const ShardingId to = m_.shardings.Intern(wanted);
  if (of_whole != to) {
    made = b.Value(OpKind::kReshard, {&made, 1}, m_.type(made));
    m_.SetSharding(made, to);
  }
  m_.ReplaceAllUses(m_.result(op, 0), made);
  m_.Erase(op);
  return true;
}

}  // namespace shardflow::internal
