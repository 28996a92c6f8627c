#include <algorithm>
#include <vector>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/reshape_rule.h"
#include "ops/rule_builder.h"

// Ops that move or reshape elements.

namespace shardflow::internal {
namespace {

// Start indices are static, so a sliced dimension can stay sharded, with data
// moving between neighbouring devices.
bool SliceRule(const RuleContext& c, RuleBuilder& rule) {
  rule.AddPointwise(c.operand(0), c.result(0),
                    {FactorType::kPermutation, c.options.conservative});
  return true;
}

// Whether the dimension is padded. Padding may be negative, so a padded
// dimension can keep its size: one end gains as many elements as the other end
// loses.
bool IsPadded(const RuleContext& c, int64_t dim) {
  for (const char* name :
       {"edge_padding_low", "edge_padding_high", "interior_padding"}) {
    const Dims padding = I64Array(c.m, c.op, name);
    const auto d = static_cast<size_t>(dim);
    if (d < padding.size() && padding[d] != 0) return true;
  }
  return false;
}

bool PadRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims in = c.operand(0);
  const Dims out = c.result(0);
  if (in.size() != out.size()) return false;
  rule.AddPointwise(in, [&](int64_t dim) {
    const bool resized = DimSize(in, dim) != DimSize(out, dim);
    const bool moved =
        PadMovesAllPaddedDims(c.options.compat) ? IsPadded(c, dim) : resized;
    if (!moved) return FactorTraits();
    return FactorTraits(FactorType::kPermutation,
                        c.options.conservative && resized);
  });
  return true;
}

bool DynamicSliceRule(const RuleContext& c, RuleBuilder& rule) {
  rule.AddPointwise(c.operand(0), c.result(0),
                    {FactorType::kNeedReplication, /*b=*/true});
  return true;
}

bool AllIndicesAreConstant(const RuleContext& c) {
  for (int i = 2; i < c.operand_count(); ++i) {
    const OpId def = c.m.def(c.m.operand(c.op, i));
    if (def.IsNone() || !IsConstantLike(c.m, def)) return false;
  }
  return true;
}

// The operands are (operand, update, start indices...). If only a part of a
// dimension is updated, each device needs the whole update to compute its shard
// of the result.
bool DynamicUpdateSliceRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims operand = c.operand(0);
  const Dims update = c.operand(1);
  if (operand.size() != update.size()) return false;
  const bool permutes = DynamicUpdateSlicePermutes(c.options.compat);
  FactorType update_type = FactorType::kNeedReplication;
  if (permutes) {
    update_type = FactorType::kPermutation;
  } else if (AllIndicesAreConstant(c)) {
    update_type = FactorType::kPassThrough;
  }
  std::vector<int64_t> dims(static_cast<size_t>(c.operand_count()), kNullDim);
  for (size_t d = 0; d < operand.size(); ++d) {
    const int64_t dim[] = {static_cast<int64_t>(d)};
    const int64_t no_dim[] = {kNullDim};
    if (operand[d] == update[d]) {
      rule.AddToAll(dim[0], operand[d]);
      continue;
    }
    dims[0] = dim[0];
    dims[1] = kNullDim;
    rule.AddFactor(
        dims, dim, operand[d],
        permutes ? FactorType::kPermutation : FactorType::kPassThrough);
    dims[0] = kNullDim;
    dims[1] = dim[0];
    rule.AddFactor(dims, no_dim, update[d], update_type);
  }
  return true;
}

// The tensor with narrower elements has an additional last dimension.
bool BitcastConvertRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims in = c.operand(0);
  const Dims out = c.result(0);
  rule.AddPointwise(in.size() < out.size() ? in : out);
  if (in.size() < out.size()) {
    rule.AddFactor({kNullDim}, {static_cast<int64_t>(out.size()) - 1},
                   out.back(), FactorType::kNeedReplication);
  } else if (in.size() > out.size()) {
    rule.AddFactor({static_cast<int64_t>(in.size()) - 1}, {kNullDim}, in.back(),
                   FactorType::kNeedReplication);
  }
  return true;
}

