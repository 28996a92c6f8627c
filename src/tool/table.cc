#include "tool/table.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace shardflow {
namespace {

constexpr size_t kMargin = 2;  // spaces before the first column
constexpr size_t kGap = 2;     // spaces between two columns
// The indentation of lines that continue a row.
constexpr size_t kHang = 6;
// The limits on the width of the first column if the terminal is too narrow for
// the table. kGoodName only applies if the last cells need separate lines in
// any case.
constexpr size_t kLeastName = 16;
constexpr size_t kGoodName = 28;

void Pad(size_t width, std::string& out) { out.append(width, ' '); }

// Cuts the text at ", " into pieces that are at most `width` wide. A piece
// without ", " may be wider.
std::vector<std::string_view> LinesOf(std::string_view text, size_t width) {
  std::vector<std::string_view> pieces;
  while (IsWiderThan(text, width)) {
    size_t cut = std::string_view::npos;
    for (size_t at = text.find(", "); at != std::string_view::npos;
         at = text.find(", ", at + 1)) {
      if (cut != std::string_view::npos &&
          IsWiderThan(text.substr(0, at + 1), width)) {
        break;
      }
      cut = at;
    }
    if (cut == std::string_view::npos) break;
    pieces.push_back(text.substr(0, cut + 1));
    text.remove_prefix(cut + 2);
  }
  pieces.push_back(text);
  return pieces;
}

// Replaces the beginning of a path or other text with "..." so that it takes at
// most `width` columns.
std::string Elided(const std::string& text, size_t width) {
  constexpr std::string_view kDots = "...";
  if (!IsWiderThan(text, width) || width < 2 * kDots.size()) return text;
  // Prefer to keep whole steps of a path, as in ".../blocks/0/wq".
  for (size_t at = text.find('/'); at != std::string::npos;
       at = text.find('/', at + 1)) {
    const std::string tail = std::string(kDots) + text.substr(at);
    if (!IsWiderThan(tail, width)) return tail;
  }
  // Don't begin in the middle of a UTF-8 character.
  size_t begin = text.size() - (width - kDots.size());
  const auto continues = [&](size_t i) {
    return (static_cast<unsigned char>(text[i]) & 0xc0) == 0x80;
  };
  while (begin < text.size() && continues(begin)) ++begin;
  return std::string(kDots) + text.substr(begin);
}

}  // namespace

std::string Table::ToString(const Terminal& terminal) const {
  const size_t last = columns_.size() - 1;
  std::vector<size_t> widths;
  for (size_t c = 0; c < columns_.size(); ++c) {
    size_t width = DisplayWidth(columns_[c].heading);
    for (const std::vector<Cell>& row : rows_) {
      width = std::max(width, DisplayWidth(row[c].text));
    }
    widths.push_back(width);
  }
  size_t all = kMargin;
  for (const size_t width : widths) all += width + (all > kMargin ? kGap : 0);
  // On a terminal, names are shortened first.
  if (terminal.fits && all > terminal.columns && last > 0) {
    const size_t excess = all - terminal.columns;
    const size_t others = all - widths[0] - kGap - widths[last];
    if (widths[0] >= kLeastName + excess) {
      widths[0] -= excess;
    } else {
      const size_t room = terminal.columns - std::min(terminal.columns, others);
      widths[0] = std::min(widths[0], std::clamp(room, kLeastName, kGoodName));
    }
  }
  size_t before_last = kMargin;
  for (size_t c = 0; c < last; ++c) before_last += widths[c] + kGap;
  const size_t room = !terminal.fits ? SIZE_MAX
                      : terminal.columns > before_last
                          ? terminal.columns - before_last
                          : 0;
  std::string out;
  bool left_out = false;
  const auto append = [&](const std::vector<Cell>& row) {
    std::string line(kMargin, ' ');
    for (size_t c = 0; c < last; ++c) {
      const std::string text =
          c == 0 ? Elided(row[c].text, widths[c]) : row[c].text;
      const size_t spare = widths[c] - std::min(widths[c], DisplayWidth(text));
      if (columns_[c].right) Pad(spare, line);
      line +=
          row[c].color ? Paint(text, *row[c].color, terminal.color_out) : text;
      if (!columns_[c].right) Pad(spare, line);
      Pad(kGap, line);
    }
    const Cell& cell = row.back();
    const auto paint = [&](std::string_view text) {
      return cell.color ? Paint(text, *cell.color, terminal.color_out)
                        : std::string(text);
    };
    const size_t width = DisplayWidth(cell.text);
    if (width <= room) {
      if (columns_[last].right) Pad(widths[last] - width, line);
      line += paint(cell.text);
      const size_t note =
          cell.note.empty() ? 0 : kGap + DisplayWidth(cell.note);
      if (note > room - width) {
        left_out = true;
      } else if (note > 0) {
        Pad(kGap, line);
        line += Paint(cell.note, Color::kDim, terminal.color_out);
      }
      line.resize(line.find_last_not_of(' ') + 1);
      out += line + "\n";
      return;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + "\n";
    const std::vector<std::string_view> pieces =
        LinesOf(cell.text, terminal.columns - kHang);
    for (size_t i = 0; i < pieces.size(); ++i) {
      Pad(kHang, out);
      out += paint(pieces[i]);
      if (i + 1 == pieces.size() && !cell.note.empty()) {
        const size_t used = kHang + DisplayWidth(pieces[i]) + kGap;
        if (used + DisplayWidth(cell.note) > terminal.columns) {
          left_out = true;
        } else {
          Pad(kGap, out);
          out += Paint(cell.note, Color::kDim, terminal.color_out);
        }
      }
      out += "\n";
    }
  };

  std::vector<Cell> headings;
  for (const Column& column : columns_) {
    headings.push_back({column.heading, Color::kBold});
  }
  append(headings);
  for (const std::vector<Cell>& row : rows_) append(row);
  if (left_out) {
    Pad(kMargin, out);
    out += Paint("(no room for names in the text and lines of the source)",
                 Color::kDim, terminal.color_out) +
           "\n";
  }
  return out;
}

std::string HangingText(const std::string& text, const Terminal& terminal) {
  std::string out;
  const size_t width = terminal.fits ? terminal.columns - kHang : SIZE_MAX;
  for (const std::string_view piece : LinesOf(text, width)) {
    Pad(kHang, out);
    out.append(piece).append("\n");
  }
  return out;
}

std::string ShapeText(const std::vector<int64_t>& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

int64_t AddBytes(int64_t sum, int64_t bytes) {
  if (bytes <= 0) return sum;
  return bytes > INT64_MAX - sum ? INT64_MAX : sum + bytes;
}

void AppendXml(char c, std::string& out) {
  switch (c) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      out += c;
  }
}

}  // namespace shardflow
