#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/ansi.h"
#include "base/size_text.h"
#include "ops/op_def.h"
#include "shardflow/cost.h"
#include "shardflow/names.h"

namespace shardflow {

namespace ansi = internal::ansi;
namespace {

// Shortens "tensor<8x16xf32>" to "8x16xf32".
std::string ShortType(std::string_view type) {
  if (type.starts_with("tensor<") && type.ends_with('>')) {
    type = type.substr(7, type.size() - 8);
  }
  return type.empty() ? "a part" : std::string(type);
}

// A table whose columns are as wide as their widest cell. `sides` has a "<"
// (left) or ">" (right) for the alignment of each column.
class Rows {
 public:
  explicit Rows(std::string_view sides) : sides_(sides) {}

  void Add(std::vector<std::string> cells) {
    rows_.push_back(std::move(cells));
  }

  // `paint` is called with the column and the padded cell.
  template <class Paint>
  std::string Text(size_t indent, const Paint& paint) const {
    std::vector<size_t> widths(sides_.size(), 0);
    for (const auto& row : rows_) {
      for (size_t c = 0; c < row.size(); ++c) {
        widths[c] = std::max(widths[c], row[c].size());
      }
    }
    std::string out;
    for (const auto& row : rows_) {
      size_t end = row.size();
      while (end > 0 && row[end - 1].empty()) --end;
      out.append(indent, ' ');
      for (size_t c = 0; c < end; ++c) {
        if (widths[c] == 0) continue;
        const std::string spare(widths[c] - row[c].size(), ' ');
        const bool right = sides_[c] == '>';
        if (right) out += spare;
        out += paint(c, row[c]);
        if (c + 1 == end) break;
        if (!right) out += spare;
        out += "  ";
      }
      out += '\n';
    }
    return out;
  }

 private:
  const std::string_view sides_;
  std::vector<std::vector<std::string>> rows_;
};

class Printer {
 public:
  Printer(const CostReport& report, const CostTextOptions& options)
      : r_(report), options_(options), has_time_(!report.topology.empty()) {}

  std::string Print() {
    Line("{} devices, {}, lowered by {}", r_.devices, Axes(r_.mesh),
         r_.lowering == CostLowering::kXla ? "XLA" : "shardflow");
    PrintMemory();
    PrintCommunication();
    PrintWork();
    if (has_time_) PrintTime();
    for (const CostPlace& loop : r_.unknown_loops) {
      Line("{} counted once, because it is unknown how often it runs: {}",
           Painted("note:", ansi::kYellow), LabelledOp(loop));
    }
    return std::move(out_);
  }

 private:
  template <class... Args>
  void Line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format,
                   std::forward<Args>(args)...);
    out_ += '\n';
  }

  std::string Painted(std::string_view text, std::string_view code) const {
    return ansi::Painted(text, code, options_.color);
  }
  std::string Bold(std::string_view text) const {
    return Painted(text, ansi::kBold);
  }

  std::string Axes(std::string text) const {
    if (options_.spec) std::replace(text.begin(), text.end(), '"', '\'');
    return text;
  }

  void PrintMemory() {
    const MemoryCost& m = r_.memory;
    const bool too_much =
        r_.device_memory > 0 && static_cast<double>(m.peak) > r_.device_memory;
    Line("{}   {}{}", Bold("memory of a device"), Bold(BytesText(m.peak)),
         too_much
             ? Painted(", more than the " +
                           BytesText(static_cast<int64_t>(r_.device_memory)) +
                           " that it has",
                       ansi::kYellow)
             : std::string());
    Line("  arguments          {}", BytesText(m.arguments));
    Line("  results            {}, of which {} reuse donated arguments",
         BytesText(m.results), BytesText(m.aliased));
    Line("  temporaries        {} at the peak", BytesText(m.temporaries));
    if (!m.peak_at.op.empty()) {
      Line("  the peak is at     {}", LabelledOp(m.peak_at));
    }
    Rows rows("><<");
    size_t before = kIndent;  // width of everything before the last column
    for (const CostValue& value : m.largest) {
      before = std::max(before, kIndent + BytesText(value.bytes).size() +
                                    ShortType(value.place.type).size() + 4);
    }
    for (const CostValue& value : m.largest) {
      rows.Add({BytesText(value.bytes), ShortType(value.place.type),
                Elided(OpText(value.place), before)});
    }
    if (m.largest.empty()) return;
    Line("  largest then");
    out_ += rows.Text(kIndent, [&](size_t c, const std::string& cell) {
      return c == 2 ? Painted(cell, ansi::kDim) : cell;
    });
  }

  // Shortens a name that is too long for the rest of its line, by dropping its
  // first parts.
  std::string Elided(std::string text, size_t before) const {
    if (options_.columns <= before) return text;
    const size_t room = options_.columns - before;
    const size_t name_end = std::min(text.find(' '), text.size());
    size_t cut = 0;
    while (text.size() - cut + 3 > room) {
      const size_t slash = text.find('/', cut + 1);
      if (slash >= name_end) break;
      cut = slash;
    }
    if (text.size() > room && cut > 0) text.replace(0, cut, "...");
    return text;
  }

