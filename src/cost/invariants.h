#ifndef SHARDFLOW_COST_INVARIANTS_H_
#define SHARDFLOW_COST_INVARIANTS_H_

#include <cstdint>
#include <vector>

#include "cost/local_program.h"
#include "ir/module.h"
#include "ops/work.h"

// XLA moves computations out of the bodies of loops if they give the same
// result in each iteration (while-loop-invariant-code-motion). It moves
// collectives of all kinds, and out of nested loops, too.
//
// A node can leave a loop if all its operands are computed outside, can leave
// the loop, or are arguments of the body that the body returns unchanged.
// Blocks are numbered so that an inner block's number is higher than those of
// the blocks around it. So the block to which a node moves is the one with the
// highest number among the blocks of its operands.

namespace shardflow::internal {

// Whether the node of an op stays in its block even if its operands leave it.
// `source` may be None.
bool StaysInBlock(const Module& m, OpId source, Work work);

// Returns, for each node, the outermost block in which it could be computed.
// Returns an empty list if the program has no loops.
std::vector<int32_t> OutermostBlocks(const Module& m,
                                     const LocalProgram& program);

// Moves nodes out of loops as XLA does. Like XLA, it moves cheap nodes
// (constants, broadcasts, slices, views, transposes) only if a node that moves
// reads them; other readers then keep a copy. Results that loops read stay in
// memory until the loop has run.
void HoistInvariants(const Module& m, LocalProgram& program);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_INVARIANTS_H_
