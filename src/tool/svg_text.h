#ifndef SHARDFLOW_TOOL_SVG_TEXT_H_
#define SHARDFLOW_TOOL_SVG_TEXT_H_

#include <string>
#include <string_view>

// Helpers for the text in SVG pictures.

namespace shardflow {

// The width of a letter in pixels, for letters 10 pixels high.
inline constexpr double kSvgLetter = 6.1;

// Returns the text as valid XML. Special characters are escaped, and bytes that
// aren't UTF-8 are replaced.
std::string SvgText(std::string_view text);

// Return the text, with a part replaced by "…" if it is wider than `width`
// pixels. FitSvgName cuts the beginning, because the last steps of a name say
// more; FitSvgText cuts the end.
std::string FitSvgName(std::string_view name, double width);
std::string FitSvgText(std::string_view text, double width);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SVG_TEXT_H_
