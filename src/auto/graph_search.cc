#include "auto/graph_search.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "auto/block.h"
#include "auto/memory_line.h"
#include "auto/messages.h"
#include "auto/random.h"
#include "auto/reduced_graph.h"

namespace shardflow::internal {
namespace {

constexpr double kForbidden = static_cast<double>(CostGraph::kForbidden);
// A round begins with at most this many passes of messages. It ends earlier if
// kPatience passes haven't found a better answer (more passes in a small graph,
// where each takes less time).
constexpr uint64_t kPasses = 1200;
constexpr size_t kPatience = 30;
// The current choices may cost more than the best ones found so far, at first
// by this fraction. The allowance falls to zero over kPeriod steps, and then
// starts again from kSlack.
constexpr double kSlack = 0.002;
constexpr uint64_t kPeriod = 4096;
// The limit on the entries of a table when the whole graph is solved.
constexpr size_t kWholeEntries = 4096;
// How many times a part is solved, with a higher price of memory each time.
constexpr int kTries = 8;
// After a random change, an answer may cost at most kKickSlack times as much as
// the best one. It then has kKickPatience steps, plus one for each node, to
// become better than that.
constexpr double kKickSlack = 3;
constexpr size_t kKickPatience = 200;

class Search {
 public:
  Search(const CostGraph& problem, const GraphSearchOptions& options)
      : problem_(problem),
        options_(options),
        graph_(ReduceGraph(problem)),
        line_(problem, graph_),
        block_(graph_),
        messages_(graph_),
        random_(options.seed) {}

  GraphAnswer Run() {
    choice_ = StartingChoice();
    line_.SetAll(choice_);
    Consider();
    // Further rounds use other prices, so they find other answers. So do random
    // changes to the best answer, which are made between the rounds.
    constexpr Round kRounds[] = {{0.3, 32}, {0.3, 8}, {3, 16}, {0.03, 32}};
    for (size_t round = 0; !Done(); ++round) {
      round_ = {};
      line_.ClearPrices();
      messages_.Clear();
      Relax(kRounds[round % std::size(kRounds)]);
      if (!round_.fits) continue;
      Improve(Patience());
      const uint64_t until = 2 * steps_;
      while (steps_ < until && !Done()) {
        if (Kick()) Improve(kKickPatience + graph_.nodes());
      }
    }
    return Answer();
  }

 private:
  struct Round {
    double pressure = 0;  // how far prices move, as a share of the total cost
    size_t harder_after = 0;  // passes until pressure grows, if nothing fits
  };

  // Returns the cheapest choice of each node, ignoring edges.
  std::vector<uint32_t> StartingChoice() const {
    std::vector<uint32_t> choice(graph_.nodes(), 0);
    for (uint32_t n = 0; n < graph_.nodes(); ++n) {
      const auto costs = graph_.Costs(n);
      choice[n] = static_cast<uint32_t>(
          std::min_element(costs.begin(), costs.end()) - costs.begin());
    }
    return choice;
  }

  bool Done() {
    if (done_ || steps_ >= options_.steps) return true;
    if (options_.stop && options_.stop()) done_ = true;
    return done_;
  }

  struct Found {
    std::vector<uint32_t> choice;
    bool fits = false;
    double cost = 0;
    int64_t over = 0;

    bool BetterThan(const Found& other) const {
      if (other.choice.empty() || fits != other.fits) {
        return other.choice.empty() || fits;
      }
      if (!fits && (over > 0 || other.over > 0) && over != other.over) {
        return over < other.over;
      }
      return cost < other.cost;
    }
  };

  // Saves the current choices if they are the best so far.
  bool Consider() {
    Found now;
    now.over = line_.over();
    now.fits = now.over <= 0;
    now.cost = graph_.CostOf(choice_);
    now.fits = now.fits && now.cost < kForbidden;
    now.choice.swap(choice_);
    const bool better = now.BetterThan(round_);
    if (better) round_ = now;
    if (now.BetterThan(best_)) {
      best_ = now;
      if (now.fits && options_.progress) {
        options_.progress(static_cast<int64_t>(now.cost), steps_);
      }
    }
    choice_.swap(now.choice);
    return better && now.fits;
  }

  // Passes messages and solves most of the graph, while the prices of memory
  // follow its usage. Prices move by `pressure` times the total cost.
  void Relax(const Round& round) {
    double pressure = round.pressure;
    size_t since_better = 0, priced = 0;
    double softer = 1;
    const size_t patience =
        kPatience + std::min<size_t>(120, 40000 / graph_.nodes());
    messages_.SetPrices(line_);
    for (uint64_t i = 0; i < kPasses && !Done(); ++i, ++steps_) {
      messages_.Pass(choice_);
      for (int k = 0; k < 2; ++k) {
        block_.Clear();
        for (uint32_t n = 0; n < graph_.nodes(); ++n) block_.Add(n);
        block_.Plan(kWholeEntries, random_);
        block_.Solve(choice_, line_, 1.0, choice_next_);
        for (const uint32_t n : block_.members()) choice_[n] = choice_next_[n];
      }
      line_.SetAll(choice_);
      const double cost = graph_.CostOf(choice_);
      if (cost < kForbidden && (unit_ == 0 || cost < unit_)) unit_ = cost;
      since_better = Consider() ? 0 : since_better + 1;
      if (round_.fits && since_better > patience) break;
      if (!line_.limited()) continue;
      if (priced == 0 && (unit_ == 0 ? i < 80 : i < 10)) continue;
      // Prices move less with each pass, but more while no answer fits.
      ++priced;
      softer += 0.1;
      if (!round_.fits && priced % round.harder_after == 0) pressure *= 4;
      line_.Reprice(pressure * (unit_ > 0 ? unit_ : cost) / softer);
      messages_.SetPrices(line_);
    }
  }

