#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"
#include "ops/sdy_verify.h"

// The sdy dialect.

namespace shardflow::internal {
namespace {

constexpr DataFlowDef kManualFlow{
    .operands_to_args = true,
    .has_manual_axes = true,
    .keep_divisible = true,
};

constexpr DataFlowDef kNamedFlow{
    .operands_to_args = true,
};

// --- inherent attributes

constexpr AttrRule kShardingRule{name::kSharding, AttrKind::kSharding,
                                 "Tensor sharding"};
constexpr AttrRule kOptionalShardingRule{name::kSharding, AttrKind::kSharding,
                                         "Tensor sharding", true};
constexpr AttrRule kOutShardingRule{name::kOutSharding, AttrKind::kSharding,
                                    "Tensor sharding"};
constexpr AttrRule kReductionOpRule{name::kReductionOp, AttrKind::kInteger,
                                    "reduction op enum", true};
constexpr std::string_view kListOfAxes = "List of axis ref lists";
constexpr std::string_view kAxes = "List of axis refs";
constexpr std::string_view kPerValue =
    "Tensor sharding per operand/result of an op";

constexpr AttrRule kMeshAttrs[] = {
    {name::kSymName, AttrKind::kString, "string attribute"},
    {name::kMesh, AttrKind::kMesh, "Mesh of axes and a list of devices"},
};
constexpr AttrRule kShardingAttrs[] = {kShardingRule};
constexpr AttrRule kEdgeAttrs[] = {kOptionalShardingRule};
constexpr AttrRule kManualAttrs[] = {
    {name::kInShardings, AttrKind::kShardingPerValue, kPerValue, true},
    {name::kOutShardings, AttrKind::kShardingPerValue, kPerValue, true},
    {name::kManualAxes, AttrKind::kManualAxes,
     "A list of axes that a ManualComputationOp is manual on"},
};
constexpr AttrRule kNamedAttrs[] = {
    {name::kName, AttrKind::kString, "string attribute"},
    {name::kInShardings, AttrKind::kShardingPerValue, kPerValue, true},
    {name::kOutShardings, AttrKind::kShardingPerValue, kPerValue, true},
};
constexpr AttrRule kGroupAttrs[] = {
    {name::kGroupId, AttrKind::kInteger, "64-bit signless integer attribute"},
};
constexpr AttrRule kBarrierAttrs[] = {
    {name::kAllowedDirection, AttrKind::kInteger, "propagation direction enum"},
};
constexpr AttrRule kAllGatherAttrs[] = {
    {name::kGatheringAxes, AttrKind::kListOfAxisRefLists, kListOfAxes},
    kOutShardingRule,
};
constexpr AttrRule kAllSliceAttrs[] = {
    {name::kSlicingAxes, AttrKind::kListOfAxisRefLists, kListOfAxes},
    kOutShardingRule,
};
constexpr AttrRule kAllToAllAttrs[] = {
    {name::kParams, AttrKind::kAllToAllParamList,
     "List of all-to-all parameters"},
    kOutShardingRule,
};
constexpr AttrRule kPermuteAttrs[] = {kOutShardingRule};
constexpr AttrRule kAllReduceAttrs[] = {
    {name::kReductionAxes, AttrKind::kAxisRefList, kAxes},
    kReductionOpRule,
    kOutShardingRule,
};
constexpr AttrRule kReduceScatterAttrs[] = {
    {name::kReduceScatterAxes, AttrKind::kListOfAxisRefLists, kListOfAxes},
    kReductionOpRule,
    kOutShardingRule,
};
constexpr AttrRule kShardedToUnreducedAttrs[] = {
    {name::kAxes, AttrKind::kListOfAxisRefLists, kListOfAxes},
    kOutShardingRule,
};
constexpr AttrRule kReplicatedToUnreducedAttrs[] = {
    {name::kAxes, AttrKind::kAxisRefList, kAxes},
    kOutShardingRule,
};

// --- shapes

constexpr OpShape kMeshShape{.regions = 0, .attrs = kMeshAttrs};

// Returns the shape of an op with one operand, and one result of the same type.
constexpr OpShape OneToOne(ValueKind kind, std::span<const AttrRule> attrs) {
  return {.regions = 0,
          .operand_kind = kind,
          .result_kind = kind,
          .same_type = true,
          .attrs = attrs};
}
constexpr OpShape Collective(std::span<const AttrRule> attrs) {
  return OneToOne(ValueKind::kShaped, attrs);
}

constexpr OpShape kReshardShape = OneToOne(ValueKind::kAny, kShardingAttrs);
constexpr OpShape kEdgeShape = OneToOne(ValueKind::kShaped, kEdgeAttrs);
constexpr OpShape kFuncEdgeShape = OneToOne(ValueKind::kShaped, {});
constexpr OpShape kBarrierShape =
    OneToOne(ValueKind::kRankedTensor, kBarrierAttrs);
constexpr OpShape kGroupShape{.regions = 0,
                              .operand_kind = ValueKind::kRankedTensor,
                              .attrs = kGroupAttrs};
constexpr OpShape kManualShape{
    .regions = 1, .terminator = OpKind::kSdyReturn, .attrs = kManualAttrs};
constexpr OpShape kNamedShape{
    .regions = 1, .terminator = OpKind::kSdyReturn, .attrs = kNamedAttrs};
constexpr OpShape kReturnShape{.regions = 0};
constexpr AttrRule kConstantAttrs[] = {
    {name::kValue, AttrKind::kDenseElements,
     "constant vector/tensor attribute"},
};
constexpr OpShape kConstantShape{.regions = 0,
                                 .result_kind = ValueKind::kStaticTensor,
                                 .attrs = kConstantAttrs};
constexpr OpShape kAllGatherShape = Collective(kAllGatherAttrs);
constexpr OpShape kAllSliceShape = Collective(kAllSliceAttrs);
constexpr OpShape kAllToAllShape = Collective(kAllToAllAttrs);
constexpr OpShape kPermuteShape = Collective(kPermuteAttrs);
constexpr OpShape kAllReduceShape = Collective(kAllReduceAttrs);
constexpr OpShape kReduceScatterShape = Collective(kReduceScatterAttrs);
constexpr OpShape kShardedToUnreducedShape =
    Collective(kShardedToUnreducedAttrs);
constexpr OpShape kReplicatedToUnreducedShape =
    Collective(kReplicatedToUnreducedAttrs);

}  // namespace

constinit const OpDef kMeshDef{
    .traits = kSymbol | kNoRule,
    .inherent = kStrings<"sym_name", "mesh">,
    .shape = &kMeshShape,
    .verify = VerifyMeshOp,
};

constinit const OpDef kShardingConstraintDef{
    .traits = kElementwiseForPropagation | kVerifiedByKey,
    .inherent = kStrings<"sharding">,
    .spelling = ShardingSpelling::kSharding,
    .rule = PointwiseRule,
    .shape = &kReshardShape,
    .verify_uses = VerifyReshardUses,
};

constinit const OpDef kReshardDef{
    .traits = kPure | kElementwiseForPropagation | kNoRule | kVerifiedByKey,
    .inherent = kStrings<"sharding">,
    .spelling = ShardingSpelling::kSharding,
    .shape = &kReshardShape,
    .verify_uses = VerifyReshardUses,
};

constinit const OpDef kSdyReturnDef{
    .traits = kPure | kTerminator,
    .shape = &kReturnShape,
};

constinit const OpDef kManualComputationDef{
    .traits = kRecursiveEffects | kIsolated | kNoRule,
    .inherent = kStrings<"in_shardings", "out_shardings", "manual_axes">,
    .spelling = ShardingSpelling::kInOutShardings,
    .shape = &kManualShape,
    .verify = VerifyManualComputation,
    .verify_uses = VerifyManualComputationUses,
    .data_flow = &kManualFlow,
};

constinit const OpDef kShardingGroupDef{
    .traits = kNoRule,
    .inherent = kStrings<"group_id">,
    .shape = &kGroupShape,
    .verify = VerifyShardingGroup,
};

constinit const OpDef kSdyConstantDef{
    .traits = kPure | kConstantLeaf | kNoRule,
    .inherent = kStrings<"value">,
    .shape = &kConstantShape,
    .verify = VerifySdyConstant,
};

constinit const OpDef kDataFlowEdgeDef{
    .traits = kPassThrough | kNoRule,
    .inherent = kStrings<"sharding">,
    .spelling = ShardingSpelling::kSharding,
    .shape = &kEdgeShape,
    .verify_uses = VerifyDataFlowEdgeUses,
};

constinit const OpDef kPropagationBarrierDef{
    .traits = kPure | kElementwiseForPropagation | kNoRule,
    .inherent = kStrings<"allowed_direction">,
    .shape = &kBarrierShape,
    .verify = VerifyPropagationBarrier,
};

constinit const OpDef kNamedComputationDef{
    .traits = kRecursiveEffects | kIsolated | kNoRule,
    .inherent = kStrings<"name", "in_shardings", "out_shardings">,
    .spelling = ShardingSpelling::kInOutShardings,
    .shape = &kNamedShape,
    .verify = VerifyNamedComputation,
    .verify_uses = VerifyNamedComputationUses,
    .data_flow = &kNamedFlow,
};

constinit const OpDef kSdyAllGatherDef{
    .traits = kVerifiedByKey,
    .inherent = kStrings<"gathering_axes", "out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kAllGatherShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyAllGatherUses,
};

constinit const OpDef kSdyAllSliceDef{
    .traits = kInputMayLackSharding | kVerifiedByKey,
    .inherent = kStrings<"slicing_axes", "out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kAllSliceShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyAllSliceUses,
};

constinit const OpDef kSdyAllToAllDef{
    .traits = kVerifiedByKey,
    .inherent = kStrings<"params", "out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kAllToAllShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyAllToAllUses,
};

constinit const OpDef kSdyCollectivePermuteDef{
    .traits = kMayChangeMesh | kVerifiedByKey,
    .inherent = kStrings<"out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kPermuteShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyCollectivePermuteUses,
};

constinit const OpDef kSdyAllReduceDef{
    .traits = kInputMayLackSharding | kVerifiedByKey,
    .inherent = kStrings<"reduction_axes", "reduction_op", "out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kAllReduceShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyAllReduceUses,
};

constinit const OpDef kSdyReduceScatterDef{
    .traits = kInputMayLackSharding | kVerifiedByKey,
    .inherent = kStrings<"reduce_scatter_axes", "reduction_op", "out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kReduceScatterShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyReduceScatterUses,
};

constinit const OpDef kShardedToUnreducedDef{
    .traits = kVerifiedByKey,
    .inherent = kStrings<"axes", "out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kShardedToUnreducedShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyShardedToUnreducedUses,
};

constinit const OpDef kReplicatedToUnreducedDef{
    .traits = kVerifiedByKey,
    .inherent = kStrings<"axes", "out_sharding">,
    .spelling = ShardingSpelling::kOutSharding,
    .shape = &kReplicatedToUnreducedShape,
    .verify = VerifyCollective,
    .verify_uses = VerifyReplicatedToUnreducedUses,
};

constinit const OpDef kFuncDataFlowEdgeDef{
    .traits = kPassThrough | kNoRule,
    .shape = &kFuncEdgeShape,
    .verify_uses = VerifyFuncDataFlowEdgeUses,
};

}  // namespace shardflow::internal
