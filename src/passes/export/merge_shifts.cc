#include "passes/export/merge_shifts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/dims.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/work.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// How many elements an op adds at the ends of each dimension, or cuts off if
// the number is negative.
struct Edges {
  std::vector<int64_t> low, high;
};

bool AreAll(Dims dims, int64_t value) {
  return std::ranges::all_of(dims, [&](int64_t d) { return d == value; });
}

// Returns the edges of a pad without interior padding, or of a slice without
// strides.
std::optional<Edges> EdgesOf(const Module& m, OpId op) {
  const bool is_pad = WorkOf(m.kind(op)) == Work::kPad;
  if (!is_pad && MovesOf(m, op) != Moves::kSlices) return std::nullopt;
  const Dims in = Shape(m, m.operand(op, 0));
  Edges edges;
  if (is_pad) {
    const Dims low = I64Array(m, op, "edge_padding_low");
    const Dims high = I64Array(m, op, "edge_padding_high");
    if (!AreAll(I64Array(m, op, "interior_padding"), 0)) return std::nullopt;
    edges = {Copy(low), Copy(high)};
  } else {
    const Dims starts = I64Array(m, op, "start_indices");
    const Dims limits = I64Array(m, op, "limit_indices");
    if (!AreAll(I64Array(m, op, "strides"), 1)) return std::nullopt;
    for (size_t d = 0; d < starts.size() && d < limits.size(); ++d) {
      edges.low.push_back(-starts[d]);
      edges.high.push_back(limits[d] - in[d]);
    }
  }
  if (edges.low.size() != in.size() || edges.high.size() != in.size()) {
    return std::nullopt;
  }
  return edges;
}

// Whether two ops that pad or cut one end of a dimension can be merged into
// one. Not if the first cuts off elements and the second pads, because the
// padding then replaces elements of the operand.
bool Adds(int64_t first, int64_t second) { return first >= 0 || second <= 0; }

// Whether both ops resize a dimension along which the result is sharded.
bool ResizeSharded(Module& m, const Edges& first, const Edges& second,
                   ValueId result) {
  const ShardingId sharding = GetSharding(m, result);
  if (sharding.IsNone()) return false;
  const ShardingView view = m.shardings.Get(sharding);
  for (size_t d = 0; d < view.dims.size() && d < first.low.size(); ++d) {
    if (HasAxes(view.dims[d]) && (first.low[d] != 0 || first.high[d] != 0) &&
        (second.low[d] != 0 || second.high[d] != 0)) {
      return true;
    }
  }
  return false;
}

// If the value comes from a reshard that changes nothing and that nothing else
// uses, returns the reshard. (In manual computations, JAX writes an open
// constraint behind many ops.)
OpId IdleReshard(Module& m, ValueId value) {
  const OpId def = m.def(value);
  const bool idle = def && m.kind(def) == OpKind::kReshard &&
                    m.HasOneUse(value) &&
                    IsEquivalent(m.shardings, GetSharding(m, m.operand(def, 0)),
                                 m.sharding(value));
  return idle ? def : OpId::None();
}

// Merges a pad or a slice with the op before it, if possible.
void Merge(Module& m, OpId op) {
  const bool is_pad = WorkOf(m.kind(op)) == Work::kPad;
  const ValueId result = m.result(op, 0);
  ValueId between = m.operand(op, 0);
  std::vector<OpId> idle;
  while (const OpId reshard = IdleReshard(m, between)) {
    idle.push_back(reshard);
    between = m.operand(reshard, 0);
  }
  const OpId before = m.def(between);
  if (!before || !m.HasOneUse(between) || m.result_count(before) != 1 ||
      !m.types.HasStaticShape(m.type(between)) ||
      m.op(before).parent != m.op(op).parent ||
      (WorkOf(m.kind(before)) == Work::kPad) == is_pad) {
    return;
  }
  const std::optional<Edges> first = EdgesOf(m, before),
                             second = EdgesOf(m, op);
  if (!first || !second || !ResizeSharded(m, *first, *second, result)) return;
  const Dims in = Shape(m, m.operand(before, 0));
  Edges both;
  for (size_t d = 0; d < in.size(); ++d) {
    if (!Adds(first->low[d], second->low[d]) ||
        !Adds(first->high[d], second->high[d])) {
      return;
    }
    both.low.push_back(first->low[d] + second->low[d]);
    both.high.push_back(first->high[d] + second->high[d]);
    // Nothing but padding would be left.
    if (both.low[d] < -in[d] || both.high[d] < -in[d]) return;
  }
  const std::vector<int64_t> none(both.low.size(), 0);
  const ValueId padding = m.operand(is_pad ? op : before, 1);
  Builder b = Builder::Before(m, op);
  const ValueId made =
      b.Pad(m.operand(before, 0), padding, both.low, both.high, none);
  m.SetSharding(made, m.sharding(result));
  m.ReplaceAllUses(result, made);
  m.Erase(op);
  for (const OpId reshard : idle) m.Erase(reshard);
  m.Erase(before);
}

}  // namespace

void MergeShifts(Module& m) {
  std::vector<OpId> ops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    const bool may_shift =
        WorkOf(m.kind(op)) == Work::kPad || MovesOf(m, op) == Moves::kSlices;
    if (may_shift && m.rule(op).IsNone()) ops.push_back(op);
  });
  for (const OpId op : ops) {
    if (!m.IsErased(op)) Merge(m, op);
  }
}

}  // namespace shardflow::internal
