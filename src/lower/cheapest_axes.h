#ifndef SHARDFLOW_LOWER_CHEAPEST_AXES_H_
#define SHARDFLOW_LOWER_CHEAPEST_AXES_H_

#include <cstdint>
#include <optional>
#include <span>

#include "ir/module.h"
#include "lower/common_axes.h"
#include "lower/context.h"
#include "lower/reshard_lowering.h"
#include "sharding/projection.h"

namespace shardflow::internal {

// An op whose tensors disagree: the operands, then the results.
struct Disagreement {
  OpId op;
  MeshRef mesh;
  ResolvedMesh* axes = nullptr;           // of that mesh
  std::span<const ShardingId> shardings;  // None: replicated
};

// Chooses the axes to which the tensors of an op are resharded, such that few
// bytes are sent. (Shardy keeps the axes of the largest tensors, no matter what
// has to move then.)
//
//   ([i, k],[k, j])->([i, j])     lhs [{"x"}, {}]  of 64x32
//                                 rhs [{"x"}, {}]  of 32x32
//                                 result [{"x"}, {}]
//   i: "x" gathers the rhs; k: "x" moves the lhs and reduces the result.
class CheapestAxes {
 public:
  explicit CheapestAxes(const LowerContext& context)
      : c_(context),
        m_(context.m),
        reshards_(context.m, context.symbols, PlanChoice::kDefault,
                  context.compat) {}

  // Returns the cheapest compromise that shards the op's work as much as
  // `usual` does; `usual` itself unless another one is cheaper. `projection` is
  // that of the op's shardings.
  AxesPerFactor Choose(const Disagreement& tensors,
                       const Projection& projection, AxesPerFactor usual,
                       std::span<const int64_t> sizes);

 private:
  // Returns the bytes that a device sends, or nullopt if that isn't known.
  std::optional<double> Bytes(const Disagreement& tensors, const Rule& rule,
                              const AxesPerFactor& axes);
  double BytesOfOperand(OpId op, ValueId value, ShardingId from, ShardingId to);
  double BytesOfResult(ValueId result, ShardingId from, ShardingId to,
                       int64_t group, std::span<const AxisRef> reduced);
  int64_t LocalBytesOf(ValueId value, ShardingId sharding) const;

  const LowerContext& c_;
  Module& m_;
  ReshardLowering reshards_;
  Projection made_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_CHEAPEST_AXES_H_
