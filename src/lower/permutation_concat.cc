#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/dims.h"
#include "lower/permutation.h"
#include "lower/permutation_side.h"
#include "lower/window_plan.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/sliding.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

// Handles concatenations along a sharded dimension: each device fetches the
// elements that belong to its shard of the result, and selects among them by
// position. Operands are gathered where that is cheaper. A roll, which
// concatenates two slices of one tensor, becomes a single permute.

namespace shardflow::internal {
namespace {

// Every device processes every operand. If there are more operands than this,
// replicating and then concatenating them is better.
constexpr int kMaxJoined = 64;
// If an operand takes more messages than this, gathering it is better.
constexpr size_t kMaxParts = 16;

// Where a row of a device's window comes from: element `index` of the shard
// that `part` is from. The next `run` rows, this one included, come from the
// elements after it. `part` is null for padding.
struct RowSource {
  const WindowPart* part = nullptr;
  int64_t index = 0, run = 0;
};
RowSource SourceOf(const WindowPlan& plan, int64_t shard, int64_t row) {
  int64_t at = plan.starts[static_cast<size_t>(shard)] + row - plan.edge_left;
  if (at < 0) return {};
  for (const WindowPart& part : plan.parts) {
    const int64_t size = part.end - part.begin;
    if (at < size) {
      if (!part.begins.empty()) return {};
      return {&part, part.begin + at, size - at};
    }
    at -= size;
  }
  return {};
}

}  // namespace

// An operand: elements [start, start + size) of `source`, which are placed at
// `offset` in the result.
struct PermutationResolver::Joined {
  Side source;
  int64_t start = 0, size = 0, offset = 0;
  // Whether the operand is gathered, because that sends fewer bytes.
  bool is_whole = false;
  // Whether the operand is a slice of one row. (Gathering it would mean
  // gathering the whole source.)
  bool is_row = false;
  size_t number = 0;  // index of the manual computation's operand
};

ValueId PermutationResolver::BeforeReshards(ValueId value) const {
  OpId def = m_.def(value);
  while (def && m_.kind(def) == OpKind::kReshard) {
    value = m_.operand(def, 0);
    def = m_.def(value);
  }
  return value;
}

// Reads an operand. If the operand is a slice along `dim` of a tensor that is
// sharded like the result, reads that tensor instead. Returns false if the
// operand isn't sharded like the result, except that `dim` may be unsharded.
bool PermutationResolver::ReadJoined(ValueId operand, size_t dim,
                                     const Side& out, Joined& joined) const {
  Side& in = joined.source;
  if (!Read(operand, in) || in.mesh != out.mesh ||
      m_.shardings.Get(in.sharding).unreduced != ShardingStore::kEmptyAxes) {
    return false;
  }
  for (size_t d = 0; d < in.shape.size(); ++d) {
    const bool may_be_whole = d == dim && in.shards[d] <= 1;
    if (!may_be_whole && in.Axes(m_, d) != out.Axes(m_, d)) return false;
  }
  joined.size = in.shape[dim];
  // A slice of one row isn't sharded, and its source may have been gathered
  // just to slice it. So this uses the source's sharding before the gather.
  const bool is_row = in.shards[dim] <= 1 && joined.size == 1;
  const OpId def = m_.def(is_row ? BeforeReshards(operand) : operand);
  if (!def || MovesOf(m_, def) != Moves::kSlices) return true;
  Side source;
  const ValueId from = m_.operand(def, 0);
  if (!Read(is_row ? BeforeReshards(from) : from, source) ||
      source.mesh != in.mesh || source.shards[dim] <= 1 ||
      m_.shardings.Get(source.sharding).unreduced !=
          ShardingStore::kEmptyAxes) {
    return true;
  }
  const Dims starts = I64Array(m_, def, "start_indices");
  const Dims strides = I64Array(m_, def, "strides");
  for (size_t d = 0; d < in.shape.size(); ++d) {
    if (strides[d] != 1 || source.Axes(m_, d) != out.Axes(m_, d) ||
        (d != dim && source.shape[d] != in.shape[d])) {
      return true;
    }
  }
  joined.is_row = is_row;
  joined.start = starts[dim];
  joined.source = source;
  return true;
}

// Whether every device holds the whole operand along `dim` or can compute it.
bool PermutationResolver::IsHeldWhole(ValueId operand, size_t dim) const {
  Side held;
  if (Read(operand, held) && held.shards[dim] <= 1) return true;
  const OpId def = m_.def(operand);
  if (!def) return false;
  if (IsConstantLeaf(m_, def)) return true;
  Side from;
  if (m_.kind(def) != OpKind::kReshard) return false;
  return !Read(m_.operand(def, 0), from) || from.shards[dim] <= 1;
}

PermutationResolver::Fetch* PermutationResolver::FindFetch(
    std::vector<Fetch>& fetches, size_t number, const WindowPart& part,
    int64_t shards) {
  const int64_t hop = (part.hop + shards) % shards;
  for (Fetch& fetch : fetches) {
    if (fetch.number == number && fetch.begin == part.begin &&
        fetch.end == part.end && fetch.hop == hop) {
      return &fetch;
    }
  }
  return nullptr;
}

// For one operand, plans which elements devices fetch, or decides to gather it
// if that sends fewer bytes. Adds to `fetches`, which already contains the
// fetches of earlier operands.
void PermutationResolver::PlanJoined(ValueId operand, const Planned& planned,
                                     Joined& joined,
                                     std::vector<Fetch>& fetches) {
  const int64_t shards = planned.plan.sizes.shards;
  std::vector<Fetch> with_these = fetches;
  size_t parts = 0;
  int64_t rows = 0;
  for (const WindowPart& part : planned.plan.parts) {
    if (part.hop == 0 || part.receivers.empty()) continue;
    ++parts;
    Fetch* const known = FindFetch(with_these, joined.number, part, shards);
    if (known != nullptr) {
      known->goes_round |= known->first_hop != part.hop;
      std::vector<int64_t> both;
      std::set_union(known->receivers.begin(), known->receivers.end(),
                     part.receivers.begin(), part.receivers.end(),
                     std::back_inserter(both));
      known->receivers = std::move(both);
      continue;
    }
    with_these.push_back({.number = joined.number,
                          .begin = part.begin,
                          .end = part.end,
                          .hop = (part.hop + shards) % shards,
                          .first_hop = part.hop,
                          .goes_round = false,
                          .receivers = part.receivers,
                          .made = {}});
    rows += part.end - part.begin;
  }
  const int64_t size = joined.is_row ? planned.plan.sizes.in : joined.size;
  const int64_t gathered =
      !joined.is_row && IsHeldWhole(operand, planned.dim.in_dim)
          ? 0
          : (shards - 1) * CeilDiv(size, shards);
  joined.is_whole = rows > gathered || parts > kMaxParts ||
                    joined.source.shards[planned.dim.in_dim] <= 1;
  if (!joined.is_whole) fetches = std::move(with_these);
}

// Plans all operands. Returns false if that fails or if every operand would be
// gathered.
bool PermutationResolver::PlanConcatenate(OpId op, size_t dim, const Side& out,
                                          WindowJob& job,
                                          std::vector<Joined>& all,
                                          std::vector<Fetch>& fetches) {
  job.op = op;
  job.mesh = &m_.shardings.mesh(out.mesh);
  int64_t offset = 0;
  size_t count = 0;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    const ValueId operand = m_.operand(op, i);
    Joined joined;
    if (!ReadJoined(operand, dim, out, joined)) return false;
    joined.offset = offset;
    offset += joined.size;
    std::optional<WindowPlan> plan =
        PlanWindow({.shards = out.shards[dim],
                    .in = joined.source.shape[dim],
                    .out = out.shape[dim],
                    .low = joined.offset - joined.start,
                    .from = joined.offset,
                    .to = joined.offset + joined.size,
                    .at_any_cost = true,
                    .same_for_all = true});
    if (!plan || joined.size == 0) return false;
    // Windows may read elements outside of this operand, but these are never
    // selected.
    plan->sees_nothing = plan->sees_end = false;
    joined.number = count;
    for (const Joined& other : all) {
      if (!other.is_whole && other.source.value == joined.source.value) {
        joined.number = other.number;
      }
    }
    job.dims.push_back(
        {SlidingDim{.in_dim = dim, .out_dim = dim}, *plan, out.Axes(m_, dim)});
    PlanJoined(operand, job.dims.back(), joined, fetches);
    if (joined.is_whole) {
      joined.number = count;
      joined.start = 0;
      if (!Read(operand, joined.source)) return false;
    }
    if (joined.number == count) ++count;
    all.push_back(std::move(joined));
  }
  return NameManualAxes(out, out, job) &&
         std::any_of(all.begin(), all.end(),
                     [](const Joined& j) { return !j.is_whole; });
}

