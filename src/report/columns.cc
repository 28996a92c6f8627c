#include "report/columns.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <string_view>

namespace shardflow::internal {
namespace {

// Returns how many decimal digits the number has.
int DigitsOf(uint32_t value) {
  // For numbers with n significant bits, 2^32 times the number of digits of
  // 2^n, minus the power of ten at which there is one more if it is between.
  static constexpr std::array<uint64_t, 32> kTable = [] {
    std::array<uint64_t, 32> table = {};
    uint64_t power = 10;  // the first number with one more digit
    uint64_t digits = 1;
    for (size_t bits = 0; bits < 32; ++bits) {
      const uint64_t most = (uint64_t{2} << bits) - 1;
      table[bits] = most >= power ? ((digits + 1) << 32) - power : digits << 32;
      if (most >= power) {
        power *= 10;
        ++digits;
      }
    }
    return table;
  }();
  const auto bits = static_cast<size_t>(std::bit_width(value | 1u)) - 1;
  return static_cast<int>((kTable[bits] + value) >> 32);
}

// A number's absolute value; steps between numbers of 32 bits fit, too.
uint32_t Magnitude(int64_t value) {
  return static_cast<uint32_t>(value < 0 ? -value : value);
}

// Returns the number of characters of the value as text, e.g. 3 for -12.
size_t LengthOf(int64_t value) {
  return static_cast<size_t>(DigitsOf(Magnitude(value)) + (value < 0 ? 1 : 0));
}

// Appends numbers, each followed by a comma, through a small buffer.
class NumberWriter {
 public:
  explicit NumberWriter(std::string& out) : out_(out) {}
  ~NumberWriter() { out_.append(buffer_.data(), size_); }
  NumberWriter(const NumberWriter&) = delete;
  NumberWriter& operator=(const NumberWriter&) = delete;

  void Add(int64_t value) {
    if (size_ + kLongest > buffer_.size()) {
      out_.append(buffer_.data(), size_);
      size_ = 0;
    }
    char* at = buffer_.data() + size_;
    if (value < 0) *at++ = '-';
    uint32_t rest = Magnitude(value);
    char* digit = at += DigitsOf(rest);
    for (; rest >= 100; rest /= 100) {
      std::memcpy(digit -= 2, &kPairs[2 * (rest % 100)], 2);
    }
    if (rest >= 10) {
      std::memcpy(digit - 2, &kPairs[2 * rest], 2);
    } else {
      *--digit = static_cast<char>('0' + rest);
    }
    *at++ = ',';
    size_ = static_cast<size_t>(at - buffer_.data());
  }

 private:
  // Length of the longest number with its sign and comma.
  static constexpr size_t kLongest = 12;
  static constexpr std::array<char, 200> kPairs = [] {  // "00", "01", ...
    std::array<char, 200> pairs = {};
    for (size_t i = 0; i < 100; ++i) {
      pairs[2 * i] = static_cast<char>('0' + i / 10);
      pairs[2 * i + 1] = static_cast<char>('0' + i % 10);
    }
    return pairs;
  }();

  std::string& out_;
  std::array<char, 4096> buffer_;
  size_t size_ = 0;
};

// Calls `fn(step, times)` for each run of equal steps between neighbours; the
// first value is a step from 0.
template <class Fn>
void ForEachRun(std::span<const int32_t> values, const Fn& fn) {
  int64_t last = 0;
  for (size_t i = 0; i < values.size();) {
    const int64_t step = values[i] - last;
    int64_t times = 0;
    for (; i < values.size() && values[i] - last == step; ++i, ++times) {
      last = values[i];
    }
    fn(step, times);
  }
}

void CloseList(std::string& out) {
  if (out.back() == ',') out.pop_back();
  out += ']';
}

constexpr std::string_view kSteps = "{\"steps\":[";

}  // namespace

void AppendColumn(std::span<const int32_t> values, std::string& out) {
  // The sizes of the two forms. Each number is followed by a comma or by the
  // bracket at the end.
  size_t plain = 1, steps = kSteps.size() + 1;
  for (const int32_t value : values) plain += LengthOf(value) + 1;
  ForEachRun(values, [&](int64_t step, int64_t times) {
    steps += LengthOf(step) + LengthOf(times) + 2;
  });
  const bool shorter = steps < plain && !values.empty();
  out.reserve(out.size() + std::min(plain, steps) + 1);
  out += shorter ? kSteps : "[";
  {
    NumberWriter writer(out);
    if (shorter) {
      ForEachRun(values, [&](int64_t step, int64_t times) {
        writer.Add(step);
        writer.Add(times);
      });
    } else {
      for (const int32_t value : values) writer.Add(value);
    }
  }
  CloseList(out);
  if (shorter) out += '}';
}

}  // namespace shardflow::internal
