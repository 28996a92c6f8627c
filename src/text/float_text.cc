#include "text/float_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <system_error>

#include "fmt/format.h"

namespace shardflow::internal {
namespace {

// Which special values a format has, and how they are encoded.
enum class Specials {
  kIeee,        // infinities and NaNs, encoded with the largest exponent
  kNanAllOnes,  // a NaN with all bits set; no infinities
  kNanNegZero,  // a NaN instead of -0; no infinities
  kFinite,      // neither infinities nor NaNs
  kExponent,    // no sign, fraction or zero; all ones is a NaN
  kWide,        // more than 64 bits: values aren't decoded
};

struct Format {
  int exponent_bits;
  int fraction_bits;
  int bias;
  Specials specials;
};

Format FormatOf(FloatKind kind) {
  switch (kind) {
    case FloatKind::kF16:
      return {5, 10, 15, Specials::kIeee};
    case FloatKind::kBF16:
      return {8, 7, 127, Specials::kIeee};
    case FloatKind::kF32:
      return {8, 23, 127, Specials::kIeee};
    case FloatKind::kTF32:
      return {8, 10, 127, Specials::kIeee};
    case FloatKind::kF64:
      return {11, 52, 1023, Specials::kIeee};
    case FloatKind::kF4E2M1FN:
      return {2, 1, 1, Specials::kFinite};
    case FloatKind::kF6E2M3FN:
      return {2, 3, 1, Specials::kFinite};
    case FloatKind::kF6E3M2FN:
      return {3, 2, 3, Specials::kFinite};
    case FloatKind::kF8E3M4:
      return {3, 4, 3, Specials::kIeee};
    case FloatKind::kF8E4M3:
      return {4, 3, 7, Specials::kIeee};
    case FloatKind::kF8E4M3FN:
      return {4, 3, 7, Specials::kNanAllOnes};
    case FloatKind::kF8E4M3FNUZ:
      return {4, 3, 8, Specials::kNanNegZero};
    case FloatKind::kF8E4M3B11FNUZ:
      return {4, 3, 11, Specials::kNanNegZero};
    case FloatKind::kF8E5M2:
      return {5, 2, 15, Specials::kIeee};
    case FloatKind::kF8E5M2FNUZ:
      return {5, 2, 16, Specials::kNanNegZero};
    case FloatKind::kF8E8M0FNU:
      return {8, 0, 127, Specials::kExponent};
    case FloatKind::kF80:
    case FloatKind::kF128:
      break;
  }
  return {0, 0, 0, Specials::kWide};
}

uint64_t Ones(int bits) { return (1ull << bits) - 1; }

// Returns a NaN of the format, or its largest value if it has no NaNs.
uint64_t NanBits(const Format& f) {
  const uint64_t all = Ones(f.exponent_bits + f.fraction_bits);
  switch (f.specials) {
    case Specials::kIeee:
      return (Ones(f.exponent_bits) << f.fraction_bits) |
             (1ull << (f.fraction_bits - 1));
    case Specials::kNanNegZero:
      return 1ull << (f.exponent_bits + f.fraction_bits);
    default:
      return all;
  }
}

// Returns the largest finite magnitude.
uint64_t LargestBits(const Format& f) {
  const uint64_t all = Ones(f.exponent_bits + f.fraction_bits);
  switch (f.specials) {
    case Specials::kIeee:
      return (Ones(f.exponent_bits) << f.fraction_bits) - 1;
    case Specials::kNanAllOnes:
    case Specials::kExponent:
      return all - 1;
    default:
      return all;
  }
}

bool IsNumber(uint64_t bits, FloatKind kind) {
  const Format f = FormatOf(kind);
  if (f.specials == Specials::kWide) return false;
  if (f.specials == Specials::kNanNegZero && bits == NanBits(f)) return false;
  const uint64_t magnitude = bits & ~FloatSignBit(kind);
  return magnitude <= LargestBits(f);
}

// The digits of a number without trailing zeros. The number is 0.DIGITS *
// 10^exponent.
struct Decimal {
  char digits[24];
  int count = 0;
  int exponent = 0;
};

// Returns the number of bits in odd * 5^fives.
int BitsOfProduct(uint64_t odd, int fives) {
  // Enough for 5^1074, which has 2,494 bits, times a 53-bit `odd`.
  constexpr size_t kMaxWords = 82;
  constexpr int kAtOnce = 13;  // 5^13 fits 31 bits
  uint32_t words[kMaxWords] = {static_cast<uint32_t>(odd),
                               static_cast<uint32_t>(odd >> 32)};
  size_t count = words[1] != 0 ? 2 : 1;
  while (fives > 0) {
    uint64_t factor = 1;
    for (int i = std::min(fives, kAtOnce); i > 0; --i) factor *= 5;
    fives -= kAtOnce;
    uint64_t carry = 0;
    for (size_t i = 0; i < count; ++i) {
      carry += words[i] * factor;
      words[i] = static_cast<uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) words[count++] = static_cast<uint32_t>(carry);
  }
  return static_cast<int>(32 * (count - 1)) +
         static_cast<int>(std::bit_width(words[count - 1]));
}

// Returns zero or infinity for a number that std::from_chars reports to be out
// of range.
double OutOfRange(std::string_view text) {
  // `place` is approximately the power of ten of the first nonzero digit. Only
  // its sign matters, because out-of-range numbers are far from 1.
  const size_t e = text.find_first_of("eE");
  const std::string_view digits = text.substr(0, e);
  const size_t first = digits.find_first_of("123456789");
  const size_t point = std::min(digits.find('.'), digits.size());
  if (first == std::string_view::npos) return 0;
  // The text is never long enough for this to overflow.
  auto place = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  if (e != std::string_view::npos) {
    int64_t exponent = 0;
    const char* begin = text.data() + e + 1;
    const bool negative = *begin == '-';
    if (*begin == '-' || *begin == '+') ++begin;
    const auto status =
        std::from_chars(begin, text.data() + text.size(), exponent).ec;
    constexpr int64_t kHuge = int64_t{1} << 62;
    if (status != std::errc()) exponent = kHuge;
    place += negative ? -exponent : exponent;
  }
  return place > 0 ? HUGE_VAL : 0;
}

// Whether reading the text as a `Float` results in exactly `magnitude`.
template <class Float>
bool ReadsAs(std::string_view text, double magnitude) {
  Float value = 0;
  const auto status =
      std::from_chars(text.data(), text.data() + text.size(), value).ec;
  return status == std::errc() && static_cast<double>(value) == magnitude;
}

// Converts a number to decimal the way MLIR does. MLIR writes the number as an
// integer times a power of ten. It estimates the number of excess digits from
// the number of bits in the integer, and cuts them off. If there are still too
// many digits, it rounds half up. So some numbers are rounded and others are
// truncated.
Decimal ToDecimal(double value, int precision) {
  value = std::fabs(value);
  int exponent2 = 0;
  auto odd =
      static_cast<uint64_t>(std::ldexp(std::frexp(value, &exponent2), 53));
  exponent2 -= 53;
  while ((odd & 1) == 0) {
    odd >>= 1;
    ++exponent2;
  }
  char text[80];
  // std::to_chars doesn't depend on the locale, unlike snprintf.
  const char* const end = std::to_chars(text, text + sizeof text, value,
                                        std::chars_format::scientific, 50)
                              .ptr;
  const char* const e = std::find<const char*>(text, end, 'e');
  Decimal d;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, d.exponent);
  ++d.exponent;

