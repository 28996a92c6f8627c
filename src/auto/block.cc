#include "auto/block.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace shardflow::internal {

Block::Block(const ReducedGraph& graph)
    : graph_(graph),
      place_(graph.nodes(), kNone),
      near_(graph.nodes()),
      degree_(graph.nodes()) {}

void Block::Clear() {
  for (const uint32_t n : members_) place_[n] = kNone;
  members_.clear();
}

void Block::Add(uint32_t node) {
  if (place_[node] != kNone) return;
  place_[node] = 0;
  members_.push_back(node);
}

// Returns the number of combinations of the choices of a node and its
// neighbours. Returns 0 if there is at most one neighbour: no limit is needed
// then, because an edge's table is as large.
size_t Block::Entries(uint32_t node) {
  if (degree_[node] <= 1) return 0;
  // Removing each eliminated neighbour immediately would take quadratic time
  // for a node with many neighbours.
  std::vector<uint32_t>& near = near_[node];
  if (near.size() > 2 * size_t{degree_[node]}) {
    std::erase_if(near, [&](uint32_t other) { return !IsLeft(other); });
  }
  constexpr size_t kMany = size_t{1} << 40;
  size_t entries = graph_.choices(node);
  for (const uint32_t other : near) {
    if (IsLeft(other)) entries *= graph_.choices(other);
    if (entries >= kMany) return kMany;
  }
  return entries;
}

// Makes two nodes neighbours if they aren't yet.
void Block::Join(uint32_t a, uint32_t b) {
  if (near_[a].size() > near_[b].size()) std::swap(a, b);
  if (std::find(near_[a].begin(), near_[a].end(), b) != near_[a].end()) return;
  near_[a].push_back(b);
  near_[b].push_back(a);
  ++degree_[a];
  ++degree_[b];
}

void Block::Plan(size_t entries, Random& random) {
  // Table entries, random tie-breaker, node.
  using Waiting = std::tuple<size_t, uint32_t, uint32_t>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
  const auto wait = [&](uint32_t n) {
    waiting.push({Entries(n), random.Below(1u << 16), n});
  };
  FindNeighbours();
  for (const uint32_t n : members_) wait(n);
  drawn_from_ = members_;
  count_ = 0;
  while (!waiting.empty()) {
    const auto [size, tie, n] = waiting.top();
    if (!IsLeft(n) || size != Entries(n)) {  // there is a newer entry
      waiting.pop();
      continue;
    }
    if (size <= entries) {
      waiting.pop();
      for (const uint32_t other : Eliminate(n)) wait(other);
      continue;
    }
    const uint32_t kept = DrawKept(n, random);
    place_[kept] = kKept;
    for (const uint32_t other : near_[kept]) {
      if (!IsLeft(other)) continue;
      --degree_[other];
      wait(other);
    }
  }
  std::erase_if(members_, [&](uint32_t n) {
    if (place_[n] != kKept) return false;
    place_[n] = kNone;
    return true;
  });
  OrderDimensions();
}

void Block::FindNeighbours() {
  for (const uint32_t n : members_) {
    near_[n].clear();
    for (const ReducedGraph::Arc& arc : graph_.Arcs(n)) {
      if (place_[arc.to] != kNone) near_[n].push_back(arc.to);
    }
    degree_[n] = static_cast<uint32_t>(near_[n].size());
  }
  for (const uint32_t n : members_) place_[n] = kLeft;
}

// Returns the node that will keep its choice: the one with the most neighbours
// among `node` and four nodes drawn at random.
uint32_t Block::DrawKept(uint32_t node, Random& random) {
  uint32_t kept = node;
  for (int draws = 0; draws < 4;) {
    uint32_t& drawn =
        drawn_from_[random.Below(static_cast<uint32_t>(drawn_from_.size()))];
    if (IsLeft(drawn)) {
      ++draws;
      if (degree_[drawn] > degree_[kept]) kept = drawn;
    } else {
      drawn = drawn_from_.back();
      drawn_from_.pop_back();
    }
  }
  return kept;
}

// Adds the step that eliminates the node, and makes its neighbours neighbours
// of each other. Returns the neighbours.
std::span<const uint32_t> Block::Eliminate(uint32_t node) {
  if (count_ == steps_.size()) steps_.emplace_back();
  place_[node] = static_cast<uint32_t>(count_);
  Step& step = steps_[count_++];
  step.node = node;
  step.inbox.clear();
  step.around.clear();
  for (const uint32_t other : near_[node]) {
    if (IsLeft(other)) step.around.push_back(other);
  }
  for (const uint32_t other : step.around) --degree_[other];
  for (size_t i = 0; i < step.around.size(); ++i) {
    for (size_t j = 0; j < i; ++j) Join(step.around[i], step.around[j]);
  }
  return step.around;
}

// Orders the dimensions of the tables, and finds, for each table, the step that
// uses it.
void Block::OrderDimensions() {
  for (size_t s = 0; s < count_; ++s) {
    std::vector<uint32_t>& around = steps_[s].around;
    // Drop neighbours that left the block after this step was added.
    std::erase_if(around, [&](uint32_t n) { return place_[n] == kNone; });
    if (around.empty()) continue;
    // The neighbour that is eliminated next varies fastest, here and where the
    // table is added up.
    std::sort(around.begin(), around.end(),
              [&](uint32_t a, uint32_t b) { return place_[a] > place_[b]; });
    steps_[place_[around.back()]].inbox.push_back(s);
  }
}

