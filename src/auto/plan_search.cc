#include "auto/plan_search.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include "auto/random.h"

namespace shardflow::internal {

struct PlanSearch::Impl {
  Impl(PlanSearchOptions o, Words w, Evaluate e)
      : options(std::move(o)),
        words(std::move(w)),
        evaluate(std::move(e)),
        random(options.seed) {}

  // What a search minimizes: the time, plus a price for memory and a penalty
  // for memory above a limit.
  struct Aim {
    int64_t memory = 0;  // a limit; 0 for none
    // The price of memory, relative to the replicated program: memory equal to
    // its peak costs this multiple of its time.
    double price = 0;
  };

  bool Done() {
    if (done || steps >= limit || steps >= until) return true;
    if (options.stop && options.stop()) done = true;
    return done;
  }

  PlanScore Score(const Plan& plan) {
    std::vector<uint64_t> key = words(plan);
    const auto at = known.find(key);
    if (at != known.end()) return at->second;
    ++steps;
    const PlanScore score = evaluate(plan);
    known.emplace(std::move(key), score);
    Keep({plan, score});
    return score;
  }

  // Adds a plan to the Pareto front, unless a plan there is at least as good in
  // both time and memory.
  void Keep(ScoredPlan found) {
    if (!std::isfinite(found.score.seconds)) return;
    for (const ScoredPlan& other : front) {
      if (other.score.seconds <= found.score.seconds &&
          other.score.peak <= found.score.peak) {
        return;
      }
    }
    std::erase_if(front, [&](const ScoredPlan& other) {
      return found.score.seconds <= other.score.seconds &&
             found.score.peak <= other.score.peak;
    });
    front.push_back(std::move(found));
  }

  double Value(const PlanScore& score, const Aim& aim) const {
    double value = score.seconds;
    if (!std::isfinite(value)) return value;  // the plan can't be priced
    const double unit = std::isfinite(whole.seconds) ? whole.seconds : value;
    value += aim.price * unit * static_cast<double>(score.peak) /
             static_cast<double>(std::max<int64_t>(whole.peak, 1));
    if (aim.memory > 0 && score.peak > aim.memory) {
      const double over = static_cast<double>(score.peak - aim.memory) /
                          static_cast<double>(aim.memory);
      value += (1 + over) * unit * 10;
    }
    return value;
  }

  // Whether the fastest plan so far doesn't fit.
  bool IsTight() const {
    if (options.memory <= 0) return false;
    const auto fastest =
        std::min_element(front.begin(), front.end(),
                         [](const ScoredPlan& a, const ScoredPlan& b) {
                           return a.score.seconds < b.score.seconds;
                         });
    return fastest != front.end() && fastest->score.peak > options.memory;
  }

  void RaiseIfTight() {
    if (IsTight()) limit = std::max(limit, options.steps_if_tight);
  }

  // Lets the next part of the search take this share of all steps.
  void Allow(double share) {
    constexpr uint64_t kUsual = 3000;  // if the number of steps isn't limited
    RaiseIfTight();
    const double all =
        static_cast<double>(limit == UINT64_MAX ? kUsual : limit);
    until = steps + static_cast<uint64_t>(std::ceil(all * share));
  }

  std::vector<ScoredPlan> Run() {
    Plan nothing;
    nothing.axes.resize(options.axes);
    whole = Score(nothing);
    FindActive(nothing);
    constexpr double kPairs = 0.1;
    Allow(kPairs);
    AddPairs(nothing);
    const Aim aims[] = {
        {options.memory, 0}, {options.memory, 0.1}, {options.memory, 1}};
    // With the first aim, memory below the limit is free. The other aims trade
    // time for less memory.
    const double shares[] = {0.4, 0.1, 0.1};
    for (size_t i = 0; i < std::size(aims); ++i) {
      Allow(shares[i]);
      DescendFromStarts(aims[i]);
    }
    RaiseIfTight();
    until = UINT64_MAX;
    Wander(aims[0], aims[1]);
    std::sort(front.begin(), front.end(),
              [](const ScoredPlan& a, const ScoredPlan& b) {
                return a.score.seconds != b.score.seconds
                           ? a.score.seconds < b.score.seconds
                           : a.score.peak < b.score.peak;
              });
    for (ScoredPlan& found : front) DropIdleExceptions(found.plan);
    return front;
  }

