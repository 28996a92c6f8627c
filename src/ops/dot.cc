#include "ops/op_def.h"

// Contractions and linear algebra.

namespace shardflow {

constinit const OpDef kCholeskyDef{
    .traits = kPure,
};

constinit const OpDef kDotDef{
    .traits = kPure,
};

constinit const OpDef kDotGeneralDef{
    .traits = kPure,
};

constinit const OpDef kEinsumDef{
    .traits = kPure,
};

constinit const OpDef kUnaryEinsumDef{
    .traits = kPure,
};

constinit const OpDef kFftDef{
    .traits = kPure,
};

constinit const OpDef kTriangularSolveDef{
    .traits = kPure,
};

}  // namespace shardflow
