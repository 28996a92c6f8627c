#include "lower/reshard_cost.h"

#include <algorithm>

#include "sharding/axis.h"

namespace shardflow {
namespace {

int64_t Product(ResolvedList axes) {
  int64_t product = 1;
  for (const ResolvedAxis& axis : axes) {
    product = SaturatingProduct(product, axis.size());
  }
  return product;
}

int64_t CeilDiv(int64_t a, int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

// The number of devices that a step puts into one group.
int64_t Group(const ReshardPlan& plan, const PlanStep& step) {
  switch (step.kind) {
    case StepKind::kAllSlice:
    case StepKind::kCollectivePermute:
    case StepKind::kShardedToUnreduced:
    case StepKind::kReplicatedToUnreduced:
      return 1;
    case StepKind::kAllToAll:
    case StepKind::kAllReduce:
      return Product(plan.list(step.axes));
    case StepKind::kAllGather:
    case StepKind::kReduceScatter:
      break;
  }
  int64_t group = 1;
  for (uint32_t d = 0; d < plan.rank(); ++d) {
    group = SaturatingProduct(group, Product(plan.list(step.axes + d)));
  }
  return group;
}

}  // namespace

int64_t StepBytes(StepKind kind, int64_t before, int64_t after, int64_t group) {
  switch (kind) {
    case StepKind::kAllSlice:
    case StepKind::kShardedToUnreduced:
    case StepKind::kReplicatedToUnreduced:
      return 0;
    case StepKind::kAllGather:
      return std::max<int64_t>(0, after - before);
    case StepKind::kAllToAll:
    case StepKind::kReduceScatter:
      return ExchangedBytes(before, group);
    case StepKind::kAllReduce:
      return SaturatingProduct(2, ExchangedBytes(before, group));
    case StepKind::kCollectivePermute:
      return before;
  }
  return 0;
}

int64_t LocalBytes(std::span<const int64_t> shape,
                   std::span<const int64_t> shards, int64_t element_bits) {
  int64_t elements = 1;
  for (size_t d = 0; d < shape.size(); ++d) {
    // A dimension of unknown size counts as one element for each shard.
    const int64_t size = std::max<int64_t>(shape[d], 0);
    elements = SaturatingProduct(elements, CeilDiv(size, shards[d]));
  }
  if (elements == INT64_MAX) return INT64_MAX;
  const int64_t bits = SaturatingProduct(elements, element_bits);
  return bits == INT64_MAX ? INT64_MAX : CeilDiv(bits, 8);
}

int64_t ExchangedBytes(int64_t local_bytes, int64_t group) {
  return local_bytes - local_bytes / group;
}

std::vector<StepTraffic> TrafficOf(const ReshardProblem& problem,
                                   const ReshardPlan& plan,
                                   int64_t element_bits) {
  std::vector<int64_t> shards(plan.rank());
  for (size_t d = 0; d < plan.rank(); ++d) shards[d] = Product(problem.from[d]);
  int64_t before = LocalBytes(problem.shape, shards, element_bits);
  std::vector<StepTraffic> traffic;
  for (const PlanStep& step : plan.steps()) {
    for (size_t d = 0; d < plan.rank(); ++d) {
      shards[d] = Product(plan.layout(step, d));
    }
    const int64_t after = LocalBytes(problem.shape, shards, element_bits);
    const int64_t group = Group(plan, step);
    traffic.push_back(
        {StepBytes(step.kind, before, after, group), after, group});
    before = after;
  }
  return traffic;
}

PlanCost CostOf(const ReshardProblem& problem, const ReshardPlan& plan,
                int64_t element_bits) {
  PlanCost cost{0, plan.steps().size()};
  for (const StepTraffic& step : TrafficOf(problem, plan, element_bits)) {
    cost.bytes = step.bytes > INT64_MAX - cost.bytes ? INT64_MAX
                                                     : cost.bytes + step.bytes;
  }
  return cost;
}

}  // namespace shardflow