  // Drops exceptions that have no effect.
  void DropIdleExceptions(Plan& plan) const {
    const std::vector<uint64_t> key = words(plan);
    for (Plan::Axis& axis : plan.axes) {
      for (size_t i = axis.exceptions.size(); i > 0; --i) {
        const auto at = axis.exceptions.begin() + static_cast<ptrdiff_t>(i - 1);
        const Plan::Exception exception = *at;
        axis.exceptions.erase(at);
        if (words(plan) != key) {
          axis.exceptions.insert(
              axis.exceptions.begin() + static_cast<ptrdiff_t>(i - 1),
              exception);
        }
      }
    }
  }

  // Tries each colour alone, along one axis or all, and adds these plans to the
  // starts. Colours that make the program faster or smaller become active.
  void FindActive(const Plan& nothing) {
    starts = {nothing};
    std::vector<std::pair<double, int32_t>> helpful;
    for (size_t c = 0; c < options.colours && !Done(); ++c) {
      const auto colour = static_cast<int32_t>(c);
      PlanScore best = whole;
      for (size_t a = 0; a <= options.axes; ++a) {
        Plan plan = nothing;
        for (size_t b = 0; b < options.axes; ++b) {
          if (a == b || a == options.axes) {
            plan.axes[b].colours.push_back(colour);
          }
        }
        const PlanScore score = Score(plan);
        best.seconds = std::min(best.seconds, score.seconds);
        best.peak = std::min(best.peak, score.peak);
        starts.push_back(std::move(plan));
      }
      alone.push_back(best);
      if (Helps(best, whole)) helpful.push_back({best.seconds, colour});
    }
    std::sort(helpful.begin(), helpful.end());
    for (const auto& [seconds, colour] : helpful) active.push_back(colour);
  }

  static bool Helps(const PlanScore& score, const PlanScore& other) {
    return score.seconds < other.seconds * 0.998 ||
           static_cast<double>(score.peak) <
               static_cast<double>(other.peak) * 0.995;
  }

  // Adds pairs of colours to the starts: both colours along all axes (a tensor
  // that has both is sharded along the first), and each colour along an axis of
  // its own. A pair may be much better than either colour alone. For example, a
  // program with large tables gets slower if only its batch is sharded, because
  // it then adds up the gradients of whole tables. Sharding the columns of the
  // tables as well avoids that.
  void AddPairs(const Plan& nothing) {
    constexpr size_t kMost = 10;
    // Pairs are made of the colours that help most on their own and of those
    // with the most bytes in their tensors.
    std::vector<std::pair<size_t, int32_t>> order;
    for (size_t c = 0; c < alone.size(); ++c) {
      const auto at =
          std::find(active.begin(), active.end(), static_cast<int32_t>(c));
      const auto rank = static_cast<size_t>(at - active.begin());
      order.push_back({at == active.end() ? c : std::min(rank, c),
                       static_cast<int32_t>(c)});
    }
    std::sort(order.begin(), order.end());
    if (order.size() > kMost) order.resize(kMost);
    for (size_t last = 1; last < order.size(); ++last) {
      for (size_t other = 0; other < last; ++other) {
        AddPair(nothing, order[last].second, order[other].second);
        AddPair(nothing, order[other].second, order[last].second);
      }
    }
  }

  void AddPair(const Plan& nothing, int32_t x, int32_t y) {
    Plan both = nothing;
    for (Plan::Axis& axis : both.axes) axis.colours = {x, y};
    std::vector<Plan> plans = {std::move(both)};
    for (size_t a = 0; a + 1 < options.axes; ++a) {
      plans.push_back(nothing);
      plans.back().axes[a].colours.push_back(x);
      plans.back().axes[a + 1].colours.push_back(y);
    }
    for (Plan& plan : plans) {
      if (Done()) return;
      const PlanScore score = Score(plan);
      const PlanScore& of_x = alone[static_cast<size_t>(x)];
      const PlanScore& of_y = alone[static_cast<size_t>(y)];
      if (Helps(score, {std::min(of_x.seconds, of_y.seconds),
                        std::min(of_x.peak, of_y.peak)})) {
        for (const int32_t colour : {x, y}) {
          if (std::count(active.begin(), active.end(), colour) == 0) {
            active.push_back(colour);
          }
        }
      }
      starts.push_back(std::move(plan));
    }
  }

