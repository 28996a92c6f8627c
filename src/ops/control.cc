#include "ops/op_def.h"

// Control flow, calls out of the program and tokens.

namespace shardflow {

constinit const OpDef kInfeedDef{};

constinit const OpDef kOutfeedDef{};

constinit const OpDef kSendDef{};

constinit const OpDef kRecvDef{};

constinit const OpDef kIfDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kCaseDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kWhileDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kAsyncStartDef{
    .traits = kIsolated,
};

constinit const OpDef kAsyncDoneDef{};

constinit const OpDef kCompositeDef{};

constinit const OpDef kCustomCallDef{};

constinit const OpDef kStablehloReturnDef{
    .traits = kPure | kTerminator,
};

constinit const OpDef kOptimizationBarrierDef{
    .traits = kPure,
};

}  // namespace shardflow
