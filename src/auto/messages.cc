#include "auto/messages.h"

#include <algorithm>
#include <cmath>

namespace shardflow::internal {
namespace {

// Returns the minimum of a[i] + b[i]. Keeps four minima, because each update of
// a minimum has to wait for the previous one.
double LeastSum(const double* a, const double* b, uint32_t count) {
  double least = a[0] + b[0];
  uint32_t i = 1;
  if (count >= 8) {
    double x[4] = {least, a[1] + b[1], a[2] + b[2], a[3] + b[3]};
    for (i = 4; i + 4 <= count; i += 4) {
      for (uint32_t k = 0; k < 4; ++k) {
        const double sum = a[i + k] + b[i + k];
        x[k] = sum < x[k] ? sum : x[k];
      }
    }
    least = std::min(std::min(x[0], x[1]), std::min(x[2], x[3]));
  }
  for (; i < count; ++i) {
    const double sum = a[i] + b[i];
    least = sum < least ? sum : least;
  }
  return least;
}

}  // namespace

Messages::Messages(const ReducedGraph& graph) : graph_(graph) {
  const uint32_t nodes = static_cast<uint32_t>(graph.nodes());
  size_t costs = 0, arcs = 0, messages = 0;
  for (uint32_t n = 0; n < nodes; ++n) {
    first_cost_.push_back(costs);
    costs += graph.choices(n);
    first_arc_.push_back(arcs);
    arcs += graph.Arcs(n).size();
    size_t before = 0, after = 0;
    for (const ReducedGraph::Arc& arc : graph.Arcs(n)) {
      ++(arc.to < n ? before : after);
      inbox_.push_back(messages);
      messages += graph.choices(n);
    }
    share_.push_back(1.0 /
                     static_cast<double>(std::max<size_t>({before, after, 1})));
  }
  cost_.resize(costs);
  message_.assign(messages, 0);
  turned_.resize(arcs);
  // Arcs are sorted by their target nodes, so a cursor for each node finds the
  // reverse arc.
  std::vector<size_t> cursor = first_arc_;
  for (uint32_t n = 0; n < nodes; ++n) {
    size_t a = first_arc_[n];
    for (const ReducedGraph::Arc& arc : graph.Arcs(n)) {
      turned_[a++] = cursor[arc.to]++;
    }
  }
}

void Messages::Clear() { std::fill(message_.begin(), message_.end(), 0.0); }

void Messages::SetPrices(const MemoryLine& line) {
  for (uint32_t n = 0; n < graph_.nodes(); ++n) {
    double* out = cost_.data() + first_cost_[n];
    const auto costs = graph_.Costs(n);
    const auto memory = line.Costs(n);
    for (size_t i = 0; i < costs.size(); ++i) out[i] = costs[i] + memory[i];
  }
}

// Computes the total cost of each of a node's choices: its own costs plus the
// messages to it.
void Messages::Gather(uint32_t node) {
  const uint32_t count = graph_.choices(node);
  const double* cost = cost_.data() + first_cost_[node];
  sum_.assign(cost, cost + count);
  const size_t arcs = graph_.Arcs(node).size();
  for (size_t k = 0; k < arcs; ++k) {
    const double* in = message_.data() + inbox_[first_arc_[node] + k];
    for (uint32_t i = 0; i < count; ++i) sum_[i] += in[i];
  }
}

void Messages::Send(uint32_t node, const ReducedGraph::Arc& arc, size_t slot) {
  const uint32_t count = graph_.choices(node);
  const double* in = message_.data() + inbox_[slot];
  own_.resize(count);
  for (uint32_t i = 0; i < count; ++i) {
    own_[i] = std::floor(share_[node] * sum_[i]) - in[i];
  }
  // The table of the reverse arc has a row for each choice of the other end.
  const size_t turned = turned_[slot];
  const double* row =
      graph_.Table(graph_.Arcs(arc.to)[turned - first_arc_[arc.to]].table);
  double* out = message_.data() + inbox_[turned];
  const uint32_t width = graph_.choices(arc.to);
  double least = 0;
  for (uint32_t j = 0; j < width; ++j, row += count) {
    const double best = LeastSum(own_.data(), row, count);
    out[j] = best;
    if (j == 0 || best < least) least = best;
  }
  for (uint32_t j = 0; j < width; ++j) out[j] -= least;
}

// Makes a choice for the node, given the choices of the nodes before it and the
// messages from the others.
void Messages::Choose(uint32_t node, bool forwards,
                      std::vector<uint32_t>& choice) {
  const uint32_t count = graph_.choices(node);
  const double* cost = cost_.data() + first_cost_[node];
  own_.assign(cost, cost + count);
  size_t slot = first_arc_[node];
  for (const ReducedGraph::Arc& arc : graph_.Arcs(node)) {
    if ((arc.to < node) == forwards) {
      const double* column = graph_.Table(arc.table) + choice[arc.to];
      const size_t width = graph_.choices(arc.to);
      for (uint32_t i = 0; i < count; ++i) own_[i] += column[i * width];
    } else {
      const double* in = message_.data() + inbox_[slot];
      for (uint32_t i = 0; i < count; ++i) own_[i] += in[i];
    }
    ++slot;
  }
  choice[node] = static_cast<uint32_t>(
      std::min_element(own_.begin(), own_.end()) - own_.begin());
}

void Messages::Pass(std::vector<uint32_t>& choice) {
  const uint32_t nodes = static_cast<uint32_t>(graph_.nodes());
  choice.resize(nodes);
  for (uint32_t n = 0; n < nodes; ++n) {
    Gather(n);
    size_t slot = first_arc_[n];
    for (const ReducedGraph::Arc& arc : graph_.Arcs(n)) {
      if (arc.to > n) Send(n, arc, slot);
      ++slot;
    }
  }
  for (uint32_t n = nodes; n-- > 0;) {
    Choose(n, false, choice);
    Gather(n);
    size_t slot = first_arc_[n];
    for (const ReducedGraph::Arc& arc : graph_.Arcs(n)) {
      if (arc.to < n) Send(n, arc, slot);
      ++slot;
    }
  }
}

}  // namespace shardflow::internal
