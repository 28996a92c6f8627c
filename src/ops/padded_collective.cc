#include <algorithm>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/padded.h"

// Padding is added and removed at collectives: a slicing collective pads its
// operand, and a gathering one trims its result. From one collective to the
// next, the padding and sharding of a dimension stay the same. Where a
// collective changes the sharding, the old and the new shards nest (see Nests);
// the pass has already replaced all collectives for which they don't.

namespace shardflow::internal {
namespace {

// Pads the operand so that it divides into the result's shards, and pads the
// result in the same way. If all padding of the operand is zero, so is all
// padding of the result.
void PadInput(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId input = m.operand(op, 0), result = m.result(op, 0);
  const bool was_padded = c.IsPadded(input);
  bool zero = c.IsZero(input);
  const TypeId type =
      DivisibleType(m, c.symbols(), m.type(input), m.sharding(result));
  if (type != m.type(input)) {
    zero |= !was_padded;
    Builder b = c.Before(op);
    m.SetOperand(m.operand_use(op, 0), c.Padded(b, input, type));
  }
  m.SetType(result, type);
  if (zero) c.SetZero(result);
}

// Cuts off the padding of dimensions that are no longer sharded.
void TrimResult(PadContext& c, OpId op, Dims dims, bool zero) {
  Module& m = c.m;
  const ValueId result = m.result(op, 0);
  const Dims now = c.PaddedShape(result);
  std::vector<int64_t> limits(now.begin(), now.end());
  for (const int64_t dim : dims) {
    const auto d = static_cast<size_t>(dim);
    if (c.Shards(result, d) == 1) {
      limits[d] = std::min(limits[d], c.TrueShape(result)[d]);
    }
  }
  if (std::equal(now.begin(), now.end(), limits.begin())) return;
  Builder b(m, m.op(op).parent, m.op(op).next, m.loc(op));
  const ValueId trimmed = c.Trimmed(b, result, limits, m.sharding(result));
  if (zero) c.SetZero(trimmed);
  c.ReplaceUses(result, trimmed);
}

}  // namespace

bool PadAllSlice(PadContext& c, OpId op) {
  PadInput(c, op);
  return true;
}

bool PadAllGather(PadContext& c, OpId op) {
  Module& m = c.m;
  const ValueId input = m.operand(op, 0), result = m.result(op, 0);
  const bool zero = c.IsZero(input);
  m.SetType(result, m.type(input));
  if (zero) c.SetZero(result);
  std::vector<int64_t> gathered;
  const AttrId attr = m.attr(op, name::kGatheringAxes);
  const auto lists = m.attrs.As<ListOfAxisRefListsAttr>(attr).lists;
  for (size_t d = 0; d < lists.size(); ++d) {
    if (!m.shardings.axes(lists[d]).empty()) {
      gathered.push_back(static_cast<int64_t>(d));
    }
  }
  TrimResult(c, op, gathered, zero);
  return true;
}

bool PadAllToAll(PadContext& c, OpId op) {
  Module& m = c.m;
  const bool zero = c.IsZero(m.operand(op, 0));
  PadInput(c, op);
  std::vector<int64_t> sources;
  const AttrId attr = m.attr(op, name::kParams);
  for (const auto& param : m.attrs.As<AllToAllParamListAttr>(attr).params) {
    sources.push_back(param.source);
  }
  TrimResult(c, op, sources, zero);
  return true;
}

}  // namespace shardflow::internal
