#include "tool/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "shardflow/visible.h"

namespace shardflow {
namespace {

constexpr size_t kDefaultColumns = 80;
constexpr size_t kLeastColumns = 40;

const char* Code(Color color) {
  switch (color) {
    case Color::kRed:
      return "31";
    case Color::kGreen:
      return "32";
    case Color::kYellow:
      return "33";
    case Color::kBlue:
      return "34";
    case Color::kMagenta:
      return "35";
    case Color::kCyan:
      return "36";
    case Color::kBold:
      return "1";
    case Color::kDim:
      return "2";
  }
  return "0";
}

Color ColorOf(MessageKind kind) {
  switch (kind) {
    case MessageKind::kError:
      return Color::kRed;
    case MessageKind::kWarning:
      return Color::kMagenta;
    case MessageKind::kRemark:
      return Color::kBlue;
    case MessageKind::kNote:
      return Color::kCyan;
  }
  return Color::kBold;
}

bool IsSet(const char* variable) {
  const char* const value = getenv(variable);
  return value != nullptr && *value != '\0';
}

// Returns the length of the escape sequence at the beginning of `text` if it is
// one that Paint writes, otherwise 0.
size_t ColorCodeLength(std::string_view text) {
  constexpr std::string_view kBegin = "\x1b[";
  if (!text.starts_with(kBegin)) return 0;
  const size_t end = text.find_first_not_of("0123456789", kBegin.size());
  const bool is_color = end != text.npos && text[end] == 'm' &&
                        end > kBegin.size() && end <= kBegin.size() + 2;
  return is_color ? end + 1 : 0;
}

// Breaks lines that are too long at spaces, and indents the continuations.
std::string Broken(std::string_view rest, size_t columns) {
  constexpr size_t kHang = 4;
  std::string out;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const size_t indent = std::min(line.find_first_not_of(' '), line.size());
    size_t margin = 0;      // indent of continuation lines
    size_t first = indent;  // where the line may first be cut
    const auto fits = [&](std::string_view part) {
      return margin <= columns && !IsWiderThan(part, columns - margin);
    };
    while (!fits(line)) {
      // Cut at the last space before the limit. If there is none, cut at the
      // first space.
      size_t cut = std::string_view::npos;
      for (size_t at = line.find(' ', first); at != std::string_view::npos;
           at = line.find(' ', at + 1)) {
        const bool is_near = fits(line.substr(0, at));
        if (!is_near && cut != std::string_view::npos) break;
        cut = at;
        if (!is_near) break;
      }
      if (cut == std::string_view::npos) break;
      std::string_view piece = line.substr(0, cut);
      piece = piece.substr(0, piece.find_last_not_of(' ') + 1);
      out.append(margin, ' ').append(piece) += '\n';
      line.remove_prefix(cut);
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      margin = indent + kHang;
      first = 0;
    }
    if (!line.empty()) out.append(margin, ' ').append(line);
    out += '\n';
  }
  return out;
}

// Appends the text of a message and its notes. See MessagesText.
void AppendMessage(const Message& message, bool color, size_t columns,
                   std::string& text) {
  Message alone = message;
  alone.notes.clear();
  alone.excerpt.clear();
  std::string line = alone.ToString();
  if (color) {
    const std::string kind = MessageKindName(message.kind);
    // The first match after the file's name is the message's kind. Any matches
    // in the message's text come later.
    const std::string mark = kind + ": ";
    const size_t place_end =
        message.file.empty() ? 0 : std::min(message.file.size(), line.size());
    const size_t at = line.find(mark, place_end);
    if (at != std::string::npos) {
      line.replace(at, kind.size() + 1,
                   Paint(kind + ":", ColorOf(message.kind), true));
    }
  }
  text += columns > 0 ? Broken(line, columns) : line;
  // The excerpt isn't broken, so that the caret stays under its column.
  text += message.excerpt;
  for (const Message& note : message.notes) {
    AppendMessage(note, color, columns, text);
  }
}

}  // namespace

