#ifndef SHARDFLOW_REPORT_COLUMNS_H_
#define SHARDFLOW_REPORT_COLUMNS_H_

#include <cstdint>
#include <span>
#include <string>

// Writes a column of a report's table as JSON: a list of integers or, where
// that is shorter, `{"steps": [...]}`. Each step is a pair: the difference
// between an integer and the one before it (initially 0), and how many times in
// a row this difference occurs.

namespace shardflow::internal {

void AppendColumn(std::span<const int32_t> values, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_REPORT_COLUMNS_H_
