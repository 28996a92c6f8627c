#ifndef SHARDFLOW_LOWER_COMMON_AXES_H_
#define SHARDFLOW_LOWER_COMMON_AXES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/intern.h"
#include "sharding/projection.h"

// The sharding that all tensors of an op can agree on: for each factor of its
// rule, the axes along which it is sharded in every tensor.
//
//   ([i, k],[k, j])->([i, j])     lhs [{"x"}, {"y"}]   rhs [{}, {"x"}]
//                                 result [{"x"}, {}]
//   i: "x", k: "y" or nothing, j: nothing
//
// Pure: nothing is inserted here (see op_reshards.h). The reference is
// explicit_reshards_util.cc.

namespace shardflow {

using AxesPerFactor = std::vector<std::vector<ResolvedAxis>>;

// The axes of the factor if all tensors that have it agree; empty if none has
// it; nullopt if they don't agree.
std::optional<ResolvedList> CompatibleAxes(const Projection& projection,
                                           size_t factor);

// The axes per factor if the tensors agree already: on every factor, with
// factors that need replication not sharded, and no axis on two factors.
std::optional<AxesPerFactor> CompatibleAxesPerFactor(
    const Projection& projection);

// The axes per factor to reshard to (those above if there are such).
// `sizes`: the number of elements of each tensor, 0 if it isn't known. `names`
// breaks ties.
AxesPerFactor FindCommonAxes(const Projection& projection,
                             std::span<const int64_t> sizes,
                             const StringStore& names);

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_COMMON_AXES_H_
