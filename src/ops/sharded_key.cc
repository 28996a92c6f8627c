#include "ops/sharded_key.h"

#include <cstdint>

#include "ops/data_flow.h"
#include "ops/op_kind.h"

namespace shardflow::internal {

bool MakeShardedOpKey(Module& m, OpId op, OpKey& key) {
  const RuleId rule = m.rule(op);
  if (rule.IsNone() || m.op_count(OpKind::kPropagationBarrier) > 0 ||
      !MakeOpKey(m, op, key)) {
    return false;
  }
  const int operands = m.operand_count(op);
  if (operands > 2 || m.result_count(op) != 1) return false;
  // Four ids of 16 bits; UINT16_MAX stands for None.
  uint64_t own = 0;
  bool fits = true;
  const auto add = [&](int32_t id) {
    fits &= id < UINT16_MAX;
    own = own << 16 | static_cast<uint16_t>(id);
  };
  add(rule.index);
  for (int i = 0; i < operands; ++i) {
    add(GetSharding(m, m.operand(op, i)).index);
  }
  add(GetSharding(m, m.result(op, 0)).index);
  key[kOwnKeyWord] = own;
  return fits;
}

}  // namespace shardflow::internal
