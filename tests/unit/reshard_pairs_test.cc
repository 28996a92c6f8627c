#include <algorithm>
#include <cstdio>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "lower/reshard_cost.h"
#include "lower/reshard_planner.h"
#include "simulator/plan_simulator.h"

// Tests every pair of shardings on small meshes, and random pairs on larger
// ones. Executing the plan must leave each device with its part of the target.
// The same holds for the cheapest plan, which must never cost more than the
// default one. (tests/unit/plan_simulator_test.cc covers unreduced axes, and
// padding of all kinds.)

namespace shardflow::internal {
namespace {

using AxisList = std::vector<ResolvedAxis>;
using Layout = std::vector<AxisList>;  // the axes of each dimension

bool HasRoomFor(const Layout& layout, const ResolvedAxis& axis) {
  for (const AxisList& axes : layout) {
    for (const ResolvedAxis& other : axes) {
      if (Overlaps(axis, other) || !CanCoexist(axis, other)) return false;
    }
  }
  return true;
}

std::vector<int64_t> Words(const Layout& layout) {
  std::vector<int64_t> words;
  for (const AxisList& axes : layout) {
    words.push_back(-1);
    for (const ResolvedAxis& axis : axes) {
      words.insert(words.end(), {axis.axis, axis.lo, axis.hi});
    }
  }
  return words;
}

// Returns all layouts for tensors of this rank, without axes of size 1.
std::vector<Layout> AllLayouts(const std::vector<int64_t>& mesh, size_t rank) {
  std::vector<Layout> layouts = {Layout(rank)};
  std::set<std::vector<int64_t>> seen = {Words(layouts[0])};
  for (size_t i = 0; i < layouts.size(); ++i) {
    for (size_t a = 0; a < mesh.size(); ++a) {
      for (int64_t lo = 1; lo < mesh[a]; ++lo) {
        for (int64_t hi = 2 * lo; hi <= mesh[a]; hi += lo) {
          const ResolvedAxis axis{lo, hi, static_cast<int64_t>(a)};
          if (mesh[a] % hi != 0 || !HasRoomFor(layouts[i], axis)) continue;
          for (size_t d = 0; d < rank; ++d) {
            Layout next = layouts[i];
            AppendOrMerge(next[d], axis);
            if (seen.insert(Words(next)).second) layouts.push_back(next);
          }
        }
      }
    }
  }
  return layouts;
}

Mesh MeshOf(const std::vector<int64_t>& sizes) {
  Mesh mesh;
  for (size_t i = 0; i < sizes.size(); ++i) {
    mesh.axes.push_back({NameId(i), 0, sizes[i]});
  }
  return mesh;
}

std::vector<ResolvedList> Lists(const Layout& layout) {
  return {layout.begin(), layout.end()};
}

std::string Text(const Layout& layout) {
  std::string text = "[";
  for (const AxisList& axes : layout) {
    text += "{";
    for (const ResolvedAxis& axis : axes) {
      text += " a" + std::to_string(axis.axis) + ":(" +
              std::to_string(axis.lo) + ")" + std::to_string(axis.size());
    }
    text += " }";
  }
  return text + "]";
}

// How much more the default plans cost than the cheapest ones.
struct Tally {
  size_t pairs = 0;
  size_t dearer = 0;  // pairs where the default moves more bytes
  size_t longer = 0;  // pairs with the same bytes, but more steps
  double bytes = 0, best_bytes = 0;
  double worst = 1;

