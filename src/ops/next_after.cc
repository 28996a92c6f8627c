#include "ops/next_after.h"

#include <cstdint>
#include <vector>

#include "ops/attr_make.h"
#include "ops/attr_tables.h"
#include "ops/builder.h"
#include "ops/known_values.h"
#include "ops/op_def.h"
#include "ops/properties.h"

namespace shardflow::internal {
namespace {

enum class Ordering : int64_t { kEq = 0, kNe = 1, kGt = 3 };

// Creates the elementwise ops, all on tensors of the same shape.
class Expansion {
 public:
  Expansion(Module& m, OpId op, int bits)
      : m_(m), b_(Builder::Before(m, op)), bits_(bits) {
    const auto dims = Shape(m, m.result(op, 0));
    const std::vector<int64_t> shape(dims.begin(), dims.end());
    float_type_ = m.type(m.result(op, 0));
    int_type_ = m.types.Tensor(shape, m.types.Integer(bits));
    bool_type_ = m.types.Tensor(shape, m.types.Integer(1));
    int_scalar_ = m.types.Tensor({}, m.types.Integer(bits));
  }

  ValueId Run(ValueId x, ValueId y) {
    const ValueId x_is_nan = Compare(Ordering::kNe, x, x);
    const ValueId y_is_nan = Compare(Ordering::kNe, y, y);
    const ValueId is_nan = Op(OpKind::kOr, bool_type_, x_is_nan, y_is_nan);
    const ValueId nan = Int(NanBits());
    const ValueId equal = Compare(Ordering::kEq, x, y);
    const ValueId y_bits = Bits(y);
    const ValueId x_bits = Bits(x);
    const ValueId magnitude = Int(~SignBit());
    const ValueId zero = Int(0);
    const ValueId x_abs = And(x_bits, magnitude);
    const ValueId x_is_zero = Compare(Ordering::kEq, x_abs, zero);
    const ValueId y_abs = And(y_bits, magnitude);
    const ValueId y_is_zero = Compare(Ordering::kEq, y_abs, zero);
    const ValueId sign = Int(SignBit());
    const ValueId y_sign = And(y_bits, sign);
    const ValueId one = Int(1);
    // The smallest nonzero number, with the sign of y.
    const ValueId smallest = Op(OpKind::kOr, int_type_, y_sign, one);
    const ValueId from_zero = Select(y_is_zero, y_bits, smallest);
    const ValueId x_is_larger = Compare(Ordering::kGt, x_abs, y_abs);
    const ValueId x_sign = And(x_bits, sign);
    const ValueId signs_differ = Compare(Ordering::kNe, x_sign, y_sign);
    const ValueId down = Op(OpKind::kOr, bool_type_, x_is_larger, signs_differ);
    const ValueId step = Select(down, Int(-1), one);
    const ValueId next = Op(OpKind::kAdd, int_type_, x_bits, step);
    const ValueId moved = Select(x_is_zero, from_zero, next);
    const ValueId unless_equal = Select(equal, y_bits, moved);
    const ValueId result = Select(is_nan, nan, unless_equal);
    return m_.result(
        b_.Create(OpKind::kBitcastConvert, {&result, 1}, {&float_type_, 1}), 0);
  }

 private:
  int64_t SignBit() const {
    return static_cast<int64_t>(~uint64_t{0} << (bits_ - 1));
  }
  int64_t NanBits() const {
    const uint64_t nan = bits_ == 64 ? 0x7FF8000000000000 : 0x7FC00000;
    return static_cast<int64_t>(nan);
  }
  ValueId Op(OpKind kind, TypeId type, ValueId a, ValueId b) {
    const ValueId operands[] = {a, b};
    return m_.result(b_.Create(kind, operands, {&type, 1}), 0);
  }
  ValueId And(ValueId a, ValueId b) {
    return Op(OpKind::kAnd, int_type_, a, b);
  }
  ValueId Compare(Ordering direction, ValueId a, ValueId b) {
    const ValueId operands[] = {a, b};
    const AttrId attr = MakeEnum(m_, EnumId::kComparisonDirection,
                                 static_cast<int64_t>(direction));
    return m_.result(b_.Create(OpKind::kCompare, operands, {&bool_type_, 1},
                               {{name::kComparisonDirection, attr}}),
                     0);
  }
  ValueId Select(ValueId condition, ValueId a, ValueId b) {
    const ValueId operands[] = {condition, a, b};
    return m_.result(b_.Create(OpKind::kSelect, operands, {&int_type_, 1}), 0);
  }
  ValueId Bits(ValueId value) {
    return m_.result(
        b_.Create(OpKind::kBitcastConvert, {&value, 1}, {&int_type_, 1}), 0);
  }
  ValueId Int(int64_t value) {
    const ValueId scalar =
        m_.result(b_.Create(OpKind::kConstant, {}, {&int_scalar_, 1},
                            {{name::kValue, IntSplat(m_, int_scalar_, value)}}),
                  0);
    if (int_scalar_ == int_type_) return scalar;
    return m_.result(
        b_.Create(OpKind::kBroadcastInDim, {&scalar, 1}, {&int_type_, 1},
                  {{name::kBroadcastDimensions, MakeI64Array(m_, {})}}),
        0);
  }

  Module& m_;
  Builder b_;
  int bits_;
  TypeId float_type_, int_type_, bool_type_, int_scalar_;
};

}  // namespace

bool ExpandNextAfter(Module& m, OpId op) {
  const ValueId result = m.result(op, 0);
  const TypeId type = m.type(result);
  if (!m.types.HasStaticShape(type) || m.operand_count(op) != 2) return false;
  const TypeId element = m.types.element(type);
  if (m.types.kind(element) != TypeKind::kFloat) return false;
  const FloatKind kind = m.types.float_kind(element);
  if (kind != FloatKind::kF32 && kind != FloatKind::kF64) return false;
  const ValueId value =
      Expansion(m, op, FloatBits(kind)).Run(m.operand(op, 0), m.operand(op, 1));
  m.SetSharding(value, m.sharding(result));
  m.ReplaceAllUses(result, value);
  m.Erase(op);
  return true;
}

}  // namespace shardflow::internal
