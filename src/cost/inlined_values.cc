#include "cost/inlined_values.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "ops/data_flow.h"

namespace shardflow::internal {
namespace {

// Whether the value is an argument of a function or the result of a call.
bool IsAtCall(const Module& m, ValueId value) {
  if (!m.IsArg(value)) return m.kind(m.def(value)) == OpKind::kCall;
  const OpId owner = OwningOp(m, value);
  return owner && m.kind(owner) == OpKind::kFunc;
}

}  // namespace

InlinedValues::InlinedValues(const Module& m, const Visits& visits)
    : m_(m), visits_(visits) {
  if (m.op_count(OpKind::kCall) == 0) return;
  values_.assign(static_cast<size_t>(visits.value_count), ValueId::None());
  const auto add_args = [&](BlockId block, int32_t first, int32_t count) {
    if (block.IsNone()) return;
    const std::span<const ValueId> args = m.args(block);
    for (size_t i = 0; i < args.size() && i < static_cast<size_t>(count); ++i) {
      values_[static_cast<size_t>(first) + i] = args[i];
    }
  };
  for (const VisitBlock& block : visits.blocks) {
    add_args(block.block, block.first_argument, block.argument_count);
  }
  for (const Visit& visit : visits.visits) {
    if (visit.kind == Visit::Kind::kEntry) {
      add_args(ManualBody(m, visit.op), visit.first_result, visit.result_count);
    } else if (visit.kind == Visit::Kind::kOp ||
               visit.kind == Visit::Kind::kExit) {
      const int count = std::min(visit.result_count, m.result_count(visit.op));
      for (int i = 0; i < count; ++i) {
        values_[static_cast<size_t>(visit.first_result + i)] =
            m.result(visit.op, i);
      }
    }
  }
}

std::span<const ExportedShardings::Inlined> InlinedValues::Of(
    const Visit& visit) {
  inlined_.clear();
  if (values_.empty() || !MayGetReshards(m_, visit.op)) return inlined_;
  const std::span<const int32_t> numbers = visits_.OperandsOf(visit);
  const int count =
      std::min(static_cast<int>(numbers.size()), m_.operand_count(visit.op));
  for (int i = 0; i < count; ++i) {
    const ValueId operand = m_.operand(visit.op, i);
    const ValueId value =
        values_[static_cast<size_t>(numbers[static_cast<size_t>(i)])];
    if (value && value != operand && IsAtCall(m_, operand)) {
      inlined_.push_back({operand, value});
    }
  }
  return inlined_;
}

}  // namespace shardflow::internal
