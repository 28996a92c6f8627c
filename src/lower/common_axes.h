#ifndef SHARDFLOW_LOWER_COMMON_AXES_H_
#define SHARDFLOW_LOWER_COMMON_AXES_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/intern.h"
#include "sharding/projection.h"

// Finds a sharding on which all tensors of an op can agree: for each factor of
// the op's rule, the axes along which to shard every tensor that has the
// factor.
//
//   ([i, k],[k, j])->([i, j])     lhs [{"x"}, {"y"}]   rhs [{}, {"x"}]
//                                 result [{"x"}, {}]
//   i: "x", k: "y" or nothing, j: nothing
//
// These functions change nothing; op_reshards.h inserts the reshards. They
// follow Shardy's explicit_reshards_util.cc.

namespace shardflow::internal {

using AxesPerFactor = std::vector<std::vector<ResolvedAxis>>;

// Returns the axes of the factor if all tensors that have the factor agree on
// them. Returns an empty list if no tensor has the factor, and nullopt if the
// tensors disagree.
std::optional<ResolvedList> CompatibleAxes(const Projection& projection,
                                           size_t factor);

// Returns the axes of each factor if the tensors agree on every factor, no
// factor that needs replication is sharded, and no axis shards two factors.
// Otherwise returns nullopt.
std::optional<AxesPerFactor> CompatibleAxesPerFactor(
    const Projection& projection);

// Returns, for each factor, the axes to which the tensors should be resharded:
// their own axes if they agree, otherwise a compromise. `sizes` contains the
// number of elements of each tensor, or 0 if unknown. Ties are broken by the
// names of axes.
AxesPerFactor FindCommonAxes(const Projection& projection,
                             std::span<const int64_t> sizes,
                             const StringStore& names);

// Returns up to 64 other compromises, some of which may be equal. In each of
// them, the first one or two choices differ from the choices of FindCommonAxes,
// and the rest are made in the same way. If some factors need replication,
// there is only one other compromise: their axes aren't given to other factors.
std::vector<AxesPerFactor> AlternativeAxes(const Projection& projection,
                                           std::span<const int64_t> sizes,
                                           const StringStore& names);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_COMMON_AXES_H_
