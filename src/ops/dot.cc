#include "ops/op_def.h"

// Contractions and linear algebra.

namespace shardflow {

constinit const OpDef kCholeskyDef{
    .traits = kPure,
    .inherent = kStrings<"lower">,
};

constinit const OpDef kDotDef{
    .traits = kPure,
    .inherent = kStrings<"precision_config">,
};

constinit const OpDef kDotGeneralDef{
    .traits = kPure,
    .inherent =
        kStrings<"algorithm", "dot_dimension_numbers", "precision_config">,
};

constinit const OpDef kEinsumDef{
    .traits = kPure,
    .inherent = kStrings<"einsum_config">,
};

constinit const OpDef kUnaryEinsumDef{
    .traits = kPure,
    .inherent = kStrings<"einsum_config">,
};

constinit const OpDef kFftDef{
    .traits = kPure,
    .inherent = kStrings<"fft_length", "fft_type">,
};

constinit const OpDef kTriangularSolveDef{
    .traits = kPure,
    .inherent = kStrings<"left_side", "lower", "transpose_a", "unit_diagonal">,
};

}  // namespace shardflow
