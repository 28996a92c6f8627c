#include "ops/unreduced.h"

#include "ops/op_def.h"
#include "ops/reduction.h"

namespace shardflow::internal {
namespace {

std::optional<ReductionKind> ReductionOf(OpKind kind) {
  switch (kind) {
    case OpKind::kAdd:
      return ReductionKind::kSum;
    case OpKind::kMaximum:
      return ReductionKind::kMax;
    case OpKind::kMinimum:
      return ReductionKind::kMin;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<ReductionKind> BodyReduction(const Module& m, OpId op) {
  if (m.region_count(op) == 0) return std::nullopt;
  const BlockId body = m.first_block(m.region(op, 0));
  const OpId end = body ? m.terminator(body) : OpId::None();
  if (!end || m.kind(end) != OpKind::kStablehloReturn) return std::nullopt;
  std::optional<ReductionKind> reduction;
  for (int i = 0; i < m.operand_count(end); ++i) {
    const OpId def = m.def(m.operand(end, i));
    const auto here = def ? ReductionOf(m.kind(def)) : std::nullopt;
    if (!here || (reduction && reduction != here)) return std::nullopt;
    reduction = here;
  }
  return reduction;
}

std::optional<ReductionKind> PartialReduction(const Module& m, OpId op,
                                              ReductionKind otherwise,
                                              bool any_collective) {
  if (m.region_count(op) == 0) return otherwise;
  if (any_collective && m.kind(op) == OpKind::kReduce) {
    if (const auto kind = CollectiveOf(m, op)) return kind;
  }
  if (m.kind(op) == OpKind::kUnknown) {
    // The region of an unknown op may do anything. Its reduction is known only
    // if the region just combines two elements.
    return m.region_count(op) == 1
               ? ReductionOf(CombiningOp(m, m.region(op, 0)))
               : std::nullopt;
  }
  if (const auto kind = BodyReduction(m, op)) return kind;
  if (m.kind(op) == OpKind::kReduce && m.result_count(op) == 1) {
    return otherwise;
  }
  return std::nullopt;
}

UnreducedTransition AllowedUnreduced(const Module& m, OpId op) {
  switch (m.kind(op)) {
    case OpKind::kReduce:
      // The result may consist of partial results that aren't combined yet.
      return {.introduces = BodyReduction(m, op), .removes = std::nullopt};
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter:
      return {.introduces = std::nullopt, .removes = BodyReduction(m, op)};
    default:
      // A partitioned contraction leaves partial sums. We assume the same for
      // all other ops.
      return {.introduces = ReductionKind::kSum, .removes = std::nullopt};
  }
}

UnreducedOperands UnreducedOperandsOf(const Module& m, OpId op) {
  switch (m.kind(op)) {
    case OpKind::kReduce:
      // The second half of the operands are initial values.
      return {.count = m.operand_count(op) / 2};
    case OpKind::kAllReduce:
    case OpKind::kReduceScatter:
      return {.count = m.operand_count(op), .reshards_count = true};
    default:
      return {.count = m.operand_count(op)};
  }
}

bool IsSdyReduction(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kSdyAllReduce ||
         m.kind(op) == OpKind::kSdyReduceScatter;
}

bool HasSdyReductions(const Module& m) {
  return m.op_count(OpKind::kSdyAllReduce) > 0 ||
         m.op_count(OpKind::kSdyReduceScatter) > 0;
}

bool IsExplicitReshard(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kReshard ||
         m.kind(op) == OpKind::kShardingConstraint;
}

bool IsBarrier(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kPropagationBarrier;
}

ValueId SkipBarriers(const Module& m, ValueId value) {
  if (m.op_count(OpKind::kPropagationBarrier) == 0) return value;
  for (OpId def = m.def(value); def && IsBarrier(m, def); def = m.def(value)) {
    value = m.operand(def, 0);
  }
  return value;
}

}  // namespace shardflow::internal