  void Add(const PlanCost& cost, const PlanCost& best) {
    ++pairs;
    dearer += cost.bytes > best.bytes ? 1 : 0;
    longer += cost.bytes == best.bytes && cost.steps > best.steps ? 1 : 0;
    bytes += static_cast<double>(cost.bytes);
    best_bytes += static_cast<double>(best.bytes);
    if (best.bytes > 0) {
      worst = std::max(worst, static_cast<double>(cost.bytes) /
                                  static_cast<double>(best.bytes));
    }
  }
  void Print(const std::string& name) const {
    std::printf(
        "%-12s %7zu pairs: default moves more bytes in %zu, takes more steps "
        "in %zu; %.3f times the bytes in all, %.2f at worst\n",
        name.c_str(), pairs, dearer, longer,
        best_bytes > 0 ? bytes / best_bytes : 1.0, worst);
  }
};

int64_t Count(ResolvedList axes) {
  int64_t count = 1;
  for (const ResolvedAxis& axis : axes) count *= axis.size();
  return count;
}

// Returns the smallest sizes that are divisible in all layouts of the plan, to
// keep the arrays small.
std::vector<int64_t> Extents(const Layout& from, const Layout& to,
                             const ReshardPlan& plan) {
  std::vector<int64_t> extents;
  for (size_t d = 0; d < from.size(); ++d) {
    int64_t extent = std::lcm(Count(from[d]), Count(to[d]));
    for (const PlanStep& step : plan.steps()) {
      extent = std::lcm(extent, Count(plan.layout(step, d)));
    }
    extents.push_back(extent);
  }
  return extents;
}

class Checker {
 public:
  Checker(const std::vector<int64_t>& sizes, std::vector<int64_t> shape)
      : mesh_(MeshOf(sizes)), shape_(std::move(shape)) {}

  bool replicate_repadded = false;
  // Whether to execute plans on arrays of `shape_`. If not, they are executed
  // on the smallest arrays that all layouts divide evenly.
  bool padded = false;
  bool best_too = true;

  bool Check(const Layout& from, const Layout& to, bool renumber,
             Tally* tally) {
    const auto from_lists = Lists(from), to_lists = Lists(to);
    const ReshardProblem problem{.mesh = &mesh_,
                                 .shape = shape_,
                                 .element_bits = 32,
                                 .from = from_lists,
                                 .to = to_lists,
                                 .renumber = renumber,
                                 .replicate_repadded = replicate_repadded};
    planner_.PlanDims(problem, PlanChoice::kDefault, plan_);
    const PlanCost cost = CostOf(problem, plan_, planner_.model());
    if (!CheckPlan(problem, from, to, "default")) return false;
    if (!best_too) return true;
    planner_.PlanDims(problem, PlanChoice::kBest, plan_);
    const PlanCost best = CostOf(problem, plan_, planner_.model());
    if (tally != nullptr) tally->Add(cost, best);
    EXPECT_LE(best, cost) << Text(from) << " to " << Text(to);
    return best <= cost && CheckPlan(problem, from, to, "best");
  }

 private:
  bool CheckPlan(const ReshardProblem& problem, const Layout& from,
                 const Layout& to, const char* which) {
    const char* const fault = FindPlanFault(problem, plan_);
    EXPECT_EQ(fault, nullptr)
        << which << ": " << Text(from) << " to " << Text(to) << ": " << fault;
    const std::vector<int64_t> extents = Extents(from, to, plan_);
    ReshardProblem small = problem;
    if (!padded) small.shape = extents;
    const std::string wrong = PlanSimulator(small).Run(
        plan_, TrafficOf(small, plan_, planner_.model()));
    EXPECT_EQ(wrong, "") << which << ": " << Text(from) << " to " << Text(to);
    return fault == nullptr && wrong.empty();
  }

  const Mesh mesh_;
  std::vector<int64_t> shape_;
  ReshardPlanner planner_;
  ReshardPlan plan_;
};

int64_t Devices(const std::vector<int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1},
                         std::multiplies<>());
}

// Uses tensors that all layouts divide evenly, and tensors with 5 elements
// along each dimension. Unless `padded` is set, the latter use
// `replicate_repadded`, and their cheapest plans aren't checked.
void CheckAllPairs(const std::string& name, const std::vector<int64_t>& sizes,
                   bool padded) {
  Tally tally;
  for (size_t rank = 0; rank <= 2; ++rank) {
    const std::vector<Layout> layouts = AllLayouts(sizes, rank);
    for (const bool roomy : {true, false}) {
      Checker checker(sizes,
                      std::vector<int64_t>(rank, roomy ? Devices(sizes) : 5));
      checker.replicate_repadded = !roomy && !padded;
      checker.padded = !roomy;
      checker.best_too = roomy || padded;
      for (const Layout& from : layouts) {
        for (const Layout& to : layouts) {
          if (!checker.Check(from, to, /*renumber=*/false,
                             roomy ? &tally : nullptr)) {
            return;
          }
        }
      }
    }
  }
  tally.Print(name);
}

