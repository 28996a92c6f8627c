#include "ops/library_ops.h"

#include "ops/unreduced.h"

namespace shardflow::internal {

bool IsLibraryOp(OpKind kind) {
  switch (kind) {
    case OpKind::kAbs:
    case OpKind::kAdd:
    case OpKind::kCeil:
    case OpKind::kConvert:
    case OpKind::kCosine:
    case OpKind::kDivide:
    case OpKind::kExponential:
    case OpKind::kExponentialMinusOne:
    case OpKind::kFloor:
    case OpKind::kLog:
    case OpKind::kLogPlusOne:
    case OpKind::kLogistic:
    case OpKind::kMaximum:
    case OpKind::kMinimum:
    case OpKind::kMultiply:
    case OpKind::kNegate:
    case OpKind::kPower:
    case OpKind::kRsqrt:
    case OpKind::kSign:
    case OpKind::kSine:
    case OpKind::kSqrt:
    case OpKind::kSubtract:
    case OpKind::kTan:
    case OpKind::kTanh:
      return true;
    default:
      return false;
  }
}

bool IsAddingScatter(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kScatter && m.region_count(op) == 1 &&
         BodyReduction(m, op) == ReductionKind::kSum;
}

bool IsAddition(OpKind kind) { return kind == OpKind::kAdd; }

}  // namespace shardflow::internal
