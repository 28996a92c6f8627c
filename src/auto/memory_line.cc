#include "auto/memory_line.h"

#include <algorithm>
#include <cmath>

namespace shardflow::internal {

// Finds the points and the nodes' memory usage at each of them.
class MemoryLine::Builder {
 public:
  Builder(const CostGraph& problem, const ReducedGraph& graph, MemoryLine& line)
      : problem_(problem), graph_(graph), line_(line) {}

  // Builds the data and returns the number of points.
  uint32_t Run() {
    ListLives();
    FindPoints();
    KeepLargest();
    members_.resize(graph_.nodes());
    for (const Life& life : lives_) {
      const uint32_t lo = kept_before_[life.lo], hi = kept_before_[life.hi];
      if (lo < hi)
        members_[graph_.NodeOf(life.node)].push_back({lo, hi, life.node});
    }
    line_.first_piece_.push_back(0);
    for (uint32_t n = 0; n < graph_.nodes(); ++n) {
      AddPieces(n);
      line_.first_piece_.push_back(line_.pieces_.size());
    }
    return kept_before_.back();
  }

 private:
  // A node of the problem is alive at the points lo <= i < hi.
  struct Life {
    uint32_t lo = 0, hi = 0;
    uint32_t node = 0;
  };

  int64_t Usage(uint32_t node, uint32_t original) const {
    return problem_.usage[problem_.first[node] + original];
  }

  void ListLives() {
    for (uint32_t n = 0; n < problem_.nodes(); ++n) {
      const CostGraph::Interval& life = problem_.interval[n];
      if (life.lo >= life.hi) continue;
      const auto originals = graph_.Originals(n);
      if (std::all_of(originals.begin(), originals.end(),
                      [&](uint32_t i) { return Usage(n, i) == 0; })) {
        continue;
      }
      lives_.push_back({.node = n});
    }
  }

  // A point is needed wherever lifetimes end after others have begun.
  void FindPoints() {
    struct Event {
      int64_t at = 0;
      bool begins = false;
      uint32_t life = 0;
    };
    std::vector<Event> events;
    for (uint32_t i = 0; i < lives_.size(); ++i) {
      const CostGraph::Interval& life = problem_.interval[lives_[i].node];
      events.push_back({life.lo, true, i});
      events.push_back({life.hi, false, i});
    }
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
      if (a.at != b.at) return a.at < b.at;
      if (a.begins != b.begins) return !a.begins;  // ends come first
      return a.life < b.life;
    });
    bool grown = false;
    for (const Event& e : events) {
      if (e.begins) {
        lives_[e.life].lo = points_;
        grown = true;
        continue;
      }
      if (grown) ++points_;
      grown = false;
      lives_[e.life].hi = points_;
    }
  }

  // Drops points whose usage never exceeds the usage of the last point kept or
  // of the next point.
  void KeepLargest() {
    std::vector<std::vector<uint32_t>> begin(points_ + 1), end(points_ + 1);
    for (uint32_t i = 0; i < lives_.size(); ++i) {
      begin[lives_[i].lo].push_back(i);
      end[lives_[i].hi].push_back(i);
    }
    // `more` is how much more each choice of each node uses than at the last
    // point kept. `above` counts the choices that use more, and `below` those
    // that use less.
    std::vector<size_t> first(graph_.nodes() + 1, 0);
    for (uint32_t n = 0; n < graph_.nodes(); ++n) {
      first[n + 1] = first[n] + graph_.choices(n);
    }
    std::vector<int64_t> more(first.back(), 0);
    std::vector<size_t> touched;
    size_t above = 0, below = 0;
    const auto add = [&](uint32_t i, int64_t sign) {
      const uint32_t node = lives_[i].node;
      size_t at = first[graph_.NodeOf(node)];
      for (const uint32_t original : graph_.Originals(node)) {
        int64_t& now = more[at];
        if (now == 0) touched.push_back(at);
        above -= now > 0;
        below -= now < 0;
        now += sign * Usage(node, original);
        above += now > 0;
        below += now < 0;
        ++at;
      }
    };
    std::vector<uint32_t> kept;
    for (uint32_t i = 0; i < points_; ++i) {
      for (const uint32_t life : end[i]) add(life, -1);
      for (const uint32_t life : begin[i]) add(life, 1);
      if (!kept.empty() && above == 0) continue;
      if (!kept.empty() && below == 0) kept.pop_back();
      kept.push_back(i);
      for (const size_t at : touched) more[at] = 0;
      touched.clear();
      above = below = 0;
    }
    kept_before_.assign(points_ + 1, 0);
    for (const uint32_t i : kept) kept_before_[i + 1] = 1;
    for (uint32_t i = 0; i < points_; ++i)
      kept_before_[i + 1] += kept_before_[i];
  }

  // Adds the usage of node n for each range of points in which it is constant.
  void AddPieces(uint32_t n) {
    struct Change {
      uint32_t at = 0;
      int sign = 0;
      uint32_t node = 0;
    };
    std::vector<Change> changes;
    for (const Life& life : members_[n]) {
      changes.push_back({life.lo, 1, life.node});
      changes.push_back({life.hi, -1, life.node});
    }
    std::sort(changes.begin(), changes.end(),
              [](const Change& a, const Change& b) {
                if (a.at != b.at) return a.at < b.at;
                return a.node < b.node;
              });
    std::vector<int64_t> now(graph_.choices(n), 0), before = now;
    for (size_t i = 0; i < changes.size();) {
      const uint32_t at = changes[i].at;
      before = now;
      for (; i < changes.size() && changes[i].at == at; ++i) {
        size_t c = 0;
        for (const uint32_t original : graph_.Originals(changes[i].node)) {
          now[c++] += changes[i].sign * Usage(changes[i].node, original);
        }
      }
      if (now == before) continue;
      if (std::any_of(before.begin(), before.end(),
                      [](int64_t x) { return x != 0; })) {
        line_.pieces_.back().hi = at;
      }
      if (std::any_of(now.begin(), now.end(),
                      [](int64_t x) { return x != 0; })) {
        line_.pieces_.push_back({at, at, line_.usage_.size()});
        line_.usage_.insert(line_.usage_.end(), now.begin(), now.end());
      }
    }
  }

  const CostGraph& problem_;
  const ReducedGraph& graph_;
  MemoryLine& line_;
  std::vector<Life> lives_;
  uint32_t points_ = 0;
  // Indexed by point: number of kept points before it.
  std::vector<uint32_t> kept_before_;
  // Indexed by node: its lifetimes, as ranges of kept points.
  std::vector<std::vector<Life>> members_;
};

