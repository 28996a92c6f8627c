#include "passes/export/exchange_barriers.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/dims.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/properties.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

// Whether `value` is elementwise or a concatenation, or such a value that was
// then padded, sliced, transposed or reshaped.
bool IsFusible(const Module& m, ValueId value) {
  constexpr int kLimit = 16;  // longer chains are unusual
  for (int step = 0; step < kLimit; ++step) {
    const OpId def = m.def(value);
    if (!def) return false;
    switch (WorkOf(m.kind(def))) {
      case Work::kElementwise:
      case Work::kExpensive:
      case Work::kConcatenate:
        return true;
      case Work::kView:
      case Work::kTranspose:
      case Work::kPad:
      case Work::kSlice:
        value = m.operand(def, 0);
        break;
      default:
        return false;
    }
  }
  return false;
}

// Whether a slice for one of the devices contains only padding, at the start or
// end of the dimension that is cut.
bool HasEmptySlice(const Module& m, OpId all_to_all) {
  const ValueId value = m.operand(all_to_all, 0);
  const OpId pad = m.def(value);
  if (!pad || WorkOf(m.kind(pad)) != Work::kPad) return false;
  const auto dim =
      static_cast<size_t>(Int(m, all_to_all, "split_dimension").value_or(0));
  const int64_t count = Int(m, all_to_all, "split_count").value_or(1);
  const Dims dims = Shape(m, value);
  const Dims low = I64Array(m, pad, "edge_padding_low");
  const Dims high = I64Array(m, pad, "edge_padding_high");
  if (dim >= dims.size() || dim >= low.size() || dim >= high.size() ||
      count < 1) {
    return false;
  }
  const int64_t size = dims[dim] / count;
  return low[dim] >= size || high[dim] >= size;
}

// Returns the view that an all_gather has of an updated tensor if other ops
// read the tensor before the update; otherwise None.
OpId ViewOfUpdate(const Module& m, OpId all_gather) {
  const OpId view = m.def(m.operand(all_gather, 0));
  if (!view || WorkOf(m.kind(view)) != Work::kView) return {};
  const OpId update = m.def(m.operand(view, 0));
  if (!update) return {};
  const Work work = WorkOf(m.kind(update));
  const bool updates = work == Work::kUpdateSlice || work == Work::kScatter;
  return updates && !m.HasOneUse(m.operand(update, 0)) ? view : OpId::None();
}

}  // namespace

void AddExchangeBarriers(Module& m) {
  std::vector<OpId> ops;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    const Work work = WorkOf(m.kind(op));
    if (m.operand_count(op) != 1) return;
    if (work == Work::kAllToAll &&
        (IsFusible(m, m.operand(op, 0)) || HasEmptySlice(m, op))) {
      ops.push_back(op);
    } else if (work == Work::kAllGather) {
      if (const OpId view = ViewOfUpdate(m, op)) ops.push_back(view);
    }
  });
  for (const OpId op : ops) {
    const ValueId value = m.operand(op, 0);
    Builder b = Builder::Before(m, op);
    const ValueId kept = b.OptimizationBarrier(value);
    m.SetOperands(op, {&kept, 1});
  }
}

}  // namespace shardflow::internal