// Adds a table to sums_, whose dimensions are step.around and then the step's
// node. `strides` has the table's stride for each of these dimensions: 0 for
// dimensions that the table lacks, and 0 or 1 for the node.
void Block::AddTable(const Step& step, const double* table,
                     std::span<const size_t> strides) {
  const size_t rank = step.around.size();
  const uint32_t count = graph_.choices(step.node);
  const bool same = strides[rank] == 0;  // otherwise the stride is 1
  at_.assign(rank, 0);
  double* out = sums_.data();
  for (const double* in = table;;) {
    if (same) {
      for (uint32_t i = 0; i < count; ++i) out[i] += *in;
    } else {
      for (uint32_t i = 0; i < count; ++i) out[i] += in[i];
    }
    out += count;
    size_t d = rank;
    while (d > 0) {
      --d;
      in += strides[d];
      if (++at_[d] < graph_.choices(step.around[d])) break;
      in -= at_[d] * strides[d];
      at_[d] = 0;
      if (d == 0) return;
    }
    if (rank == 0) return;
  }
}

void Block::Fill(Step& step, std::span<const uint32_t> choice,
                 const MemoryLine& line, double scale) {
  const uint32_t node = step.node;
  const uint32_t count = graph_.choices(node);
  const size_t rank = step.around.size();
  size_t rows = 1;
  for (const uint32_t other : step.around) rows *= graph_.choices(other);

  // The node's own costs, plus the costs of edges to nodes that keep their
  // choices.
  sums_.assign(rows * count, 0);
  const auto costs = graph_.Costs(node);
  std::copy(costs.begin(), costs.end(), sums_.begin());
  line.AddCosts(node, scale, sums_.data());
  for (const ReducedGraph::Arc& arc : graph_.Arcs(node)) {
    if (place_[arc.to] != kNone) continue;
    const size_t width = graph_.choices(arc.to);
    const double* column = graph_.Table(arc.table) + choice[arc.to];
    for (uint32_t i = 0; i < count; ++i) sums_[i] += column[i * width];
  }
  for (size_t row = 1; row < rows; ++row) {
    std::copy(sums_.begin(), sums_.begin() + count,
              sums_.begin() + static_cast<ptrdiff_t>(row * count));
  }

  strides_.assign(rank + 1, 0);
  const auto dimension = [&](uint32_t n) {
    return static_cast<size_t>(
        std::find(step.around.begin(), step.around.end(), n) -
        step.around.begin());
  };
  for (const ReducedGraph::Arc& arc : graph_.Arcs(node)) {
    if (place_[arc.to] == kNone || place_[arc.to] < place_[node]) continue;
    const size_t d = dimension(arc.to);
    strides_[d] = count;
    strides_[rank] = 1;
    AddTable(step, graph_.Table(arc.turned), strides_);
    strides_[d] = strides_[rank] = 0;
  }
  for (const size_t earlier : step.inbox) {
    const Step& from = steps_[earlier];
    size_t stride = 1;
    for (size_t k = from.around.size(); k-- > 0;) {
      const uint32_t other = from.around[k];
      strides_[other == node ? rank : dimension(other)] = stride;
      stride *= graph_.choices(other);
    }
    AddTable(step, from.table.data(), strides_);
    std::fill(strides_.begin(), strides_.end(), size_t{0});
  }

  step.table.resize(rows);
  step.pick.resize(rows);
  const double* sum = sums_.data();
  for (size_t row = 0; row < rows; ++row, sum += count) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < count; ++i) {
      if (sum[i] < sum[best]) best = i;
    }
    step.table[row] = sum[best];
    step.pick[row] = best;
  }
}

double Block::Solve(std::span<const uint32_t> choice, const MemoryLine& line,
                    double scale, std::vector<uint32_t>& next) {
  next.resize(graph_.nodes());
  for (size_t s = 0; s < count_; ++s) Fill(steps_[s], choice, line, scale);
  for (size_t s = count_; s-- > 0;) {
    const Step& step = steps_[s];
    size_t row = 0;
    for (const uint32_t other : step.around) {
      row = row * graph_.choices(other) + next[other];
    }
    next[step.node] = step.pick[row];
  }
  return Change(choice, next);
}

// Returns by how much the cost of the members and their edges changes.
double Block::Change(std::span<const uint32_t> choice,
                     std::span<const uint32_t> next) const {
  double change = 0;
  for (const uint32_t n : members_) {
    const uint32_t old = choice[n], now = next[n];
    const auto costs = graph_.Costs(n);
    change += costs[now] - costs[old];
    for (const ReducedGraph::Arc& arc : graph_.Arcs(n)) {
      const bool inside = place_[arc.to] != kNone;
      if (inside && arc.to < n) continue;
      const double* table = graph_.Table(arc.table);
      const size_t width = graph_.choices(arc.to);
      const uint32_t other = choice[arc.to];
      change += table[now * width + (inside ? next[arc.to] : other)] -
                table[old * width + other];
    }
  }
  return change;
}

}  // namespace shardflow::internal
