#ifndef SHARDFLOW_OPS_TRIP_COUNT_H_
#define SHARDFLOW_OPS_TRIP_COUNT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/module.h"
#include "ops/symbols.h"

// How often the ops of a program run.

namespace shardflow::internal {

// How often the body of a loop (stablehlo.while) runs, if its condition
// compares a counter with a constant, and the counter starts at a constant and
// is changed by a constant each time:
//
//   %r:2 = stablehlo.while(%i = %c0, %x = %a)
//     cond { %p = stablehlo.compare LT, %i, %c8 ... }
//     do   { %j = stablehlo.add %i, %c1 ... stablehlo.return %j, %y }
//
// runs 8 times. Nullopt for any other loop, and for any other op.
std::optional<int64_t> TripCount(const Module& m, OpId loop);

struct Executions {
  // By slot of the block: how often its ops run when the main function runs
  // once. Blocks of functions that nobody calls run once, too, if the function
  // is public, else never. Saturates at INT64_MAX.
  std::vector<int64_t> blocks;
  // Loops whose count isn't known: their bodies are counted once.
  std::vector<OpId> unknown_loops;

  int64_t Of(const Module& m, OpId op) const {
    const BlockId block = m.op(op).parent;
    return block && block.Slot() < blocks.size() ? blocks[block.Slot()] : 1;
  }
};
// Branches of conditionals count as if each ran. Functions that call themselves
// count as called once.
Executions CountExecutions(const Module& m, const SymbolTable& symbols);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_TRIP_COUNT_H_
