#ifndef SHARDFLOW_API_EXPLAIN_SPECS_H_
#define SHARDFLOW_API_EXPLAIN_SPECS_H_

#include "shardflow/explain.h"

namespace shardflow::internal {

// Fills in the shardings of an explanation in JAX's notation.
void AddSpecs(Explanation& explanation);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_EXPLAIN_SPECS_H_
