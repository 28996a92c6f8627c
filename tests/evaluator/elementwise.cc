#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "evaluator/evaluator.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

namespace shardflow::internal {
namespace {

std::optional<double> UnaryFloat(OpKind kind, double x) {
  switch (kind) {
    case OpKind::kNegate:
      return -x;
    case OpKind::kAbs:
      return std::abs(x);
    case OpKind::kSign:
      return std::isnan(x) ? x : x > 0 ? 1 : x < 0 ? -1 : 0;
    case OpKind::kTanh:
      return std::tanh(x);
    case OpKind::kLogistic:
      return 1 / (1 + std::exp(-x));
    case OpKind::kExponential:
      return std::exp(x);
    case OpKind::kExponentialMinusOne:
      return std::expm1(x);
    case OpKind::kLog:
      return std::log(x);
    case OpKind::kLogPlusOne:
      return std::log1p(x);
    case OpKind::kSqrt:
      return std::sqrt(x);
    case OpKind::kRsqrt:
      return 1 / std::sqrt(x);
    case OpKind::kCbrt:
      return std::cbrt(x);
    case OpKind::kSine:
      return std::sin(x);
    case OpKind::kCosine:
      return std::cos(x);
    case OpKind::kTan:
    case OpKind::kChloTan:
      return std::tan(x);
    case OpKind::kFloor:
      return std::floor(x);
    case OpKind::kCeil:
      return std::ceil(x);
    case OpKind::kRoundNearestAfz:
      return std::round(x);
    case OpKind::kRoundNearestEven:
      return std::nearbyint(x);
    case OpKind::kChloSquare:
      return x * x;
    case OpKind::kChloErf:
      return std::erf(x);
    default:
      return std::nullopt;
  }
}

std::optional<int64_t> UnaryInt(OpKind kind, int64_t x, const ElementKind& of) {
  switch (kind) {
    case OpKind::kNegate:
      return static_cast<int64_t>(0 - static_cast<uint64_t>(x));
    case OpKind::kAbs:
      return x < 0 ? -x : x;
    case OpKind::kSign:
      return x > 0 ? 1 : x < 0 ? -1 : 0;
    case OpKind::kNot:
      return ~x;
    case OpKind::kPopcnt:
      return std::popcount(
          static_cast<uint64_t>(x) &
          (of.bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << of.bits) - 1));
    case OpKind::kChloSquare:
      return x * x;
    default:
      return std::nullopt;
  }
}

std::optional<double> BinaryFloat(OpKind kind, double a, double b) {
  const bool has_nan = std::isnan(a) || std::isnan(b);
  switch (kind) {
    case OpKind::kAdd:
      return a + b;
    case OpKind::kSubtract:
      return a - b;
    case OpKind::kMultiply:
      return a * b;
    case OpKind::kDivide:
      return a / b;
    case OpKind::kRemainder:
      return std::fmod(a, b);
    case OpKind::kMaximum:
      return has_nan ? std::numeric_limits<double>::quiet_NaN()
                     : std::max(a, b);
    case OpKind::kMinimum:
      return has_nan ? std::numeric_limits<double>::quiet_NaN()
                     : std::min(a, b);
    case OpKind::kPower:
      return std::pow(a, b);
    case OpKind::kAtan2:
      return std::atan2(a, b);
    default:
      return std::nullopt;
  }
}

std::optional<int64_t> BinaryInt(OpKind kind, int64_t a, int64_t b,
                                 const ElementKind& of) {
  const auto x = static_cast<uint64_t>(a), y = static_cast<uint64_t>(b);
  const bool less = of.is_unsigned ? x < y : a < b;
  switch (kind) {
    case OpKind::kAdd:
      return static_cast<int64_t>(of.bits == 1 ? x | y : x + y);
    case OpKind::kSubtract:
      return static_cast<int64_t>(x - y);
    case OpKind::kMultiply:
      return static_cast<int64_t>(x * y);
    case OpKind::kDivide:
      if (b == 0) return -1;
      return of.is_unsigned ? static_cast<int64_t>(x / y)
             : b == -1      ? static_cast<int64_t>(0 - x)
                            : a / b;
    case OpKind::kRemainder:
      if (b == 0) return a;
      return of.is_unsigned ? static_cast<int64_t>(x % y) : b == -1 ? 0 : a % b;
    case OpKind::kMaximum:
      return less ? b : a;
    case OpKind::kMinimum:
      return less ? a : b;
    case OpKind::kAnd:
      return a & b;
    case OpKind::kOr:
      return a | b;
    case OpKind::kXor:
      return a ^ b;
    case OpKind::kShiftLeft:
      return y >= static_cast<uint64_t>(of.bits) ? 0
                                                 : static_cast<int64_t>(x << y);
    case OpKind::kShiftRightLogical: {
      if (y >= static_cast<uint64_t>(of.bits)) return 0;
      const uint64_t mask =
          of.bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << of.bits) - 1;
      return static_cast<int64_t>((x & mask) >> y);
    }
    case OpKind::kShiftRightArithmetic:
      return a >> std::min<uint64_t>(y, 63);
    default:
      return std::nullopt;
  }
}

