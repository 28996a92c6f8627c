#include "auto/cost_graph.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "json/document.h"

namespace shardflow::internal {
namespace {

constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

class Reader {
 public:
  Reader(const JsonDocument& json, Error& error) : json_(json), error_(error) {}

  std::optional<CostGraph> Run() {
    const std::optional<JsonRef> problem = Member(json_.root(), "problem");
    if (!problem) return std::nullopt;
    const std::optional<JsonRef> nodes = Member(*problem, "nodes");
    const std::optional<JsonRef> edges =
        nodes ? Member(*problem, "edges") : std::nullopt;
    if (!edges || !ReadNodes(*nodes) || !ReadEdges(*edges)) return std::nullopt;
    if (const JsonRef name = json_.Find(*problem, "name");
        name && json_.Is(name, JsonKind::kString)) {
      std::string room;
      out_.name = json_.String(name, room);
    }
    const JsonRef limit = json_.Find(*problem, "usage_limit");
    if (limit && !json_.Is(limit, JsonKind::kNull)) {
      int64_t value = 0;
      if (!Whole(limit, value)) return std::nullopt;
      out_.usage_limit = value;
    }
    return std::move(out_);
  }

 private:
  bool Fail(JsonRef at, std::string what) {
    error_.Set(json_.offset(at), std::move(what));
    error_.pointer = json_.Pointer(at);
    return false;
  }

  std::optional<JsonRef> Member(JsonRef object, std::string_view key) {
    if (!json_.Is(object, JsonKind::kObject)) {
      Fail(object, fmt::format("expected an object with '{}', not {}", key,
                               JsonKindName(json_.kind(object))));
      return std::nullopt;
    }
    const JsonRef found = json_.Find(object, key);
    if (!found) {
      Fail(object, fmt::format("'{}' is missing", key));
      return std::nullopt;
    }
    return found;
  }

  bool IsList(JsonRef value, std::string_view of_what) {
    if (json_.Is(value, JsonKind::kArray)) return true;
    return Fail(value, fmt::format("expected a list of {}, not {}", of_what,
                                   JsonKindName(json_.kind(value))));
  }

  bool Whole(JsonRef value, int64_t& out) {
    std::optional<int64_t> number;
    if (json_.Is(value, JsonKind::kNumber)) number = json_.Integer(value);
    if (!number || *number < 0) {
      return Fail(value, "expected a whole number from 0 to 2^63 - 1");
    }
    out = *number;
    return true;
  }

  bool Pair(JsonRef value, std::string_view of_what, int64_t& a, int64_t& b) {
    if (!IsList(value, of_what)) return false;
    if (json_.Count(value) != 2) {
      return Fail(value, fmt::format("expected two {}, not {}", of_what,
                                     json_.Count(value)));
    }
    const JsonRef first = json_.First(value);
    return Whole(first, a) && Whole(json_.Next(first), b);
  }

  bool ReadNodes(JsonRef nodes) {
    const std::optional<JsonRef> intervals = Member(nodes, "intervals");
    const std::optional<JsonRef> costs =
        intervals ? Member(nodes, "costs") : std::nullopt;
    const std::optional<JsonRef> usages =
        costs ? Member(nodes, "usages") : std::nullopt;
    if (!usages || !IsList(*intervals, "intervals") ||
        !IsList(*costs, "lists of costs") ||
        !IsList(*usages, "lists of usages")) {
      return false;
    }
    for (const JsonRef item : json_.Items(*intervals)) {
      CostGraph::Interval& life = out_.interval.emplace_back();
      if (!Pair(item, "times", life.lo, life.hi)) return false;
    }
    if (json_.Count(*costs) != out_.nodes()) {
      return Fail(*costs, fmt::format("{} nodes have costs, {} have intervals",
                                      json_.Count(*costs), out_.nodes()));
    }
    if (json_.Count(*usages) != out_.nodes()) {
      return Fail(*usages,
                  fmt::format("{} nodes have usages, {} have intervals",
                              json_.Count(*usages), out_.nodes()));
    }
    return ReadCosts(*costs) && ReadUsages(*usages);
  }

  bool ReadCosts(JsonRef costs) {
    for (const JsonRef item : json_.Items(costs)) {
      if (!IsList(item, "costs")) return false;
      for (const JsonRef number : json_.Items(item)) {
        if (!Whole(number, out_.cost.emplace_back())) return false;
      }
      if (out_.cost.size() == out_.first.back()) {
        return Fail(item, "a node needs at least one choice");
      }
      out_.first.push_back(out_.cost.size());
    }
    return true;
  }

