#ifndef SHARDFLOW_EXPLAIN_DESCRIBE_H_
#define SHARDFLOW_EXPLAIN_DESCRIBE_H_

#include <string>
#include <vector>

#include "explain/chain.h"
#include "explain/value_names.h"
#include "propagate/why_not.h"
#include "shardflow/explain.h"

// What propagation recorded, in the terms of the public header.

namespace shardflow {

// What descriptions are made from, at the end of a propagation.
struct Described {
  PropagationState& s;
  const ValueNames& names;
  const History& history;
  // The shardings by value: of the text, and before propagation, which have
  // the priorities; those of the main function's results.
  const std::vector<ShardingId>& read;
  const std::vector<ShardingId>& before;
  const std::vector<ShardingId>& results_before;

  ExplainedTensor Tensor(const TensorPlace& place) const;
  ShardingId ShardingOf(const TensorPlace& place) const;
  ShardingId ShardingBefore(const TensorPlace& place) const;
};

// `dim` is the dimension of the value that is explained.
ExplainedAxis DescribeOrigin(const Described& d, const AxisOrigin& origin,
                             int32_t dim);
StoppedAxis DescribeStop(const Described& d, const Stop& stop);
// What sort of annotation the sharding of a tensor is.
std::string AnnotationKind(const Described& d, const TensorPlace& place);

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_DESCRIBE_H_
