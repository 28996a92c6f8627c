#ifndef SHARDFLOW_EXPLAIN_ABSENT_H_
#define SHARDFLOW_EXPLAIN_ABSENT_H_

#include <vector>

#include "explain/describe.h"
#include "propagate/why_not.h"
#include "shardflow/explain.h"

// Why the dimensions of a value lack axes of the mesh: from the value on along
// the factors of rules to the nearest tensor at which the axis was refused.
//
//   %9 = tanh %8    %8 = dot %x, %w    %x [{"data"}, {}], refused by %8
//
//   %9 dimension 0 lacks "data": lost at %8, one op away

namespace shardflow::internal {

// Something that could be sharded in another way, so that the value gets an
// axis: where the axis was refused. The values are those of the module after
// propagation.
struct FixPlace {
  TensorPlace place;
  int32_t dim = 0;
  AxisRef axis;
  ShardingId like;     // that of the tensor which has the axis
  bool alone = false;  // instead of the axes that the dimension has
};

// Fills `absent`. `direct` are the axes that stopped next to the value
// (WhyNot), whose descriptions are in `value.stopped`. What could be done
// about it is added to `fixes`, the nearest first. Without `look_far`, which
// takes a while for each value, axes that were lost farther away, or are
// nowhere near, are left out.
void ExplainAbsent(const Described& d, const TensorPlace& place,
                   const std::vector<MissingAxis>& direct, bool look_far,
                   ExplainedValue& value, std::vector<FixPlace>& fixes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_ABSENT_H_
