#include "tool/named_spec.h"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include "shardflow/spec.h"

namespace shardflow {

bool ParseNamedSpec(std::string_view text, NamedSpec& out, std::string& error) {
  const size_t at = text.find("=P");
  if (at == std::string_view::npos || at == 0) {
    error = fmt::format(
        "'{}' is not NAME=P(...), as in params/*/w=P('x', None)", text);
    return false;
  }
  out.text = text;
  out.pattern = text.substr(0, at);
  while (out.pattern.ends_with(' ')) out.pattern.pop_back();
  std::optional<ShardingInfo> spec = ParseSpec(text.substr(at + 1), "", error);
  if (!spec) {
    error = fmt::format("'{}': {}", text, error);
    return false;
  }
  out.spec = std::move(*spec);
  return true;
}

}  // namespace shardflow
