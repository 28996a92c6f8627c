#include "auto/reduced_graph.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <unordered_map>
#include <utility>

namespace shardflow::internal {

double ReducedGraph::CostOf(std::span<const uint32_t> choice) const {
  double sum = 0;
  for (uint32_t n = 0; n < nodes(); ++n) {
    sum += Costs(n)[choice[n]];
    for (const Arc& arc : Arcs(n)) {
      if (arc.to > n) {
        sum +=
            tables_[arc.table + choice[n] * choices(arc.to) + choice[arc.to]];
      }
    }
  }
  return sum;
}

class GraphReducer {
 public:
  explicit GraphReducer(const CostGraph& problem) : problem_(problem) {}

  ReducedGraph Run() {
    ListLinks();
    AllowAll();
    // Edge costs within a group may forbid some of the group's choices, and
    // then more choices can be removed elsewhere. A few rounds are enough:
    // forbidden choices that remain are merely expensive, so the answer is
    // still correct.
    for (int round = 0; round < 4; ++round) {
      Prune();
      Group();
      AddCosts();
      if (!ForbidWithinGroups()) break;
    }
    AddArcs();
    return std::move(out_);
  }

 private:
  using Edge = CostGraph::Edge;

  // Lists the edges, with the smaller end first, so that edges between the same
  // nodes are adjacent.
  void ListLinks() {
    for (const Edge& e : problem_.edges) {
      links_.push_back({std::min(e.a, e.b), std::max(e.a, e.b), &e});
    }
    std::stable_sort(links_.begin(), links_.end(),
                     [](const Link& x, const Link& y) {
                       return x.a != y.a ? x.a < y.a : x.b < y.b;
                     });
    link_of_node_.assign(problem_.nodes(), {});
    for (uint32_t i = 0; i < links_.size(); ++i) {
      link_of_node_[links_[i].a].push_back(i);
      link_of_node_[links_[i].b].push_back(i);
    }
  }

  int64_t CostAt(const Edge& e, size_t i, size_t j) const {
    return problem_.table_costs[e.table + i * problem_.choices(e.b) + j];
  }

  // Allows all choices that aren't forbidden. A node keeps at least one choice,
  // here and in all later steps.
  void AllowAll() {
    alive_.resize(problem_.cost.size());
    for (size_t i = 0; i < alive_.size(); ++i) {
      alive_[i] = problem_.cost[i] < CostGraph::kForbidden;
    }
    for (uint32_t n = 0; n < problem_.nodes(); ++n) {
      if (Left(n) == 0) alive_[problem_.first[n]] = 1;
    }
  }

  // Removes choices that are forbidden in combination with every choice of a
  // neighbour, until nothing changes.
  void Prune() {
    std::vector<uint32_t> waiting(problem_.nodes());
    std::iota(waiting.begin(), waiting.end(), 0u);
    std::vector<char> waits(problem_.nodes(), 1);
    for (size_t at = 0; at < waiting.size(); ++at) {
      const uint32_t n = waiting[at];
      waits[n] = 0;
      for (const uint32_t l : link_of_node_[n]) {
        const uint32_t other = links_[l].a == n ? links_[l].b : links_[l].a;
        if (PruneAlong(links_[l], other) && !waits[other]) {
          waits[other] = 1;
          waiting.push_back(other);
        }
      }
    }
  }

  size_t Left(uint32_t n) const {
    return static_cast<size_t>(std::count(
        alive_.begin() + static_cast<ptrdiff_t>(problem_.first[n]),
        alive_.begin() + static_cast<ptrdiff_t>(problem_.first[n + 1]), 1));
  }

  struct Link {
    uint32_t a = 0, b = 0;
    const Edge* edge = nullptr;
  };

  // Removes choices of `node` that are forbidden in combination with every
  // remaining choice at the other end.
  bool PruneAlong(const Link& link, uint32_t node) {
    const Edge& e = *link.edge;
    if (e.a == e.b) return false;
    const bool turned = node == e.b;
    const uint32_t other = turned ? e.a : e.b;
    size_t left = Left(node);
    bool changed = false;
    for (size_t i = 0; i < problem_.choices(node); ++i) {
      if (!alive_[problem_.first[node] + i] || left == 1) continue;
      bool fits = false;
      for (size_t j = 0; j < problem_.choices(other) && !fits; ++j) {
        fits = alive_[problem_.first[other] + j] &&
               (turned ? CostAt(e, j, i) : CostAt(e, i, j)) <
                   CostGraph::kForbidden;
      }
      if (fits) continue;
      alive_[problem_.first[node] + i] = 0;
      --left;
      changed = true;
    }
    return changed;
  }

