#include "base/line_finder.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace shardflow::internal {

void AppendLineStarts(const SourceBuffer& source, Table<size_t>& starts) {
  constexpr size_t kStep = size_t{1} << 20;
  const std::string_view text = source.text();
  starts.push_back(0);
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(at + kStep, text.size());
    while (at < end) {
      const void* const found = std::memchr(text.data() + at, '\n', end - at);
      if (found == nullptr) break;
      at = static_cast<size_t>(static_cast<const char*>(found) - text.data()) +
           1;
      starts.push_back(at);
    }
    at = end;
    source.Forget(end);
  }
}

LineFinder::Found LineFinder::Find(const SourceBuffer& source, size_t offset) {
  if (starts_.empty()) {
    first_line_ = source.Place(0).line;
    AppendLineStarts(source, starts_);
  }
  offset = std::min(offset, source.text().size());
  constexpr size_t kTried = 8;  // lines to try after the previous one
  const auto starts_by = [&](size_t line) {
    return line < starts_.size() && starts_[line] <= offset;
  };
  size_t line = near_;
  if (starts_by(line) && !starts_by(line + kTried)) {
    while (starts_by(line + 1)) ++line;
  } else {
    const size_t* const next =
        std::upper_bound(starts_.begin(), starts_.end(), offset);
    line = static_cast<size_t>(next - starts_.begin()) - 1;
  }
  near_ = line;
  return {first_line_ + static_cast<int>(line),
          static_cast<int>(offset - starts_[line]) + 1};
}

}  // namespace shardflow::internal
