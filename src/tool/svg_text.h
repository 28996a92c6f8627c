#ifndef SHARDFLOW_TOOL_SVG_TEXT_H_
#define SHARDFLOW_TOOL_SVG_TEXT_H_

#include <iterator>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

// Helpers for SVG pictures and the text in them.

namespace shardflow {

// The width of a letter in pixels, for letters 10 pixels high.
inline constexpr double kSvgLetter = 6.1;

// Returns the text as valid XML. Special characters are escaped, and bytes that
// aren't UTF-8 are replaced.
std::string SvgText(std::string_view text);

// Return the text. If it is wider than `width` pixels, a part of it is replaced
// with "…". FitSvgName cuts the beginning, because the last steps of a name are
// the most informative. FitSvgText cuts the end.
std::string FitSvgName(std::string_view name, double width);
std::string FitSvgText(std::string_view text, double width);

// The elements of a picture, in the order in which they are drawn.
class SvgBody {
 public:
  // Appends the arguments, formatted by fmt::format.
  template <class... Arguments>
  void Print(fmt::format_string<Arguments...> format,
             Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(body_), format,
                   std::forward<Arguments>(arguments)...);
  }
  void Text(double x, double y, std::string_view style, std::string_view text) {
    Print("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", x, y, style,
          SvgText(text));
  }
  const std::string& body() const { return body_; }

 private:
  std::string body_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SVG_TEXT_H_
