#ifndef SHARDFLOW_API_EXPLAIN_SPECS_H_
#define SHARDFLOW_API_EXPLAIN_SPECS_H_

#include "shardflow/explain.h"

namespace shardflow::internal {

// Adds JAX's notation, P(...), to each sharding in an explanation.
void AddSpecs(Explanation& explanation);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_EXPLAIN_SPECS_H_
