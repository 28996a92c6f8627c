#ifndef SHARDFLOW_COST_PLACE_H_
#define SHARDFLOW_COST_PLACE_H_

#include "ir/module.h"
#include "shardflow/cost.h"

namespace shardflow::internal {

// Returns the op's place in the source. If `op` is None, the place is empty.
CostPlace PlaceOf(const Module& m, OpId op);
// Returns the place of an argument of a function: "argument 3", with its name
// and the function's place.
CostPlace PlaceOfArgument(const Module& m, OpId function, size_t i);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PLACE_H_