  bool ReadUsages(JsonRef usages) {
    size_t node = 0;
    int64_t sum = 0;  // sum of the nodes' largest usages, which bounds the peak
    for (const JsonRef item : json_.Items(usages)) {
      if (!IsList(item, "usages")) return false;
      int64_t most = 0;
      for (const JsonRef number : json_.Items(item)) {
        if (!Whole(number, out_.usage.emplace_back())) return false;
        most = std::max(most, out_.usage.back());
      }
      if (out_.usage.size() != out_.first[++node]) {
        return Fail(item,
                    fmt::format("{} usages of a node with {} costs",
                                json_.Count(item), out_.choices(node - 1)));
      }
      if (most > kMost / 2 - sum) {
        return Fail(item, "the sum of the usages exceeds 2^62");
      }
      sum += most;
    }
    return true;
  }

  bool ReadEdges(JsonRef edges) {
    const std::optional<JsonRef> nodes = Member(edges, "nodes");
    const std::optional<JsonRef> costs =
        nodes ? Member(edges, "costs") : std::nullopt;
    if (!costs || !IsList(*nodes, "pairs of nodes") ||
        !IsList(*costs, "lists of costs")) {
      return false;
    }
    const int64_t count = static_cast<int64_t>(out_.nodes());
    for (const JsonRef item : json_.Items(*nodes)) {
      int64_t a = 0, b = 0;
      if (!Pair(item, "nodes", a, b)) return false;
      if (a >= count || b >= count) {
        return Fail(item, fmt::format("there is no node {}: nodes are numbered "
                                      "from 0 to {}",
                                      std::max(a, b), count - 1));
      }
      out_.edges.push_back(
          {.a = static_cast<uint32_t>(a), .b = static_cast<uint32_t>(b)});
    }
    if (json_.Count(*costs) != out_.edges.size()) {
      return Fail(*costs, fmt::format("{} edges have costs, {} have nodes",
                                      json_.Count(*costs), out_.edges.size()));
    }
    size_t edge = 0;
    for (const JsonRef item : json_.Items(*costs)) {
      if (!IsList(item, "costs")) return false;
      CostGraph::Edge& e = out_.edges[edge++];
      e.table = out_.table_costs.size();
      for (const JsonRef number : json_.Items(item)) {
        if (!Whole(number, out_.table_costs.emplace_back())) return false;
      }
      const size_t size = out_.table_costs.size() - e.table;
      if (size % out_.choices(e.a) != 0 ||
          size / out_.choices(e.a) != out_.choices(e.b)) {
        return Fail(item,
                    fmt::format("{} costs of an edge between nodes with {} and "
                                "{} choices",
                                size, out_.choices(e.a), out_.choices(e.b)));
      }
    }
    return true;
  }

  const JsonDocument& json_;
  Error& error_;
  CostGraph out_;
};

int64_t Plus(int64_t a, int64_t b) { return b > kMost - a ? kMost : a + b; }

}  // namespace

std::optional<CostGraph> ReadCostGraph(std::string_view json, Error& error) {
  const std::optional<JsonDocument> document =
      JsonDocument::Parse(json, {.depth = 16}, error);
  if (!document) return std::nullopt;
  return Reader(*document, error).Run();
}

int64_t CostOf(const CostGraph& graph, std::span<const uint32_t> choice) {
  int64_t sum = 0;
  for (size_t n = 0; n < graph.nodes(); ++n) {
    sum = Plus(sum, graph.cost[graph.first[n] + choice[n]]);
  }
  for (const CostGraph::Edge& e : graph.edges) {
    sum =
        Plus(sum, graph.table_costs[e.table + choice[e.a] * graph.choices(e.b) +
                                    choice[e.b]]);
  }
  return sum;
}

int64_t PeakUsage(const CostGraph& graph, std::span<const uint32_t> choice) {
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (size_t n = 0; n < graph.nodes(); ++n) {
    const CostGraph::Interval& life = graph.interval[n];
    if (life.lo >= life.hi) continue;
    const int64_t usage = graph.usage[graph.first[n] + choice[n]];
    changes.push_back({life.lo, usage});
    changes.push_back({life.hi, -usage});
  }
  std::sort(changes.begin(), changes.end());  // ends first: they are negative
  int64_t now = 0, peak = 0;
  for (const auto& [at, change] : changes) {
    now += change;
    peak = std::max(peak, now);
  }
  return peak;
}

}  // namespace shardflow::internal