  // Makes one group of each set of nodes that determine each other's choices,
  // and one of all nodes with a single choice.
  void Group() {
    out_ = {};
    out_.node_of_.assign(problem_.nodes(), kNone);
    originals_.assign(problem_.nodes(), {});
    std::vector<uint32_t> reached;
    uint32_t fixed = kNone;
    for (uint32_t n = 0; n < problem_.nodes(); ++n) {
      if (out_.node_of_[n] != kNone) continue;
      for (uint32_t i = 0; i < problem_.choices(n); ++i) {
        if (alive_[problem_.first[n] + i]) originals_[n].push_back(i);
      }
      const size_t count = originals_[n].size();
      if (count == 1 && fixed != kNone) {
        out_.node_of_[n] = fixed;
        continue;
      }
      const uint32_t group = static_cast<uint32_t>(out_.nodes());
      if (count == 1) fixed = group;
      out_.first_.push_back(out_.first_.back() + count);
      out_.node_of_[n] = group;
      if (count == 1) continue;
      reached.assign(1, n);
      for (size_t at = 0; at < reached.size(); ++at) {
        const uint32_t here = reached[at];
        for (const uint32_t l : link_of_node_[here]) {
          const uint32_t other =
              links_[l].a == here ? links_[l].b : links_[l].a;
          if (out_.node_of_[other] != kNone ||
              !Follows(links_[l], here, other)) {
            continue;
          }
          out_.node_of_[other] = group;
          reached.push_back(other);
        }
      }
    }
    for (uint32_t n = 0; n < problem_.nodes(); ++n) {
      out_.first_original_.push_back(out_.original_.size());
      out_.original_.insert(out_.original_.end(), originals_[n].begin(),
                            originals_[n].end());
    }
  }

  // Lists the choices of `other` in the order of the matching choices of
  // `node`. Returns false if these don't match one to one.
  bool Follows(const Link& link, uint32_t node, uint32_t other) {
    if (Left(other) != originals_[node].size()) return false;
    std::vector<uint32_t>& found = originals_[other];
    for (const uint32_t i : originals_[node]) {
      uint32_t match = kNone;
      for (uint32_t j = 0; j < problem_.choices(other); ++j) {
        if (!alive_[problem_.first[other] + j] ||
            CostAlong(link, node, i, j) >= CostGraph::kForbidden) {
          continue;
        }
        if (match != kNone) {
          found.clear();
          return false;
        }
        match = j;
      }
      if (match == kNone ||
          std::find(found.begin(), found.end(), match) != found.end()) {
        found.clear();
        return false;
      }
      found.push_back(match);
    }
    return true;
  }

  // Returns the cost of combining choice i of `node`, an end of the link, with
  // choice j of the other end.
  int64_t CostAlong(const Link& link, uint32_t node, uint32_t i,
                    uint32_t j) const {
    const Edge& e = *link.edge;
    return node == e.a ? CostAt(e, i, j) : CostAt(e, j, i);
  }

  static double Clamped(int64_t cost) {
    return static_cast<double>(std::min(cost, CostGraph::kForbidden));
  }

  // Adds up the costs of each group's choices, including those of edges within
  // the group.
  void AddCosts() {
    out_.cost_.assign(out_.first_.back(), 0);
    for (uint32_t n = 0; n < problem_.nodes(); ++n) {
      double* costs = out_.cost_.data() + out_.first_[out_.node_of_[n]];
      for (const uint32_t i : out_.Originals(n)) {
        *costs++ += Clamped(problem_.cost[problem_.first[n] + i]);
      }
    }
    for (const Link& link : links_) {
      if (out_.node_of_[link.a] != out_.node_of_[link.b]) continue;
      double* costs = out_.cost_.data() + out_.first_[out_.node_of_[link.a]];
      const auto a = out_.Originals(link.a), b = out_.Originals(link.b);
      for (size_t i = 0; i < a.size(); ++i) {
        costs[i] += Clamped(CostAlong(link, link.a, a[i], b[i]));
      }
    }
  }

