#ifndef SHARDFLOW_TOOL_NAMED_SPEC_H_
#define SHARDFLOW_TOOL_NAMED_SPEC_H_

#include <optional>
#include <string>
#include <string_view>

#include "shardflow/message.h"
#include "shardflow/sharding.h"

namespace shardflow {

// A value name or pattern, and a sharding in JAX's notation.
struct NamedSpec {
  std::string text;  // the whole text, as written by the user
  std::string pattern;
  ShardingInfo spec;
};

// Splits text such as "params/*/w=P('x')" at the first `=` that is followed by
// a `P`. If the text isn't of this form, returns nullopt, with the reason in
// `error`.
std::optional<NamedSpec> ParseNamedSpec(std::string_view text, Message& error);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_NAMED_SPEC_H_
