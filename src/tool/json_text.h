#ifndef SHARDFLOW_TOOL_JSON_TEXT_H_
#define SHARDFLOW_TOOL_JSON_TEXT_H_

#include <string>

#include <nlohmann/json_fwd.hpp>

// The JSON output of commands. Keys stay in the order in which they were added,
// and bytes that aren't valid UTF-8 are replaced.

namespace shardflow {

using Json = nlohmann::ordered_json;

// Returns the JSON on one line, without a newline at the end.
std::string OneLine(const Json& json);
// Returns the JSON on indented lines, with a newline at the end.
std::string IndentedLines(const Json& json);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_JSON_TEXT_H_