// Adds the factors of a broadcast of the first operand. A dimension of the
// operand is expanded if its size is 1 and the result's size isn't. The
// dimensions in `kept` are known not to be expanded.
bool AddBroadcast(const RuleContext& c, Dims kept, RuleBuilder& rule) {
  const Dims in = c.operand(0);
  const Dims out = c.result(0);
  const Dims map = I64Array(c.m, c.op, "broadcast_dimensions");
  std::vector<int64_t> in_dims(out.size(), kNullDim);
  for (size_t d = 0; d < map.size(); ++d) {
    if (map[d] < 0 || static_cast<size_t>(map[d]) >= out.size()) return false;
    in_dims[static_cast<size_t>(map[d])] = static_cast<int64_t>(d);
  }
  std::vector<int64_t> operand(static_cast<size_t>(c.operand_count()),
                               kNullDim);
  for (size_t d = 0; d < out.size(); ++d) {
    const int64_t in_dim = in_dims[d];
    const int64_t in_size = DimSize(in, in_dim);
    operand[0] = in_dim;
    // An unknown size may be 1.
    if (in_dim != kNullDim && !Contains(kept, in_dim) &&
        (in_size == 1 || in_size == kDynamicDim) && out[d] != 1) {
      const int64_t none[] = {kNullDim};
      rule.AddFactor(operand, none, in_size);
      operand[0] = kNullDim;
    }
    const int64_t to[] = {static_cast<int64_t>(d)};
    rule.AddFactor(operand, to, out[d]);
  }
  return true;
}

bool BroadcastInDimRule(const RuleContext& c, RuleBuilder& rule) {
  return AddBroadcast(c, {}, rule);
}

// The second operand is the shape of the result, which every device needs.
bool DynamicBroadcastInDimRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims kept = I64Array(c.m, c.op, "known_nonexpanding_dimensions");
  if (c.operand_count() != 2 || !AddBroadcast(c, kept, rule)) return false;
  rule.AddFactor({kNullDim, 0}, {kNullDim}, DimSize(c.operand(1), 0),
                 FactorType::kNeedReplication);
  return true;
}

// If `value` is a slice, returns the value that it is a slice of, otherwise
// `value` itself.
ValueId BeforeSlice(const Module& m, ValueId value) {
  const OpId def = m.def(value);
  return def && m.kind(def) == OpKind::kSlice ? m.operand(def, 0) : value;
}

}  // namespace

ValueId RotatedTensor(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kConcatenate || m.operand_count(op) != 2) return {};
  const ValueId first = m.operand(op, 0), second = m.operand(op, 1);
  if (m.IsArg(first) || m.IsArg(second)) return {};
  const OpId end = m.def(first), begin = m.def(second);
  if (m.kind(end) != OpKind::kSlice || m.kind(begin) != OpKind::kSlice ||
      m.operand_count(end) != 1 || m.operand_count(begin) != 1) {
    return {};
  }
  const ValueId whole = m.operand(end, 0);
  if (m.operand(begin, 0) != whole ||
      m.type(m.result(op, 0)) != m.type(whole)) {
    return {};
  }
  const auto dim = static_cast<size_t>(Int(m, op, "dimension").value_or(0));
  const Dims starts = I64Array(m, end, "start_indices");
  const Dims limits = I64Array(m, begin, "limit_indices");
  const bool meet =
      dim < starts.size() && dim < limits.size() && starts[dim] == limits[dim];
  const auto is_dense = [&](OpId slice) {
    return std::ranges::all_of(I64Array(m, slice, "strides"),
                               [](int64_t stride) { return stride == 1; });
  };
  return meet && is_dense(end) && is_dense(begin) ? whole : ValueId::None();
}

bool ConcatenatesSlices(const Module& m, OpId concatenate) {
  bool all_slices = true;
  bool any_slice = false;
  bool same_tensor = true;
  const int operands = m.operand_count(concatenate);
  if (operands == 0) return false;
  const ValueId first = BeforeSlice(m, m.operand(concatenate, 0));
  for (int i = 0; i < operands; ++i) {
    const ValueId operand = m.operand(concatenate, i);
    const ValueId source = BeforeSlice(m, operand);
    const bool is_slice = source != operand;
    all_slices &= is_slice;
    any_slice |= is_slice;
    same_tensor &= source == first;
  }
  return all_slices || (same_tensor && any_slice);
}

