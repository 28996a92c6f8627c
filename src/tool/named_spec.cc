#include "tool/named_spec.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/spec.h"

namespace shardflow {

std::optional<NamedSpec> ParseNamedSpec(std::string_view text, Message& error) {
  const size_t at = text.find("=P");
  if (at == std::string_view::npos || at == 0) {
    error.text = fmt::format(
        "'{}' is not NAME=P(...), as in params/*/w=P('x', None)", text);
    return std::nullopt;
  }
  NamedSpec out;
  out.text = text;
  out.pattern = text.substr(0, at);
  while (out.pattern.ends_with(' ')) out.pattern.pop_back();
  std::vector<Message> messages;
  std::optional<ShardingInfo> spec =
      ParseSpec(text.substr(at + 1), "", messages);
  if (!spec) {
    error.text = fmt::format("'{}': {}", text, messages.back().text);
    return std::nullopt;
  }
  out.spec = *std::move(spec);
  return out;
}

}  // namespace shardflow
