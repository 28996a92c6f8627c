#ifndef SHARDFLOW_TOOL_SVG_TEXT_H_
#define SHARDFLOW_TOOL_SVG_TEXT_H_

#include <string>
#include <string_view>

// Texts of SVG pictures.

namespace shardflow {

// The width of a letter in pixels, where letters are 10 pixels high.
inline constexpr double kSvgLetter = 6.1;

// Returns the text as XML has to have it: special characters escaped, bytes
// that are no UTF-8 replaced.
std::string SvgText(std::string_view text);

// Returns the text if it is no wider than `width` pixels. Else a name loses its
// first steps, since the last ones say more, with "…" in their place; other
// texts lose their end.
std::string FitSvgName(std::string_view name, double width);
std::string FitSvgText(std::string_view text, double width);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SVG_TEXT_H_
