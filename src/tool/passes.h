#ifndef SHARDFLOW_TOOL_PASSES_H_
#define SHARDFLOW_TOOL_PASSES_H_

#include <cstddef>
#include <string>

#include "tool/options.h"

namespace shardflow {

Command MakePassesCommand();

// Every pass and pipeline with its options, as help prints them.
std::string PassesText(size_t columns);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PASSES_H_
