#ifndef SHARDFLOW_TOOL_NAMED_SPEC_H_
#define SHARDFLOW_TOOL_NAMED_SPEC_H_

#include <string>
#include <string_view>

#include "shardflow/sharding.h"

namespace shardflow {

// A name or pattern, and a spec.
struct NamedSpec {
  std::string text;  // as it was written
  std::string pattern;
  ShardingInfo spec;
};

// Reads "params/*/w=P('x')", split at the first = that is followed by a P.
// Returns false if `text` has another form; `error` says why.
bool ParseNamedSpec(std::string_view text, NamedSpec& out, std::string& error);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_NAMED_SPEC_H_
