#include "propagate/notify.h"

#include "ops/functions.h"
#include "ops/op_def.h"

namespace shardflow {

void Listeners::AddElsewhere(ValueId value) {
  if (told_.insert(value).second) elsewhere_.push_back(value);
}

int32_t Listeners::PassOn(UseId use) {
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
    return -1;
  }
  if (IsCall(m, user)) {
    const OpId callee = g_.callers.CalleeOf(user);
    if (callee.IsNone() || IsDeclaration(m, callee)) return -1;
    const std::span<const ValueId> args = m.args(EntryBlock(m, callee));
    const auto slot = static_cast<size_t>(index);
    if (slot < args.size()) AddElsewhere(args[slot]);
    return -1;
  }
  return g_.position(user);
}

}  // namespace shardflow
