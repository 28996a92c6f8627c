#ifndef SHARDFLOW_TOOL_SECTIONS_H_
#define SHARDFLOW_TOOL_SECTIONS_H_

#include <string_view>
#include <vector>

// Splits an input into the parts that `opt -split-input-file` treats as
// separate inputs. A line that begins with `// -----` separates two parts and
// belongs to neither.

namespace shardflow {

struct Section {
  std::string_view text;
  int first_line = 1;  // the line of the file where the section begins
};

// Returns the sections of the text. There is at least one section. The first
// and last sections may be empty.
std::vector<Section> SplitSections(std::string_view text);

// The line between two sections of the output.
inline constexpr std::string_view kSectionSeparator = "// -----\n";

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SECTIONS_H_