Terminal DetectTerminal() {
  Terminal terminal;
  const char* const term = getenv("TERM");
  const bool dumb = term == nullptr || std::string_view(term) == "dumb";
  const bool colors = !dumb && !IsSet("NO_COLOR");
  const bool out = isatty(STDOUT_FILENO) == 1;
  const bool err = isatty(STDERR_FILENO) == 1;
  terminal.color_out = out && colors;
  terminal.color_err = err && colors;
  terminal.progress = err && !dumb;
  terminal.columns = kDefaultColumns;
  terminal.fits = out;
  winsize size{};
  const auto width_of = [&](int descriptor) {
    return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
               ? std::max<size_t>(size.ws_col, kLeastColumns)
               : kDefaultColumns;
  };
  if (out) terminal.columns = width_of(STDOUT_FILENO);
  if (err) terminal.columns_err = width_of(STDERR_FILENO);
  return terminal;
}

void SetColor(std::string_view when, Terminal& terminal) {
  if (when != "always" && when != "never") return;
  const bool on = when == "always";
  terminal.color_out = terminal.color_err = terminal.color_files = on;
}

std::string Paint(std::string_view text, Color color, bool on) {
  if (!on || text.empty()) return std::string(text);
  return fmt::format("\x1b[{}m{}\x1b[0m", Code(color), text);
}

size_t DisplayWidth(std::string_view text) {
  size_t width = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size());
      continue;
    }
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
    if (!continues) ++width;
  }
  return width;
}

bool IsWiderThan(std::string_view text, size_t width) {
  // Each column takes up at least one byte.
  if (text.size() <= width) return false;
  size_t used = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size());
      continue;
    }
    const bool continues = (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
    if (!continues && ++used > width) return true;
  }
  return false;
}

std::string MessagesText(std::span<const Message> messages, bool color,
                         size_t columns) {
  std::string text;
  for (const Message& message : messages) {
    AppendMessage(message, color, columns, text);
  }
  return text;
}

std::string SafeText(std::string_view text, const Terminal& terminal) {
  std::string out;
  while (!text.empty()) {
    const size_t escape = terminal.color_out
                              ? std::min(text.find('\x1b'), text.size())
                              : text.size();
    out += VisibleText(text.substr(0, escape));
    text.remove_prefix(escape);
    const size_t painted = ColorCodeLength(text);
    if (painted == 0 && !text.empty()) {
      out += VisibleText(text.substr(0, 1));
      text.remove_prefix(1);
    }
    out += text.substr(0, painted);
    text.remove_prefix(painted);
  }
  return out;
}

std::string FitLines(std::string_view text, const Terminal& terminal) {
  std::string safe = SafeText(text, terminal);
  return terminal.fits ? Broken(safe, terminal.columns) : safe;
}

std::string FitError(std::string_view text, const Terminal& terminal) {
  const std::string safe = VisibleText(text);
  return terminal.columns_err > 0 ? Broken(safe, terminal.columns_err) : safe;
}

std::string Wrap(std::string_view text, size_t indent, size_t columns) {
  std::string out;
  const std::string margin(indent, ' ');
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == ' ') {
      if (!line.empty()) out.append(margin).append(line);
      out += '\n';
      continue;
    }
    size_t used = 0;
    while (!line.empty()) {
      const size_t space = std::min(line.find(' '), line.size());
      const std::string_view word = line.substr(0, space);
      const size_t width = DisplayWidth(word);
      if (used > 0 && indent + used + 1 + width > columns) {
        out += '\n';
        used = 0;
      }
      out += used == 0 ? margin : " ";
      used += (used == 0 ? 0 : 1) + width;
      out += word;
      line.remove_prefix(std::min(space + 1, line.size()));
    }
    out += '\n';
  }
  return out;
}

}  // namespace shardflow
