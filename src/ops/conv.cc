#include "ops/op_def.h"

// Convolution and batch normalisation.

namespace shardflow {

constinit const OpDef kBatchNormGradDef{
    .traits = kPure,
    .inherent = kStrings<"epsilon", "feature_index">,
    .result_names = kStrings<"grad_operand", "grad_scale", "grad_offset">,
};

constinit const OpDef kBatchNormInferenceDef{
    .traits = kPure,
    .inherent = kStrings<"epsilon", "feature_index">,
};

constinit const OpDef kBatchNormTrainingDef{
    .traits = kPure,
    .inherent = kStrings<"epsilon", "feature_index">,
    .result_names = kStrings<"output", "batch_mean", "batch_var">,
};

constinit const OpDef kConvolutionDef{
    .traits = kPure,
    .inherent = kStrings<"batch_group_count", "dimension_numbers",
                         "feature_group_count", "lhs_dilation", "padding",
                         "precision_config", "rhs_dilation", "window_reversal",
                         "window_strides">,
};

constinit const OpDef kDynamicConvDef{
    .traits = kPure,
    .inherent =
        kStrings<"batch_group_count", "dimension_numbers",
                 "feature_group_count", "lhs_dilation", "precision_config",
                 "rhs_dilation", "window_reversal", "window_strides">,
};

}  // namespace shardflow
