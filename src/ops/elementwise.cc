#include "ops/op_def.h"
#include "ops/rule_builder.h"

// Elementwise ops.

namespace shardflow::internal {

constinit const OpDef kAbsDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kCbrtDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kCeilDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kConvertDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kCountLeadingZerosDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kCosineDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kExponentialDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kExponentialMinusOneDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kFloorDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kImagDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kIsFiniteDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kLogDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kLogPlusOneDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kLogisticDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kNotDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kNegateDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kPopcntDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kRealDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kRoundNearestAfzDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kRoundNearestEvenDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kRsqrtDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kSignDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kSineDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kSqrtDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kTanDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kTanhDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"result_accuracy">,
    .rule = PointwiseRule,
};

constinit const OpDef kAddDef{
    .traits = kElementwise | kCommutative | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kAtan2Def{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kComplexDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kDivideDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kMaximumDef{
    .traits = kElementwise | kCommutative | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kMinimumDef{
    .traits = kElementwise | kCommutative | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kMultiplyDef{
    .traits = kElementwise | kCommutative | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kPowerDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kRemainderDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kShiftLeftDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kShiftRightArithmeticDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kShiftRightLogicalDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kSubtractDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kAndDef{
    .traits = kElementwise | kCommutative | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kOrDef{
    .traits = kElementwise | kCommutative | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kXorDef{
    .traits = kElementwise | kCommutative | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kCompareDef{
    .traits = kElementwise | kPure,
    .inherent = kStrings<"compare_type", "comparison_direction">,
    .rule = PointwiseRule,
};

constinit const OpDef kClampDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
};

constinit const OpDef kMapDef{
    .traits = kRecursiveEffects,
    .inherent = kStrings<"dimensions">,
};

constinit const OpDef kSelectDef{
    .traits = kElementwise | kPure,
    .rule = PointwiseRule,
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
    .rule = PointwiseRule,
};

}  // namespace shardflow::internal