  void DescendFromStarts(const Aim& aim) {
    std::vector<std::pair<double, size_t>> order;
    for (size_t i = 0; i < starts.size() && !Done(); ++i) {
      order.push_back({Value(Score(starts[i]), aim), i});
    }
    std::sort(order.begin(), order.end());
    // Plans of equal value usually have the same shardings.
    order.erase(std::unique(order.begin(), order.end(),
                            [](const auto& a, const auto& b) {
                              return a.first == b.first;
                            }),
                order.end());
    if (order.size() > 6) order.resize(6);
    for (const auto& [value, i] : order) Descend(starts[i], aim);
  }

  std::vector<Plan> Moves(const Plan& from) const {
    std::vector<Plan> moves;
    for (size_t a = 0; a < from.axes.size(); ++a) {
      const std::vector<int32_t>& here = from.axes[a].colours;
      for (const int32_t colour : active) {
        if (std::count(here.begin(), here.end(), colour) > 0) continue;
        for (size_t at = 0; at <= here.size(); ++at) {
          Plan plan = from;
          auto& list = plan.axes[a].colours;
          list.insert(list.begin() + static_cast<ptrdiff_t>(at), colour);
          moves.push_back(std::move(plan));
        }
      }
      for (size_t i = 0; i < here.size(); ++i) {
        Plan plan = from;
        plan.axes[a].Remove(here[i]);
        moves.push_back(plan);
        for (size_t b = 0; b < from.axes.size(); ++b) {
          if (a == b || std::count(plan.axes[b].colours.begin(),
                                   plan.axes[b].colours.end(), here[i]) > 0) {
            continue;
          }
          Plan other = plan;
          other.axes[b].colours.push_back(here[i]);
          moves.push_back(std::move(other));
        }
        for (const int32_t colour : active) {
          if (std::count(here.begin(), here.end(), colour) > 0) continue;
          Plan other = plan;
          auto& colours = other.axes[a].colours;
          colours.insert(colours.begin() + static_cast<ptrdiff_t>(i), colour);
          moves.push_back(std::move(other));
        }
        if (i > 0) {
          Plan other = from;
          std::swap(other.axes[a].colours[i], other.axes[a].colours[i - 1]);
          moves.push_back(std::move(other));
        }
      }
      if (options.may_spare_parameters) {
        Plan plan = from;
        plan.axes[a].spares_parameters = !plan.axes[a].spares_parameters;
        moves.push_back(plan);
        // Sparing parameters only helps if something else is sharded along the
        // axis.
        if (!from.axes[a].spares_parameters) {
          for (const int32_t colour : active) {
            if (std::count(here.begin(), here.end(), colour) > 0) continue;
            Plan other = plan;
            other.axes[a].colours.push_back(colour);
            moves.push_back(std::move(other));
          }
        }
      }
      for (size_t b = 0; b < from.axes.size(); ++b) {
        if (b == a) continue;
        Plan plan = from;
        plan.axes[b] = plan.axes[a];
        moves.push_back(std::move(plan));
        if (b < a) continue;
        plan = from;
        std::swap(plan.axes[a], plan.axes[b]);
        moves.push_back(std::move(plan));
      }
    }
    AppendMovesOfAllAxes(from, moves);
    AppendExceptions(from, moves);
    return moves;
  }

  // Adds moves that change all axes together, since axes are often used in the
  // same way.
  void AppendMovesOfAllAxes(const Plan& from, std::vector<Plan>& moves) const {
    if (from.axes.size() < 2) return;
    for (const int32_t colour : active) {
      Plan first = from, last = from, gone = from;
      for (size_t a = 0; a < from.axes.size(); ++a) {
        std::vector<int32_t>& list = gone.axes[a].colours;
        gone.axes[a].Remove(colour);
        first.axes[a].colours = list;
        first.axes[a].colours.insert(first.axes[a].colours.begin(), colour);
        last.axes[a].colours = list;
        last.axes[a].colours.push_back(colour);
      }
      Plan spared = last;
      for (Plan::Axis& axis : spared.axes) axis.spares_parameters = true;
      for (Plan* plan : {&first, &last, &gone}) moves.push_back(*plan);
      if (options.may_spare_parameters) moves.push_back(std::move(spared));
    }
    for (const bool spares : {false, true}) {
      if (!options.may_spare_parameters) break;
      Plan plan = from;
      for (Plan::Axis& axis : plan.axes) axis.spares_parameters = spares;
      moves.push_back(std::move(plan));
    }
  }

