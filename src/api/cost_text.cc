#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "shardflow/cost.h"

namespace shardflow {
namespace {

std::string Bytes(int64_t bytes) {
  const auto amount = static_cast<double>(bytes);
  if (amount >= 1e9) return fmt::format("{:.3f} GB", amount / 1e9);
  if (amount >= 1e6) return fmt::format("{:.3f} MB", amount / 1e6);
  if (amount >= 1e4) return fmt::format("{:.1f} kB", amount / 1e3);
  return fmt::format("{} B", bytes);
}

std::string Seconds(double seconds) {
  if (seconds >= 1) return fmt::format("{:.3f} s", seconds);
  if (seconds >= 1e-3) return fmt::format("{:.3f} ms", seconds * 1e3);
  return fmt::format("{:.1f} us", seconds * 1e6);
}

std::string Where(const CostPlace& place) {
  std::string text = place.op;
  if (!place.name.empty()) text += " " + place.name;
  if (place.line > 0) {
    text += fmt::format(" {}:{}:{}", place.file, place.line, place.column);
  }
  return text;
}

class Printer {
 public:
  explicit Printer(const CostReport& report)
      : r_(report), has_time_(!report.topology.empty()) {}

  std::string Print() {
    Line("{} devices, {}, lowered by {}", r_.devices, r_.mesh,
         r_.lowering == CostLowering::kXla ? "XLA" : "shardflow");
    PrintMemory();
    PrintCommunication();
    PrintWork();
    if (has_time_) PrintTime();
    for (const CostPlace& loop : r_.unknown_loops) {
      Line("counted once, for its trip count isn't known: {}", Where(loop));
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

  void PrintMemory() {
    const MemoryCost& m = r_.memory;
    Line("memory of a device   {}{}", Bytes(m.peak),
         r_.device_memory > 0 && static_cast<double>(m.peak) > r_.device_memory
             ? fmt::format(", more than the {} that it has",
                           Bytes(static_cast<int64_t>(r_.device_memory)))
             : std::string());
    Line("  arguments          {}", Bytes(m.arguments));
    Line("  results            {}, of which {} stand in donated arguments",
         Bytes(m.results), Bytes(m.aliased));
    Line("  temporaries        {}{}", Bytes(m.temporaries),
         m.peak_at.op.empty() ? "" : ", at " + Where(m.peak_at));
    for (const CostValue& value : m.largest) {
      Line("    {:>12}  {} of {}", Bytes(value.bytes),
           value.place.type.empty() ? "a part" : value.place.type,
           Where(value.place));
    }
  }

  // Prints the collectives; equal ones share a line.
  void PrintCommunication() {
    const CommunicationCost& c = r_.communication;
    Line("sent by a device     {}{}", Bytes(c.wire_bytes),
         has_time_ ? ", takes " + Seconds(c.seconds) : "");
    struct Row {
      int64_t count = 0, bytes = 0;
      double seconds = 0;
    };
    using Key = std::tuple<std::string, std::string, std::string, bool>;
    std::map<Key, Row> rows;
    for (const CollectiveCost& one : c.collectives) {
      Row& row =
          rows[{one.kind, one.axes, one.cause, one.full_rematerialization}];
      row.count += one.executions;
      row.bytes += one.wire_bytes * one.executions;
      row.seconds += one.seconds * static_cast<double>(one.executions);
    }
    std::vector<std::pair<Key, Row>> sorted(rows.begin(), rows.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) {
                       return a.second.bytes > b.second.bytes;
                     });
    for (const auto& [key, row] : sorted) {
      const auto& [kind, axes, cause, is_full] = key;
      Line("  {:>5} x {:18} {:24} {:>12}{}  {}{}", row.count, kind, axes,
           Bytes(row.bytes),
           has_time_ ? fmt::format("  {:>10}", Seconds(row.seconds)) : "",
           cause, is_full ? ", involuntary full rematerialization" : "");
    }
  }

  void PrintWork() {
    const WorkCost& w = r_.work;
    Line("work of a device     {:.4g} flops, {} of memory{}",
         static_cast<double>(w.flops), Bytes(w.bytes),
         has_time_ ? ", takes " + Seconds(w.seconds) : "");
    size_t shown = 0;
    for (const CostTotal& total : w.by_kind) {
      if (++shown > 8) break;
      Line("  {:>5} x {:32} {:>10.4g} flops  {:>12}{}", total.count, total.name,
           static_cast<double>(total.flops), Bytes(total.bytes),
           has_time_ ? fmt::format("  {:>10}", Seconds(total.seconds)) : "");
    }
  }

  void PrintTime() {
    Line("a step takes         {} if nothing overlaps, {} if all does; {}",
         Seconds(r_.time.sum), Seconds(r_.time.max),
         r_.time.bound == "communication"
             ? "communication takes longer"
             : "work takes longer, bound by " + r_.time.bound);
  }

  const CostReport& r_;
  const bool has_time_;
  std::string out_;
};

}  // namespace

std::string OpText(const CostPlace& place) {
  std::string text = place.name.empty() ? place.op : place.name;
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
    return "the program says how the result of " + op + " is sharded";
  }
  if (c.cause == "program") return "the program has it: " + op;
  return "for " + op;
}

std::string CostText(const CostReport& report) {
  return Printer(report).Print();
}

}  // namespace shardflow
