#ifndef SHARDFLOW_PASSES_EXPORT_PARTIAL_REDUCTIONS_H_
#define SHARDFLOW_PASSES_EXPORT_PARTIAL_REDUCTIONS_H_

#include "ir/module.h"
#include "ops/symbols.h"

namespace shardflow::internal {

// A reduce along sharded dimensions that no collective can finish, such as an
// argmax, becomes two reduces. In the first, every device reduces its shard.
// The second reduces the results of all shards, which are small enough to be
// gathered.
//
//   reduce(x, init) over d    x: 16x8 [{"x"}, {}], 4 devices along x
//   -> reshape x to 4x4x8     [{"x"}, {}, {}]
//      reduce over its dimension 1, to 4x8 [{"x"}, {}]
//      reduce that over dimension 0
//
// The given op becomes the second one; its operands are still sharded along the
// dimensions that it reduces. Returns false and changes nothing if it isn't a
// reduce, if gathering the operands sends no more bytes, or if no initial value
// for the first reduce is known.
bool ReduceShardsFirst(Module& m, const SymbolTable& symbols, OpId reduce);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_PARTIAL_REDUCTIONS_H_
