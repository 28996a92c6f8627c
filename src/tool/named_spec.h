#ifndef SHARDFLOW_TOOL_NAMED_SPEC_H_
#define SHARDFLOW_TOOL_NAMED_SPEC_H_

#include <string>
#include <string_view>

#include "shardflow/sharding.h"

namespace shardflow {

// A value name or pattern, and a sharding in JAX's notation.
struct NamedSpec {
  std::string text;  // the whole text, as it was written
  std::string pattern;
  ShardingInfo spec;
};

// Parses a text such as "params/*/w=P('x')", splitting it at the first `=` that
// is followed by a `P`. If the text isn't of this form, returns false, with the
// reason in `error`.
bool ParseNamedSpec(std::string_view text, NamedSpec& out, std::string& error);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_NAMED_SPEC_H_
