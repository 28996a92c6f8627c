#ifndef SHARDFLOW_TOOL_PASSES_TEXT_H_
#define SHARDFLOW_TOOL_PASSES_TEXT_H_

#include <cstddef>
#include <string>

#include "shardflow/passes.h"

// The passes and pipelines with their options, as help prints them.

namespace shardflow {

std::string PassText(const PassInfo& pass, size_t columns, bool color);
// Returns the text of all passes, without colours.
std::string PassesText(size_t columns);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PASSES_TEXT_H_
