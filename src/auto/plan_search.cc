#include "auto/plan_search.h"

#include <algorithm>
#include <cmath>
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

  // What a search minimises.
  struct Aim {
    int64_t memory = 0;  // not to be exceeded; 0: no limit
    // Seconds of the replicated program for all of its memory.
    double price = 0;
  };

  bool Done() {
    if (done || steps >= options.steps) return true;
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

  // Into the front, unless one that is there is better in both.
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
    value += aim.price * whole.seconds * static_cast<double>(score.peak) /
             static_cast<double>(std::max<int64_t>(whole.peak, 1));
    if (aim.memory > 0 && score.peak > aim.memory) {
      const double over = static_cast<double>(score.peak - aim.memory) /
                          static_cast<double>(aim.memory);
      value += (1 + over) * whole.seconds * 10;
    }
    return value;
  }

  std::vector<ScoredPlan> Run() {
    Plan nothing;
    nothing.axes.resize(options.axes);
    whole = Score(nothing);
    std::vector<Aim> aims = {
        {options.memory, 0}, {options.memory, 0.1}, {options.memory, 1}};
    std::vector<Plan> starts = {nothing};
    // Every colour along all axes, and along each alone.
    for (size_t c = 0; c < options.colours; ++c) {
      Plan plan = nothing;
      for (Plan::Axis& axis : plan.axes) {
        axis.colours.push_back(static_cast<int32_t>(c));
      }
      starts.push_back(std::move(plan));
    }
    for (const Aim& aim : aims) {
      if (Done()) break;
      // The best few of the starts.
      std::vector<std::pair<double, size_t>> order;
      for (size_t i = 0; i < starts.size() && !Done(); ++i) {
        order.push_back({Value(Score(starts[i]), aim), i});
      }
      std::sort(order.begin(), order.end());
      if (order.size() > 4) order.resize(4);
      if (std::none_of(order.begin(), order.end(),
                       [](const auto& o) { return o.second == 0; })) {
        order.push_back({0, 0});
      }
      for (const auto& [value, i] : order) Descend(starts[i], aim);
    }
    Wander(aims);
    std::sort(front.begin(), front.end(),
              [](const ScoredPlan& a, const ScoredPlan& b) {
                return a.score.seconds != b.score.seconds
                           ? a.score.seconds < b.score.seconds
                           : a.score.peak < b.score.peak;
              });
    return front;
  }

  std::vector<Plan> Moves(const Plan& from) const {
    std::vector<Plan> moves;
    for (size_t a = 0; a < from.axes.size(); ++a) {
      const std::vector<int32_t>& here = from.axes[a].colours;
      for (size_t c = 0; c < options.colours; ++c) {
        const auto colour = static_cast<int32_t>(c);
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
        auto& list = plan.axes[a].colours;
        list.erase(list.begin() + static_cast<ptrdiff_t>(i));
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
        for (size_t c = 0; c < options.colours; ++c) {
          const auto colour = static_cast<int32_t>(c);
          if (std::count(here.begin(), here.end(), colour) > 0) continue;
          Plan other = from;
          other.axes[a].colours[i] = colour;
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
        // To spare them helps only once something else is sharded there.
        if (!from.axes[a].spares_parameters) {
          for (size_t c = 0; c < options.colours; ++c) {
            const auto colour = static_cast<int32_t>(c);
            if (std::count(here.begin(), here.end(), colour) > 0) continue;
            Plan other = plan;
            other.axes[a].colours.push_back(colour);
            moves.push_back(std::move(other));
          }
        }
      }
      for (size_t b = a + 1; b < from.axes.size(); ++b) {
        Plan plan = from;
        std::swap(plan.axes[a], plan.axes[b]);
        moves.push_back(std::move(plan));
      }
    }
    return moves;
  }

  // To the best neighbour, as long as there is a better one. While no colour is
  // given, the neighbours are all; later the first one that helps is taken.
  void Descend(Plan plan, const Aim& aim) {
    double value = Value(Score(plan), aim);
    while (!Done()) {
      Plan best;
      double best_value = value;
      for (Plan& move : Moves(plan)) {
        if (Done()) break;
        const double its = Value(Score(move), aim);
        if (its < best_value) {
          best_value = its;
          best = std::move(move);
        }
      }
      if (best.axes.empty() || best_value >= value * (1 - 1e-9)) break;
      plan = std::move(best);
      value = best_value;
    }
  }

  // Pairs of random moves from plans of the front, then the descent.
  void Wander(const std::vector<Aim>& aims) {
    for (size_t turn = 0; !Done() && !front.empty(); ++turn) {
      const uint64_t before = steps;
      const Aim& aim = aims[turn % aims.size()];
      const ScoredPlan* start = &front[0];
      for (const ScoredPlan& found : front) {
        if (Value(found.score, aim) < Value(start->score, aim)) start = &found;
      }
      Plan plan =
          random.Below(3) == 0
              ? front[random.Below(static_cast<uint32_t>(front.size()))].plan
              : start->plan;
      for (uint32_t k = 2 + random.Below(3); k > 0; --k) {
        std::vector<Plan> moves = Moves(plan);
        if (moves.empty()) return;
        plan =
            std::move(moves[random.Below(static_cast<uint32_t>(moves.size()))]);
      }
      Descend(std::move(plan), aim);
      idle = steps == before ? idle + 1 : 0;
      if (idle > 100) return;  // nothing new is left
    }
  }

  const PlanSearchOptions options;
  const Words words;
  const Evaluate evaluate;
  Random random;
  std::map<std::vector<uint64_t>, PlanScore> known;
  std::vector<ScoredPlan> front;
  PlanScore whole;
  uint64_t steps = 0;
  size_t idle = 0;
  bool done = false;
};

PlanSearch::PlanSearch(PlanSearchOptions options, Words words,
                       Evaluate evaluate)
    : impl_(std::make_unique<Impl>(std::move(options), std::move(words),
                                   std::move(evaluate))) {}
PlanSearch::~PlanSearch() = default;
std::vector<ScoredPlan> PlanSearch::Run() { return impl_->Run(); }
uint64_t PlanSearch::steps() const { return impl_->steps; }

}  // namespace shardflow::internal
