#include "report/columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <string_view>

namespace shardflow::internal {
namespace {

// Returns the length of the value as text: 3 for -12.
size_t LengthOf(int64_t value) {
  size_t length = value < 0 ? 2 : 1;
  for (value = value < 0 ? -value : value;; value /= 10000, length += 4) {
    if (value < 10) return length;
    if (value < 100) return length + 1;
    if (value < 1000) return length + 2;
    if (value < 10000) return length + 3;
  }
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
    char* const begin = buffer_.data() + size_;
    char* const end = std::to_chars(begin, begin + kLongest, value).ptr;
    *end = ',';
    size_ += static_cast<size_t>(end - begin) + 1;
  }

 private:
  // An upper bound on the length of a number with its comma.
  static constexpr size_t kLongest = 24;

  std::string& out_;
  std::array<char, 4096> buffer_;
  size_t size_ = 0;
};

// Calls `fn(step, times)` for each run of equal differences between neighbours.
// The first value counts as a difference from 0.
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
  // closing bracket.
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
