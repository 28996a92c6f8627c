#include "ops/shard_local.h"

#include <algorithm>

#include "ir/type.h"

namespace shardflow {

int64_t CeilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

bool IsLocalSlice(const SlicedDim& dim, int64_t shards) {
  if (shards <= 1) return true;
  if (dim.start != 0 || dim.stride != 1) return false;
  if (dim.in == kDynamicDim || dim.out == kDynamicDim) return false;
  return CeilDiv(dim.in, shards) == CeilDiv(dim.out, shards);
}

bool IsLocalPad(const PaddedDimSizes& dim, int64_t shards) {
  if (shards <= 1) return true;
  if (dim.interior != 0 || dim.in == kDynamicDim || dim.out == kDynamicDim) {
    return false;
  }
  const int64_t in = CeilDiv(dim.in, shards), out = CeilDiv(dim.out, shards);
  for (int64_t shard = 0; shard < shards; ++shard) {
    const int64_t start = shard * out - dim.low;
    const int64_t first = std::max<int64_t>(0, start);
    const int64_t last = std::min(dim.in - 1, start + out - 1);
    if (first <= last && (first / in != shard || last / in != shard)) {
      return false;
    }
  }
  return true;
}

}  // namespace shardflow
