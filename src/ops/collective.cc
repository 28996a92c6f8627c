#include "ops/op_def.h"

// StableHLO collectives.

namespace shardflow {

constinit const OpDef kAllGatherDef{};

constinit const OpDef kAllReduceDef{};

constinit const OpDef kReduceScatterDef{};

constinit const OpDef kAllToAllDef{};

constinit const OpDef kCollectiveBroadcastDef{};

constinit const OpDef kCollectiveReduceDef{};

constinit const OpDef kCollectivePermuteDef{};

constinit const OpDef kCrossReplicaSumDef{
    .traits = kPure,
};

}  // namespace shardflow
