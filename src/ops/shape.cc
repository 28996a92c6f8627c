#include "ops/op_def.h"

// Ops that move or reshape elements.

namespace shardflow {

constinit const OpDef kGetTupleElementDef{
    .traits = kPure,
};

constinit const OpDef kTupleDef{
    .traits = kPure,
};

constinit const OpDef kSliceDef{
    .traits = kPure,
};

constinit const OpDef kDynamicSliceDef{
    .traits = kPure,
};

constinit const OpDef kDynamicUpdateSliceDef{
    .traits = kPure,
};

constinit const OpDef kBitcastConvertDef{
    .traits = kPure,
};

constinit const OpDef kBroadcastDef{
    .traits = kPure,
};

constinit const OpDef kBroadcastInDimDef{
    .traits = kPure,
};

constinit const OpDef kDynamicBroadcastInDimDef{
    .traits = kPure,
};

constinit const OpDef kConcatenateDef{
    .traits = kPure,
};

constinit const OpDef kGetDimensionSizeDef{
    .traits = kPure,
};

constinit const OpDef kReshapeDef{
    .traits = kPure,
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
    .traits = kPure,
};

constinit const OpDef kRealDynamicSliceDef{
    .traits = kPure,
};

constinit const OpDef kDynamicPadDef{
    .traits = kPure,
};

}  // namespace shardflow
