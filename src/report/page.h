#ifndef SHARDFLOW_REPORT_PAGE_H_
#define SHARDFLOW_REPORT_PAGE_H_

#include <string>
#include <string_view>

namespace shardflow::internal {

// Returns web/report.html with this JSON as its data, as a single HTML file. No
// string in the data can end the script element that holds it.
std::string ReportPage(std::string_view json);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_REPORT_PAGE_H_