  // `value` * 10^scale is an integer.
  const int scale = exponent2 < 0 ? -exponent2 : 0;
  const int bits = exponent2 < 0
                       ? BitsOfProduct(odd, scale)
                       : static_cast<int>(std::bit_width(odd)) + exponent2;
  const int wanted_bits = (precision * 196 + 58) / 59;
  const int cut = bits > wanted_bits ? (bits - wanted_bits) * 59 / 196 : 0;
  const int kept = std::min(d.exponent + scale - cut, 50);

  char all[51];
  int count = 0;
  for (const char* c = text; c != e && count < kept; ++c) {
    if (*c != '.') all[count++] = *c;
  }
  bool up = count > precision && all[precision] >= '5';
  count = std::min(count, precision);
  for (int i = count - 1; i >= 0 && up; --i) {
    if (all[i] == '9') {
      all[i] = '0';
    } else {
      ++all[i];
      up = false;
    }
  }
  if (up) {
    all[0] = '1';
    ++d.exponent;
  }
  while (count > 1 && all[count - 1] == '0') --count;
  d.count = count;
  std::memcpy(d.digits, all, static_cast<size_t>(count));
  return d;
}

// Appends a number with seven digits, as in 1.234560e+01.
void AppendShort(double value, std::string& out) {
  const Decimal d = ToDecimal(value, 6);
  out.push_back(d.digits[0]);
  out.push_back('.');
  out.append(d.digits + 1, static_cast<size_t>(d.count - 1));
  out.append(static_cast<size_t>(7 - d.count), '0');
  const int exponent = d.exponent - 1;
  fmt::format_to(std::back_inserter(out), "e{}{:02}", exponent < 0 ? '-' : '+',
                 std::abs(exponent));
}

// Appends a number with all the digits that the format may need, as in 12.345,
// 0.0012 or 1.2345E+20. Returns false if the text would look like an integer,
// because it couldn't be read back as a float.
bool AppendLong(double value, int precision, std::string& out) {
  const Decimal d = ToDecimal(value, precision);
  const int last = d.exponent - d.count;  // power of ten of the last digit
  const int first = d.exponent - 1;       // power of ten of the first digit
  constexpr int kMaxZeros = 3;
  const bool scientific = last >= 0 ? last > kMaxZeros || d.exponent > precision
                                    : first < 0 && -first > kMaxZeros;
  const auto digits = [&](int from, int to) {
    out.append(d.digits + from, static_cast<size_t>(to - from));
  };
  if (scientific) {
    digits(0, 1);
    out.push_back('.');
    if (d.count == 1) {
      out.push_back('0');
    } else {
      digits(1, d.count);
    }
    fmt::format_to(std::back_inserter(out), "E{}{}", first < 0 ? '-' : '+',
                   std::abs(first));
    return true;
  }
  if (last >= 0) return false;
  if (d.exponent > 0) {
    digits(0, d.exponent);
    out.push_back('.');
    digits(d.exponent, d.count);
  } else {
    out.append("0.");
    out.append(static_cast<size_t>(-d.exponent), '0');
    digits(0, d.count);
  }
  return true;
}

}  // namespace

