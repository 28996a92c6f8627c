#ifndef SHARDFLOW_EXPLAIN_DESCRIBE_H_
#define SHARDFLOW_EXPLAIN_DESCRIBE_H_

#include <string>
#include <vector>

#include "explain/chain.h"
#include "explain/value_names.h"
#include "propagate/why_not.h"
#include "shardflow/explain.h"

// Converts the records of propagation to the structs of shardflow/explain.h.

namespace shardflow::internal {

// The input of the functions below. `s.m` is the module after propagation.
struct Described {
  PropagationState& s;
  const ValueNames& names;
  const History& history;
  const NodesByValue& nodes;
  StepTraces& traces;
  // The sharding of each value in the text.
  const std::vector<ShardingId>& read;
  // The sharding of each value right before propagation, which still has user
  // priorities. `results_before` is the same for the main function's results.
  const std::vector<ShardingId>& before;
  const std::vector<ShardingId>& results_before;
  // Whether to fill in ExplainedOp::rule. Text output doesn't show it.
  bool with_rules = true;

  ExplainedTensor Tensor(const TensorPlace& place) const;
  ShardingId ShardingOf(const TensorPlace& place) const;
  ShardingId ShardingBefore(const TensorPlace& place) const;
};

// Describe one link of a chain: an annotation or a move.
ChainLink DescribeAnnotation(const Described& d, const AxisOrigin& origin);
ChainLink DescribeMove(const Described& d, const AxisMove& move);
// Returns the axis with its chain. `dim` is the axis's dimension in the
// explained value.
ExplainedAxis DescribeOrigin(const Described& d, const AxisOrigin& origin,
                             int32_t dim);
StoppedAxis DescribeStop(const Described& d, const MissingAxis& stop);
// Fills in `source_from` and `blocker_from`, which say where the two axes were
// annotated.
void AddOrigins(const Described& d, const MissingAxis& stop, StoppedAxis& out);
// Returns the kind of annotation that gave the tensor its sharding.
std::string AnnotationKind(const Described& d, const TensorPlace& place);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_DESCRIBE_H_
