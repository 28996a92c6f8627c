#include "report/columns.h"

#include <array>
#include <charconv>

namespace shardflow::internal {
namespace {

void AppendNumber(int64_t value, std::string& out) {
  std::array<char, 24> digits;
  const auto [end, status] =
      std::to_chars(digits.data(), digits.data() + digits.size(), value);
  if (status == std::errc()) out.append(digits.data(), end);
  out += ',';
}

void CloseList(std::string& out) {
  if (out.back() == ',') out.pop_back();
  out += ']';
}

}  // namespace

void AppendColumn(std::span<const int32_t> values, std::string& out) {
  const size_t begin = out.size();
  out += '[';
  for (const int32_t value : values) AppendNumber(value, out);
  CloseList(out);
  const size_t plain = out.size() - begin;

  std::string steps = "{\"steps\":[";
  int64_t last = 0;
  for (size_t i = 0; i < values.size() && steps.size() < plain;) {
    const int64_t step = values[i] - last;
    int64_t times = 0;
    for (; i < values.size() && values[i] - last == step; ++i, ++times) {
      last = values[i];
    }
    AppendNumber(step, steps);
    AppendNumber(times, steps);
  }
  CloseList(steps);
  steps += '}';
  if (steps.size() < plain) out.replace(begin, plain, steps);
}

}  // namespace shardflow::internal