  // Removes the choices of groups that cost kForbidden or more, unless a group
  // would be left with none.
  bool ForbidWithinGroups() {
    bool changed = false;
    for (uint32_t n = 0; n < problem_.nodes(); ++n) {
      const auto costs = out_.Costs(out_.node_of_[n]);
      if (*std::min_element(costs.begin(), costs.end()) >=
          Clamped(CostGraph::kForbidden)) {
        continue;
      }
      const auto originals = out_.Originals(n);
      for (size_t i = 0; i < costs.size(); ++i) {
        if (costs[i] < Clamped(CostGraph::kForbidden)) continue;
        alive_[problem_.first[n] + originals[i]] = 0;
        changed = true;
      }
    }
    return changed;
  }

  void AddArcs() {
    std::vector<Link> between;
    for (Link link : links_) {
      const uint32_t a = out_.node_of_[link.a], b = out_.node_of_[link.b];
      if (a == b) continue;
      if (a > b) std::swap(link.a, link.b);
      between.push_back(link);
    }
    const auto ends = [this](const Link& link) {
      return std::pair(out_.node_of_[link.a], out_.node_of_[link.b]);
    };
    std::stable_sort(
        between.begin(), between.end(),
        [&](const Link& x, const Link& y) { return ends(x) < ends(y); });
    std::vector<std::vector<ReducedGraph::Arc>> arcs(out_.nodes());
    std::vector<double> table, turned;
    for (size_t i = 0; i < between.size();) {
      const auto [a, b] = ends(between[i]);
      const uint32_t na = out_.choices(a), nb = out_.choices(b);
      table.assign(size_t{na} * nb, 0);
      for (; i < between.size() && ends(between[i]) == std::pair(a, b); ++i) {
        AddTable(between[i], table);
      }
      if (std::all_of(table.begin(), table.end(),
                      [](double x) { return x == 0; })) {
        continue;
      }
      if (na == 1 || nb == 1) {
        // One end has a single choice, so the table's entries are costs of the
        // other end. If both have a single choice, the table is a constant.
        double* costs = out_.cost_.data() + out_.first_[na == 1 ? b : a];
        for (size_t x = 0; x < table.size(); ++x) costs[x] += table[x];
        continue;
      }
      turned.resize(table.size());
      for (size_t x = 0; x < na; ++x) {
        for (size_t y = 0; y < nb; ++y) turned[y * na + x] = table[x * nb + y];
      }
      const size_t from_a = Keep(table), from_b = Keep(turned);
      arcs[a].push_back({b, from_a, from_b});
      arcs[b].push_back({a, from_b, from_a});
    }
    out_.first_arc_.push_back(0);
    for (const auto& of_node : arcs) {
      out_.arcs_.insert(out_.arcs_.end(), of_node.begin(), of_node.end());
      out_.first_arc_.push_back(out_.arcs_.size());
    }
  }

  void AddTable(const Link& link, std::vector<double>& table) const {
    const auto a = out_.Originals(link.a), b = out_.Originals(link.b);
    double* sum = table.data();
    for (const uint32_t i : a) {
      for (const uint32_t j : b) {
        *sum++ += Clamped(CostAlong(link, link.a, i, j));
      }
    }
  }

  // Stores the table, unless an equal one is stored already, and returns its
  // position.
  size_t Keep(const std::vector<double>& table) {
    uint64_t hash = table.size();
    for (const double x : table) {
      hash = (hash ^ static_cast<uint64_t>(x)) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    std::vector<size_t>& same = kept_[hash];
    for (const size_t at : same) {
      if (at + table.size() <= out_.tables_.size() &&
          std::memcmp(out_.tables_.data() + at, table.data(),
                      table.size() * sizeof(double)) == 0) {
        return at;
      }
    }
    same.push_back(out_.tables_.size());
    out_.tables_.insert(out_.tables_.end(), table.begin(), table.end());
    return same.back();
  }

  static constexpr uint32_t kNone = ~0u;

  const CostGraph& problem_;
  ReducedGraph out_;
  std::vector<Link> links_;
  std::vector<std::vector<uint32_t>> link_of_node_;
  std::vector<char> alive_;
  // For each node, its remaining choices, in the order of its group's choices.
  // Used only by Group().
  std::vector<std::vector<uint32_t>> originals_;
  std::unordered_map<uint64_t, std::vector<size_t>> kept_;
};

ReducedGraph ReduceGraph(const CostGraph& problem) {
  return GraphReducer(problem).Run();
}

}  // namespace shardflow::internal
