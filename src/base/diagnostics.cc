#include "base/diagnostics.h"

#include <algorithm>

#include "base/visible.h"

namespace shardflow::internal {
namespace {

// Source lines longer than this are cut to a window around the column.
constexpr size_t kMaxShownColumns = 200;

}  // namespace

Message MessageAt(MessageKind kind, SourcePlace place, std::string text) {
  Message message;
  message.kind = kind;
  message.file = std::move(place.file);
  message.line = place.line;
  message.column = place.column;
  message.text = std::move(text);
  return message;
}

Message& Diagnostics::Error(SourcePlace place, std::string text,
                            ErrorCode code) {
  ++errors_;
  all_.push_back(
      MessageAt(MessageKind::kError, std::move(place), std::move(text)));
  all_.back().code = code;
  return all_.back();
}

Message& Diagnostics::Error(const SourcePlace& place,
                            const internal::Error& error) {
  Message& message = Error(place, error.message, error.code);
  if (!error.hint.empty()) message.notes.push_back(NoteAt(place, error.hint));
  return message;
}

Message& Diagnostics::Warning(SourcePlace place, std::string text) {
  all_.push_back(
      MessageAt(MessageKind::kWarning, std::move(place), std::move(text)));
  return all_.back();
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
  AppendVisible(line, out);
  out.push_back('\n');
  std::string before;
  AppendVisible(line.substr(0, column), before);
  // Tabs are kept, so that the caret ends up under its column.
  for (const char c : before) out.push_back(c == '\t' ? '\t' : ' ');
  out.append("^\n");
}

}  // namespace shardflow::internal

namespace shardflow {

const char* MessageKindName(MessageKind kind) {
  switch (kind) {
    case MessageKind::kError:
      return "error";
    case MessageKind::kWarning:
      return "warning";
    case MessageKind::kRemark:
      return "remark";
    case MessageKind::kNote:
      return "note";
  }
  return "error";
}

}  // namespace shardflow
