// Tests all small cases: every pair of shardings of two tensors on small
// meshes, through every kind of rule, under both strategies. There are no
// expected answers; the tests check properties that hold for any step.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "propagate/step.h"
#include "sharding/axis.h"
#include "sharding/verify.h"
#include "unit/algebra_mesh.h"

namespace shardflow::internal {
namespace {

// Appends every way of putting pieces[next...] into the places (the dimensions,
// then the replicated axes) that keeps replicated axes in order.
void Place(const std::vector<AxisRef>& pieces, size_t next,
           std::vector<std::vector<AxisRef>>& places,
           std::vector<std::vector<std::vector<AxisRef>>>& all) {
  if (next == pieces.size()) {
    all.push_back(places);
    return;
  }
  Place(pieces, next + 1, places, all);  // unused
  for (size_t place = 0; place < places.size(); ++place) {
    std::vector<AxisRef>& axes = places[place];
    const bool is_dim = place + 1 < places.size();
    for (size_t at = is_dim ? 0 : axes.size(); at <= axes.size(); ++at) {
      axes.insert(axes.begin() + static_cast<std::ptrdiff_t>(at), pieces[next]);
      Place(pieces, next + 1, places, all);
      axes.erase(axes.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }
}

bool CanMergeAny(const std::vector<std::vector<AxisRef>>& places) {
  for (const std::vector<AxisRef>& axes : places) {
    for (size_t i = 1; i < axes.size(); ++i) {
      if (CanMerge(axes[i - 1], axes[i])) return true;
    }
  }
  return false;
}

// Returns every sharding of this rank made of these pieces of axes, with each
// dimension open and closed, plus the missing sharding.
std::vector<ShardingId> AllShardings(
    TestMesh& w, std::initializer_list<std::string_view> piece_lists,
    size_t rank) {
  std::vector<ShardingId> ids = {ShardingId::None()};
  for (const std::string_view pieces : piece_lists) {
    std::vector<std::vector<AxisRef>> places(rank + 1);
    std::vector<std::vector<std::vector<AxisRef>>> all;
    Place(w.Axes(pieces), 0, places, all);
    for (const auto& lists : all) {
      if (CanMergeAny(lists)) continue;
      for (unsigned open = 0; open < 1u << rank; ++open) {
        TensorSharding sharding;
        sharding.mesh = w.Ref("mesh");
        for (size_t dim = 0; dim < rank; ++dim) {
          sharding.dims.push_back({w.store.InternAxes(lists[dim]),
                                   (open >> dim & 1) != 0 ? 0 : 1,
                                   kNoPriority});
        }
        sharding.replicated = w.store.InternAxes(lists[rank]);
        ids.push_back(w.store.Intern(sharding));
      }
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

struct PairsOnMesh {
  const char* mesh;
  std::initializer_list<std::string_view> pieces;
};
const PairsOnMesh kPairs[] = {
    {"a=2,b=2", {"a,b"}},
    {"a=4", {"a", "a:(1)2,a:(2)2"}},
    {"a=6", {"a", "a:(1)2,a:(2)3", "a:(1)3,a:(3)2"}},
    {"a=2,b=3", {"a,b"}},
};

struct Shape {
  const char* rule;
  size_t from, to;  // ranks
  bool elementwise;
};
const Shape kRules[] = {
    {"([i,j])->([i,j]) {4,4}", 2, 2, true},
    {"([i,j])->([j,i]) {4,4}", 2, 2, false},
    {"([i])->([i]) {3}", 1, 1, true},
    {"([ij])->([i,j]) {2,4}", 1, 2, false},
    {"([ij])->([i,j]) {3,4}", 1, 2, false},
    {"([i,j])->([ij]) {2,2}", 2, 1, false},
    {"([i])->([i,j]) {4,4}", 1, 2, false},
    {"([i,j])->([i]) {4,4} red={j}", 2, 1, false},
    {"([ij,k])->([i,jk]) {2,2,2}", 2, 2, false},
    {"([i,j])->([i,k]) {4,4,4} need={k} blocked={j}", 2, 2, false},
};

void ExpectValid(const TestMesh& w, ShardingId id) {
  const ShardingView view = w.store.Get(id);
  const std::vector<int64_t> dims(view.rank(), 4);
  const std::optional<Error> fault =
      CheckSharding(view, dims, w.mesh(), w.store, w.names);
  EXPECT_FALSE(fault) << w.Text(id) << ": " << fault->message;
}

// Checks the properties that any change must have.
void ExpectLawful(const TestMesh& w, ShardingId before, ShardingId after) {
  ExpectValid(w, after);
  if (!before) {
    const ShardingView view = w.store.Get(after);
    EXPECT_TRUE(std::any_of(view.dims.begin(), view.dims.end(),
                            [](const DimSharding& dim) {
                              return dim.axes != ShardingStore::kEmptyAxes;
                            }));
    return;
  }
  EXPECT_NE(before, after);
  const ShardingView x = w.store.Get(before), y = w.store.Get(after);
  EXPECT_EQ(x.replicated, y.replicated);
  EXPECT_EQ(x.unreduced, y.unreduced);
  EXPECT_EQ(x.reduction, y.reduction);
  for (size_t dim = 0; dim < x.rank(); ++dim) {
    EXPECT_EQ(x.dims[dim].closed, y.dims[dim].closed);
    if (x.dims[dim].axes == y.dims[dim].axes) continue;
    EXPECT_EQ(x.dims[dim].closed, 0);
    EXPECT_TRUE(IsStrictPrefix(w.store.axes(x.dims[dim].axes),
                               w.store.axes(y.dims[dim].axes)));
  }
}

class StepPairs : public testing::TestWithParam<size_t> {};

TEST_P(StepPairs, EveryStepIsLawful) {
  const PairsOnMesh& pairs = kPairs[GetParam()];
  TestMesh w(pairs.mesh);
  Stepper stepper(w.store, w.rules, w.meshes);
  int64_t steps = 0, changed = 0, not_at_rest = 0;
  for (const Shape& shape : kRules) {
    SCOPED_TRACE(shape.rule);
    const RuleId rule = w.Rule(shape.rule);
    const auto from = AllShardings(w, pairs.pieces, shape.from);
    const auto to = AllShardings(w, pairs.pieces, shape.to);
    for (const ShardingId a : from) {
      for (const ShardingId b : to) {
        for (const Strategy strategy :
             {Strategy::kBasic, Strategy::kAggressive}) {
          std::array<ShardingId, 2> now = {a, b};
          StepInput input = {rule, now, {}, strategy, false, shape.elementwise};
          const auto changes = stepper.Step(input);
          ++steps;
          if (changes.empty()) continue;
          ++changed;
          SCOPED_TRACE(w.Text(a) + "; " + w.Text(b));
          for (const StepChange& change : changes) {
            const size_t tensor = static_cast<size_t>(change.tensor);
            ExpectLawful(w, now[tensor], change.sharding);
            now[tensor] = change.sharding;
          }
          if (testing::Test::HasFailure()) return;
          // Repeated steps come to an end, because every change adds axes.
          int rounds = 0;
          for (;;) {
            input.shardings = now;
            const auto more = stepper.Step(input);
            if (more.empty()) break;
            ASSERT_LT(++rounds, 8);
            for (const StepChange& change : more) {
              const size_t tensor = static_cast<size_t>(change.tensor);
              ExpectLawful(w, now[tensor], change.sharding);
              now[tensor] = change.sharding;
            }
          }
          not_at_rest += rounds > 0 ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(steps, 1000);
  EXPECT_GT(changed, 100);
  RecordProperty("steps", std::to_string(steps));
  RecordProperty("changed", std::to_string(changed));
  RecordProperty("not_at_rest", std::to_string(not_at_rest));
}

INSTANTIATE_TEST_SUITE_P(Meshes, StepPairs,
                         testing::Range<size_t>(0, std::size(kPairs)));

// No axis moves against the direction; with kNone, no axis moves.
TEST(StepPairs, Directions) {
  TestMesh w("a=2,b=2");
  Stepper stepper(w.store, w.rules, w.meshes);
  const auto all = AllShardings(w, {"a,b"}, 2);
  const RuleId rule = w.Rule("([i,j])->([i,j]) {4,4}");
  for (const ShardingId a : all) {
    for (const ShardingId b : all) {
      const std::array<ShardingId, 2> now = {a, b};
      for (const Strategy strategy :
           {Strategy::kBasic, Strategy::kAggressive}) {
        const auto step = [&](Direction d) {
          return stepper.Step({rule, now, Directions::Uniform(d), strategy});
        };
        EXPECT_TRUE(step(Direction::kNone).empty());
        for (const StepChange& c : step(Direction::kForward)) {
          EXPECT_EQ(c.tensor, 1);
        }
        for (const StepChange& c : step(Direction::kBackward)) {
          EXPECT_EQ(c.tensor, 0);
        }
      }
    }
  }
}

}  // namespace
}  // namespace shardflow::internal
