#ifndef SHARDFLOW_PROPAGATE_FACTOR_AGGRESSIVE_H_
#define SHARDFLOW_PROPAGATE_FACTOR_AGGRESSIVE_H_

#include <cstdint>
#include <span>

#include "propagate/factor_basic.h"

// The aggressive strategy: along each factor, every tensor gets as much of the
// common axes as it can take.
//
//              i         j
//   tensor 0   "a", "b"  -
//   tensor 1   ?         -                   gets "a", "b" along i
//   tensor 2   ?         "b"                 gets "a" along i
//
// Two factors of one tensor may want the same axis, but only one of them can
// have it. So factors are sorted by preference; SortFactors() lists the
// criteria.
//
// In an elementwise op, if a result can't take all axes of a factor, operands
// get no more than the result. Otherwise, where a result must stay replicated,
// axes would still propagate sideways, from one operand to another.

namespace shardflow::internal {

// See PropagateBasic for the arguments.
void PropagateAggressive(const FactorStep& step, FactorScratch& scratch,
                         std::span<uint8_t> updated);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_FACTOR_AGGRESSIVE_H_