TEST(ReshardPairs, EveryPairOn2x2) { CheckAllPairs("2x2", {2, 2}, true); }
TEST(ReshardPairs, EveryPairOn4x2) { CheckAllPairs("4x2", {4, 2}, true); }
TEST(ReshardPairs, EveryPairOn6x2) { CheckAllPairs("6x2", {6, 2}, false); }
TEST(ReshardPairs, EveryPairOn2x2x2) {
  CheckAllPairs("2x2x2", {2, 2, 2}, false);
}

class Random {
 public:
  explicit Random(uint32_t seed) : engine_(seed) {}
  int64_t Below(int64_t n) {
    return static_cast<int64_t>(engine_() % static_cast<uint64_t>(n));
  }
  bool Chance(int64_t percent) { return Below(100) < percent; }
  template <class T>
  const T& Pick(const std::vector<T>& items) {
    return items[static_cast<size_t>(
        Below(static_cast<int64_t>(items.size())))];
  }

 private:
  std::mt19937_64 engine_;
};

// Cuts each axis at random, possibly several times, and leaves out some of the
// parts.
Layout RandomLayout(Random& random, const std::vector<int64_t>& sizes,
                    size_t rank) {
  AxisList pieces;
  for (size_t a = 0; a < sizes.size(); ++a) {
    int64_t lo = 1;
    while (lo < sizes[a]) {
      std::vector<int64_t> ends;
      for (int64_t hi = 2 * lo; hi <= sizes[a]; hi += lo) {
        if (sizes[a] % hi == 0) ends.push_back(hi);
      }
      const int64_t hi = random.Chance(60) ? sizes[a] : random.Pick(ends);
      if (random.Chance(70)) {
        pieces.push_back({lo, hi, static_cast<int64_t>(a)});
      }
      lo = hi;
    }
  }
  Layout layout(rank);
  while (!pieces.empty()) {
    const auto i =
        static_cast<size_t>(random.Below(static_cast<int64_t>(pieces.size())));
    AxisList& axes =
        layout[static_cast<size_t>(random.Below(static_cast<int64_t>(rank)))];
    AppendOrMerge(axes, pieces[i]);
    pieces.erase(pieces.begin() + static_cast<ptrdiff_t>(i));
  }
  return layout;
}

std::vector<int64_t> RandomShape(Random& random, size_t rank) {
  std::vector<int64_t> shape;
  for (size_t d = 0; d < rank; ++d) {
    shape.push_back(random.Chance(60) ? 720 * 64 : 1 + random.Below(48));
  }
  return shape;
}

TEST(ReshardPairs, RandomPairsOfRank3And4) {
  const std::vector<std::vector<int64_t>> meshes = {
      {2, 2, 2},       {4, 4},    {2, 3, 4}, {8, 4},    {6, 4},
      {2, 2, 2, 2},    {4, 4, 4}, {12, 2},   {3, 5, 4}, {16, 4},
      {2, 2, 2, 2, 2}, {64},      {2, 4, 8}, {6, 6},    {2, 2, 2, 2, 2, 2},
      {12, 5},         {3, 4, 5}, {9, 4},
  };
  Random random(20260822);
  size_t pairs = 0;
  for (const std::vector<int64_t>& sizes : meshes) {
    for (const size_t rank : {size_t{3}, size_t{4}}) {
      for (int i = 0; i < 40; ++i, ++pairs) {
        const Layout from = RandomLayout(random, sizes, rank);
        const Layout to = RandomLayout(random, sizes, rank);
        Checker checker(sizes, RandomShape(random, rank));
        checker.replicate_repadded = i % 2 == 1;
        checker.best_too = false;
        if (!checker.Check(from, to, random.Chance(20), nullptr)) return;
      }
    }
  }
  std::printf("rank 3 and 4: %zu pairs\n", pairs);
}

}  // namespace
}  // namespace shardflow::internal
