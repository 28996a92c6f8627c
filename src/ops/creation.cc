#include "ops/op_def.h"

// Ops that create values.

namespace shardflow {

constinit const OpDef kConstantDef{
    .traits = kPure | kConstantLike | kNoRule,
};

constinit const OpDef kIotaDef{
    .traits = kPure | kConstantLeaf | kNoRule,
};

constinit const OpDef kDynamicIotaDef{
    .traits = kPure,
};

constinit const OpDef kCreateTokenDef{
    .traits = kPure | kNoRule,
};

constinit const OpDef kReplicaIdDef{
    .traits = kPure,
};

constinit const OpDef kPartitionIdDef{
    .traits = kPure | kNoRule,
};

constinit const OpDef kAfterAllDef{
    .traits = kPure | kNoRule,
};

constinit const OpDef kRngDef{};

constinit const OpDef kRngBitGeneratorDef{
    .traits = kPure,
};

}  // namespace shardflow
