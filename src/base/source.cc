#include "base/source.h"

#include <algorithm>

#include "base/line_finder.h"

namespace shardflow::internal {

void SourceBuffer::BuildIndex() const {
  if (!line_starts_.empty()) return;
  Table<size_t> starts;
  AppendLineStarts(*this, starts);
  line_starts_.assign(starts.begin(), starts.end());
}

SourcePlace SourceBuffer::Place(size_t offset) const {
  if (offset == 0) return {name_, first_line_, 1};  // needs no index
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
