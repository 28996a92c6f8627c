#include "ops/op_def.h"

// chlo ops: the reference has no rules for them.

namespace shardflow {

constinit const OpDef kChloBroadcastAddDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastAtan2Def{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastDivideDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastMaximumDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastMinimumDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastMultiplyDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastNextAfterDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastPolygammaDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastPowerDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastRemainderDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastShiftLeftDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastShiftRightArithmeticDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastShiftRightLogicalDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastSubtractDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastZetaDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastAndDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastOrDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastXorDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloNextAfterDef{
    .traits = kPure,
};

constinit const OpDef kChloPolygammaDef{
    .traits = kPure,
};

constinit const OpDef kChloZetaDef{
    .traits = kPure,
};

constinit const OpDef kChloBroadcastComplexDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloAsinAcosKernelDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloAcosDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloAcoshDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloAsinDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloAsinhDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloAtanDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloAtanhDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBesselI1eDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloConjDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloCoshDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloSinhDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloTanDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloConstantDef{
    .traits = kPure | kConstantLike,
};

constinit const OpDef kChloConstantLikeDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloDigammaDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloErfDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloErfInvDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloErfcDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloIsInfDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloIsNegInfDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloIsPosInfDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloLgammaDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloSquareDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastCompareDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloBroadcastSelectDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kChloRaggedDotDef{
    .traits = kPure,
};

constinit const OpDef kChloTopKDef{
    .traits = kPure,
};

constinit const OpDef kChloScanDef{
    .traits = kRecursiveEffects,
};

constinit const OpDef kChloMulhiDef{
    .traits = kPure,
};

}  // namespace shardflow
