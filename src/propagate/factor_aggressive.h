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
// An axis may be wanted along two factors of one tensor, which can have only
// one of them. So factors come in an order of preference; see the numbered
// comment at the sort.
//
// In an elementwise op, an operand gets no more axes along a factor than a
// result that could not take them all. Otherwise, if a result must stay
// replicated, "a" would still propagate from one operand to the other: sideways
// only.

namespace shardflow::internal {

// As PropagateBasic.
void PropagateAggressive(const FactorStep& step, FactorScratch& scratch,
                         std::span<uint8_t> updated);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_FACTOR_AGGRESSIVE_H_
