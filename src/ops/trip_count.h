#ifndef SHARDFLOW_OPS_TRIP_COUNT_H_
#define SHARDFLOW_OPS_TRIP_COUNT_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/module.h"
#include "ops/known_values.h"
#include "ops/symbols.h"

// How often the ops of a program run.

namespace shardflow::internal {

// Returns how often the body of a loop (stablehlo.while) runs, if its condition
// compares a counter with a constant, and the counter starts at a constant and
// changes by a constant in each iteration. For example, returns 8 for:
//
//   %r:2 = stablehlo.while(%i = %c0, %x = %a)
//     cond { %p = stablehlo.compare LT, %i, %c8 ... }
//     do   { %j = stablehlo.add %i, %c1 ... stablehlo.return %j, %y }
//
// Returns nullopt for any other loop or op. `source` is for a loop in a body
// that will be inlined (ops/known_values.h).
std::optional<int64_t> TripCount(const Module& m, OpId loop,
                                 const ValueSource& source = nullptr);

struct Executions {
  // How often the ops of each block run when the main function runs once;
  // INT64_MAX if the count doesn't fit. A public function that is never called
  // counts as run once, a private one as never run.
  std::vector<int64_t> blocks;
  // Loops with an unknown trip count. Their bodies count as run once.
  std::vector<OpId> unknown_loops;

  int64_t Of(const Module& m, OpId op) const {
    const BlockId block = m.op(op).parent;
    return block && block.Slot() < blocks.size() ? blocks[block.Slot()] : 1;
  }
};
// Counts how often each block runs. Every branch of a conditional counts as
// taken. Recursive calls are ignored.
Executions CountExecutions(const Module& m, const SymbolTable& symbols);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_TRIP_COUNT_H_
