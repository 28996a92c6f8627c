#include "ops/op_def.h"

// Elementwise ops.

namespace shardflow {

constinit const OpDef kAbsDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kCbrtDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kCeilDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kConvertDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kCountLeadingZerosDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kCosineDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kExponentialDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kExponentialMinusOneDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kFloorDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kImagDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kIsFiniteDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kLogDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kLogPlusOneDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kLogisticDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kNotDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kNegateDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kPopcntDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kRealDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kRoundNearestAfzDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kRoundNearestEvenDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kRsqrtDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kSignDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kSineDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kSqrtDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kTanDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kTanhDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
};

constinit const OpDef kAddDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kAtan2Def{
    .traits = kElementwise | kPure,
};

constinit const OpDef kComplexDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kDivideDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kMaximumDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kMinimumDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kMultiplyDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kPowerDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kRemainderDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kShiftLeftDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kShiftRightArithmeticDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kShiftRightLogicalDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kSubtractDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kAndDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kOrDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kXorDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kCompareDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"compare_type", "comparison_direction">,
};

constinit const OpDef kClampDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kMapDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"dimensions">,
};

constinit const OpDef kSelectDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kUniformQuantizeDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kUniformDequantizeDef{
    .traits = kElementwise | kPure,
};

constinit const OpDef kReducePrecisionDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"exponent_bits", "mantissa_bits">,
};

}  // namespace shardflow
