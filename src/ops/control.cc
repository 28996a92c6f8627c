#include "ops/data_flow.h"
#include "ops/op_def.h"

// Control flow, calls out of the program and tokens.

namespace shardflow {
namespace {

constexpr DataFlowDef kWhileFlow{
    .operands_to_results = true,
    .first_source_region = 1,  // the body; region 0 is the condition
    .args_are_targets = true,
};

constexpr DataFlowDef kCaseFlow{};

constexpr DataFlowDef kBarrierFlow{
    .operands_to_results = true,
};

}  // namespace

constinit const OpDef kInfeedDef{
    .traits = kNoRule,
};

constinit const OpDef kOutfeedDef{
    .traits = kNoRule,
};

constinit const OpDef kSendDef{
    .traits = kNoRule,
};

constinit const OpDef kRecvDef{
    .traits = kNoRule,
};

constinit const OpDef kIfDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kCaseDef{
    .traits = kRecursiveEffects | kNoRule,
    .data_flow = &kCaseFlow,
};

constinit const OpDef kWhileDef{
    .traits = kRecursiveEffects | kNoRule,
    .data_flow = &kWhileFlow,
};

constinit const OpDef kAsyncStartDef{
    .traits = kIsolated,
};

constinit const OpDef kAsyncDoneDef{};

constinit const OpDef kCompositeDef{};

constinit const OpDef kCustomCallDef{
    .traits = kRuleReadsNeighbours,
};

constinit const OpDef kStablehloReturnDef{
    .traits = kPure | kTerminator,
};

constinit const OpDef kOptimizationBarrierDef{
    .traits = kPure | kNoRule,
    .data_flow = &kBarrierFlow,
};

}  // namespace shardflow
