#include "lower/cost_model.h"

#include <algorithm>

#include "lower/axes.h"
#include "sharding/axis.h"

namespace shardflow {
namespace {

// (n - 1) S / n, rounded up.
int64_t Exchanged(int64_t held, int64_t group) { return held - held / group; }

int64_t Bytes(const StepLoad& load) {
  switch (load.kind) {
    case StepKind::kAllSlice:
    case StepKind::kShardedToUnreduced:
    case StepKind::kReplicatedToUnreduced:
      return 0;
    case StepKind::kAllGather:
      return SaturatingProduct(load.group - 1, load.held);
    case StepKind::kAllToAll:
    case StepKind::kReduceScatter:
      return Exchanged(load.held, load.group);
    case StepKind::kAllReduce:
      return SaturatingProduct(2, Exchanged(load.held, load.group));
    case StepKind::kCollectivePermute:
      return load.held;
  }
  return 0;
}

}  // namespace

StepCost CostModel::Price(const StepLoad& load) const {
  return {SaturatingSum(Bytes(load), load.realigned), 0};
}

}  // namespace shardflow
