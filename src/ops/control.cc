#include "ops/custom_call.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "sharding/compat.h"

// Control flow, custom calls and tokens.

namespace shardflow::internal {
namespace {

constexpr DataFlowDef kWhileFlow{
    .operands_to_results = true,
    .first_source_region = 1,  // region 0 is the condition, region 1 the body
    .args_are_targets = true,
};

constexpr DataFlowDef kCaseFlow{};

constexpr DataFlowDef kIfFlow{
    .is_in = IfHasDataFlow,
};

constexpr DataFlowDef kBarrierFlow{
    .operands_to_results = true,
};

std::string_view IterArgName(const Module&, OpId, int) { return "iterArg"; }

}  // namespace

constinit const OpDef kInfeedDef{
    .traits = kNoRule,
    .inherent = kStrings<"infeed_config", "layout">,
    .empty_by_default = "infeed_config",
};

constinit const OpDef kOutfeedDef{
    .traits = kNoRule,
    .inherent = kStrings<"outfeed_config">,
    .empty_by_default = "outfeed_config",
};

constinit const OpDef kSendDef{
    .traits = kNoRule,
    .inherent =
        kStrings<"channel_handle", "is_host_transfer", "source_target_pairs">,
};

constinit const OpDef kRecvDef{
    .traits = kNoRule,
    .inherent =
        kStrings<"channel_handle", "is_host_transfer", "source_target_pairs">,
};

constinit const OpDef kIfDef{
    .traits = kRecursiveEffects,
    .data_flow = &kIfFlow,
};

constinit const OpDef kCaseDef{
    .traits = kRecursiveEffects | kNoRule,
    .data_flow = &kCaseFlow,
};

constinit const OpDef kWhileDef{
    .traits = kRecursiveEffects | kNoRule,
    .arg_name = IterArgName,
    .data_flow = &kWhileFlow,
};

constinit const OpDef kAsyncStartDef{
    .traits = kIsolated,
};

constinit const OpDef kAsyncDoneDef{};

constinit const OpDef kCompositeDef{
    .inherent =
        kStrings<"composite_attributes", "decomposition", "name", "version">,
};

constinit const OpDef kCustomCallDef{
    // Which types are valid depends on the target of the call.
    .traits = kRuleReadsNeighbours | kLooseTypes,
    .inherent =
        kStrings<"api_version", "backend_config", "call_target_name",
                 "called_computations", "has_side_effect", "operand_layouts",
                 "output_operand_aliases", "result_layouts", "result_tilings">,
    .rule = CustomCallOpRule,
};

constinit const OpDef kStablehloReturnDef{
    .traits = kPure | kTerminator,
};

constinit const OpDef kOptimizationBarrierDef{
    .traits = kPure | kNoRule,
    .data_flow = &kBarrierFlow,
};

}  // namespace shardflow::internal
