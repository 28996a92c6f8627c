#ifndef SHARDFLOW_LOWER_PERMUTATION_SIDE_H_
#define SHARDFLOW_LOWER_PERMUTATION_SIDE_H_

#include <vector>

#include "lower/permutation.h"

// Shared by the files that implement PermutationResolver.

namespace shardflow::internal {

struct PermutationResolver::Side {
  ValueId value;
  ShardingId sharding;
  MeshId mesh;
  std::vector<int64_t> shape;
  std::vector<int64_t> shards;  // of each dimension

  std::vector<AxisRef> Axes(const Module& m, size_t dim) const {
    const std::span<const AxisRef> axes =
        m.shardings.axes(m.shardings.Get(sharding).dims[dim].axes);
    return {axes.begin(), axes.end()};
  }
};

// Dimensions [in_begin, in_end) of the operand have the elements of dimensions
// [out_begin, out_end) of the result.
struct PermutationResolver::ReshapeGroup {
  size_t in_begin = 0;
  size_t in_end = 0;
  size_t out_begin = 0;
  size_t out_end = 0;
  int in_long = 0;  // dimensions that aren't of size 1
  int out_long = 0;

  bool IsPassThrough() const { return in_long <= 1 && out_long <= 1; }
  bool IsSplit() const { return in_long <= 1 && out_long > 1; }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_PERMUTATION_SIDE_H_
