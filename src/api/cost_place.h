#ifndef SHARDFLOW_API_COST_PLACE_H_
#define SHARDFLOW_API_COST_PLACE_H_

#include "json/emit.h"
#include "shardflow/cost.h"

namespace shardflow::internal {

// The keys of a place ("op", "name", "line", ...) into an object that is open;
// those that are unknown are left out.
void EmitPlace(const CostPlace& place, JsonEmitter& e);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_COST_PLACE_H_
