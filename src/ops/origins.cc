#include "ops/origins.h"

#include <cstddef>

#include "absl/container/flat_hash_set.h"

#include "ops/data_flow.h"
#include "ops/work.h"

namespace shardflow::internal {
namespace {

// Whether the op's result is a part or a copy of its first operand.
bool CopiesOperand(const Module& m, OpId op) {
  if (m.kind(op) == OpKind::kConvert) return true;
  switch (WorkOf(m.kind(op))) {
    case Work::kView:
    case Work::kBroadcast:
    case Work::kTranspose:
    case Work::kSlice:
    case Work::kDynamicSlice:
      return true;
    default:
      return false;
  }
}

// If an op with data flow passes `value` on, appends the values that it comes
// from.
void AppendSources(const Module& m, ValueId value,
                   std::vector<ValueId>& sources) {
  const OpId op = OwningOp(m, value);
  const ValueId owner = EdgeOwnerFromTarget(m, value);
  if (owner.IsNone()) return;
  // Arguments of regions come from the op's operands. Results come from the
  // values that its regions return or, if it has no regions, from its operands.
  const bool from_operands = m.IsArg(value) || m.region_count(op) == 0;
  std::vector<UseId> uses;
  AppendEdgeSources(m, owner, uses);
  for (const UseId use : uses) {
    const OpId user = m.use(use).owner;
    if ((user == op) != from_operands) continue;
    sources.push_back(m.use(use).value);
  }
}

}  // namespace

std::vector<ValueId> OriginsOf(const Module& m, ValueId value) {
  constexpr size_t kMostOrigins = 256;
  std::vector<ValueId> origins = {value};
  absl::flat_hash_set<ValueId> seen = {value};
  std::vector<ValueId> sources;
  for (size_t i = 0; i < origins.size() && origins.size() < kMostOrigins; ++i) {
    const ValueId at = origins[i];
    sources.clear();
    const OpId op = OwningOp(m, at);
    if (op.IsNone()) continue;
    if (DataFlow(m, op) != nullptr) {
      AppendSources(m, at, sources);
    } else if (!m.IsArg(at) && m.operand_count(op) > 0 &&
               (CopiesOperand(m, op) || m.kind(op) == OpKind::kDataFlowEdge)) {
      sources.push_back(m.operand(op, 0));
    }
    for (const ValueId source : sources) {
      if (seen.insert(source).second) origins.push_back(source);
    }
  }
  return origins;
}

}  // namespace shardflow::internal
