#include "propagate/dependents.h"

#include "ops/functions.h"
#include "ops/op_def.h"

namespace shardflow::internal {

void Dependents::AddElsewhere(ValueId value) {
  if (walked_.insert(value).second) elsewhere_.push_back(value);
}

Position Dependents::Forward(UseId use) {
  const Module& m = g_.m;
  const OpId user = m.use(use).owner;
  if (const OpId edge = EdgeOfSource(m, use)) return g_.position(edge);
  const int index = m.operand_index(use);
  if (HasTrait(m, user, kTerminator)) {
    const OpId around = m.parent_op(user);
    if (!IsFunction(m, around) || !g_.callers.IsUsed(around)) {
      return g_.position(around);
    }
    for (const OpId call : g_.callers.CallsOf(around)) {
      if (index < m.result_count(call)) AddElsewhere(m.result(call, index));
    }
    return Position::None();
  }
  if (IsCall(m, user)) {
    const OpId callee = g_.callers.CalleeOf(user);
    if (callee.IsNone() || IsDeclaration(m, callee)) return Position::None();
    const std::span<const ValueId> args = m.args(EntryBlock(m, callee));
    const auto slot = static_cast<size_t>(index);
    if (slot < args.size()) AddElsewhere(args[slot]);
    return Position::None();
  }
  return g_.position(user);
}

}  // namespace shardflow::internal
