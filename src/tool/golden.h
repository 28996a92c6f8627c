#ifndef SHARDFLOW_TOOL_GOLDEN_H_
#define SHARDFLOW_TOOL_GOLDEN_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/diff.h"
#include "shardflow/message.h"

// A file of shardings, with which later versions of a program are compared:
// JSON with a line for each value (schemas/golden-1.schema.json). Renamed
// values and moved lines don't change the file.

namespace shardflow {

// Returns the file's text. `names` are the patterns that selected the list.
std::string GoldenText(const ShardingList& list,
                       const std::vector<std::string>& names = {});

// Reads the text of such a file. On failure, `error` gives the reason. `names`,
// if not null, receives the patterns.
[[nodiscard]] std::optional<ShardingList> ReadGolden(
    std::string_view text, Message& error,
    std::vector<std::string>* names = nullptr);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GOLDEN_H_
