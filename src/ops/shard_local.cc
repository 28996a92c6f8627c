#include "ops/shard_local.h"

#include <algorithm>
#include <span>

#include "ir/type.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/extensions.h"
#include "ops/functions.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/reduction.h"
#include "ops/scatter_reduction.h"
#include "ops/unreduced.h"
#include "sharding/tensor.h"

namespace shardflow::internal {

Moves MovesOf(const Module& m, OpId op) {
  switch (m.kind(op)) {
    case OpKind::kPad:
      return Moves::kPads;
    case OpKind::kSlice:
      return Moves::kSlices;
    case OpKind::kReverse:
      return Moves::kReverses;
    default:
      return Moves::kNothing;
  }
}

std::optional<std::vector<int64_t>> BroadcastDims(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kBroadcastInDim) return std::nullopt;
  const std::span<const int64_t> dims = I64Array(m, op, "broadcast_dimensions");
  return std::vector<int64_t>(dims.begin(), dims.end());
}

bool IsComputation(const Module& m, OpId op) {
  if (HasTrait(m, op, kTerminator) || m.HasFuncRow(op) || IsCall(m, op) ||
      DataFlow(m, op) != nullptr || IsSdy(m, op) || op == m.root()) {
    return false;
  }
  const OpId parent = m.parent_op(op);
  const bool is_in_reduction = parent && parent != m.root() &&
                               !m.HasFuncRow(parent) &&
                               DataFlow(m, parent) == nullptr;
  return !is_in_reduction;
}

bool IsOpaque(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kUnknown || m.kind(op) == OpKind::kCustomCall ||
         (m.extensions != nullptr && m.extensions->WithRules(m, op) != nullptr);
}

Replicate MustReplicate(const Module& m, OpId op, bool any_collective) {
  switch (m.kind(op)) {
    case OpKind::kReduce:
      if (!any_collective && !BodyReduction(m, op)) {
        return Replicate::kReductions;
      }
      return CollectiveOf(m, op) ? Replicate::kNothing : Replicate::kReductions;
    case OpKind::kScatter: {
      const OpKind kind = ScatterReduction(m, op);
      return kind == OpKind::kAdd || kind == OpKind::kMaximum ||
                     kind == OpKind::kMinimum
                 ? Replicate::kNothing
                 : Replicate::kReductions;
    }
    case OpKind::kConvolution:
      return Replicate::kConvolution;
    case OpKind::kRngBitGenerator:
      return Replicate::kAll;
    default:
      return Replicate::kNothing;
  }
}

bool MustReplicateFactor(const Module& m, OpId convolution, const Rule& rule,
                         size_t factor, int64_t shards) {
  const StructReader dims(m, convolution, "dimension_numbers", StructId::kConv);
  const int64_t lhs = rule.DimOf(0, factor), rhs = rule.DimOf(1, factor);
  const int64_t out = rule.DimOf(2, factor);
  const std::span<const int64_t> window =
      dims.Dims("kernel_spatial_dimensions");
  if (std::find(window.begin(), window.end(), rhs) != window.end()) return true;
  const int64_t groups =
      std::max(Int(m, convolution, "feature_group_count").value_or(1),
               Int(m, convolution, "batch_group_count").value_or(1));
  if (groups == 1) return false;
  const bool batch = Int(m, convolution, "batch_group_count").value_or(1) > 1;
  // The dimension of the input that is split into groups.
  const int64_t grouped =
      dims.Int(batch ? "input_batch_dimension" : "input_feature_dimension");
  const bool is_grouped = lhs == grouped ||
                          rhs == dims.Int("kernel_output_feature_dimension") ||
                          out == dims.Int("output_feature_dimension");
  if (!is_grouped) return false;
  const bool is_groups = lhs >= 0 && rhs >= 0 && out >= 0;
  return !is_groups || groups % shards != 0;
}

namespace {

// Whether any reduced dimension is sharded.
bool ReducesShards(Module& m, OpId op) {
  const ShardingId sharding = GetSharding(m, m.operand(op, 0));
  if (sharding.IsNone()) return false;
  const ShardingView view = m.shardings.Get(sharding);
  for (const int64_t dim : I64Array(m, op, "dimensions")) {
    if (HasAxes(view.dims[static_cast<size_t>(dim)])) return true;
  }
  return false;
}

}  // namespace

void AddInitialValueOnce(Module& m, OpId op) {
  if (m.kind(op) != OpKind::kReduce || !ReducesShards(m, op)) return;
  const std::vector<OpKind> kinds = CombiningOps(m, op);
  const int count = m.result_count(op);
  for (int i = 0; i < count; ++i) {
    const OpKind kind = kinds[static_cast<size_t>(i)];
    const ValueId init = m.operand(op, count + i), result = m.result(op, i);
    if (IsNeutral(m, kind, init)) continue;
    Builder before = Builder::Before(m, op);
    const ValueId neutral =
        Neutral(m, before, kind, m.types.element(m.type(init)));
    if (neutral.IsNone()) continue;
    const ShardingId sharding = GetSharding(m, result);
    const auto keep = [&](ValueId made) {
      if (sharding) SetSharding(m, made, sharding);
      return made;
    };
    m.SetOperand(m.operand_use(op, count + i), neutral);
    Builder after(m, m.op(op).parent, m.op(op).next, m.loc(op));
    const ValueId wide = keep(after.BroadcastInDim(init, Shape(m, result), {}));
    const ValueId all = keep(after.Binary(kind, result, wide));
    ReplaceUsesExcept(m, result, all, m.def(all));
  }
}

int64_t CeilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

int64_t RoundUp(int64_t size, int64_t shards) {
  return size % shards == 0 ? size : size + shards - size % shards;
}

bool IsLocalSlice(const SlicedDim& dim, int64_t shards) {
  if (shards <= 1) return true;
  if (dim.start != 0 || dim.stride != 1) return false;
  if (dim.in == kDynamicDim || dim.out == kDynamicDim) return false;
  return CeilDiv(dim.in, shards) == CeilDiv(dim.out, shards);
}

bool IsLocalPad(const PaddedDimSizes& dim, int64_t shards) {
  if (shards <= 1) return true;
  if (dim.interior != 0 || dim.in == kDynamicDim || dim.out == kDynamicDim) {
    return false;
  }
  const int64_t in = CeilDiv(dim.in, shards), out = CeilDiv(dim.out, shards);
  for (int64_t shard = 0; shard < shards; ++shard) {
    const int64_t start = shard * out - dim.low;
    const int64_t first = std::max<int64_t>(0, start);
    const int64_t last = std::min(dim.in - 1, start + out - 1);
    if (first <= last && (first / in != shard || last / in != shard)) {
      return false;
    }
  }
  return true;
}

}  // namespace shardflow::internal
