#ifndef SHARDFLOW_LOWER_COMMON_AXES_H_
#define SHARDFLOW_LOWER_COMMON_AXES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/intern.h"
#include "sharding/projection.h"

// The sharding that all tensors of an op can agree on: for each factor of the
// op's rule, the axes along which every tensor is to be sharded.
//
//   ([i, k],[k, j])->([i, j])     lhs [{"x"}, {"y"}]   rhs [{}, {"x"}]
//                                 result [{"x"}, {}]
//   i: "x", k: "y" or nothing, j: nothing
//
// These functions only compute; op_reshards.h inserts the reshards. They follow
// Shardy's explicit_reshards_util.cc.

namespace shardflow::internal {

using AxesPerFactor = std::vector<std::vector<ResolvedAxis>>;

// Returns the axes of the factor if all tensors that have the factor agree on
// them; empty if no tensor has it; nullopt if they disagree.
std::optional<ResolvedList> CompatibleAxes(const Projection& projection,
                                           size_t factor);

// Returns the axes per factor if the tensors agree already: they agree on every
// factor, factors that need replication aren't sharded, and no axis is on two
// factors.
std::optional<AxesPerFactor> CompatibleAxesPerFactor(
    const Projection& projection);

// Returns the axes per factor to reshard to: the present ones if the tensors
// agree, else a compromise. `sizes` has each tensor's number of elements, 0 if
// it is unknown. Ties are broken by the axes' names.
AxesPerFactor FindCommonAxes(const Projection& projection,
                             std::span<const int64_t> sizes,
                             const StringStore& names);

// Returns up to 64 other compromises, some of which may be equal. Each makes
// its first one or two choices differently, then continues like FindCommonAxes.
std::vector<AxesPerFactor> AlternativeAxes(const Projection& projection,
                                           std::span<const int64_t> sizes,
                                           const StringStore& names);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_COMMON_AXES_H_
