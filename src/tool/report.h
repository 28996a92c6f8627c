#ifndef SHARDFLOW_TOOL_REPORT_H_
#define SHARDFLOW_TOOL_REPORT_H_

#include "tool/options.h"

namespace shardflow {

// Makes the command `shardflow report`, which writes a report as HTML.
Command MakeReportCommand();

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_REPORT_H_
