#include "ops/op_def.h"

// Reductions, windows and sort.

namespace shardflow {

constinit const OpDef kReduceDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kSelectAndScatterDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kSortDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kReduceWindowDef{
    .traits = kRecursiveEffects,
};

}  // namespace shardflow
