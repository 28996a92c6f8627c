#ifndef SHARDFLOW_EXPLAIN_ABSENT_H_
#define SHARDFLOW_EXPLAIN_ABSENT_H_

#include <vector>

#include "explain/describe.h"
#include "propagate/why_not.h"
#include "shardflow/explain.h"

// Why the dimensions of a value lack axes of the mesh. The search begins at the
// value and follows the factors of rules to the nearest tensor at which an
// axis was refused.
//
//   %9 = tanh %8    %8 = dot %x, %w    %x [{"data"}, {}], refused by %8
//
//   %9 dimension 0 lacks "data": lost at %8, one op away

namespace shardflow::internal {

// A tensor that lacks an axis. Sharding it differently might give the value the
// axis. Values are those of the module after propagation.
struct FixPlace {
  TensorPlace place;
  int32_t dim = 0;
  AxisRef axis;
  ShardingId like;     // the sharding of the tensor that has the axis
  bool alone = false;  // the axis replaces those that the dimension has
};

// Fills `value.absent`. `direct` are the axes that were refused next to the
// value (see WhyNot); `value.stopped` has their descriptions. Adds to `fixes`
// the places that could get absent axes, nearest first. Without `look_far`,
// which takes a while for each value, leaves out axes that were lost farther
// away or that no related tensor has.
void ExplainAbsent(const Described& d, const TensorPlace& place,
                   const std::vector<MissingAxis>& direct, bool look_far,
                   ExplainedValue& value, std::vector<FixPlace>& fixes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_ABSENT_H_
