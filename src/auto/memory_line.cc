#include "auto/memory_line.h"

#include <algorithm>

namespace shardflow::internal {

MemoryLine::MemoryLine(const CostGraph& problem, const ReducedGraph& graph)
    : graph_(graph), span_(graph.nodes()) {
  limited_ = problem.usage_limit.has_value();
  sum_.assign(2, 0);
  if (!limited_) return;
  limit_ = *problem.usage_limit;
  struct Event {
    int64_t at = 0;
    bool begins = false;
    uint32_t node = 0;
  };
  std::vector<Event> events;
  for (uint32_t n = 0; n < graph.nodes(); ++n) {
    const CostGraph::Interval& life = problem.interval[n];
    if (life.lo >= life.hi) continue;
    const auto usage = graph.Usages(n);
    if (*std::max_element(usage.begin(), usage.end()) == 0) continue;
    events.push_back({life.lo, true, n});
    events.push_back({life.hi, false, n});
  }
  std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) {
    if (a.at != b.at) return a.at < b.at;
    if (a.begins != b.begins) return !a.begins;  // ends come first
    return a.node < b.node;
  });
  // A point is needed wherever lifetimes end after others have begun.
  uint32_t point = 0;
  bool grown = false;
  for (const Event& e : events) {
    if (e.begins) {
      span_[e.node].lo = point;
      grown = true;
      continue;
    }
    if (grown) ++point;
    grown = false;
    span_[e.node].hi = point;
  }
  while (leaves_ < std::max(point, 1u)) leaves_ *= 2;
  price_.assign(point, 0);
  sum_.assign(point + 1, 0);
  used_.resize(point);
  SetAll(std::vector<uint32_t>(graph.nodes(), 0));
}

void MemoryLine::SetAll(std::span<const uint32_t> choice) {
  if (!limited_) return;
  std::fill(used_.begin(), used_.end(), 0);
  std::vector<int64_t> change(used_.size() + 1, 0);
  for (uint32_t n = 0; n < span_.size(); ++n) {
    const int64_t usage = graph_.Usages(n)[choice[n]];
    change[span_[n].lo] += usage;
    change[span_[n].hi] -= usage;
  }
  top_.assign(2 * size_t{leaves_}, 0);
  add_.assign(2 * size_t{leaves_}, 0);
  int64_t now = 0;
  for (size_t i = 0; i < used_.size(); ++i) {
    now += change[i];
    add_[leaves_ + i] = now;
  }
  for (uint32_t i = leaves_ - 1; i > 0; --i) {
    top_[i] =
        std::max(top_[2 * i] + add_[2 * i], top_[2 * i + 1] + add_[2 * i + 1]);
  }
}

void MemoryLine::Add(uint32_t n, int64_t usage) {
  const Span span = span_[n];
  if (span.lo >= span.hi) return;
  uint32_t lo = span.lo + leaves_, hi = span.hi + leaves_;
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

void MemoryLine::ClearPrices() {
  std::fill(price_.begin(), price_.end(), 0.0);
  std::fill(sum_.begin(), sum_.end(), 0.0);
}

void MemoryLine::Reprice(double gap) {
  // The usage at each point is the sum of add_ from the root down to it.
  std::vector<int64_t> down(2 * size_t{leaves_}, 0);
  for (uint32_t i = 1; i < 2 * leaves_; ++i) {
    down[i] = add_[i] + (i > 1 ? down[i / 2] : 0);
  }
  // Polyak's step size: the gap that the prices should close, divided by the
  // sum of squares of the excess at each point.
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
  for (size_t i = 0; i < price_.size(); ++i) sum_[i + 1] = sum_[i] + price_[i];
}

}  // namespace shardflow::internal
