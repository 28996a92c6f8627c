#ifndef SHARDFLOW_TOOL_BENCH_H_
#define SHARDFLOW_TOOL_BENCH_H_

#include "tool/options.h"

namespace shardflow {

Command MakeBenchCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_BENCH_H_
