#ifndef SHARDFLOW_API_AUTO_LIMITS_H_
#define SHARDFLOW_API_AUTO_LIMITS_H_

#include <functional>

#include "shardflow/auto.h"

namespace shardflow::internal {

// Returns a predicate that is true when the search has to end. The time limit
// starts when StopOf is called.
std::function<bool()> StopOf(const SearchLimits& limits);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_AUTO_LIMITS_H_
