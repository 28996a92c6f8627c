#include "auto/reduced_graph.h"

#include <algorithm>
#include <cstring>
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
    MergeEdges();
    Prune();
    for (uint32_t n = 0; n < problem_.nodes(); ++n) AddNode(n);
    AddArcs();
    return std::move(out_);
  }

 private:
  using Edge = CostGraph::Edge;

  // Lists the edges with the smaller end first, and those with the same ends
  // next to each other.
  void MergeEdges() {
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

  // Removes choices that are forbidden by themselves or with every choice of a
  // neighbour, until nothing changes. A node keeps at least one choice.
  void Prune() {
    alive_.resize(problem_.cost.size());
    for (size_t i = 0; i < alive_.size(); ++i) {
      alive_[i] = problem_.cost[i] < CostGraph::kForbidden;
    }
    std::vector<uint32_t> waiting;
    std::vector<char> waits(problem_.nodes(), 1);
    for (uint32_t n = 0; n < problem_.nodes(); ++n) {
      if (Left(n) == 0) alive_[problem_.first[n]] = 1;
      waiting.push_back(n);
    }
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

  // Removes choices of `node` that are forbidden with every remaining choice at
  // the other end.
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

  void AddNode(uint32_t n) {
    for (size_t i = 0; i < problem_.choices(n); ++i) {
      const size_t at = problem_.first[n] + i;
      if (!alive_[at]) continue;
      double cost = Clamped(problem_.cost[at]);
      for (const uint32_t l : link_of_node_[n]) {  // edges to itself
        const Edge& e = *links_[l].edge;
        if (e.a == e.b && links_[l].a == n) {
          cost += Clamped(CostAt(e, i, i)) / 2;  // it is listed twice
        }
      }
      out_.cost_.push_back(cost);
      out_.usage_.push_back(problem_.usage[at]);
      out_.original_.push_back(static_cast<uint32_t>(i));
    }
    out_.first_.push_back(out_.cost_.size());
  }

  static double Clamped(int64_t cost) {
    return static_cast<double>(std::min(cost, CostGraph::kForbidden));
  }

  void AddArcs() {
    std::vector<std::vector<ReducedGraph::Arc>> arcs(problem_.nodes());
    std::vector<double> table, turned;
    for (size_t i = 0; i < links_.size();) {
      const uint32_t a = links_[i].a, b = links_[i].b;
      size_t end = i;
      while (end < links_.size() && links_[end].a == a && links_[end].b == b) {
        ++end;
      }
      if (a != b) {
        const uint32_t na = out_.choices(a), nb = out_.choices(b);
        table.assign(size_t{na} * nb, 0);
        for (; i < end; ++i) AddTable(links_[i], na, nb, table);
        if (std::any_of(table.begin(), table.end(),
                        [](double x) { return x != 0; })) {
          turned.resize(table.size());
          for (size_t x = 0; x < na; ++x) {
            for (size_t y = 0; y < nb; ++y) {
              turned[y * na + x] = table[x * nb + y];
            }
          }
          if (na == 1 || nb == 1) {
            // Only one end has a choice, so the table gives its costs. If
            // neither has, the table is a constant.
            double* costs = out_.cost_.data() + out_.first_[na == 1 ? b : a];
            for (size_t x = 0; x < table.size(); ++x) costs[x] += table[x];
          } else {
            arcs[a].push_back({b, Keep(table)});
            arcs[b].push_back({a, Keep(turned)});
          }
        }
      }
      i = end;
    }
    out_.first_arc_.push_back(0);
    for (const auto& of_node : arcs) {
      out_.arcs_.insert(out_.arcs_.end(), of_node.begin(), of_node.end());
      out_.first_arc_.push_back(out_.arcs_.size());
    }
  }

  void AddTable(const Link& link, uint32_t na, uint32_t nb,
                std::vector<double>& table) const {
    const bool turned = link.edge->a != link.a;
    for (uint32_t x = 0; x < na; ++x) {
      const uint32_t i = out_.Original(link.a, x);
      for (uint32_t y = 0; y < nb; ++y) {
        const uint32_t j = out_.Original(link.b, y);
        table[x * nb + y] += Clamped(turned ? CostAt(*link.edge, j, i)
                                            : CostAt(*link.edge, i, j));
      }
    }
  }

  // Stores the table, unless there is an equal one, and returns where it is.
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

  const CostGraph& problem_;
  ReducedGraph out_;
  std::vector<Link> links_;
  std::vector<std::vector<uint32_t>> link_of_node_;
  std::vector<char> alive_;
  std::unordered_map<uint64_t, std::vector<size_t>> kept_;
};

ReducedGraph ReduceGraph(const CostGraph& problem) {
  return GraphReducer(problem).Run();
}

}  // namespace shardflow::internal