  // Prints the collectives; equal ones share a line.
  void PrintCommunication() {
    const CommunicationCost& c = r_.communication;
    Line("{}     {}{}", Bold("sent by a device"), Bold(BytesText(c.wire_bytes)),
         has_time_ ? ", takes " + SecondsText(c.seconds) : "");
    struct Row {
      int64_t count = 0, bytes = 0;
      double seconds = 0;
    };
    using Key =
        std::tuple<std::string, std::string, std::string, std::string, bool>;
    std::map<Key, Row> rows;
    for (const CollectiveCost& one : c.collectives) {
      Row& row = rows[{one.kind, one.axes, one.links, one.cause,
                       one.full_rematerialization}];
      row.count += one.executions;
      row.bytes += one.wire_bytes * one.executions;
      row.seconds += one.seconds * static_cast<double>(one.executions);
    }
    std::vector<std::pair<Key, Row>> sorted(rows.begin(), rows.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) {
                       return a.second.bytes > b.second.bytes;
                     });
    Rows table("><<<>><");
    bool any_full = false;
    for (const auto& [key, row] : sorted) {
      const auto& [kind, axes, links, cause, is_full] = key;
      any_full |= is_full;
      table.Add({fmt::format("{} x", row.count), kind, Axes(axes), links,
                 BytesText(row.bytes),
                 has_time_ ? SecondsText(row.seconds) : std::string(),
                 cause + (is_full ? ", all of it" : "")});
    }
    out_ += table.Text(2, [&](size_t column, const std::string& cell) {
      if (column == 1) return Painted(cell, ansi::kCyan);
      return column == 6 && cell.ends_with(", all of it")
                 ? Painted(cell, ansi::kYellow)
                 : cell;
    });
    if (any_full) {
      Line(
          "  {} XLA makes it whole on every device (involuntary full "
          "rematerialization)",
          Painted("all of it:", ansi::kYellow));
    }
  }

  void PrintWork() {
    const WorkCost& w = r_.work;
    Line("{}     {:.4g} flops, {} of memory{}", Bold("work of a device"),
         static_cast<double>(w.flops), BytesText(w.bytes),
         has_time_ ? ", takes " + SecondsText(w.seconds) : "");
    Rows table("><>>>");
    size_t shown = 0;
    for (const CostTotal& total : w.by_kind) {
      if (++shown > 8) break;
      table.Add({fmt::format("{} x", total.count), total.name,
                 fmt::format("{:.4g} flops", static_cast<double>(total.flops)),
                 BytesText(total.bytes),
                 has_time_ ? SecondsText(total.seconds) : std::string()});
    }
    out_ += table.Text(2, [&](size_t column, const std::string& cell) {
      return column == 1 ? Painted(cell, ansi::kCyan) : cell;
    });
  }

  void PrintTime() {
    Line(
        "{}         {} if nothing overlaps, {} if all does;\n"
        "                     {}",
        Bold("a step takes"), Bold(SecondsText(r_.time.sum)),
        SecondsText(r_.time.max),
        r_.time.bound == "communication"
            ? "communication takes longer"
            : "work takes longer, bound by " + r_.time.bound);
  }

  // Returns text such as "loss/reduce_sum at step.py:7 (all_reduce for
  // stablehlo.reduce)".
  static std::string LabelledOp(const CostPlace& place) {
    std::string text = OpText(place);
    if (!place.name.empty()) text += " (" + place.op + ")";
    return text;
  }

  static constexpr size_t kIndent = 4;
  const CostReport& r_;
  const CostTextOptions options_;
  const bool has_time_;
  std::string out_;
};

}  // namespace

std::string BytesText(int64_t bytes) { return internal::SizeText(bytes); }

std::string SecondsText(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.1f} us", seconds * 1e6);
}

std::string OpText(const CostPlace& place) {
  std::string text = LabelPath(shardflow::StackLabel(place.name));
  if (text.empty()) text = place.op;
  if (text.empty()) text = "the program";
  if (place.line > 0) {
    // The folders of the file are left out.
    const size_t file = place.file.rfind('/') + 1;
    text += fmt::format(" at {}:{}", place.file.substr(file), place.line);
  }
  return text;
}

bool IsReduction(const CollectiveCost& c) {
  return (c.kind == "all_reduce" || c.kind == "reduce_scatter") &&
         (c.cause == "partial sums" || c.cause == "product");
}

std::string CauseText(const CollectiveCost& c) {
  const std::string op = OpText(c.place);
  if (IsReduction(c)) return "adds up the partial sums of " + op;
  if (c.cause == "operand" || c.cause == "product") {
    return fmt::format("{} needs it in another sharding", op);
  }
  if (c.cause == "reshard") return "asked for by " + op;
  if (c.cause == "result") {
    // Whether the user or propagation chose the sharding isn't known here.
    if (c.place.op == internal::OpMnemonic(internal::OpKind::kFuncReturn)) {
      return op + (c.place.name.empty() ? " needs" : " returns") +
             " it in another sharding";
    }
    return op +
           " computes its result in another sharding than the "
           "result has";
  }
  if (c.cause == "program") return "the program has it: " + op;
  if (c.cause == "inside") return op + " runs it inside";
  return "for " + op;
}

std::string CostText(const CostReport& report, const CostTextOptions& options) {
  return Printer(report, options).Print();
}

}  // namespace shardflow
