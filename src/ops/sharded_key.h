#ifndef SHARDFLOW_OPS_SHARDED_KEY_H_
#define SHARDFLOW_OPS_SHARDED_KEY_H_

#include "ir/module.h"
#include "ops/op_cache.h"

namespace shardflow::internal {

// Sets `key` to the op's key (MakeOpKey), extended by its rule and the
// shardings of its operands and result. Whether an op needs a reshard, for
// example, depends on nothing else. Returns false if there is no key: if
// MakeOpKey makes none, if the op has no rule in the module's column, if the
// ids of rule and shardings don't fit in a word, or if the module has barriers,
// across which an operand has two shardings.
bool MakeShardedOpKey(Module& m, OpId op, OpKey& key);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SHARDED_KEY_H_
