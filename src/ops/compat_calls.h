#ifndef SHARDFLOW_OPS_COMPAT_CALLS_H_
#define SHARDFLOW_OPS_COMPAT_CALLS_H_

#include "ops/compat.h"

// The rows of ops/compat.h about functions and calls of them.

namespace shardflow {

// A call's result is also resharded where its unreduced axes are not those of
// what the function returns. (Else it stays as it is, which is an error later.)
constexpr bool CallResultsMayReduce(Compat compat) {
  return compat == Compat::kShardy202608;
}

// Results of functions take single-device shardings of returned values.
constexpr bool ResultsTakeSingleDevice(Compat compat) {
  return compat == Compat::kShardy202608;
}

// A sharding group may not have members inside and outside of a manual
// computation: what a function does counts as done where it is called.
constexpr bool GroupsSeeThroughCalls(Compat compat) {
  return compat == Compat::kJaxlib012;
}

}  // namespace shardflow

#endif  // SHARDFLOW_OPS_COMPAT_CALLS_H_
