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

// An op whose tensors have incompatible shardings.
struct Disagreement {
  OpId op;
  MeshRef mesh;
  ResolvedMesh* axes = nullptr;  // the axes of `mesh`
  // The shardings of the operands, then those of the results. None means
  // replicated.
  std::span<const ShardingId> shardings;
};

// Chooses the axes along which to shard an op's tensors, so that the reshards
// before and after the op send few bytes. (Shardy keeps the axes of the largest
// tensors, no matter how much data that moves.)
//
//   ([i, k],[k, j])->([i, j])     lhs [{"x"}, {}]  of 64x32
//                                 rhs [{"x"}, {}]  of 32x32
//                                 result [{"x"}, {}]
//   "x" on i: the rhs is gathered
//   "x" on k: the lhs is resharded, and the result is reduced
class CheapestAxes {
 public:
  explicit CheapestAxes(const LowerContext& context)
      : c_(context),
        m_(context.m),
        reshards_(context.m, context.symbols, PlanChoice::kDefault,
                  context.compat) {}

  // Returns the cheapest axes that divide the op's work, if it has any, among
  // at least as many devices as `usual` does, or `usual` if none are cheaper.
  // Reductions may be divided among fewer devices if that sends far fewer
  // bytes. `sizes` contains the number of elements of each tensor.
  AxesPerFactor Choose(const Disagreement& tensors,
                       const Projection& projection, AxesPerFactor usual,
                       std::span<const int64_t> sizes);

  // Returns the cheapest of `usual` and `others`. `usual` wins ties, and is
  // returned if its price is unknown.
  AxesPerFactor ChooseAmong(const Disagreement& tensors, const Rule& rule,
                            AxesPerFactor usual,
                            std::span<AxesPerFactor> others);

 private:
  // Splits a reduction along unused axes of the mesh as well, as long as that
  // saves bytes. If the sums are wider than the operands, also moves axes from
  // reduction factors to other factors. `bytes` is the price of `axes`.
  //
  //   ([i, k],[k, j])->([i, j])     i: "x", k and j: nothing; "y" is idle
  //   "y" on j or k: each device gathers a part of the rhs
  void Improve(const Disagreement& tensors, const Projection& projection,
               double& bytes, AxesPerFactor& axes);
  // Returns how many bytes a device sends if the tensors are resharded to
  // `axes`, or nullopt if unknown.
  std::optional<double> Bytes(const Disagreement& tensors, const Rule& rule,
                              const AxesPerFactor& axes);
  // With `skips_reshards`, the way of an operand begins before a reshard that
  // only this op reads (BeforeReshard).
  double BytesOfOperand(OpId op, ValueId value, ShardingId from, ShardingId to,
                        bool skips_reshards);
  // Returns the sharding of `source`, which is resharded to `value`; None if
  // that moves it to another mesh or combines parts of its elements.
  ShardingId ShardingBefore(ValueId value, ValueId source) const;
  // Whether an op before `op` in its block, other than `except`, has resharded
  // the value to `to`. If reshards are shared, another one costs nothing.
  bool IsThere(OpId op, ValueId value, ShardingId to, OpId except) const;
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
