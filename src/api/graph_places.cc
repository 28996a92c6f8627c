#include "api/graph_places.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

namespace shardflow::internal {
namespace {

// An op of a graph, while the graph is walked.
struct WalkedOp {
  EmbeddedOp op = 0;
  EmbeddedOpParts parts = {};
  std::vector<GraphRegion> regions = {};
  std::string number = {};  // "op 5", "op 5 of @f"
};

// Calls `function(f)` for each function, and `op(walked)` for each op in it,
// until one of them returns true.
template <class FunctionFn, class OpFn>
void WalkGraph(const EmbeddedGraph& graph, const FunctionFn& function,
               const OpFn& op) {
  struct Level {
    std::vector<EmbeddedOp> ops;
    size_t next = 0;
  };
  std::vector<EmbeddedFunction> functions = graph.Functions();
  functions.insert(functions.begin(),
                   {"main", graph.Inputs(), graph.Ops(), graph.Outputs()});
  // An invalid graph may contain an op twice, even inside itself.
  absl::flat_hash_set<EmbeddedOp> seen;
  for (size_t f = 0; f < functions.size(); ++f) {
    if (function(functions[f])) return;
    int64_t number = 0;
    std::vector<Level> levels;
    levels.push_back({std::move(functions[f].ops)});
    while (!levels.empty()) {
      Level& level = levels.back();
      if (level.next == level.ops.size()) {
        levels.pop_back();
        continue;
      }
      WalkedOp walked{.op = level.ops[level.next++]};
      if (!seen.insert(walked.op).second) continue;
      graph.GetParts(walked.op, walked.parts);
      walked.regions = graph.Regions(walked.op);
      walked.number = fmt::format("op {}", number++);
      if (f > 0) walked.number += fmt::format(" of @{}", functions[f].name);
      if (op(walked)) return;
      for (size_t r = walked.regions.size(); r-- > 0;) {
        levels.push_back({std::move(walked.regions[r].ops)});
      }
    }
  }
}

std::string TextOf(const WalkedOp& op) {
  return fmt::format("{} ('{}')", op.number, op.parts.name);
}

std::optional<size_t> IndexIn(const std::vector<EmbeddedValue>& values,
                              EmbeddedValue value) {
  const auto at = std::ranges::find(values, value);
  if (at == values.end()) return std::nullopt;
  return static_cast<size_t>(at - values.begin());
}

// Returns which of the op's values this is, such as "result 0"; "" if none.
std::string PartOf(const WalkedOp& op, EmbeddedValue value) {
  if (const auto i = IndexIn(op.parts.results, value)) {
    return fmt::format("result {}", *i);
  }
  for (size_t r = 0; r < op.regions.size(); ++r) {
    if (const auto i = IndexIn(op.regions[r].arguments, value)) {
      return op.regions.size() == 1
                 ? fmt::format("argument {} of the region", *i)
                 : fmt::format("argument {} of region {}", *i, r);
    }
  }
  return {};
}

}  // namespace

std::string PlaceOfValue(const EmbeddedGraph& graph, EmbeddedValue value) {
  std::string place;
  WalkGraph(
      graph,
      [&](const EmbeddedFunction& function) {
        const auto i = IndexIn(function.inputs, value);
        if (i && function.name == "main") place = fmt::format("input {}", *i);
        if (i && place.empty()) {
          place = fmt::format("input {} of @{}", *i, function.name);
        }
        return i.has_value();
      },
      [&](const WalkedOp& op) {
        const std::string part = PartOf(op, value);
        if (!part.empty()) place = part + " of " + TextOf(op);
        return !part.empty();
      });
  return place;
}

std::string OpOfValue(const EmbeddedGraph& graph, EmbeddedValue value) {
  std::string number;
  WalkGraph(
      graph,
      [&](const EmbeddedFunction& function) {
        return IndexIn(function.inputs, value).has_value();
      },
      [&](const WalkedOp& op) {
        if (PartOf(op, value).empty()) return false;
        number = op.number;
        return true;
      });
  return number;
}

std::string PlaceOfOp(const EmbeddedGraph& graph, EmbeddedOp wanted) {
  std::string place;
  WalkGraph(
      graph, [](const EmbeddedFunction&) { return false; },
      [&](const WalkedOp& op) {
        if (op.op != wanted) return false;
        place = TextOf(op);
        return true;
      });
  return place;
}

}  // namespace shardflow::internal
