#ifndef SHARDFLOW_TOOL_PASSES_TEXT_H_
#define SHARDFLOW_TOOL_PASSES_TEXT_H_

#include <cstddef>
#include <string>

#include "shardflow/passes.h"

// Makes the help text about passes, pipelines and their options.

namespace shardflow {

// Returns the help text for one pass.
std::string PassText(const PassInfo& pass, size_t columns, bool color);
// Returns the help text for all passes, without colours.
std::string PassesText(size_t columns);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PASSES_TEXT_H_
