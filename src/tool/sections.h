#ifndef SHARDFLOW_TOOL_SECTIONS_H_
#define SHARDFLOW_TOOL_SECTIONS_H_

#include <string_view>
#include <vector>

// The parts of an input that `opt -split-input-file` treats as inputs of their
// own: a line that begins with `// -----` stands between two of them and
// belongs to neither.

namespace shardflow {

struct Section {
  std::string_view text;
  int first_line = 1;  // in the file
};

// At least one; leading and trailing sections may be empty.
std::vector<Section> SplitSections(std::string_view text);

// What stands between two sections in the output.
inline constexpr std::string_view kSectionSeparator = "// -----\n";

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SECTIONS_H_