// Cuts the device's part out of an operand that all devices hold. The part is
// at the same positions as the device's shard of the result.
ValueId PermutationResolver::CutWhole(Builder& b, ValueId whole,
                                      const Joined& joined,
                                      const WindowJob& job,
                                      const Planned& planned,
                                      ShardingId inside) {
  const auto keep = [&](ValueId made) {
    m_.SetSharding(made, inside);
    return made;
  };
  const int64_t size = planned.plan.shard_out;
  const size_t dim = planned.dim.in_dim;
  std::vector<int64_t> begins;
  for (int64_t i = 0; i < planned.plan.sizes.shards; ++i) {
    begins.push_back(std::clamp(i * size - joined.offset, -size, joined.size) +
                     size);
  }
  std::vector<int64_t> sizes = joined.source.shape;
  std::vector<int64_t> edge(sizes.size(), 0);
  const std::vector<int64_t> none = edge;
  edge[dim] = sizes[dim] = size;
  const ValueId zero =
      b.Zero(m_.types.Tensor({}, m_.types.element(m_.type(whole))));
  const ValueId padded = keep(b.Pad(whole, zero, edge, edge, none));
  std::vector<ValueId> starts(sizes.size(), b.Scalar(0));
  starts[dim] = ByShard(b, *job.mesh, planned.axes, begins);
  return keep(b.DynamicSlice(padded, starts, sizes));
}