MemoryLine::MemoryLine(const CostGraph& problem, const ReducedGraph& graph)
    : graph_(graph) {
  limited_ = problem.usage_limit.has_value();
  size_t costs = 0;
  for (uint32_t n = 0; n < graph.nodes(); ++n) {
    first_cost_.push_back(costs);
    costs += graph.choices(n);
  }
  cost_.assign(costs, 0);
  if (!limited_) return;
  limit_ = *problem.usage_limit;
  const uint32_t points = Builder(problem, graph, *this).Run();
  while (leaves_ < std::max(points, 1u)) leaves_ *= 2;
  price_.assign(points, 0);
  SetAll(std::vector<uint32_t>(graph.nodes(), 0));
}

void MemoryLine::SetAll(std::span<const uint32_t> choice) {
  if (!limited_) return;
  std::vector<int64_t> change(price_.size() + 1, 0);
  for (uint32_t n = 0; n < graph_.nodes(); ++n) {
    for (const Piece& piece : Pieces(n)) {
      const int64_t usage = usage_[piece.usage + choice[n]];
      change[piece.lo] += usage;
      change[piece.hi] -= usage;
    }
  }
  top_.assign(2 * size_t{leaves_}, 0);
  add_.assign(2 * size_t{leaves_}, 0);
  int64_t now = 0;
  for (size_t i = 0; i < price_.size(); ++i) {
    now += change[i];
    add_[leaves_ + i] = now;
  }
  for (uint32_t i = leaves_ - 1; i > 0; --i) {
    top_[i] =
        std::max(top_[2 * i] + add_[2 * i], top_[2 * i + 1] + add_[2 * i + 1]);
  }
}

void MemoryLine::Move(uint32_t n, uint32_t from, uint32_t to) {
  if (!limited_ || from == to) return;
  for (const Piece& piece : Pieces(n)) {
    const int64_t* usage = usage_.data() + piece.usage;
    if (usage[from] != usage[to]) {
      Add(piece.lo, piece.hi, usage[to] - usage[from]);
    }
  }
}

