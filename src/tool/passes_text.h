#ifndef SHARDFLOW_TOOL_PASSES_TEXT_H_
#define SHARDFLOW_TOOL_PASSES_TEXT_H_

#include <cstddef>
#include <string>

#include "shardflow/passes.h"

// Makes the text about passes and pipelines and their options that help prints.

namespace shardflow {

// Returns the text about one pass.
std::string PassText(const PassInfo& pass, size_t columns, bool color);
// Returns the text about all passes, without colours.
std::string PassesText(size_t columns);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PASSES_TEXT_H_
