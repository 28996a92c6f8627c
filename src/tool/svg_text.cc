#include "tool/svg_text.h"

#include <algorithm>
#include <cstddef>

#include "tool/table.h"
#include "tool/terminal.h"

namespace shardflow {
namespace {

constexpr std::string_view kEllipsis = "\xE2\x80\xA6";

// Returns the number of bytes of the UTF-8 character at the beginning of
// `text`, or 0 if there is none.
size_t LetterBytes(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const size_t count = first < 0x80                    ? 1
                       : first >= 0xC2 && first < 0xE0 ? 2
                       : first >= 0xE0 && first < 0xF0 ? 3
                       : first >= 0xF0 && first < 0xF5 ? 4
                                                       : 0;
  if (count > text.size()) return 0;
  for (size_t i = 1; i < count; ++i) {
    if ((text[i] & 0xC0) != 0x80) return 0;
  }
  if (count < 3) return count;
  // Overlong encodings, surrogates, numbers beyond the last code point, and
  // noncharacters are invalid.
  const auto second = static_cast<unsigned char>(text[1]);
  const bool is_wrong =
      (first == 0xE0 && second < 0xA0) || (first == 0xED && second >= 0xA0) ||
      (first == 0xF0 && second < 0x90) || (first == 0xF4 && second >= 0x90) ||
      text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
  return is_wrong ? 0 : count;
}

bool IsInsideCharacter(char byte) { return (byte & 0xC0) == 0x80; }

// Returns how many letters fit into `width`, but at least 2.
size_t RoomOf(double width) {
  return static_cast<size_t>(std::max(width / kSvgLetter, 2.0));
}

}  // namespace

std::string SvgText(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const size_t bytes = LetterBytes(text.substr(at));
    if (bytes != 1) {
      out += bytes == 0 ? "\xEF\xBF\xBD" : text.substr(at, bytes);
      at += std::max<size_t>(bytes, 1);
      continue;
    }
    const char c = text[at++];
    // XML forbids most control characters.
    AppendXml(static_cast<unsigned char>(c) < 0x20 ? ' ' : c, out);
  }
  return out;
}

std::string FitSvgName(std::string_view name, double width) {
  const size_t room = RoomOf(width);
  if (!IsWiderThan(name, room)) return std::string(name);
  size_t from = name.size() - std::min(name.size(), room - 1);
  while (from < name.size() && IsInsideCharacter(name[from])) ++from;
  // Omit whole steps, unless the last step alone is too long.
  const size_t step = name.find('/', from);
  if (step != std::string_view::npos && step + 1 < name.size()) from = step;
  return std::string(kEllipsis) + std::string(name.substr(from));
}

std::string FitSvgText(std::string_view text, double width) {
  const size_t room = RoomOf(width);
  if (!IsWiderThan(text, room)) return std::string(text);
  size_t end = std::min(text.size(), room - 1);
  while (end > 0 && IsInsideCharacter(text[end])) --end;
  return std::string(text.substr(0, end)) + std::string(kEllipsis);
}

}  // namespace shardflow