uint64_t FloatSignBit(FloatKind kind) {
  const Format f = FormatOf(kind);
  if (f.specials == Specials::kWide || f.specials == Specials::kExponent) {
    return 0;
  }
  return 1ull << (f.exponent_bits + f.fraction_bits);
}

bool ReadUnsigned(std::string_view text, uint64_t& value) {
  const bool hex = text.size() > 2 && text[1] == 'x';
  if (hex) text.remove_prefix(2);
  const auto [end, status] = std::from_chars(
      text.data(), text.data() + text.size(), value, hex ? 16 : 10);
  return status == std::errc() && end == text.data() + text.size();
}

bool ParseFloat(std::string_view text, FloatKind kind, uint64_t& bits) {
  double value = 0;
  const auto [end, status] =
      std::from_chars(text.data(), text.data() + text.size(), value);
  if (status == std::errc::result_out_of_range) {
    value = OutOfRange(text);
  }
  bits = FloatFromDouble(value, kind);
  return FormatOf(kind).specials != Specials::kWide;
}

double FloatToDouble(uint64_t bits, FloatKind kind) {
  if (kind == FloatKind::kF64) {
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  const Format f = FormatOf(kind);
  const double sign = (bits & FloatSignBit(kind)) != 0 ? -1 : 1;
  if (!IsNumber(bits, kind)) {
    const uint64_t infinity = Ones(f.exponent_bits) << f.fraction_bits;
    const bool is_infinity = f.specials == Specials::kIeee &&
                             (bits & ~FloatSignBit(kind)) == infinity;
    return is_infinity ? sign * HUGE_VAL : std::nan("");
  }
  const auto fraction = static_cast<double>(bits & Ones(f.fraction_bits));
  const auto exponent =
      static_cast<int>((bits >> f.fraction_bits) & Ones(f.exponent_bits));
  if (exponent == 0 && f.specials != Specials::kExponent) {
    return sign * std::ldexp(fraction, 1 - f.bias - f.fraction_bits);
  }
  const double one = std::ldexp(1.0, f.fraction_bits);
  return sign * std::ldexp(one + fraction, exponent - f.bias - f.fraction_bits);
}

uint64_t FloatFromDouble(double value, FloatKind kind) {
  if (kind == FloatKind::kF64) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    return bits;
  }
  const Format f = FormatOf(kind);
  if (f.specials == Specials::kWide) return 0;
  if (std::isnan(value)) return NanBits(f);
  const uint64_t sign = std::signbit(value) ? FloatSignBit(kind) : 0;
  const double magnitude = std::fabs(value);
  const bool signed_zero = f.specials != Specials::kNanNegZero;
  if (magnitude == 0) return signed_zero ? sign : 0;
  const uint64_t overflow =
      f.specials == Specials::kIeee
          ? Ones(f.exponent_bits) << f.fraction_bits
          : (f.specials == Specials::kFinite ? LargestBits(f) : NanBits(f));
  if (std::isinf(value)) return sign | overflow;
  // Rounds to a multiple of the unit in the last place.
  int exponent = std::ilogb(magnitude);
  const int smallest = f.specials == Specials::kExponent ? -f.bias : 1 - f.bias;
  if (exponent < smallest) exponent = smallest;
  double scaled = std::ldexp(magnitude, f.fraction_bits - exponent);
  scaled = std::nearbyint(scaled);
  auto units = static_cast<uint64_t>(scaled);
  const uint64_t one = 1ull << f.fraction_bits;
  if (units >= 2 * one) {
    units >>= 1;
    ++exponent;
  }
  uint64_t bits = units;  // correct if the number is subnormal
  if (units >= one) {
    bits = (static_cast<uint64_t>(exponent + f.bias) << f.fraction_bits) |
           (units - one);
  }
  if (bits > LargestBits(f)) return sign | overflow;
  if (bits == 0 && !signed_zero) return 0;
  return sign | bits;
}

void AppendFloat(uint64_t bits, FloatKind kind, std::string& out) {
  if (IsNumber(bits, kind)) {
    const double value = FloatToDouble(bits, kind);
    if (std::signbit(value)) out.push_back('-');
    if (value == 0) {
      out.append("0.000000e+00");
      return;
    }
    const size_t begin = out.size();
    AppendShort(value, out);
    const std::string_view text = std::string_view(out).substr(begin);
    const double magnitude = std::fabs(value);
    // For narrower formats, seven digits are always enough.
    const bool exact =
        kind == FloatKind::kF64   ? ReadsAs<double>(text, magnitude)
        : kind == FloatKind::kF32 ? ReadsAs<float>(text, magnitude)
                                  : true;
    if (exact) return;
    out.resize(begin);
    const int significand = FormatOf(kind).fraction_bits + 1;
    if (AppendLong(magnitude, 2 + significand * 59 / 196, out)) return;
    out.resize(begin);
    if (std::signbit(value)) out.pop_back();
  }
  fmt::format_to(std::back_inserter(out), "0x{:X}", bits);
}

}  // namespace shardflow::internal