  // Adds moves that make an exception, along one axis or along all, or drop an
  // exception.
  void AppendExceptions(const Plan& from, std::vector<Plan>& moves) const {
    constexpr size_t kMostExceptions = 6;
    if (!options.exceptions) return;
    const auto has = [](const Plan::Axis& axis, const Plan::Exception& e) {
      return std::count(axis.exceptions.begin(), axis.exceptions.end(), e) > 0;
    };
    for (size_t a = 0; a < from.axes.size(); ++a) {
      const size_t count = from.axes[a].exceptions.size();
      for (const Plan::Exception& exception : options.exceptions(from, a)) {
        if (count >= kMostExceptions || has(from.axes[a], exception)) continue;
        Plan plan = from;
        plan.axes[a].exceptions.push_back(exception);
        moves.push_back(std::move(plan));
        if (a > 0 || from.axes.size() < 2) continue;
        Plan all = from;
        for (Plan::Axis& axis : all.axes) {
          if (!has(axis, exception)) axis.exceptions.push_back(exception);
        }
        moves.push_back(std::move(all));
      }
      for (size_t i = 0; i < count; ++i) {
        Plan plan = from;
        auto& list = plan.axes[a].exceptions;
        list.erase(list.begin() + static_cast<ptrdiff_t>(i));
        moves.push_back(std::move(plan));
      }
    }
  }

  // Tries moves in random order and keeps those that help, until none does.
  void Descend(Plan plan, const Aim& aim) {
    double value = Value(Score(plan), aim);
    for (bool better = true; better && !Done();) {
      better = false;
      std::vector<Plan> moves = Moves(plan);
      for (size_t i = moves.size(); i > 1; --i) {
        std::swap(moves[i - 1], moves[random.Below(static_cast<uint32_t>(i))]);
      }
      for (Plan& move : moves) {
        if (Done()) break;
        const double its = Value(Score(move), aim);
        if (its >= value * (1 - 1e-6)) continue;
        value = its;
        plan = std::move(move);
        better = true;
        break;
      }
    }
  }

  // Makes a few random moves from plans of the front, then descends again.
  void Wander(const Aim& fastest, const Aim& leaner) {
    while (!Done() && !front.empty()) {
      const uint64_t before = steps;
      const Aim& aim = random.Below(4) == 0 ? leaner : fastest;
      const ScoredPlan* start = &front[0];
      for (const ScoredPlan& found : front) {
        if (Value(found.score, aim) < Value(start->score, aim)) start = &found;
      }
      if (random.Below(3) == 0) {
        start = &front[random.Below(static_cast<uint32_t>(front.size()))];
      }
      Plan plan = start->plan;
      for (uint32_t k = 2 + random.Below(3); k > 0; --k) {
        std::vector<Plan> moves = Moves(plan);
        if (moves.empty()) return;
        plan =
            std::move(moves[random.Below(static_cast<uint32_t>(moves.size()))]);
      }
      Descend(std::move(plan), aim);
      idle = steps == before ? idle + 1 : 0;
      if (idle > 100) return;  // no new plans are found
    }
  }

  const PlanSearchOptions options;
  const Words words;
  const Evaluate evaluate;
  Random random;
  std::map<std::vector<uint64_t>, PlanScore> known;
  // The best time and the best peak of each colour by itself.
  std::vector<PlanScore> alone;
  // The colours that help, by themselves or in a pair.
  std::vector<int32_t> active;
  std::vector<Plan> starts;
  std::vector<ScoredPlan> front;
  PlanScore whole;
  uint64_t steps = 0;
  uint64_t limit = options.steps;
  uint64_t until = UINT64_MAX;
  size_t idle = 0;
  bool done = false;
};

PlanSearch::PlanSearch(PlanSearchOptions options, Words words,
                       Evaluate evaluate)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(words),
                                   std::move(evaluate))) {}
PlanSearch::~PlanSearch() = default;
std::vector<ScoredPlan> PlanSearch::Run() { return impl_->Run(); }
PlanScore PlanSearch::Score(const Plan& plan) { return impl_->Score(plan); }
uint64_t PlanSearch::steps() const { return impl_->steps; }

}  // namespace shardflow::internal
