#include <algorithm>
#include <span>
#include <vector>

#include "base/dims.h"
#include "ops/attr_read.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"
#include "ops/scatter_reduction.h"

// The rules of gather and scatter.

namespace shardflow::internal {
namespace {

// Gather and scatter have the same structure: slices of an input, at positions
// that are read from indices. A dimension of the slices is either an *offset*
// dimension (a dimension of the input, or a window of it) or a *batch*
// dimension (a dimension of the indices; an explicit one is also a dimension of
// the input). The other dimensions of the input are collapsed. One dimension of
// the indices holds the index vectors.
struct SliceDims {
  Dims input, indices, slices;  // shapes
  Dims offset_dims;             // dimensions of the slices
  Dims collapsed_dims;          // dimensions of the input
  Dims input_batching_dims;
  Dims indices_batching_dims;
  int64_t index_vector_dim;
};

// The dimension of each of the three tensors to which a factor is mapped, or
// kNullDim.
struct SliceFactor {
  int64_t input = kNullDim;
  int64_t indices = kNullDim;
  int64_t slices = kNullDim;
};

// Differences between gather and scatter.
struct SliceTraits {
  bool is_scatter;
  // The factor type of a batch dimension that the input lacks.
  FactorType implicit_batch;
  // The dimensions of the input along which devices can scatter rows
  // (RuleOptions::exchanges): those that are indexed.
  Dims scattered_rows = {};
};

// Adds an offset dimension. `add(SliceFactor, size, FactorTraits)` adds a
// factor to the rule.
template <class Add>
void AddOffsetDim(const SliceDims& dims, const SliceTraits& traits,
                  int64_t input_dim, int64_t slices_dim, Add add) {
  const int64_t input_size = DimSize(dims.input, input_dim);
  const int64_t slices_size = DimSize(dims.slices, slices_dim);
  if (input_size == slices_size) {
    add({.input = input_dim, .slices = slices_dim}, input_size, {});
    return;
  }
  if (!traits.is_scatter && slices_size != 1) {
    add({.input = input_dim, .slices = slices_dim}, input_size,
        FactorTraits(FactorType::kNeedReplication, /*b=*/true));
    return;
  }
  // A gather of single elements works on a sharded input: each device
  // contributes the elements that it has, and the sum is the result. So does a
  // scatter of single rows, if the rows are indexed: each device drops those
  // that aren't in its shard. (In Shardy, the dimension must be an inserted one
  // for that.)
  FactorType type = FactorType::kReduction;
  if (traits.is_scatter) {
    const bool drops_rows =
        slices_size == 1 && Contains(traits.scattered_rows, input_dim);
    type = drops_rows ? FactorType::kPassThrough : FactorType::kNeedReplication;
  }
  add({.input = input_dim}, input_size, type);
  add({.slices = slices_dim}, slices_size, FactorType::kNeedReplication);
}

template <class Add>
void AddBatchDim(const SliceDims& dims, const SliceTraits& traits,
                 int64_t indices_dim, int64_t slices_dim, Add add) {
  SliceFactor factor{.indices = indices_dim, .slices = slices_dim};
  FactorType type = traits.implicit_batch;
  const auto explicit_dim =
      std::find(dims.indices_batching_dims.begin(),
                dims.indices_batching_dims.end(), indices_dim);
  if (explicit_dim != dims.indices_batching_dims.end()) {
    factor.input = DimSize(dims.input_batching_dims,
                           explicit_dim - dims.indices_batching_dims.begin());
    type = FactorType::kPassThrough;
  }
  add(factor, DimSize(dims.slices, slices_dim), type);
}

template <class Add>
void AddSliceFactors(const SliceDims& dims, const SliceTraits& traits,
                     Add add) {
  int64_t input_dim = 0;
  int64_t batch_dim = 0;
  for (size_t d = 0; d < dims.slices.size(); ++d) {
    const auto slices_dim = static_cast<int64_t>(d);
    if (Contains(dims.offset_dims, slices_dim)) {
      while (Contains(dims.collapsed_dims, input_dim) ||
             Contains(dims.input_batching_dims, input_dim)) {
        ++input_dim;
      }
      AddOffsetDim(dims, traits, input_dim++, slices_dim, add);
    } else {
      const int64_t indices_dim =
          batch_dim < dims.index_vector_dim ? batch_dim : batch_dim + 1;
      AddBatchDim(dims, traits, indices_dim, slices_dim, add);
      ++batch_dim;
    }
  }
  for (const int64_t dim : dims.collapsed_dims) {
    const int64_t size = DimSize(dims.input, dim);
    FactorType type = FactorType::kPassThrough;
    if (!traits.is_scatter) {
      type = size == 1 ? FactorType::kNeedReplication : FactorType::kReduction;
    }
    add({.input = dim}, size, type);
  }
  if (dims.index_vector_dim < static_cast<int64_t>(dims.indices.size())) {
    add({.indices = dims.index_vector_dim},
        DimSize(dims.indices, dims.index_vector_dim),
        FactorType::kNeedReplication);
  }
}

bool GatherRule(const RuleContext& c, RuleBuilder& rule) {
  const StructReader numbers(c.m, c.op, "dimension_numbers", StructId::kGather);
  if (!numbers.ok()) return false;
  // If the dimension's size is unknown, it is also unknown whether a slice
  // covers the dimension.
  const std::span<const int64_t> input = c.operand(0);
  if (std::find(input.begin(), input.end(), kDynamicDim) != input.end()) {
    return false;
  }
  const SliceDims dims{
      .input = input,
      .indices = c.operand(1),
      .slices = c.result(0),
      .offset_dims = numbers.Dims("offset_dims"),
      .collapsed_dims = numbers.Dims("collapsed_slice_dims"),
      .input_batching_dims = numbers.Dims("operand_batching_dims"),
      .indices_batching_dims = numbers.Dims("start_indices_batching_dims"),
      .index_vector_dim = numbers.Int("index_vector_dim"),
  };
  const SliceTraits traits{.is_scatter = false,
                           .implicit_batch = FactorType::kPassThrough};
  AddSliceFactors(
      dims, traits, [&](SliceFactor f, int64_t size, FactorTraits factor) {
        rule.AddFactor({f.input, f.indices}, {f.slices}, size, factor);
      });
  return true;
}

// Whether `value` is argument `i` of the update function. (The first arguments
// are the old values, and the others are the updates.)
bool IsUpdateArg(const Module& m, ValueId value, BlockId block, int i) {
  return m.IsArg(value) && m.arg_block(value) == block && m.index(value) == i;
}

// Whether the op that defines the value may combine elements in any order.
bool Combines(const Module& m, ValueId value) {
  switch (m.kind(m.def(value))) {
    case OpKind::kAdd:
    case OpKind::kMultiply:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
      return true;
    case OpKind::kAnd:
    case OpKind::kOr:
      return m.types.IsInteger(m.types.element(m.type(value)), 1);
    default:
      return false;
  }
}

}  // namespace

OpKind ScatterReduction(const Module& m, OpId op) {
  const int inputs = (m.operand_count(op) - 1) / 2;
  const BlockId block =
      m.region_count(op) > 0 ? m.first_block(m.region(op, 0)) : BlockId::None();
  if (block.IsNone() ||
      m.args(block).size() != 2 * static_cast<size_t>(inputs)) {
    return OpKind::kUnknown;
  }
  const OpId end = m.terminator(block);
  if (end.IsNone() || m.kind(end) != OpKind::kStablehloReturn ||
      m.operand_count(end) != inputs) {
    return OpKind::kUnknown;
  }
  OpKind kind = OpKind::kUnknown;
  for (int i = 0; i < inputs; ++i) {
    const ValueId value = m.operand(end, i);
    const OpId def = m.def(value);
    if (def.IsNone() || m.operand_count(def) != 2 ||
        !m.types.IsTensor(m.type(value)) || !Combines(m, value)) {
      return OpKind::kUnknown;
    }
    if (i > 0 && m.kind(def) != kind) return OpKind::kUnknown;
    kind = m.kind(def);
    const ValueId lhs = m.operand(def, 0);
    const ValueId rhs = m.operand(def, 1);
    if (!(IsUpdateArg(m, lhs, block, i) &&
          IsUpdateArg(m, rhs, block, i + inputs)) &&
        !(IsUpdateArg(m, lhs, block, i + inputs) &&
          IsUpdateArg(m, rhs, block, i))) {
      return OpKind::kUnknown;
    }
  }
  return kind;
}

namespace {

// The operands are the inputs, the indices, and an update for each input.
bool ScatterRule(const RuleContext& c, RuleBuilder& rule) {
  const StructReader numbers(c.m, c.op, "scatter_dimension_numbers",
                             StructId::kScatter);
  const int inputs = (c.operand_count() - 1) / 2;
  if (!numbers.ok() || inputs < 1) return false;
  const SliceDims dims{
      .input = c.operand(0),
      .indices = c.operand(inputs),
      .slices = c.operand(inputs + 1),
      .offset_dims = numbers.Dims("update_window_dims"),
      .collapsed_dims = numbers.Dims("inserted_window_dims"),
      .input_batching_dims = numbers.Dims("input_batching_dims"),
      .indices_batching_dims = numbers.Dims("scatter_indices_batching_dims"),
      .index_vector_dim = numbers.Int("index_vector_dim"),
  };
  const SliceTraits traits{
      .is_scatter = true,
      .implicit_batch = ScatterReduction(c.m, c.op) != OpKind::kUnknown
                            ? FactorType::kReduction
                            : FactorType::kNeedReplication,
      .scattered_rows = c.options.exchanges
                            ? numbers.Dims("scatter_dims_to_operand_dims")
                            : Dims()};
  const auto n = static_cast<size_t>(inputs);
  AddSliceFactors(dims, traits,
                  [&](SliceFactor f, int64_t size, FactorTraits factor) {
                    std::vector<int64_t> operand_dims(n, f.input);
                    operand_dims.push_back(f.indices);
                    operand_dims.insert(operand_dims.end(), n, f.slices);
                    const std::vector<int64_t> result_dims(n, f.input);
                    rule.AddFactor(operand_dims, result_dims, size, factor);
                  });
  return true;
}

}  // namespace

constinit const OpDef kGatherDef{
    .traits = kPure | kRuleForAnySize,
    .inherent =
        kStrings<"dimension_numbers", "indices_are_sorted", "slice_sizes">,
    .rule = GatherRule,
};

constinit const OpDef kScatterDef{
    // The rule depends on the op's region.
    .traits = kRecursiveEffects | kRuleReadsNeighbours,
    .inherent = kStrings<"indices_are_sorted", "scatter_dimension_numbers",
                         "unique_indices">,
    .rule = ScatterRule,
};

constinit const OpDef kTorchIndexSelectDef{
    .traits = kPure,
    .inherent = kStrings<"batch_dims", "dim">,
};

constinit const OpDef kDynamicGatherDef{
    .traits = kPure,
    .inherent = kStrings<"dimension_numbers", "indices_are_sorted">,
};

}  // namespace shardflow::internal
