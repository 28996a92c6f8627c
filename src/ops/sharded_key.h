#ifndef SHARDFLOW_OPS_SHARDED_KEY_H_
#define SHARDFLOW_OPS_SHARDED_KEY_H_

#include "ir/module.h"
#include "ops/op_cache.h"

namespace shardflow::internal {

// Sets `key` to the op's key (MakeOpKey), extended by its rule, if it has one,
// and the shardings of its operands and result. Returns false if there is no
// key: if MakeOpKey makes none, if the ids of rule and shardings don't fit in a
// word, or if the module has barriers, across which an operand has two
// shardings.
bool MakeShardedKey(Module& m, OpId op, OpKey& key);

// Does the same for ops with a rule in the module's column, and returns false
// for others. Whether an op needs a reshard, for example, depends only on this
// key.
bool MakeShardedOpKey(Module& m, OpId op, OpKey& key);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SHARDED_KEY_H_
