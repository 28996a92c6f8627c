#include "ops/op_def.h"

// The sdy dialect.

namespace shardflow {

constinit const OpDef kMeshDef{
    .traits = kSymbol,
};

constinit const OpDef kShardingConstraintDef{};

constinit const OpDef kReshardDef{
    .traits = kPure,
};

constinit const OpDef kSdyReturnDef{
    .traits = kPure | kTerminator,
};

constinit const OpDef kManualComputationDef{
    .traits = kRecursiveEffects | kIsolated,
};

constinit const OpDef kShardingGroupDef{};

constinit const OpDef kSdyConstantDef{
    .traits = kPure,
};

constinit const OpDef kDataFlowEdgeDef{};

constinit const OpDef kPropagationBarrierDef{
    .traits = kPure,
};

constinit const OpDef kNamedComputationDef{
    .traits = kRecursiveEffects | kIsolated,
};

constinit const OpDef kSdyAllGatherDef{};

constinit const OpDef kSdyAllSliceDef{};

constinit const OpDef kSdyAllToAllDef{};

constinit const OpDef kSdyCollectivePermuteDef{};

constinit const OpDef kSdyAllReduceDef{};

constinit const OpDef kSdyReduceScatterDef{};

constinit const OpDef kShardedToUnreducedDef{};

constinit const OpDef kReplicatedToUnreducedDef{};

constinit const OpDef kFuncDataFlowEdgeDef{};

}  // namespace shardflow
