#include "ops/shard_local.h"

#include <algorithm>

#include "ir/type.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"
#include "ops/scatter_reduction.h"
#include "ops/unreduced.h"

namespace shardflow::internal {

Moves MovesOf(const Module& m, OpId op) {
  switch (m.kind(op)) {
    case OpKind::kPad:
      return Moves::kPads;
    case OpKind::kSlice:
      return Moves::kSlices;
    case OpKind::kReverse:
      return Moves::kReverses;
    default:
      return Moves::kNothing;
  }
}

Replicate MustReplicate(const Module& m, OpId op) {
  switch (m.kind(op)) {
    case OpKind::kReduce:
      return m.result_count(op) == 1 && RegionReduction(m, m.region(op, 0))
                 ? Replicate::kNothing
                 : Replicate::kReductions;
    case OpKind::kScatter: {
      const OpKind kind = ScatterReduction(m, op);
      return kind == OpKind::kAdd || kind == OpKind::kMaximum ||
                     kind == OpKind::kMinimum
                 ? Replicate::kNothing
                 : Replicate::kReductions;
    }
    case OpKind::kConvolution:
      return Replicate::kWindow;
    case OpKind::kRngBitGenerator:
      return Replicate::kAll;
    default:
      return Replicate::kNothing;
  }
}

bool IsWindowDim(const Module& m, OpId convolution, int64_t dim) {
  const StructReader dims(m, convolution, "dimension_numbers", StructId::kConv);
  const std::span<const int64_t> kernel =
      dims.Dims("kernel_spatial_dimensions");
  return std::find(kernel.begin(), kernel.end(), dim) != kernel.end();
}

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

}  // namespace shardflow::internal
