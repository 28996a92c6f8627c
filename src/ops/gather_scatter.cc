#include "ops/op_def.h"

// Gather and scatter.

namespace shardflow {

constinit const OpDef kGatherDef{
    .traits = kPure,
};

constinit const OpDef kScatterDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kTorchIndexSelectDef{
    .traits = kPure,
};

constinit const OpDef kDynamicGatherDef{
    .traits = kPure,
};

}  // namespace shardflow
