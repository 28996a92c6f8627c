#include "base/diagnostics.h"

#include <algorithm>

namespace shardflow {
namespace {

// A source line longer than this is shown as a window around the column.
constexpr size_t kMaxShownColumns = 200;

}  // namespace

Diagnostic& Diagnostics::Add(Severity severity, SourcePlace place,
                             std::string message) {
  if (severity == Severity::kError) ++errors_;
  all_.push_back({severity, std::move(place), std::move(message), {}});
  return all_.back();
}

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kRemark:
      return "remark";
    case Severity::kNote:
      return "note";
  }
  return "error";
}

void AppendExcerpt(const SourcePlace& place, const SourceBuffer& source,
                   std::string& out) {
  std::string_view line = source.Line(place.line);
  if (line.empty()) return;
  size_t column = static_cast<size_t>(std::max(place.column, 1)) - 1;
  column = std::min(column, line.size());
  if (line.size() > kMaxShownColumns) {
    const size_t from =
        column > kMaxShownColumns / 2 ? column - kMaxShownColumns / 2 : 0;
    line = line.substr(from, kMaxShownColumns);
    column -= from;
  }
  out.append(line);
  out.push_back('\n');
  // Tabs stay tabs so that the caret stands under its column.
  for (size_t i = 0; i < column; ++i) {
    out.push_back(i < line.size() && line[i] == '\t' ? '\t' : ' ');
  }
  out.append("^\n");
}

}  // namespace shardflow
