#ifndef SHARDFLOW_TOOL_GOLDEN_H_
#define SHARDFLOW_TOOL_GOLDEN_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/diff.h"
#include "shardflow/message.h"

// Golden files: a program's shardings in a file, to compare later versions of
// the program with. The file is JSON with a line for each value
// (schemas/golden-1.schema.json). It doesn't change when values are renamed or
// lines move.

namespace shardflow {

// Returns the text of a golden file. `names` are the patterns with which `list`
// was made.
std::string GoldenText(const ShardingList& list,
                       const std::vector<std::string>& names = {});

// Reads the text of a golden file. On failure returns nullopt, and `error` says
// why. If `names` isn't null, it is set to the patterns.
[[nodiscard]] std::optional<ShardingList> ReadGolden(
    std::string_view text, Message& error,
    std::vector<std::string>* names = nullptr);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GOLDEN_H_
