#ifndef SHARDFLOW_COST_SPMD_DOT_H_
#define SHARDFLOW_COST_SPMD_DOT_H_

#include <functional>
#include <optional>
#include <span>

#include "cost/spmd_emitter.h"
#include "ops/work.h"

// Imitates how XLA's partitioner splits a matrix product (or a convolution
// whose images aren't sharded along the window). Dimensions along which
// operands and result are sharded alike are removed, together with the digits
// that shard them, which leaves a smaller problem for each group of devices.
// Where no case applies, operands are gathered.

namespace shardflow::internal {

struct DotProblem {
  Part lhs, rhs;
  DimSizes out_shape;
  Layout out;
  int64_t out_element_bits = 0;
  const Contraction* contraction = nullptr;
};

// Returns the result, whose layout is `problem.out`.
Part PartitionDot(SpmdEmitter& emitter, const DotProblem& problem);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_SPMD_DOT_H_
