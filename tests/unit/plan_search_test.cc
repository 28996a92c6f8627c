#include "auto/plan_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

bool Has(const Plan::Axis& axis, int32_t colour) {
  return std::find(axis.colours.begin(), axis.colours.end(), colour) !=
         axis.colours.end();
}

PlanSearchOptions Options(size_t colours) {
  PlanSearchOptions options;
  options.axes = 2;
  options.colours = colours;
  options.steps = options.steps_if_tight = 2000;
  return options;
}

std::vector<uint64_t> WordsOf(const Plan& plan) {
  std::vector<uint64_t> words;
  for (const Plan::Axis& axis : plan.axes) {
    for (const int32_t colour : axis.colours) {
      words.push_back(static_cast<uint64_t>(colour) + 1);
    }
    words.push_back(0);
  }
  return words;
}

// Colour 2 makes the program slower, and colour 5 only saves memory, but the
// two together, along all axes, are best. Other colours help a little.
TEST(PlanSearch, FindsPairsOfWhichOneAloneHurts) {
  PlanSearch search(Options(8), WordsOf, [](const Plan& plan) {
    PlanScore score{10, 1000};
    bool both = true;
    for (const Plan::Axis& axis : plan.axes) {
      if (Has(axis, 2)) score.seconds += 10;
      if (Has(axis, 5)) score.peak -= 100;
      if (Has(axis, 5)) score.seconds += 1;
      both = both && Has(axis, 2) && Has(axis, 5);
      for (const int32_t colour : axis.colours) {
        if (colour != 2 && colour != 5) score.seconds -= 0.1;
      }
    }
    if (both) score.seconds = 1;
    return score;
  });
  const std::vector<ScoredPlan> front = search.Run();
  ASSERT_FALSE(front.empty());
  EXPECT_EQ(front[0].score.seconds, 1);
  for (const Plan::Axis& axis : front[0].plan.axes) {
    EXPECT_TRUE(Has(axis, 2));
    EXPECT_TRUE(Has(axis, 5));
  }
}

// Both exceptions are offered. One makes the program faster. The other one
// changes nothing, so it isn't part of the plan.
TEST(PlanSearch, MakesExceptionsThatHelp) {
  const Plan::Exception helpful{1, 2}, idle{2, 1};
  const auto has = [](const Plan::Axis& axis, const Plan::Exception& e) {
    return std::find(axis.exceptions.begin(), axis.exceptions.end(), e) !=
           axis.exceptions.end();
  };
  PlanSearchOptions options = Options(3);
  options.exceptions = [&](const Plan& plan, size_t axis) {
    std::vector<Plan::Exception> exceptions;
    if (Has(plan.axes[axis], 1)) exceptions = {idle, helpful};
    return exceptions;
  };
  PlanSearch search(
      options,
      [&](const Plan& plan) {
        std::vector<uint64_t> words = WordsOf(plan);
        for (const Plan::Axis& axis : plan.axes) {
          words.push_back(has(axis, helpful) ? 1 : 0);
        }
        return words;
      },
      [&](const Plan& plan) {
        PlanScore score{10, 1000};
        for (const Plan::Axis& axis : plan.axes) {
          if (Has(axis, 1)) score.seconds -= 1;
          if (has(axis, helpful)) score.seconds -= 1;
        }
        return score;
      });
  const std::vector<ScoredPlan> front = search.Run();
  ASSERT_FALSE(front.empty());
  EXPECT_EQ(front[0].score.seconds, 6);
  for (const Plan::Axis& axis : front[0].plan.axes) {
    EXPECT_EQ(axis.exceptions, std::vector<Plan::Exception>{helpful});
  }
}

// No more plans are priced than allowed. Along the front, plans get slower but
// need less memory.
TEST(PlanSearch, KeepsToItsSteps) {
  PlanSearchOptions options = Options(6);
  options.steps = options.steps_if_tight = 40;
  uint64_t priced = 0;
  PlanSearch search(options, WordsOf, [&](const Plan& plan) {
    ++priced;
    PlanScore score{10, 1000};
    for (const Plan::Axis& axis : plan.axes) {
      for (const int32_t colour : axis.colours) {
        score.seconds += colour % 2 == 0 ? -1 : 1;
        score.peak += colour % 2 == 0 ? 10 : -50;
      }
    }
    return score;
  });
  const std::vector<ScoredPlan> front = search.Run();
  EXPECT_EQ(priced, 40u);
  EXPECT_EQ(search.steps(), 40u);
  for (size_t i = 1; i < front.size(); ++i) {
    EXPECT_GT(front[i].score.seconds, front[i - 1].score.seconds);
    EXPECT_LT(front[i].score.peak, front[i - 1].score.peak);
  }
}

// Nothing can be priced if the meshes of a program don't fit together.
TEST(PlanSearch, EndsIfNothingHasAPrice) {
  PlanSearchOptions options;
  options.axes = 2;
  options.colours = 3;
  options.steps = 100;
  uint64_t priced = 0;
  PlanSearch search(
      options,
      [](const Plan& plan) {
        std::vector<uint64_t> words;
        for (const Plan::Axis& axis : plan.axes) {
          for (const int32_t colour : axis.colours) {
            words.push_back(static_cast<uint64_t>(colour));
          }
          words.push_back(99);
        }
        return words;
      },
      [&](const Plan&) {
        ++priced;
        return PlanScore{std::numeric_limits<double>::infinity(),
                         std::numeric_limits<int64_t>::max()};
      });
  EXPECT_TRUE(search.Run().empty());
  EXPECT_LE(priced, options.steps + 1);
}

}  // namespace
}  // namespace shardflow::internal
