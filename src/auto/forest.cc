#include "auto/forest.h"

#include <algorithm>
#include <cmath>

namespace shardflow::internal {

Forest::Forest(const ReducedGraph& graph)
    : graph_(graph), place_(graph.nodes(), kNone) {}

void Forest::Clear() {
  for (const uint32_t n : members_) place_[n] = kNone;
  members_.clear();
  joined_.clear();
}

uint32_t Forest::Root(uint32_t member) {
  // TryAdd marks the roots that it has seen with kNone.
  while (joined_[member] != member && joined_[member] != kNone) {
    const uint32_t up = joined_[member];
    if (joined_[up] != kNone) joined_[member] = joined_[up];
    member = up;
  }
  return member;
}

bool Forest::TryAdd(uint32_t node) {
  if (place_[node] != kNone) return false;
  // Two neighbours in one tree would close a cycle.
  const uint32_t self = static_cast<uint32_t>(members_.size());
  roots_.clear();
  bool closes = false;
  for (const ReducedGraph::Arc& arc : graph_.Arcs(node)) {
    const uint32_t at = place_[arc.to];
    if (at == kNone) continue;
    const uint32_t root = Root(at);
    if (joined_[root] == kNone) {
      closes = true;
      break;
    }
    roots_.push_back(root);
    joined_[root] = kNone;  // marks it as seen
  }
  for (const uint32_t root : roots_) joined_[root] = closes ? root : self;
  if (closes) return false;
  joined_.push_back(self);
  place_[node] = self;
  members_.push_back(node);
  return true;
}

// Orders members with parents first; every tree's root is its first member.
void Forest::Order() {
  const size_t count = members_.size();
  order_.clear();
  parent_.assign(count, kNone);
  up_table_.assign(count, 0);
  first_.resize(count);
  first_pick_.resize(count);
  std::vector<char> done(count, 0);
  size_t values = 0, picks = 0;
  for (uint32_t m = 0; m < count; ++m) {
    if (done[m]) continue;
    size_t at = order_.size();
    order_.push_back(m);
    done[m] = 1;
    for (; at < order_.size(); ++at) {
      const uint32_t here = order_[at];
      const uint32_t node = members_[here];
      first_[here] = values;
      values += graph_.choices(node);
      first_pick_[here] = picks;
      if (parent_[here] != kNone) picks += graph_.choices(parent_[here]);
      for (const ReducedGraph::Arc& arc : graph_.Arcs(node)) {
        const uint32_t to = place_[arc.to];
        if (to == kNone || done[to]) continue;
        done[to] = 1;
        parent_[to] = node;
        up_table_[to] = arc.table;
        order_.push_back(to);
      }
    }
  }
  value_.resize(values);
  pick_.resize(picks);
}

// Computes the costs of a member's choices, including its edges to nodes
// outside the forest.
void Forest::Price(uint32_t node, std::span<const uint32_t> choice,
                   const MemoryLine& line, double scale) {
  const uint32_t count = graph_.choices(node);
  double* value = value_.data() + first_[place_[node]];
  const auto costs = graph_.Costs(node);
  std::copy(costs.begin(), costs.end(), value);
  if (const double price = scale * line.Price(node); price > 0) {
    const auto usage = graph_.Usages(node);
    for (uint32_t i = 0; i < count; ++i) {
      // Rounded to integers, so that the order of a sum doesn't matter.
      value[i] += std::floor(price * static_cast<double>(usage[i]));
    }
  }
  for (const ReducedGraph::Arc& arc : graph_.Arcs(node)) {
    if (place_[arc.to] != kNone) continue;
    const uint32_t width = graph_.choices(arc.to);
    const double* column = graph_.Table(arc.table) + choice[arc.to];
    for (uint32_t i = 0; i < count; ++i) value[i] += column[i * size_t{width}];
  }
}

double Forest::Solve(std::span<const uint32_t> choice, const MemoryLine& line,
                     double scale, std::vector<uint32_t>& next) {
  Order();
  next.resize(graph_.nodes());
  for (const uint32_t n : members_) Price(n, choice, line, scale);
  for (size_t k = order_.size(); k-- > 0;) {
    const uint32_t here = order_[k];
    const uint32_t parent = parent_[here];
    if (parent == kNone) continue;
    const uint32_t count = graph_.choices(members_[here]);
    const double* value = value_.data() + first_[here];
    double* above = value_.data() + first_[place_[parent]];
    uint32_t* pick = pick_.data() + first_pick_[here];
    const double* row = graph_.Table(up_table_[here]);
    for (uint32_t i = 0; i < graph_.choices(parent); ++i, row += count) {
      double best = row[0] + value[0];
      uint32_t at = 0;
      for (uint32_t j = 1; j < count; ++j) {
        const double sum = row[j] + value[j];
        if (sum < best) {
          best = sum;
          at = j;
        }
      }
      above[i] += best;
      pick[i] = at;
    }
  }
  for (const uint32_t here : order_) {
    const uint32_t node = members_[here];
    if (parent_[here] != kNone) {
      next[node] = pick_[first_pick_[here] + next[parent_[here]]];
      continue;
    }
    const double* value = value_.data() + first_[here];
    next[node] = static_cast<uint32_t>(
        std::min_element(value, value + graph_.choices(node)) - value);
  }
  // The amount by which the cost of the members and their edges changes.
  double change = 0;
  for (const uint32_t n : members_) {
    const uint32_t old = choice[n], now = next[n];
    const auto costs = graph_.Costs(n);
    change += costs[now] - costs[old];
    for (const ReducedGraph::Arc& arc : graph_.Arcs(n)) {
      const bool inside = place_[arc.to] != kNone;
      if (inside && arc.to < n) continue;
      const double* table = graph_.Table(arc.table);
      const uint32_t width = graph_.choices(arc.to);
      const uint32_t other = choice[arc.to];
      change += table[now * width + (inside ? next[arc.to] : other)] -
                table[old * width + other];
    }
  }
  return change;
}

}  // namespace shardflow::internal