template <class T>
bool Holds(std::string_view direction, T a, T b) {
  if (direction == "EQ") return a == b;
  if (direction == "NE") return a != b;
  if (direction == "LT") return a < b;
  if (direction == "LE") return a <= b;
  if (direction == "GT") return a > b;
  return a >= b;
}

bool Compare(const Module& m, OpId op, const Tensor& a, const Tensor& b,
             Tensor& out) {
  const auto number =
      EnumValue(m, op, "comparison_direction", EnumId::kComparisonDirection);
  if (!number) return false;
  constexpr std::string_view kNames[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
  const std::string_view direction = kNames[static_cast<size_t>(*number)];
  for (size_t at = 0; at < out.size(); ++at) {
    const size_t x = a.size() == 1 ? 0 : at, y = b.size() == 1 ? 0 : at;
    bool holds = false;
    if (a.kind.is_float) {
      holds = Holds(direction, a.f[x], b.f[y]);
    } else if (a.kind.is_unsigned) {
      holds = Holds(direction, static_cast<uint64_t>(a.i[x]),
                    static_cast<uint64_t>(b.i[y]));
    } else {
      holds = Holds(direction, a.i[x], b.i[y]);
    }
    out.i[at] = holds ? 1 : 0;
  }
  return true;
}

void ConvertElements(const Tensor& from, Tensor& to) {
  for (size_t at = 0; at < to.size(); ++at) {
    if (to.kind.is_float) {
      to.f[at] = !from.kind.is_float && from.kind.is_unsigned
                     ? static_cast<double>(static_cast<uint64_t>(from.i[at]))
                     : from.Float(at);
    } else if (to.kind.bits == 1) {
      to.i[at] = from.Float(at) != 0 ? 1 : 0;
    } else if (from.kind.is_float) {
      const double x = from.f[at];
      to.i[at] = std::isnan(x) ? 0
                 : x > 9e18    ? std::numeric_limits<int64_t>::max()
                 : x < -9e18   ? std::numeric_limits<int64_t>::min()
                               : static_cast<int64_t>(x);
      to.i[at] = Wrapped(to.i[at], to.kind);
    } else {
      to.i[at] = Wrapped(from.i[at], to.kind);
    }
  }
}

}  // namespace

// Computes an op whose operands have the same shape or are scalars. (In the
// body of a reduction, the types are scalars, but the computed values are
// tensors.)
bool Evaluator::Elementwise(OpId op, const Operands& in, Tensor& out,
                            bool& known) {
  const OpKind kind = m_.kind(op);
  Tensor typed;
  if (!Shaped(op, 0, typed)) return false;
  const Tensor* widest = nullptr;
  for (const Tensor* each : in) {
    if (widest == nullptr || each->size() > widest->size() ||
        each->shape.size() > widest->shape.size()) {
      widest = each;
    }
  }
  if (widest == nullptr) return true;
  out = Tensor(typed.kind, widest->shape);
  for (const Tensor* each : in) {
    if (each->shape != widest->shape && !each->shape.empty()) {
      return Fail(op, "has operands of several shapes");
    }
  }
  known = true;
  const auto at_of = [](const Tensor& t, size_t at) {
    return t.size() == 1 ? 0 : at;
  };
  if (kind == OpKind::kCompare) return Compare(m_, op, *in[0], *in[1], out);
  if (kind == OpKind::kConvert) {
    ConvertElements(*in[0], out);
    return true;
  }
  for (size_t at = 0; at < out.size(); ++at) {
    const Tensor& a = *in[0];
    const size_t x = at_of(a, at);
    if (kind == OpKind::kSelect) {
      const Tensor& from = a.i[x] != 0 ? *in[1] : *in[2];
      out.Copy(at, from, at_of(from, at));
    } else if (kind == OpKind::kClamp) {
      const Tensor& v = *in[1];
      const Tensor& high = *in[2];
      const size_t y = at_of(v, at), z = at_of(high, at);
      if (out.kind.is_float) {
        out.f[at] = std::min(std::max(v.f[y], a.f[x]), high.f[z]);
      } else {
        out.i[at] = std::min(std::max(v.i[y], a.i[x]), high.i[z]);
      }
    } else if (kind == OpKind::kIsFinite) {
      out.i[at] = std::isfinite(a.f[x]) ? 1 : 0;
    } else if (in.size() == 1 && a.kind.is_float) {
      const auto made = UnaryFloat(kind, a.f[x]);
      if (made) out.f[at] = *made;
      known &= made.has_value();
    } else if (in.size() == 1) {
      const auto made = UnaryInt(kind, a.i[x], a.kind);
      if (made) out.i[at] = Wrapped(*made, out.kind);
      known &= made.has_value();
    } else if (in.size() == 2 && a.kind.is_float) {
      const auto made = BinaryFloat(kind, a.f[x], in[1]->f[at_of(*in[1], at)]);
      if (made) out.f[at] = *made;
      known &= made.has_value();
    } else if (in.size() == 2) {
      const auto made =
          BinaryInt(kind, a.i[x], in[1]->i[at_of(*in[1], at)], a.kind);
      if (made) out.i[at] = Wrapped(*made, out.kind);
      known &= made.has_value();
    } else {
      known = false;
    }
    if (!known) return true;
  }
  return true;
}

}  // namespace shardflow::internal
