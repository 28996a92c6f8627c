#include "ops/op_def.h"

// Gather and scatter.

namespace shardflow {

constinit const OpDef kGatherDef{
    .traits = kPure,
    .inherent =
        kStrings<"dimension_numbers", "indices_are_sorted", "slice_sizes">,
};

constinit const OpDef kScatterDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"indices_are_sorted", "scatter_dimension_numbers",
                         "unique_indices">,
};

constinit const OpDef kTorchIndexSelectDef{
    .traits = kPure,
    .inherent = kStrings<"batch_dims", "dim">,
};

constinit const OpDef kDynamicGatherDef{
    .traits = kPure,
    .inherent = kStrings<"dimension_numbers", "indices_are_sorted">,
};

}  // namespace shardflow
