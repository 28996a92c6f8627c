#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"

// The sdy dialect.

namespace shardflow {
namespace {

constexpr DataFlowDef kManualFlow{
    .operands_to_args = true,
    .has_manual_axes = true,
    .keep_divisible = true,
};

constexpr DataFlowDef kNamedFlow{
    .operands_to_args = true,
};

}  // namespace

constinit const OpDef kMeshDef{
    .traits = kSymbol | kNoRule,
};

constinit const OpDef kShardingConstraintDef{
    .traits = kElementwiseForPropagation,
    .rule = PointwiseRule,
};

constinit const OpDef kReshardDef{
    .traits = kPure | kElementwiseForPropagation | kNoRule,
};

constinit const OpDef kSdyReturnDef{
    .traits = kPure | kTerminator,
};

constinit const OpDef kManualComputationDef{
    .traits = kRecursiveEffects | kIsolated | kNoRule,
    .data_flow = &kManualFlow,
};

constinit const OpDef kShardingGroupDef{
    .traits = kNoRule,
};

constinit const OpDef kSdyConstantDef{
    .traits = kPure | kConstantLeaf | kNoRule,
};

constinit const OpDef kDataFlowEdgeDef{
    .traits = kPassThrough | kNoRule,
};

constinit const OpDef kPropagationBarrierDef{
    .traits = kPure | kElementwiseForPropagation | kNoRule,
};

constinit const OpDef kNamedComputationDef{
    .traits = kRecursiveEffects | kIsolated | kNoRule,
    .data_flow = &kNamedFlow,
};

constinit const OpDef kSdyAllGatherDef{};

constinit const OpDef kSdyAllSliceDef{};

constinit const OpDef kSdyAllToAllDef{};

constinit const OpDef kSdyCollectivePermuteDef{};

constinit const OpDef kSdyAllReduceDef{};

constinit const OpDef kSdyReduceScatterDef{};

constinit const OpDef kShardedToUnreducedDef{};

constinit const OpDef kReplicatedToUnreducedDef{};

constinit const OpDef kFuncDataFlowEdgeDef{
    .traits = kPassThrough | kNoRule,
};

}  // namespace shardflow
