#ifndef SHARDFLOW_API_AUTO_LIMITS_H_
#define SHARDFLOW_API_AUTO_LIMITS_H_

#include <functional>

#include "shardflow/auto.h"

namespace shardflow::internal {

// Whether it is time to end the search, from now on.
std::function<bool()> StopOf(const SearchLimits& limits);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_AUTO_LIMITS_H_
