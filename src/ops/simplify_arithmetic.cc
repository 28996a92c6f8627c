#include <algorithm>
#include <cstdint>
#include <optional>

#include "ops/attr_read.h"
#include "ops/attr_tables.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/simplify.h"

namespace shardflow::internal {
namespace {

// --- constants on the right: op(c, x) -> op(x, c)

bool HasConstantOnTheLeft(const Module& m, OpId op) {
  return IsKnown(m, m.operand(op, 0)) && !IsKnown(m, m.operand(op, 1));
}

void SwapOperands(Rewriter& r, OpId op) {
  const ValueId lhs = r.m.operand(op, 0);
  r.m.SetOperand(r.m.operand_use(op, 0), r.m.operand(op, 1));
  r.m.SetOperand(r.m.operand_use(op, 1), lhs);
  r.touched.push_back(op);
}

bool ConstantToTheRight(Rewriter& r, OpId op) {
  if (!HasConstantOnTheLeft(r.m, op)) return false;
  SwapOperands(r, op);
  return true;
}

// --- op(x, neutral) -> x, op(x, absorbing) -> that constant

bool Neutral(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId rhs = m.operand(op, 1);
  bool is_neutral = false;
  switch (m.kind(op)) {
    case OpKind::kAdd:
    case OpKind::kSubtract:
      is_neutral = IsZero(m, rhs);
      break;
    case OpKind::kOr:
    case OpKind::kXor:
      is_neutral = HasIntegers(m, rhs) && IsZero(m, rhs);
      break;
    case OpKind::kMultiply:
      is_neutral = IsOne(m, rhs);
      break;
    case OpKind::kAnd:
      is_neutral = IsAllOnes(m, rhs);
      break;
    default:
      break;
  }
  if (is_neutral) r.Replace(op, m.operand(op, 0));
  return is_neutral;
}

bool Absorbing(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId rhs = m.operand(op, 1);
  if (!HasIntegers(m, rhs)) return false;  // 0 * NaN isn't 0
  const bool absorbs =
      m.kind(op) == OpKind::kOr ? IsAllOnes(m, rhs) : IsZero(m, rhs);
  if (absorbs) r.Replace(op, rhs);
  return absorbs;
}

// --- ops on known scalar integers

constexpr int64_t kNoTrue = -1;

// Compares two integers. The values of i1 scalars are 0 and 1.
std::optional<int64_t> Compare(const Module& m, OpId op, int64_t a, int64_t b) {
  const std::optional<int64_t> direction =
      EnumValue(m, op, "comparison_direction", EnumId::kComparisonDirection);
  const bool is_unsigned =
      EnumValue(m, op, "compare_type", EnumId::kComparisonType) == 4;
  const auto less = [&](int64_t x, int64_t y) {
    return is_unsigned ? static_cast<uint64_t>(x) < static_cast<uint64_t>(y)
                       : x < y;
  };
  switch (direction.value_or(kNoTrue)) {
    case 0:
      return a == b;
    case 1:
      return a != b;
    case 2:
      return !less(a, b);
    case 3:
      return less(b, a);
    case 4:
      return !less(b, a);
    case 5:
      return less(a, b);
    default:
      return std::nullopt;
  }
}

bool IsUnsigned(const Module& m, ValueId value) {
  return m.types.IsUnsigned(m.types.element(m.type(value)));
}

}  // namespace

std::optional<int64_t> ComputedInt(const Module& m, OpId op, int64_t a,
                                   int64_t b) {
  const auto x = static_cast<uint64_t>(a);
  const auto y = static_cast<uint64_t>(b);
  const bool less = IsUnsigned(m, m.operand(op, 0)) ? x < y : a < b;
  switch (m.kind(op)) {
    case OpKind::kAdd:
      return static_cast<int64_t>(x + y);
    case OpKind::kSubtract:
      return static_cast<int64_t>(x - y);
    case OpKind::kMultiply:
      return static_cast<int64_t>(x * y);
    case OpKind::kAnd:
      return static_cast<int64_t>(x & y);
    case OpKind::kOr:
      return static_cast<int64_t>(x | y);
    case OpKind::kXor:
      return static_cast<int64_t>(x ^ y);
    case OpKind::kMaximum:
      return less ? b : a;
    case OpKind::kMinimum:
      return less ? a : b;
    case OpKind::kDivide:
      return a < 0 || b <= 0 ? std::nullopt : std::optional(a / b);
    case OpKind::kRemainder:
      return a < 0 || b <= 0 ? std::nullopt : std::optional(a % b);
    case OpKind::kCompare:
      return Compare(m, op, a, b);
    default:
      return std::nullopt;
  }
}

namespace {

void ReplaceByInt(Rewriter& r, OpId op, int64_t value) {
  Module& m = r.m;
  const AttrId attr = IntSplat(m, m.type(m.result(op, 0)), value);
  ReplaceByNew(r, op, OpKind::kConstant, {}, {{name::kValue, attr}});
}

bool IsIntScalar(const Module& m, ValueId value) {
  return IsScalar(m, value) && HasIntegers(m, value);
}

bool FoldBinary(Rewriter& r, OpId op) {
  const Module& m = r.m;
  if (!IsIntScalar(m, m.operand(op, 0)) || !IsIntScalar(m, m.result(op, 0))) {
    return false;
  }
  const std::optional<int64_t> a = SplatInt(m, m.operand(op, 0));
  const std::optional<int64_t> b = SplatInt(m, m.operand(op, 1));
  if (!a || !b) return false;
  const std::optional<int64_t> value = ComputedInt(m, op, *a, *b);
  if (!value) return false;
  ReplaceByInt(r, op, *value);
  return true;
}

// --- ops on known 32- and 64-bit floats

std::optional<double> ComputedFloat(OpKind kind, double a, double b) {
  switch (kind) {
    case OpKind::kAdd:
      return a + b;
    case OpKind::kSubtract:
      return a - b;
    case OpKind::kMultiply:
      return a * b;
    case OpKind::kDivide:
      return a / b;
    default:
      return std::nullopt;
  }
}

void ReplaceByFloat(Rewriter& r, OpId op, double value) {
  Module& m = r.m;
  const AttrId attr = FloatSplat(m, m.type(m.result(op, 0)), value);
  ReplaceByNew(r, op, OpKind::kConstant, {}, {{name::kValue, attr}});
}

// With 32-bit floats, the result is rounded twice, to 64 and then to 32 bits.
// For these operations, this gives the same result as computing in 32 bits.
bool FoldFloats(Rewriter& r, OpId op) {
  const Module& m = r.m;
  if (!IsScalar(m, m.result(op, 0))) return false;
  const std::optional<double> a = SplatFloat(m, m.operand(op, 0));
  if (!a) return false;
  if (m.kind(op) == OpKind::kNegate) {
    ReplaceByFloat(r, op, -*a);
    return true;
  }
  const std::optional<double> b = SplatFloat(m, m.operand(op, 1));
  if (!b) return false;
  const std::optional<double> value = ComputedFloat(m.kind(op), *a, *b);
  if (value) ReplaceByFloat(r, op, *value);
  return value.has_value();
}

bool FoldConvert(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId operand = m.operand(op, 0);
  if (m.type(operand) == m.type(m.result(op, 0))) {
    r.Replace(op, operand);
    return true;
  }
  if (!IsIntScalar(m, operand) || !IsIntScalar(m, m.result(op, 0))) {
    return false;
  }
  const std::optional<int64_t> value = SplatInt(m, operand);
  if (!value) return false;
  const TypeId type = m.type(m.result(op, 0));
  const bool to_bool = m.types.IsInteger(m.types.element(type), 1);
  ReplaceByInt(r, op, to_bool ? static_cast<int64_t>(*value != 0) : *value);
  return true;
}

// --- comparisons and selects

// compare(c, x) -> compare(x, c), with the direction reversed.
bool CompareConstantToTheRight(Rewriter& r, OpId op) {
  Module& m = r.m;
  const std::optional<int64_t> type =
      EnumValue(m, op, "compare_type", EnumId::kComparisonType);
  if (type != 3 && type != 4) return false;  // SIGNED, UNSIGNED
  if (!HasConstantOnTheLeft(m, op)) return false;
  const std::optional<int64_t> direction =
      EnumValue(m, op, "comparison_direction", EnumId::kComparisonDirection);
  if (!direction || *direction < 0 || *direction > 5) return false;
  constexpr int64_t kTurned[] = {0, 1, 4, 5, 2, 3};  // EQ NE GE GT LE LT
  const EnumAttr turned{static_cast<int64_t>(EnumId::kComparisonDirection),
                        kTurned[*direction]};
  m.SetAttr(op, name::kComparisonDirection, m.attrs.Make(turned));
  SwapOperands(r, op);
  return true;
}

// compare(NE, x, false) -> x and compare(EQ, x, true) -> x, for booleans.
bool CompareOfBooleans(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId lhs = m.operand(op, 0);
  if (m.type(lhs) != m.type(m.result(op, 0))) return false;
  const std::optional<int64_t> value = SplatInt(m, m.operand(op, 1));
  const std::optional<int64_t> direction =
      EnumValue(m, op, "comparison_direction", EnumId::kComparisonDirection);
  const bool same = (direction == 1 && value == 0) ||  // NE
                    (direction == 0 && value == 1);    // EQ
  if (same) r.Replace(op, lhs);
  return same;
}

bool FoldSelect(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId on_true = m.operand(op, 1);
  const ValueId on_false = m.operand(op, 2);
  const std::optional<int64_t> condition = SplatInt(m, m.operand(op, 0));
  if (on_true != on_false && !condition) return false;
  r.Replace(op, condition == 0 ? on_false : on_true);
  return true;
}

// select(not(p), t, f) -> select(p, f, t), also through a broadcast.
bool SelectOfNot(Rewriter& r, OpId op) {
  Module& m = r.m;
  const ValueId condition = m.operand(op, 0);
  OpId def = m.def(condition);
  if (def.IsNone()) return false;
  ValueId turned;
  if (m.kind(def) == OpKind::kNot) {
    turned = m.operand(def, 0);
  } else if (m.kind(def) == OpKind::kBroadcastInDim && m.HasOneUse(condition)) {
    const OpId spread = m.def(m.operand(def, 0));
    if (spread.IsNone() || m.kind(spread) != OpKind::kNot) return false;
    const ValueId operand = m.operand(spread, 0);
    turned =
        CreateValue(r, def, OpKind::kBroadcastInDim, {&operand, 1},
                    m.type(condition), m.attrs.DictItems(m.attr_dict(def)));
  } else {
    return false;
  }
  const ValueId operands[] = {turned, m.operand(op, 2), m.operand(op, 1)};
  r.touched.push_back(def);
  ReplaceByNew(r, op, OpKind::kSelect, operands, {});
  return true;
}

// subtract(x, x) and xor(x, x) of integers -> 0.
bool SameOperands(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const ValueId value = m.operand(op, 0);
  if (value != m.operand(op, 1) || !HasIntegers(m, value) ||
      !m.types.HasStaticShape(m.type(value))) {
    return false;
  }
  ReplaceByInt(r, op, 0);
  return true;
}

// complex(real(x), imag(x)) -> x, real(complex(a, b)) -> a, imag(complex(a, b))
// -> b.
bool Complex(Rewriter& r, OpId op) {
  const Module& m = r.m;
  const OpId def = m.def(m.operand(op, 0));
  if (def.IsNone()) return false;
  if (m.kind(op) != OpKind::kComplex) {
    if (m.kind(def) != OpKind::kComplex) return false;
    r.Replace(op, m.operand(def, m.kind(op) == OpKind::kReal ? 0 : 1));
    return true;
  }
  const OpId imag = m.def(m.operand(op, 1));
  if (m.kind(def) != OpKind::kReal || imag.IsNone() ||
      m.kind(imag) != OpKind::kImag ||
      m.operand(def, 0) != m.operand(imag, 0)) {
    return false;
  }
  r.Replace(op, m.operand(def, 0));
  return true;
}

}  // namespace

void AppendArithmeticPatterns(std::vector<Pattern>& patterns) {
  for (const OpKind kind :
       {OpKind::kAdd, OpKind::kAnd, OpKind::kMaximum, OpKind::kMinimum,
        OpKind::kMultiply, OpKind::kOr, OpKind::kXor}) {
    patterns.push_back({kind, "", FoldBinary});
    patterns.push_back({kind, "", ConstantToTheRight});
  }
  for (const OpKind kind : {OpKind::kAdd, OpKind::kAnd, OpKind::kMultiply,
                            OpKind::kOr, OpKind::kSubtract, OpKind::kXor}) {
    patterns.push_back({kind, "", Neutral});
  }
  for (const OpKind kind : {OpKind::kAnd, OpKind::kMultiply, OpKind::kOr}) {
    patterns.push_back({kind, "", Absorbing});
  }
  for (const OpKind kind : {OpKind::kAdd, OpKind::kDivide, OpKind::kMultiply,
                            OpKind::kNegate, OpKind::kSubtract}) {
    patterns.push_back({kind, "", FoldFloats});
  }
  patterns.push_back({OpKind::kSubtract, "", FoldBinary});
  patterns.push_back({OpKind::kSubtract, "", SameOperands});
  patterns.push_back({OpKind::kXor, "", SameOperands});
  patterns.push_back({OpKind::kCompare, "", FoldBinary});
  patterns.push_back({OpKind::kCompare, "", CompareConstantToTheRight});
  patterns.push_back({OpKind::kCompare, "", CompareOfBooleans});
  patterns.push_back({OpKind::kConvert, "", FoldConvert});
  patterns.push_back({OpKind::kSelect, "", FoldSelect});
  patterns.push_back({OpKind::kSelect, "", SelectOfNot});
  patterns.push_back({OpKind::kComplex, "", Complex});
  patterns.push_back({OpKind::kReal, "", Complex});
  patterns.push_back({OpKind::kImag, "", Complex});
}

}  // namespace shardflow::internal
