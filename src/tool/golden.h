#ifndef SHARDFLOW_TOOL_GOLDEN_H_
#define SHARDFLOW_TOOL_GOLDEN_H_

#include <optional>
#include <string>
#include <string_view>

#include "shardflow/diff.h"
#include "shardflow/message.h"

// Shardings in a file, to compare later versions of a program with: JSON, a
// line for each value (schemas/golden-1.schema.json). Renamed values and moved
// lines don't change the file.

namespace shardflow {

std::string GoldenText(const ShardingList& list);

// On failure, `error` gives the reason.
[[nodiscard]] std::optional<ShardingList> ReadGolden(std::string_view text,
                                                     Message& error);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GOLDEN_H_
