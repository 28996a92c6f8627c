#include "ops/op_def.h"

// Ops that move or reshape elements.

namespace shardflow {

constinit const OpDef kGetTupleElementDef{
    .traits = kPure | kNoRule,
};

constinit const OpDef kTupleDef{
    .traits = kPure,
};

constinit const OpDef kSliceDef{
    .traits = kPure | kConstantPreserving,
};

constinit const OpDef kDynamicSliceDef{
    .traits = kPure | kPassThroughForward,
};

constinit const OpDef kDynamicUpdateSliceDef{
    .traits = kPure | kPassThroughForward | kRuleReadsNeighbours,
};

constinit const OpDef kBitcastConvertDef{
    .traits = kPure | kElementwiseIfSameShape,
};

constinit const OpDef kBroadcastDef{
    .traits = kPure,
};

constinit const OpDef kBroadcastInDimDef{
    .traits = kPure | kForwardLast | kConstantPreserving,
};

constinit const OpDef kDynamicBroadcastInDimDef{
    .traits = kPure,
};

constinit const OpDef kConcatenateDef{
    .traits = kPure | kRuleReadsNeighbours,
};

constinit const OpDef kGetDimensionSizeDef{
    .traits = kPure,
};

constinit const OpDef kReshapeDef{
    .traits = kPure | kPassThrough | kConstantPreserving,
};

constinit const OpDef kDynamicReshapeDef{
    .traits = kPure,
};

constinit const OpDef kSetDimensionSizeDef{
    .traits = kPure,
};

constinit const OpDef kReverseDef{
    .traits = kPure,
};

constinit const OpDef kPadDef{
    .traits = kPure,
};

constinit const OpDef kTransposeDef{
    .traits = kPure | kPassThrough,
};

constinit const OpDef kRealDynamicSliceDef{
    .traits = kPure,
};

constinit const OpDef kDynamicPadDef{
    .traits = kPure,
};

}  // namespace shardflow
