#include "report/columns.h"

#include <array>
#include <charconv>
#include <cstddef>

namespace shardflow::internal {
namespace {

// Appends numbers, each followed by a comma, through a small buffer.
class NumberWriter {
 public:
  explicit NumberWriter(std::string& out) : out_(out) {}
  ~NumberWriter() { Flush(); }
  NumberWriter(const NumberWriter&) = delete;
  NumberWriter& operator=(const NumberWriter&) = delete;

  void Add(int64_t value) {
    if (size_ + kLongest > buffer_.size()) Flush();
    char* const begin = buffer_.data() + size_;
    char* const end = std::to_chars(begin, begin + kLongest, value).ptr;
    *end = ',';
    size_ += static_cast<size_t>(end - begin) + 1;
  }
  // The size of the output, including what is still buffered.
  size_t size() const { return out_.size() + size_; }

 private:
  // Length of the longest number with its comma.
  static constexpr size_t kLongest = 24;

  void Flush() {
    out_.append(buffer_.data(), size_);
    size_ = 0;
  }

  std::string& out_;
  std::array<char, 4096> buffer_;
  size_t size_ = 0;
};

void CloseList(std::string& out) {
  if (out.back() == ',') out.pop_back();
  out += ']';
}

// Returns the number of characters of the value as text, e.g. 3 for -12.
size_t LengthOf(int64_t value) {
  size_t length = value < 0 ? 2 : 1;
  for (value = value < 0 ? -value : value;; value /= 10000, length += 4) {
    if (value < 10) return length;
    if (value < 100) return length + 1;
    if (value < 1000) return length + 2;
    if (value < 10000) return length + 3;
  }
}

// Returns how many bytes the values take as a JSON list.
size_t PlainSize(std::span<const int32_t> values) {
  size_t size = values.empty() ? 2 : 1 + values.size();
  for (const int32_t value : values) size += LengthOf(value);
  return size;
}

}  // namespace

void AppendColumn(std::span<const int32_t> values, std::string& out) {
  const size_t plain = PlainSize(values);
  std::string steps = "{\"steps\":[";
  {
    NumberWriter writer(steps);
    int64_t last = 0;
    for (size_t i = 0; i < values.size() && writer.size() < plain;) {
      const int64_t step = values[i] - last;
      int64_t times = 0;
      for (; i < values.size() && values[i] - last == step; ++i, ++times) {
        last = values[i];
      }
      writer.Add(step);
      writer.Add(times);
    }
  }
  CloseList(steps);
  steps += '}';
  if (steps.size() < plain) {
    out += steps;
    return;
  }
  out += '[';
  {
    NumberWriter writer(out);
    for (const int32_t value : values) writer.Add(value);
  }
  CloseList(out);
}

}  // namespace shardflow::internal
