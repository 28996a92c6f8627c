#include "ops/op_def.h"

// Ops that move or reshape elements.

namespace shardflow {

constinit const OpDef kGetTupleElementDef{
    .traits = kPure | kNoRule,
    .inherent = kStrings<"index">,
};

constinit const OpDef kTupleDef{
    .traits = kPure,
};

constinit const OpDef kSliceDef{
    .traits = kPure | kConstantPreserving,
    .inherent = kStrings<"limit_indices", "start_indices", "strides">,
};

constinit const OpDef kDynamicSliceDef{
    .traits = kPure | kPassThroughForward,
    .inherent = kStrings<"slice_sizes">,
};

constinit const OpDef kDynamicUpdateSliceDef{
    .traits = kPure | kPassThroughForward | kRuleReadsNeighbours,
};

constinit const OpDef kBitcastConvertDef{
    .traits = kPure | kElementwiseIfSameShape,
};

constinit const OpDef kBroadcastDef{
    .traits = kPure,
    .inherent = kStrings<"broadcast_sizes">,
};

constinit const OpDef kBroadcastInDimDef{
    .traits = kPure | kForwardLast | kConstantPreserving,
    .inherent = kStrings<"broadcast_dimensions">,
};

constinit const OpDef kDynamicBroadcastInDimDef{
    .traits = kPure,
    .inherent = kStrings<"broadcast_dimensions", "known_expanding_dimensions",
                         "known_nonexpanding_dimensions">,
};

constinit const OpDef kConcatenateDef{
    .traits = kPure | kRuleReadsNeighbours,
    .inherent = kStrings<"dimension">,
};

constinit const OpDef kGetDimensionSizeDef{
    .traits = kPure,
    .inherent = kStrings<"dimension">,
};

constinit const OpDef kReshapeDef{
    .traits = kPure | kPassThrough | kConstantPreserving,
};

constinit const OpDef kDynamicReshapeDef{
    .traits = kPure,
};

constinit const OpDef kSetDimensionSizeDef{
    .traits = kPure,
    .inherent = kStrings<"dimension">,
};

constinit const OpDef kReverseDef{
    .traits = kPure,
    .inherent = kStrings<"dimensions">,
};

constinit const OpDef kPadDef{
    .traits = kPure,
    .inherent =
        kStrings<"edge_padding_high", "edge_padding_low", "interior_padding">,
};

constinit const OpDef kTransposeDef{
    .traits = kPure | kPassThrough,
    .inherent = kStrings<"permutation">,
};

constinit const OpDef kRealDynamicSliceDef{
    .traits = kPure,
};

constinit const OpDef kDynamicPadDef{
    .traits = kPure,
};

}  // namespace shardflow
