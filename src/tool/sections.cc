#include "tool/sections.h"

#include <cstddef>

namespace shardflow {

std::vector<Section> SplitSections(std::string_view text) {
  constexpr std::string_view kMarker = "// -----";
  std::vector<Section> sections;
  size_t begin = 0;  // where the current section begins
  int first_line = 1;
  size_t line_begin = 0;
  int line = 1;
  while (line_begin < text.size()) {
    size_t next = text.find('\n', line_begin);
    next = next == std::string_view::npos ? text.size() : next + 1;
    if (text.substr(line_begin).starts_with(kMarker)) {
      sections.push_back({text.substr(begin, line_begin - begin), first_line});
      begin = next;
      first_line = line + 1;
    }
    line_begin = next;
    ++line;
  }
  sections.push_back({text.substr(begin), first_line});
  return sections;
}

}  // namespace shardflow
