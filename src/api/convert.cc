#include "api/convert.h"

#include <string>

namespace shardflow {
namespace {

MessageKind ToKind(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return MessageKind::kError;
    case Severity::kWarning:
      return MessageKind::kWarning;
    case Severity::kRemark:
      return MessageKind::kRemark;
    case Severity::kNote:
      return MessageKind::kNote;
  }
  return MessageKind::kError;
}

Message ToMessage(const Diagnostic& diagnostic, const SourceBuffer* source) {
  Message message;
  message.kind = ToKind(diagnostic.severity);
  message.file = diagnostic.place.file;
  message.line = diagnostic.place.line;
  message.column = diagnostic.place.column;
  message.text = diagnostic.message;
  if (source != nullptr && diagnostic.place.line > 0 &&
      diagnostic.place.file == source->name()) {
    AppendExcerpt(diagnostic.place, *source, message.excerpt);
  }
  for (const Diagnostic& note : diagnostic.notes) {
    message.notes.push_back(ToMessage(note, source));
  }
  return message;
}

void AppendText(const Message& message, std::string& out) {
  if (!message.file.empty()) {
    out += message.file;
    if (message.line > 0) {
      out += ':' + std::to_string(message.line);
      out += ':' + std::to_string(message.column);
    }
    out += ": ";
  }
  out += MessageKindName(message.kind);
  out += ": ";
  out += message.text;
  out += '\n';
  out += message.excerpt;
  for (const Message& note : message.notes) AppendText(note, out);
}

}  // namespace

void AppendMessages(const Diagnostics& diagnostics, const SourceBuffer* source,
                    std::vector<Message>& messages) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    messages.push_back(ToMessage(diagnostic, source));
  }
}

Compat ToCompat(CompatMode mode) {
  return mode == CompatMode::kJaxlib012 ? Compat::kJaxlib012
                                        : Compat::kShardy202608;
}

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

std::string Message::ToString() const {
  std::string out;
  AppendText(*this, out);
  return out;
}

std::optional<CompatMode> ParseCompatMode(std::string_view name) {
  for (const CompatName& known : kCompatNames) {
    if (known.name != name) continue;
    return known.compat == Compat::kJaxlib012 ? CompatMode::kJaxlib012
                                              : CompatMode::kShardy202608;
  }
  return std::nullopt;
}

}  // namespace shardflow
