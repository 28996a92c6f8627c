#ifndef SHARDFLOW_TOOL_REPORT_H_
#define SHARDFLOW_TOOL_REPORT_H_

#include "tool/options.h"

namespace shardflow {

// `shardflow report`: writes a report on a program, as one HTML file.
Command MakeReportCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_REPORT_H_