void MemoryLine::Add(uint32_t lo, uint32_t hi, int64_t usage) {
  lo += leaves_;
  hi += leaves_;
  const uint32_t left = lo, right = hi - 1;
  for (; lo < hi; lo /= 2, hi /= 2) {
    if (lo % 2 == 1) add_[lo++] += usage;
    if (hi % 2 == 1) add_[--hi] += usage;
  }
  for (uint32_t at : {left, right}) {
    for (at /= 2; at > 0; at /= 2) {
      top_[at] = std::max(top_[2 * at] + add_[2 * at],
                          top_[2 * at + 1] + add_[2 * at + 1]);
    }
  }
}

void MemoryLine::AddCosts(uint32_t n, double scale, double* sums) const {
  if (!limited_) return;
  const auto costs = Costs(n);
  if (scale > 0) {
    for (size_t i = 0; i < costs.size(); ++i) {
      sums[i] += std::floor(scale * costs[i]);
    }
  }
  const std::span<const Piece> pieces = Pieces(n);
  for (const Surcharged& s : surcharges_) {
    const auto next = std::upper_bound(
        pieces.begin(), pieces.end(), s.point,
        [](uint32_t point, const Piece& piece) { return point < piece.lo; });
    if (next == pieces.begin() || s.point >= std::prev(next)->hi) continue;
    const int64_t* usage = usage_.data() + std::prev(next)->usage;
    for (size_t i = 0; i < costs.size(); ++i) {
      sums[i] += std::floor(s.price * static_cast<double>(usage[i]));
    }
  }
}

void MemoryLine::Surcharge(double price) {
  uint32_t at = 1;
  while (at < leaves_) {
    at *= 2;
    if (top_[at + 1] + add_[at + 1] > top_[at] + add_[at]) ++at;
  }
  surcharges_.push_back({at - leaves_, price});
}

void MemoryLine::ClearPrices() {
  std::fill(price_.begin(), price_.end(), 0.0);
  std::fill(cost_.begin(), cost_.end(), 0.0);
}

// Computes the cost of each choice's memory, rounded to an integer so that the
// order of a sum doesn't matter.
void MemoryLine::FindCosts() {
  std::vector<double> sum(price_.size() + 1, 0);
  for (size_t i = 0; i < price_.size(); ++i) sum[i + 1] = sum[i] + price_[i];
  for (uint32_t n = 0; n < graph_.nodes(); ++n) {
    double* cost = cost_.data() + first_cost_[n];
    const uint32_t count = graph_.choices(n);
    std::fill(cost, cost + count, 0.0);
    for (const Piece& piece : Pieces(n)) {
      const double price = sum[piece.hi] - sum[piece.lo];
      if (price <= 0) continue;
      for (uint32_t i = 0; i < count; ++i) {
        cost[i] += price * static_cast<double>(usage_[piece.usage + i]);
      }
    }
    for (uint32_t i = 0; i < count; ++i) cost[i] = std::floor(cost[i]);
  }
}

void MemoryLine::Reprice(double gap) {
  // The usage at each point is the sum of add_ from the root down to it.
  std::vector<int64_t> down(2 * size_t{leaves_}, 0);
  for (uint32_t i = 1; i < 2 * leaves_; ++i) {
    down[i] = add_[i] + (i > 1 ? down[i / 2] : 0);
  }
  // Polyak's step size: the gap that the prices should close, divided by the
  // sum of the squared excesses. (A point below the limit counts only if it has
  // a price.)
  const double limit = static_cast<double>(std::max<int64_t>(limit_, 1));
  const auto over = [&](size_t i) {
    return static_cast<double>(down[leaves_ + i] - limit_) / limit;
  };
  double square = 0;
  for (size_t i = 0; i < price_.size(); ++i) {
    const double x = over(i);
    if (x > 0 || price_[i] > 0) square += x * x;
  }
  if (square == 0) return;
  const double step = gap / square / limit;
  for (size_t i = 0; i < price_.size(); ++i) {
    price_[i] = std::max(0.0, price_[i] + step * over(i));
  }
  FindCosts();
}

}  // namespace shardflow::internal
