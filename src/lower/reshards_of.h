#ifndef SHARDFLOW_LOWER_RESHARDS_OF_H_
#define SHARDFLOW_LOWER_RESHARDS_OF_H_

#include "ir/module.h"
#include "ops/op_kind.h"

namespace shardflow::internal {

// Returns the first reshard of the value that `accept`, called with the op,
// accepts, or None. Only looks at the newest uses of the value, since some
// values have very many.
template <class Accept>
OpId FindReshardOf(const Module& m, ValueId value, Accept accept) {
  constexpr int kMostUses = 16;
  int uses = 0;
  for (UseId use = m.value(value).first_use; use && uses < kMostUses;
       use = m.next_use(use), ++uses) {
    const OpId user = m.use(use).owner;
    if (m.kind(user) == OpKind::kReshard && accept(user)) return user;
  }
  return OpId::None();
}

// Returns the value that is resharded to `value`, if nothing else uses `value`;
// otherwise `value` itself. Another reshard of `value` would be merged with
// that one, so its price depends on what comes before both.
inline ValueId BeforeReshard(const Module& m, ValueId value) {
  const OpId op = m.def(value);
  return op && m.kind(op) == OpKind::kReshard && m.HasOneUse(value)
             ? m.operand(op, 0)
             : value;
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARDS_OF_H_
