#include "ops/op_def.h"

// Convolution and batch normalisation.

namespace shardflow {

constinit const OpDef kBatchNormGradDef{
    .traits = kPure,
};

constinit const OpDef kBatchNormInferenceDef{
    .traits = kPure,
};

constinit const OpDef kBatchNormTrainingDef{
    .traits = kPure,
};

constinit const OpDef kConvolutionDef{
    .traits = kPure,
};

constinit const OpDef kDynamicConvDef{
    .traits = kPure,
};

}  // namespace shardflow
