#include "ops/sharded_key.h"

#include <cstdint>

#include "ops/data_flow.h"
#include "ops/op_kind.h"

namespace shardflow::internal {

bool MakeShardedOpKey(Module& m, OpId op, OpKey& key) {
  return m.rule(op) && MakeShardedKey(m, op, key);
}

bool MakeShardedKey(Module& m, OpId op, OpKey& key) {
  const RuleId rule = m.rule(op);
  const OpRow& row = m.op(op);
  if (row.operand_count > 2 || row.result_count != 1 ||
      m.op_count(OpKind::kPropagationBarrier) > 0 || !MakeOpKey(m, op, key)) {
    return false;
  }
  // Four ids of 16 bits, each plus 1; 0 stands for None.
  uint64_t own = 0;
  uint32_t all = 0;
  const auto add = [&](int32_t id) {
    const uint32_t code = static_cast<uint32_t>(id) + 1;
    all |= code;
    own = own << 16 | code;
  };
  add(rule.index);
  for (size_t i = 0; i <= row.operand_count; ++i) {
    // The result comes last. The operands of an op are consecutive uses.
    const ValueId value =
        i == row.operand_count
            ? row.first_result
            : m.use(UseId(row.first_operand.Slot() + i)).value;
    const OpId def = m.def(value);
    // GetSharding, inline in the most common case.
    add((def && DataFlow(m, def) == nullptr ? m.sharding(value)
                                            : GetSharding(m, value))
            .index);
  }
  key[kOwnKeyWord] = own;
  return all >> 16 == 0;
}

}  // namespace shardflow::internal
