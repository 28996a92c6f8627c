#include "tool/table.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace shardflow {
namespace {

constexpr size_t kMargin = 2;  // before the first column
constexpr size_t kGap = 2;     // between columns
// Where lines below a row begin.
constexpr size_t kHang = 6;

void Pad(size_t width, std::string& out) { out.append(width, ' '); }

// Cuts at ", " into pieces that fit. A piece without ", " may be longer.
std::vector<std::string_view> Pieces(std::string_view text, size_t width) {
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

}  // namespace

std::string Table::ToString(const Terminal& terminal) const {
  std::vector<size_t> widths;
  for (size_t c = 0; c + 1 < columns_.size(); ++c) {
    size_t width = DisplayWidth(columns_[c].heading);
    for (const std::vector<Cell>& row : rows_) {
      width = std::max(width, DisplayWidth(row[c].text));
    }
    widths.push_back(width);
  }
  size_t before_last = kMargin;
  for (const size_t width : widths) before_last += width + kGap;
  const size_t room =
      terminal.columns > before_last ? terminal.columns - before_last : 0;

  std::string out;
  const auto append = [&](const std::vector<Cell>& row) {
    std::string line(kMargin, ' ');
    for (size_t c = 0; c < widths.size(); ++c) {
      const size_t spare = widths[c] - DisplayWidth(row[c].text);
      if (columns_[c].right) Pad(spare, line);
      line += row[c].color
                  ? Paint(row[c].text, *row[c].color, terminal.color_out)
                  : row[c].text;
      if (!columns_[c].right) Pad(spare, line);
      Pad(kGap, line);
    }
    const Cell& last = row.back();
    const auto paint = [&](std::string_view text) {
      return last.color ? Paint(text, *last.color, terminal.color_out)
                        : std::string(text);
    };
    const std::string note =
        last.note.empty()
            ? ""
            : "  " + Paint(last.note, Color::kDim, terminal.color_out);
    if (DisplayWidth(last.text) + DisplayWidth(note) <= room) {
      line += paint(last.text) + note;
      line.resize(line.find_last_not_of(' ') + 1);
      out += line + "\n";
      return;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + "\n";
    const std::vector<std::string_view> pieces =
        Pieces(last.text, terminal.columns - kHang);
    for (const std::string_view piece : pieces) {
      Pad(kHang, out);
      out += paint(piece) + "\n";
    }
    if (note.empty()) return;
    const size_t width =
        kHang + DisplayWidth(pieces.back()) + DisplayWidth(note);
    out.pop_back();
    if (width > terminal.columns) {
      out += "\n";
      Pad(kHang - kGap, out);
    }
    out += note + "\n";
  };

  std::vector<Cell> headings;
  for (const Column& column : columns_) {
    headings.push_back({column.heading, Color::kBold});
  }
  append(headings);
  for (const std::vector<Cell>& row : rows_) append(row);
  return out;
}

std::string HangingText(const std::string& text, const Terminal& terminal) {
  std::string out;
  for (const std::string_view piece : Pieces(text, terminal.columns - kHang)) {
    Pad(kHang, out);
    out.append(piece).append("\n");
  }
  return out;
}

std::string BytesText(int64_t bytes) {
  if (bytes < 0) return "?";
  constexpr const char* kUnits[] = {"B",   "KiB", "MiB", "GiB",
                                    "TiB", "PiB", "EiB"};
  size_t unit = 0;
  auto amount = static_cast<double>(bytes);
  // 1023.99 would otherwise print as 1024.
  while (amount >= 1023.995 && unit + 1 < std::size(kUnits)) {
    amount /= 1024;
    ++unit;
  }
  const bool whole =
      amount == static_cast<double>(static_cast<int64_t>(amount));
  return whole ? fmt::format("{:.0f} {}", amount, kUnits[unit])
               : fmt::format("{:.2f} {}", amount, kUnits[unit]);
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
