#ifndef SHARDFLOW_BASE_DIMS_H_
#define SHARDFLOW_BASE_DIMS_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

// Lists of a tensor's dimensions, or of their sizes.

namespace shardflow::internal {

using Dims = std::span<const int64_t>;
using DimList = std::vector<int64_t>;

inline bool Contains(Dims dims, int64_t dim) {
  return std::find(dims.begin(), dims.end(), dim) != dims.end();
}

inline std::vector<int64_t> Copy(Dims dims) {
  return {dims.begin(), dims.end()};
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_BASE_DIMS_H_
