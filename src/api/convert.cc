#include "api/convert.h"

#include <string>
#include <string_view>
#include <utility>

#include "base/visible.h"
#include "shardflow/visible.h"

namespace shardflow::internal {
namespace {

void AddExcerpts(const SourceBuffer* source, Message& message) {
  if (source != nullptr && message.line > 0 && message.file == source->name()) {
    AppendExcerpt({message.file, message.line, message.column}, *source,
                  message.excerpt);
  }
  for (Message& note : message.notes) AddExcerpts(source, note);
}

void AppendText(const Message& message, std::string& out) {
  if (!message.file.empty()) {
    AppendVisible(message.file, out);
    if (message.line > 0) {
      out += ':' + std::to_string(message.line);
      out += ':' + std::to_string(message.column);
    }
    out += ": ";
  }
  out += MessageKindName(message.kind);
  out += ": ";
  AppendVisible(message.text, out);
  out += '\n';
  out += message.excerpt;
  for (const Message& note : message.notes) AppendText(note, out);
}

}  // namespace

void AppendMessages(const Diagnostics& diagnostics, const SourceBuffer* source,
                    std::vector<Message>& messages) {
  for (const Message& diagnostic : diagnostics.all()) {
    messages.push_back(diagnostic);
    AddExcerpts(source, messages.back());
  }
}

void AddError(const Error& error, std::string name, std::string_view text,
              std::vector<Message>& messages) {
  const SourceBuffer source(std::move(name), std::string(text));
  Diagnostics diagnostics;
  diagnostics.Error(source.Place(error.offset), error);
  AppendMessages(diagnostics, &source, messages);
}

void AddError(std::string text, std::vector<Message>& messages,
              ErrorCode code) {
  Message& message = messages.emplace_back();
  message.text = std::move(text);
  message.code = code;
}

Compat ToCompat(CompatMode mode) {
  return mode == CompatMode::kJaxlib012 ? Compat::kJaxlib012
                                        : Compat::kShardy202608;
}

}  // namespace shardflow::internal

namespace shardflow {

using namespace internal;

std::string Message::ToString() const {
  std::string out;
  AppendText(*this, out);
  return out;
}

std::string VisibleText(std::string_view text) {
  std::string out;
  AppendVisible(text, out);
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