// Returns how many of the shard's elements come before position `offset` of the
// whole tensor.
int64_t PermutationResolver::RowsBefore(int64_t offset, int64_t shard,
                                        const WindowPlan& plan) {
  return std::clamp<int64_t>(offset - shard * plan.shard_out, 0,
                             plan.shard_out);
}

// Whether the data that devices fetch for operand `i` also contains, in the
// right places, the elements that come before this operand's in the result,
// from `begin` on. (They belong to operand `before`.) Then a single fetch
// serves both operands. This is so in a roll, which concatenates two slices of
// one tensor: each device needs elements of its neighbour, and for device 0,
// the neighbour is the last device.
bool PermutationResolver::ServesBoth(const WindowJob& job,
                                     std::span<const Joined> all,
                                     std::vector<Fetch>& fetches, size_t before,
                                     int64_t begin, size_t i) {
  const WindowPlan& a = job.dims[before].plan;
  const WindowPlan& b = job.dims[i].plan;
  if (all[before].is_whole || all[i].is_whole ||
      all[before].number != all[i].number) {
    return false;
  }
  const int64_t shards = b.sizes.shards;
  for (int64_t shard = 0; shard < shards; ++shard) {
    const int64_t end = RowsBefore(all[i].offset, shard, b);
    for (int64_t row = RowsBefore(begin, shard, b); row < end;) {
      const RowSource want = SourceOf(a, shard, row);
      const RowSource have = SourceOf(b, shard, row);
      if (want.part == nullptr || have.part == nullptr ||
          want.index != have.index ||
          (want.part->hop - have.part->hop) % shards != 0) {
        return false;
      }
      if (have.part->hop != 0) {
        const Fetch* const fetch =
            FindFetch(fetches, all[i].number, *have.part, shards);
        if (fetch == nullptr ||
            !std::ranges::binary_search(fetch->receivers, shard)) {
          return false;
        }
      }
      row += std::min(want.run, have.run);
    }
  }
  return true;
}

// Returns the elements of `before` up to `offset`, followed by the elements of
// `next` from there on.
ValueId PermutationResolver::Join(Builder& b, ValueId before, ValueId next,
                                  int64_t offset, const WindowJob& job,
                                  const Planned& planned, ShardingId inside) {
  const auto keep = [&](ValueId made) {
    m_.SetSharding(made, inside);
    return made;
  };
  const size_t dim = planned.dim.out_dim;
  // All devices take the elements up to `least` from `before`, and those from
  // `most` on from `next`.
  const int64_t size = planned.plan.shard_out;
  int64_t least = size, most = 0;
  for (int64_t i = 0; i < planned.plan.sizes.shards; ++i) {
    const int64_t rows = RowsBefore(offset, i, planned.plan);
    least = std::min(least, rows);
    most = std::max(most, rows);
  }
  const auto cut = [&](ValueId value, int64_t begin, int64_t end) {
    if (begin == 0 && end == size) return value;
    std::vector<int64_t> limits = Copy(Shape(m_, value));
    std::vector<int64_t> starts(limits.size(), 0);
    starts[dim] = begin;
    limits[dim] = end;
    return keep(
        b.Slice(value, starts, limits, std::vector<int64_t>(limits.size(), 1)));
  };
  std::vector<ValueId> parts;
  if (least > 0) parts.push_back(cut(before, 0, least));
  if (least < most) {
    std::vector<int64_t> sizes = Copy(Shape(m_, next));
    sizes[dim] = most - least;
    std::vector<int64_t> firsts;
    for (int64_t i = 0; i < planned.plan.sizes.shards; ++i) {
      firsts.push_back(i * size + least);
    }
    const ValueId place =
        b.Places(ByShard(b, *job.mesh, planned.axes, firsts), most - least);
    const ValueId is_next = keep(b.RepeatAlong(
        b.Compare("GE", place, b.Splat(m_.type(place), offset)), sizes, dim));
    parts.push_back(keep(
        b.Select(is_next, cut(next, least, most), cut(before, least, most))));
  }
  if (most < size) parts.push_back(cut(next, most, size));
  return parts.size() == 1
             ? parts[0]
             : keep(b.Concatenate(parts, static_cast<int64_t>(dim)));
}

