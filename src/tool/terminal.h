#ifndef SHARDFLOW_TOOL_TERMINAL_H_
#define SHARDFLOW_TOOL_TERMINAL_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "shardflow/message.h"

// Detects how wide the terminal is and whether it shows colours, and formats
// text for it.

namespace shardflow {

struct Terminal {
  // The width of standard output; 80 if it isn't a terminal.
  size_t columns = 80;
  // Whether standard output is a terminal, so that long lines are broken (see
  // FitLines).
  bool fits = false;
  // The width of standard error; 0 if it isn't a terminal, so that messages
  // aren't broken.
  size_t columns_err = 0;
  bool color_out = false;    // whether to use colours on standard output
  bool color_err = false;    // whether to use colours on standard error
  bool color_files = false;  // whether files also get colours (--color=always)
  bool progress = false;     // whether to show progress on standard error
};

// Returns the terminal of this process. It has no colours if the output isn't a
// terminal, if NO_COLOR is set (https://no-color.org), or if TERM is "dumb".
Terminal DetectTerminal();
// Applies --color. "always" and "never" override the detected values.
void SetColor(std::string_view when, Terminal& terminal);

enum class Color { kRed, kGreen, kYellow, kBlue, kMagenta, kCyan, kBold, kDim };

// Returns `text` wrapped in escape sequences, or unchanged if `on` is false.
std::string Paint(std::string_view text, Color color, bool on);

// Returns the number of columns that the text takes up. Escape sequences take
// up no column, and any other UTF-8 character takes up one.
size_t DisplayWidth(std::string_view text);
// Whether the text is wider than `width` columns. Unlike DisplayWidth, this
// reads no more of the text than necessary.
bool IsWiderThan(std::string_view text, size_t width);

// Returns the messages as lines of text. With `color`, words such as "error"
// are highlighted. If `columns` isn't 0, longer lines are broken at spaces,
// except those of the source.
std::string MessagesText(std::span<const Message> messages, bool color,
                         size_t columns = 0);

// Returns an error as VisibleText does, with lines broken at spaces if standard
// error is a terminal.
std::string FitError(std::string_view text, const Terminal& terminal);

// Wraps paragraphs at spaces, so that lines have at most `columns` columns, and
// indents them by `indent`. Lines that begin with a space are kept as they are.
std::string Wrap(std::string_view text, size_t indent, size_t columns);

// Returns the text of an answer as VisibleText (shardflow/visible.h) does,
// because names in a program can contain anything. If the terminal shows
// colours, the escape sequences that Paint writes stay.
std::string SafeText(std::string_view text, const Terminal& terminal);

// Returns SafeText. If output goes to a terminal, also breaks lines that are
// too long at spaces, and indents the continuations. (Otherwise, lines are kept
// for grep and the like.)
std::string FitLines(std::string_view text, const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_TERMINAL_H_
