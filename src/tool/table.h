#ifndef SHARDFLOW_TOOL_TABLE_H_
#define SHARDFLOW_TOOL_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tool/terminal.h"

namespace shardflow {

struct Cell {
  std::string text;
  std::optional<Color> color = std::nullopt;
};

// Rows with aligned columns. The last column is as wide as there is room for:
// what doesn't fit beside the others stands on lines of its own below them,
// and nothing is cut off.
class Table {
 public:
  struct Column {
    std::string heading;
    bool right = false;  // numbers
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // As many cells as columns.
  void Add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  std::string ToString(const Terminal& terminal) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// `text` on lines of its own, indented and cut at ", " where it is too long.
std::string HangingText(const std::string& text, const Terminal& terminal);

// "512 KiB", "1.50 GiB"; "?" for what is not known (-1).
std::string BytesText(int64_t bytes);
// "8x16"; "scalar" for no dimensions.
std::string ShapeText(const std::vector<int64_t>& shape);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_TABLE_H_
