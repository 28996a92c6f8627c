#ifndef SHARDFLOW_TOOL_GOLDEN_H_
#define SHARDFLOW_TOOL_GOLDEN_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/diff.h"
#include "shardflow/message.h"

// Golden files. A golden file contains a program's shardings, so that later
// versions of the program can be compared with them. It is a JSON file with a
// line for each value (schemas/golden-1.schema.json), and doesn't change when
// values are renamed or lines move.

namespace shardflow {

// Returns the text of a golden file. `names` contains the patterns that
// selected the values in `list`.
std::string GoldenText(const ShardingList& list,
                       const std::vector<std::string>& names = {});

// Parses the text of a golden file. On failure, returns nullopt, with the
// reason in `error`. If `names` isn't null, it is set to the patterns in the
// file.
[[nodiscard]] std::optional<ShardingList> ReadGolden(
    std::string_view text, Message& error,
    std::vector<std::string>* names = nullptr);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GOLDEN_H_