namespace {

bool ConcatenateRule(const RuleContext& c, RuleBuilder& rule) {
  if (c.operand_count() == 0) return false;
  const int64_t concat = Int(c.m, c.op, "dimension").value_or(kNullDim);
  const Dims shape = c.result(0);
  for (size_t d = 0; d < shape.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (dim != concat) {
      rule.AddToAll(dim, shape[d]);
    } else if (!c.options.conservative) {
      rule.AddToAll(dim, shape[d],
                    c.options.exchanges || ConcatenatesSlices(c.m, c.op)
                        ? FactorType::kPermutation
                        : FactorType::kNeedReplication);
    }
  }
  return true;
}

bool ReverseRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims reversed = I64Array(c.m, c.op, "dimensions");
  rule.AddPointwise(c.result(0), [&](int64_t dim) {
    return Contains(reversed, dim) ? FactorType::kPermutation
                                   : FactorType::kPassThrough;
  });
  return true;
}

bool TransposeRule(const RuleContext& c, RuleBuilder& rule) {
  const Dims permutation = I64Array(c.m, c.op, "permutation");
  for (size_t d = 0; d < permutation.size(); ++d) {
    rule.AddFactor({permutation[d]}, {static_cast<int64_t>(d)},
                   DimSize(c.operand(0), permutation[d]));
  }
  return true;
}

}  // namespace

constinit const OpDef kGetTupleElementDef{
    .traits = kPure | kNoRule,
    .inherent = kStrings<"index">,
};

constinit const OpDef kTupleDef{
    .traits = kPure,
};

constinit const OpDef kSliceDef{
    .traits = kPure | kConstantPreserving,
    .inherent = kStrings<"limit_indices", "start_indices", "strides">,
    .rule = SliceRule,
};

constinit const OpDef kDynamicSliceDef{
    .traits = kPure | kPassThroughForward,
    .inherent = kStrings<"slice_sizes">,
    .rule = DynamicSliceRule,
};

constinit const OpDef kDynamicUpdateSliceDef{
    .traits = kPure | kPassThroughForward | kRuleReadsNeighbours,
    .rule = DynamicUpdateSliceRule,
};

constinit const OpDef kBitcastConvertDef{
    .traits = kPure | kElementwiseIfSameShape,
    .rule = BitcastConvertRule,
};

constinit const OpDef kBroadcastDef{
    .traits = kPure,
    .inherent = kStrings<"broadcast_sizes">,
};

constinit const OpDef kBroadcastInDimDef{
    .traits = kPure | kForwardLast | kConstantPreserving | kRuleForAnySize,
    .inherent = kStrings<"broadcast_dimensions">,
    .rule = BroadcastInDimRule,
};

constinit const OpDef kDynamicBroadcastInDimDef{
    .traits = kPure,
    .inherent = kStrings<"broadcast_dimensions", "known_expanding_dimensions",
                         "known_nonexpanding_dimensions">,
    .dynamic_rule = DynamicBroadcastInDimRule,
};

constinit const OpDef kConcatenateDef{
    .traits = kPure | kRuleForAnySize,
    .inherent = kStrings<"dimension">,
    .rule = ConcatenateRule,
};

constinit const OpDef kGetDimensionSizeDef{
    .traits = kPure,
    .inherent = kStrings<"dimension">,
};

constinit const OpDef kReshapeDef{
    .traits = kPure | kPassThrough | kConstantPreserving,
    .rule = ReshapeRule,
};

constinit const OpDef kDynamicReshapeDef{
    .traits = kPure,
};

constinit const OpDef kSetDimensionSizeDef{
    .traits = kPure,
    .inherent = kStrings<"dimension">,
};

constinit const OpDef kReverseDef{
    .traits = kPure | kRuleForAnySize,
    .inherent = kStrings<"dimensions">,
    .rule = ReverseRule,
};

constinit const OpDef kPadDef{
    .traits = kPure,
    .inherent =
        kStrings<"edge_padding_high", "edge_padding_low", "interior_padding">,
    .rule = PadRule,
};

constinit const OpDef kTransposeDef{
    .traits = kPure | kPassThrough | kRuleForAnySize,
    .inherent = kStrings<"permutation">,
    .rule = TransposeRule,
};

constinit const OpDef kRealDynamicSliceDef{
    .traits = kPure,
};

constinit const OpDef kDynamicPadDef{
    .traits = kPure,
};

}  // namespace shardflow::internal
