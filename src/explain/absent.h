#ifndef SHARDFLOW_EXPLAIN_ABSENT_H_
#define SHARDFLOW_EXPLAIN_ABSENT_H_

#include <vector>

#include "explain/describe.h"
#include "propagate/why_not.h"
#include "shardflow/explain.h"

// Explains why the dimensions of a value lack axes of the mesh. The search
// begins at the value and follows the factors of rules to the nearest tensor
// where an axis was refused.
//
//   %9 = tanh %8    %8 = dot %x, %w    %x [{"data"}, {}], refused by %8
//
//   %9 dimension 0 lacks "data": lost at %8, one op away

namespace shardflow::internal {

// A tensor that lacks an axis. If it had the axis, the explained value might
// also get it. The place refers to the module after propagation.
struct FixPlace {
  TensorPlace place;
  int32_t dim = 0;
  AxisRef axis;
  ShardingId like;     // the sharding of a tensor that has the axis
  bool alone = false;  // the axis would replace the dimension's other axes
};

// Fills in `value.absent`. `direct` lists the axes that were refused at an op
// next to the value (see WhyNot); `value.stopped` must already describe them.
// Adds the places that could be given absent axes to `fixes`, nearest first. If
// `look_far` is false, leaves out axes that were lost farther away or that no
// related tensor has, because finding them is slow.
void ExplainAbsent(const Described& d, const TensorPlace& place,
                   const std::vector<MissingAxis>& direct, bool look_far,
                   ExplainedValue& value, std::vector<FixPlace>& fixes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_ABSENT_H_
