#include "ops/chlo_rules.h"
#include "ops/op_def.h"
#include "ops/rule_builder.h"

// The mhlo ops that XLA creates from chlo ops. Each corresponds to a single HLO
// instruction.

namespace shardflow::internal {

constinit const OpDef kMhloErfDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kMhloTopKDef{
    .traits = kPure,
    .inherent = kStrings<"is_stable", "k", "largest">,
    .result_names = kStrings<"values", "indices">,
    .rule = ChloTopKRule,
};

}  // namespace shardflow::internal
