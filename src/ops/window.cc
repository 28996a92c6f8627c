#include "ops/op_def.h"

// Reductions, windows and sort.

namespace shardflow {

constinit const OpDef kReduceDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"dimensions">,
};

constinit const OpDef kSelectAndScatterDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"padding", "window_dimensions", "window_strides">,
};

constinit const OpDef kSortDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"dimension", "is_stable">,
};

constinit const OpDef kReduceWindowDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"base_dilations", "padding", "window_dilations",
                         "window_dimensions", "window_strides">,
};

}  // namespace shardflow
