#ifndef SHARDFLOW_TOOL_TERMINAL_H_
#define SHARDFLOW_TOOL_TERMINAL_H_

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "shardflow/message.h"

// How wide the terminal is, and whether it has colours.

namespace shardflow {

struct Terminal {
  // Of standard output; 80 if it is no terminal.
  size_t columns = 80;
  bool fits = false;  // it is one: longer lines are to be cut (FitLines)
  bool color_out = false;
  bool color_err = false;
  bool progress = false;  // standard error may show what goes on
};

// Of this process. No colours for what is no terminal, nor if NO_COLOR is set
// (https://no-color.org) or TERM is "dumb".
Terminal DetectTerminal();

enum class Color { kRed, kGreen, kYellow, kBlue, kMagenta, kCyan, kBold, kDim };

// `text` between escape sequences, or as it is if `on` is false.
std::string Paint(std::string_view text, Color color, bool on);

// Columns that the text takes: escape sequences take none, a UTF-8 character
// one.
size_t DisplayWidth(std::string_view text);

// The messages as lines, "error" and its like in colour.
std::string MessagesText(std::span<const Message> messages, bool color);

// Paragraphs, wrapped at spaces to `columns` and indented. Lines that begin
// with a space stay as they are.
std::string Wrap(std::string_view text, size_t indent, size_t columns);

// On a terminal: lines that are too long are cut at spaces, and go on with an
// indent. Elsewhere, for grep and the like, the text as it is.
std::string FitLines(std::string text, const Terminal& terminal);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_TERMINAL_H_
