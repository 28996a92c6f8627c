#ifndef SHARDFLOW_REPORT_COLUMNS_H_
#define SHARDFLOW_REPORT_COLUMNS_H_

#include <cstdint>
#include <span>
#include <string>

// A column of a report's table as JSON: a list of integers or, where that is
// shorter, {"steps": [...]}. The steps are the differences of neighbours (the
// first one: from 0) as pairs of a difference and how often it repeats.

namespace shardflow::internal {

void AppendColumn(std::span<const int32_t> values, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_REPORT_COLUMNS_H_
