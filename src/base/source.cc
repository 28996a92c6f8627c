#include "base/source.h"

#include <algorithm>
#include <cstring>

namespace shardflow::internal {

namespace {

// Calls `fn(offset)` for the start of each line except the first, and releases
// the memory of a mapped file along the way.
template <class Fn>
void ForEachLine(const SourceBuffer& source, Fn fn) {
  constexpr size_t kStep = size_t{1} << 20;
  const std::string_view text = source.text();
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(at + kStep, text.size());
    while (at < end) {
      const void* const found = std::memchr(text.data() + at, '\n', end - at);
      if (found == nullptr) break;
      at = static_cast<size_t>(static_cast<const char*>(found) - text.data()) +
           1;
      fn(at);
    }
    at = end;
    source.Forget(end);
  }
}

}  // namespace

void SourceBuffer::BuildIndex() const {
  if (!line_starts_.empty()) return;
  size_t lines = 1;
  ForEachLine(*this, [&](size_t) { ++lines; });
  line_starts_.reserve(lines);
  line_starts_.push_back(0);
  ForEachLine(*this, [&](size_t start) { line_starts_.push_back(start); });
}

SourcePlace SourceBuffer::Place(size_t offset) const {
  BuildIndex();
  offset = std::min(offset, text().size());
  const auto next =
      std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = static_cast<size_t>(next - line_starts_.begin()) - 1;
  return {name_, first_line_ + static_cast<int>(line),
          static_cast<int>(offset - line_starts_[line]) + 1};
}

std::string_view SourceBuffer::Line(int line) const {
  BuildIndex();
  const int64_t index = static_cast<int64_t>(line) - first_line_;
  if (index < 0 || index >= static_cast<int64_t>(line_starts_.size())) {
    return {};
  }
  const size_t start = line_starts_[static_cast<size_t>(index)];
  const std::string_view text = this->text();
  const size_t end = std::min(text.find('\n', start), text.size());
  std::string_view v = text.substr(start, end - start);
  if (!v.empty() && v.back() == '\r') v.remove_suffix(1);
  return v;
}

}  // namespace shardflow::internal
