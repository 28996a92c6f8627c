#ifndef SHARDFLOW_TOOL_TERMINAL_H_
#define SHARDFLOW_TOOL_TERMINAL_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "shardflow/message.h"

// The width of the terminal, and whether it shows colours.

namespace shardflow {

struct Terminal {
  // The width of standard output; 80 if it isn't a terminal.
  size_t columns = 80;
  bool fits = false;  // a terminal: long lines are broken (FitLines)
  bool color_out = false;
  bool color_err = false;
  bool color_files = false;  // --color=always: files get colours, too
  bool progress = false;     // progress may be shown on standard error
};

// Returns the terminal of this process. It has no colours if the output goes
// elsewhere, if NO_COLOR is set (https://no-color.org), or if TERM is "dumb".
Terminal DetectTerminal();
// Applies --color: "always" and "never" overrule what was detected.
void SetColor(std::string_view when, Terminal& terminal);

enum class Color { kRed, kGreen, kYellow, kBlue, kMagenta, kCyan, kBold, kDim };

// Returns `text` between escape sequences, or unchanged if `on` is false.
std::string Paint(std::string_view text, Color color, bool on);

// Returns the number of columns that the text takes: none for an escape
// sequence, one for a UTF-8 character.
size_t DisplayWidth(std::string_view text);
// Whether DisplayWidth(text) > width. Doesn't read more of the text than
// necessary.
bool IsWiderThan(std::string_view text, size_t width);

// Formats the messages as lines; with `color`, words such as "error" are
// highlighted.
std::string MessagesText(std::span<const Message> messages, bool color);

// Wraps paragraphs at spaces to `columns`, and indents them. Lines that begin
// with a space are kept as they are.
std::string Wrap(std::string_view text, size_t indent, size_t columns);

// On a terminal, breaks lines that are too long at spaces and indents the rest.
// Elsewhere (for grep and the like) returns the text unchanged.
std::string FitLines(std::string text, const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_TERMINAL_H_
