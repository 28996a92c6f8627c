#ifndef SHARDFLOW_TOOL_TABLE_H_
#define SHARDFLOW_TOOL_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/cost.h"  // BytesText
#include "tool/terminal.h"

namespace shardflow {

struct Cell {
  std::string text;
  std::optional<Color> color = std::nullopt;
  std::string note = {};  // shown dimmed after the text; only in last cells
};

// A human-readable table: rows with aligned columns, one line per row. If the
// terminal is too narrow for it,
// - names in the first column lose their first steps;
// - a last cell that is still too wide is put on separate lines;
// - notes that don't fit are omitted, and a line below the table says so.
// In output to a pipe or a file, nothing is cut or omitted.
class Table {
 public:
  struct Column {
    std::string heading;
    bool right = false;  // align right, for numbers
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  // `row` has one cell for each column.
  void Add(std::vector<Cell> row) { rows_.push_back(std::move(row)); }
  bool empty() const { return rows_.empty(); }
  std::string ToString(const Terminal& terminal) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
};

// Returns the text on indented lines of its own. Long lines are broken at ", ".
std::string HangingText(const std::string& text, const Terminal& terminal);

// Returns the shape as text, such as "8x16", or "scalar" for rank 0.
std::string ShapeText(const std::vector<int64_t>& shape);

// Returns sum + bytes, but at most INT64_MAX. A negative `bytes` means unknown,
// and adds nothing.
int64_t AddBytes(int64_t sum, int64_t bytes);

// Appends `c`, escaped if it is special in XML.
void AppendXml(char c, std::string& out);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_TABLE_H_