// Opens the manual computation, whose operands are the sources of `all`.
PermutationResolver::Manual PermutationResolver::OpenJoined(
    Builder& b, size_t dim, const Side& out, const WindowJob& job,
    std::span<const Joined> all) {
  const TypeId element = m_.types.element(m_.type(out.value));
  std::vector<ValueId> operands;
  std::vector<TypeId> types;
  std::vector<ShardingId> shardings;
  for (const Joined& joined : all) {
    if (joined.number < operands.size()) continue;
    const Side& in = joined.source;
    ValueId operand = in.value;
    ShardingId sharding = in.sharding;
    std::vector<int64_t> whole = in.shape, local = in.shape;
    if (joined.is_whole) {
      sharding = WithoutAxes(m_, in.sharding, job.manual);
      operand = b.Value(OpKind::kReshard, {&operand, 1}, m_.type(operand));
      m_.SetSharding(operand, sharding);
    } else {
      local[dim] = CeilDiv(in.shape[dim], in.shards[dim]);
      whole[dim] = local[dim] * in.shards[dim];
      operand = PadEnd(b, operand, whole, sharding);
    }
    operands.push_back(operand);
    types.push_back(m_.types.Tensor(local, element));
    shardings.push_back(sharding);
  }
  std::vector<int64_t> whole = out.shape;
  whole[dim] = job.dims[0].plan.shard_out * out.shards[dim];
  return OpenManual(b, operands, types, shardings, job.manual,
                    m_.types.Tensor(whole, element), out.sharding);
}

// Erases the op, and the slices and reshards that only it used.
void PermutationResolver::EraseJoined(OpId op) {
  std::vector<OpId> defs;
  for (int i = 0; i < m_.operand_count(op); ++i) {
    defs.push_back(m_.def(m_.operand(op, i)));
  }
  m_.Erase(op);
  for (OpId def : defs) {
    while (def && !m_.IsErased(def) && !m_.OpHasUses(def) &&
           (MovesOf(m_, def) == Moves::kSlices ||
            m_.kind(def) == OpKind::kReshard)) {
      const OpId next = m_.def(m_.operand(def, 0));
      m_.Erase(def);
      def = next;
    }
  }
}

// Whether all users of the result need it whole along the dimension.
bool PermutationResolver::IsGathered(ValueId result, size_t dim) const {
  bool gathered = m_.HasUses(result);
  for (const UseId use : m_.Uses(result)) {
    const OpId user = m_.use(use).owner;
    Side whole;
    gathered &= m_.kind(user) == OpKind::kReshard &&
                Read(m_.result(user, 0), whole) && whole.shards[dim] <= 1;
  }
  return gathered;
}

bool PermutationResolver::ResolveConcatenate(OpId op) {
  Side out;
  const auto dim = static_cast<size_t>(Int(m_, op, "dimension").value_or(0));
  WindowJob job;
  std::vector<Joined> all;
  std::vector<Fetch> fetches;
  if (m_.operand_count(op) > kMaxJoined || !Read(m_.result(op, 0), out) ||
      out.shards[dim] <= 1 || IsGathered(out.value, dim) ||
      m_.shardings.Get(out.sharding).unreduced != ShardingStore::kEmptyAxes ||
      !PlanConcatenate(op, dim, out, job, all, fetches)) {
    return false;
  }
  Builder b = Builder::Before(m_, op);
  const Manual manual = OpenJoined(b, dim, out, job, all);
  Builder body(m_, manual.block, OpId::None(), m_.loc(op));
  const ShardingId inside = WithoutAxes(m_, out.sharding, job.manual);
  const ValueId zero =
      body.Zero(m_.types.Tensor({}, m_.types.element(m_.type(out.value))));
  // The operands to fetch, and where their elements begin in the result.
  std::vector<std::pair<size_t, int64_t>> needed;
  for (size_t i = 0; i < all.size(); ++i) {
    int64_t offset = all[i].offset;
    while (!needed.empty() && ServesBoth(job, all, fetches, needed.back().first,
                                         needed.back().second, i)) {
      offset = needed.back().second;
      needed.pop_back();
    }
    needed.push_back({i, offset});
  }
  ValueId made;
  for (const auto& [i, offset] : needed) {
    const Joined& joined = all[i];
    const ValueId arg = manual.args[joined.number];
    SharedFetches shared{fetches, joined.number};
    const ValueId next =
        joined.is_whole ? CutWhole(body, arg, joined, job, job.dims[i], inside)
                        : FetchWindow(body, arg, zero, inside, job, i, &shared);
    made =
        made ? Join(body, made, next, offset, job, job.dims[i], inside) : next;
  }
  CloseManual(b, body, manual, made, out);
  EraseJoined(op);
  return true;
}

}  // namespace shardflow::internal