  size_t Patience() const {
    return std::min<size_t>(3000, 40 * graph_.nodes()) + 3 * graph_.nodes();
  }

  // Improves parts of the round's best answer until `patience` steps in a row
  // have found nothing better.
  void Improve(size_t patience) {
    choice_ = round_.choice;
    line_.SetAll(choice_);
    cost_ = round_.cost;
    for (size_t since_better = 0; since_better < patience && !Done();
         ++since_better) {
      DrawNeighbourhood(random_.Below(static_cast<uint32_t>(graph_.nodes())),
                        std::nullopt);
      // Accepts an answer slightly worse than the best, since it may lead to a
      // better one. The margin shrinks over time.
      const double share = static_cast<double>(steps_ % kPeriod) / kPeriod;
      const double most = round_.cost * (1 + kSlack * (1 - share));
      if (Solve(std::max(most, cost_)) && cost_ < round_.cost) {
        Consider();
        since_better = 0;
      }
    }
  }

  // Solves the block. Adopts its choices if they fit into memory and the total
  // cost is then at most `most`.
  bool Solve(double most) {
    ++steps_;
    constexpr double kScales[] = {0, 0.5, 1, 1, 2};
    const double scale = line_.limited() ? kScales[random_.Below(5)] : 0.0;
    line_.ClearSurcharges();
    for (int tries = 0; tries < kTries; ++tries) {
      const double change = block_.Solve(choice_, line_, scale, choice_next_);
      if (cost_ + change > most) return false;
      moved_.clear();
      for (const uint32_t n : block_.members()) {
        if (choice_next_[n] == choice_[n]) continue;
        moved_.push_back({n, choice_[n]});
        line_.Move(n, choice_[n], choice_next_[n]);
        choice_[n] = choice_next_[n];
      }
      if (line_.over() <= 0) {
        cost_ += change;
        return true;
      }
      if (moved_.empty()) return false;
      // Raise the price of memory where the new choices use too much of it. The
      // surcharge for the excess is the amount by which the cost may still
      // rise.
      line_.Surcharge((most - cost_ - change) /
                      static_cast<double>(line_.over()));
      for (const auto& [n, old] : moved_) {
        line_.Move(n, choice_[n], old);
        choice_[n] = old;
      }
    }
    return false;
  }

  // Begins a round: changes the choice of one node in the best answer, and
  // solves the neighbourhood of the node again. Returns false if no answer
  // fits.
  bool Kick() {
    choice_ = best_.choice;
    line_.SetAll(choice_);
    const uint32_t n = random_.Below(static_cast<uint32_t>(graph_.nodes()));
    const uint32_t old = choice_[n];
    const uint32_t now = random_.Below(graph_.choices(n));
    DrawNeighbourhood(n, n);
    line_.Move(n, old, now);
    choice_[n] = now;
    cost_ = graph_.CostOf(choice_);
    if (now == old || !Solve(best_.cost * kKickSlack)) {
      ++steps_;
      return false;
    }
    round_ = {};
    return Consider();
  }

  // Makes a block of nodes near `start`, leaving out the node `kept`.
  void DrawNeighbourhood(uint32_t start, std::optional<uint32_t> kept) {
    const uint32_t size = 8u << random_.Below(6);
    block_.Clear();
    near_.clear();
    if (seen_.size() < graph_.nodes()) seen_.resize(graph_.nodes(), 0);
    ++turn_;
    near_.push_back(start);
    seen_[start] = turn_;
    for (size_t i = 0; i < near_.size(); ++i) {
      // Take one of the waiting nodes at random, so that neighbourhoods differ.
      const size_t j =
          i + random_.Below(static_cast<uint32_t>(near_.size() - i));
      std::swap(near_[i], near_[j]);
      const uint32_t n = near_[i];
      if (n != kept) block_.Add(n);
      if (block_.size() >= size) break;
      for (const ReducedGraph::Arc& arc : graph_.Arcs(n)) {
        if (seen_[arc.to] == turn_) continue;
        seen_[arc.to] = turn_;
        near_.push_back(arc.to);
      }
    }
    block_.Plan(size_t{64} << (4 * random_.Below(3)), random_);
  }

  GraphAnswer Answer() const {
    GraphAnswer answer;
    answer.choice.resize(problem_.nodes());
    for (uint32_t p = 0; p < problem_.nodes(); ++p) {
      answer.choice[p] = graph_.Originals(p)[best_.choice[graph_.NodeOf(p)]];
    }
    answer.cost = CostOf(problem_, answer.choice);
    answer.peak = PeakUsage(problem_, answer.choice);
    answer.fits =
        answer.cost < CostGraph::kForbidden &&
        (!problem_.usage_limit || answer.peak <= *problem_.usage_limit);
    answer.steps = steps_;
    return answer;
  }

  const CostGraph& problem_;
  const GraphSearchOptions& options_;
  const ReducedGraph graph_;
  MemoryLine line_;
  Block block_;
  Messages messages_;
  Random random_;

  std::vector<uint32_t> choice_, choice_next_;
  Found round_, best_;
  double cost_ = 0;  // cost of choice_
  double unit_ = 0;  // the least cost seen that isn't forbidden
  bool done_ = false;
  uint64_t steps_ = 0;

  std::vector<uint32_t> near_, seen_;
  uint32_t turn_ = 0;
  std::vector<std::pair<uint32_t, uint32_t>> moved_;
};

}  // namespace

GraphAnswer SearchGraph(const CostGraph& graph,
                        const GraphSearchOptions& options) {
  if (graph.nodes() == 0) {
    GraphAnswer nothing;
    nothing.fits = true;
    return nothing;
  }
  return Search(graph, options).Run();
}

}  // namespace shardflow::internal
