// Tests single steps: meshes, missing shardings, directions, the memo, and
// individual cases of the two strategies. tests/unit/step_corpus_test.cc has
// many more cases, and tests/unit/step_pairs_test.cc all pairs of shardings on
// small meshes.

#include "propagate/step.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "unit/algebra_mesh.h"

namespace shardflow::internal {
namespace {

using Texts = std::initializer_list<std::string_view>;

constexpr const char* kDot = "([i,k],[k,j])->([i,j]) {8,8,8} red={k}";
constexpr const char* kAdd = "([i,j],[i,j])->([i,j]) {8,8}";

// Returns the shardings after one step, on one line.
std::string After(TestMesh& w, const StepInput& input) {
  Stepper stepper(w.store, w.rules, w.meshes);
  std::vector<ShardingId> after(input.shardings.begin(), input.shardings.end());
  for (const StepChange& change : stepper.Step(input)) {
    after[static_cast<size_t>(change.tensor)] = change.sharding;
  }
  std::string text;
  for (const ShardingId id : after) {
    text += (text.empty() ? "" : "; ") + w.Text(id);
  }
  return text;
}

std::string After(TestMesh& w, std::string_view rule, Texts texts,
                  Strategy strategy = Strategy::kAggressive,
                  Directions directions = {}) {
  const std::vector<ShardingId> shardings = w.Shardings(texts);
  return After(w, {w.Rule(rule), shardings, directions, strategy});
}

TEST(Step, MissingShardings) {
  TestMesh w("a=2,b=2");
  // No sharding names a mesh.
  EXPECT_EQ(After(w, kDot, {"none", "none", "none"}), "none; none; none");
  // A missing sharding stays missing if it gets no axes.
  EXPECT_EQ(After(w, kDot, {"[{a,?},{?}]", "none", "none"}),
            "[{a,?},{?}]; none; [{a,?},{?}]");
  // An open sharding isn't the same as a missing one.
  EXPECT_EQ(After(w, kDot, {"[{a,?},{?}]", "[{?},{?}]", "[{?},{?}]"}),
            "[{a,?},{?}]; [{?},{?}]; [{a,?},{?}]");
}

TEST(Step, Meshes) {
  TestMesh w("a=2");
  w.AddMesh("same", "a=2");
  w.AddMesh("other", "a=4");
  w.AddMesh("empty", "");
  w.AddMesh("one", "#3");
  // If two equal meshes have different names, the first name is used.
  EXPECT_EQ(After(w, kAdd, {"@same [{a},{}]", "[{?},{?}]", "none"}),
            "@same [{a},{}]; @same [{a,?},{?}]; @same [{a,?},{?}]");
  EXPECT_EQ(After(w, kAdd, {"[{?},{?}]", "@same [{a},{}]", "none"}),
            "[{a,?},{?}]; @same [{a},{}]; [{a,?},{?}]");
  // Nothing propagates between two different meshes.
  EXPECT_EQ(After(w, kAdd, {"[{a},{}]", "@other [{?},{?}]", "none"}),
            "[{a},{}]; @other [{?},{?}]; none");
  // The other mesh replaces the empty mesh.
  EXPECT_EQ(After(w, kAdd, {"@empty [{?},{?}]", "[{a},{}]", "none"}),
            "[{a,?},{?}]; [{a},{}]; [{a,?},{?}]");
  // Maximal and unknown meshes stop propagation.
  EXPECT_EQ(After(w, kAdd, {"@one [{},{}]", "none", "none"}),
            "@one [{},{}]; none; none");
  EXPECT_EQ(After(w, kAdd, {"@one [{},{}]", "[{a},{}]", "none"}),
            "@one [{},{}]; [{a},{}]; none");
  EXPECT_EQ(After(w, kAdd, {"@nowhere [{a},{}]", "none", "none"}),
            "@nowhere [{a},{}]; none; none");
}

TEST(Step, InlinedMeshes) {
  TestMesh w("a=2");
  TensorSharding sharding(w.store.Get(w.Sharding("[{a},{}]")));
  sharding.mesh = MeshRef::Inlined(w.mesh_id);
  const ShardingId inlined = w.store.Intern(sharding);
  const std::vector<ShardingId> shardings = {inlined, ShardingId::None(),
                                             ShardingId::None()};
  Stepper stepper(w.store, w.rules, w.meshes);
  const auto changes = stepper.Step({w.Rule(kAdd), shardings, {}});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(w.store.Get(changes[0].sharding).mesh, sharding.mesh);
}

TEST(Step, WhatDoesNotFitChangesNothing) {
  TestMesh w("a=2");
  EXPECT_EQ(After(w, kAdd, {"[{a}]", "[{?},{?}]", "none"}),
            "[{a}]; [{?},{?}]; none");
  EXPECT_EQ(After(w, kAdd, {"[{z},{}]", "[{?},{?}]", "none"}),
            "[{z},{}]; [{?},{?}]; none");
  EXPECT_EQ(After(w, kAdd, {"[{a},{}]"}), "[{a},{}]");
}

// One value as both operands counts as two tensors, each with the sharding from
// before the step.
TEST(Step, AValueUsedTwice) {
  TestMesh w("a=2,b=2");
  const std::vector<ShardingId> shardings =
      w.Shardings({"none", "none", "[{a,?},{b,?}]"});
  Stepper stepper(w.store, w.rules, w.meshes);
  const auto changes =
      stepper.Step({w.Rule(kDot), shardings, {}, Strategy::kBasic});
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].tensor, 0);
  EXPECT_EQ(w.Text(changes[0].sharding), "[{a,?},{?}]");
  EXPECT_EQ(changes[1].tensor, 1);
  EXPECT_EQ(w.Text(changes[1].sharding), "[{?},{b,?}]");
}

TEST(Step, Directions) {
  TestMesh w("a=2,b=2,c=2");
  const Texts mixed = {"[{a,?},{?}]", "none", "[{?},{b,?}]"};
  const auto uniform = [](Direction d) { return Directions::Uniform(d); };
  for (const Strategy s : {Strategy::kBasic, Strategy::kAggressive}) {
    EXPECT_EQ(After(w, kDot, mixed, s, uniform(Direction::kNone)),
              "[{a,?},{?}]; none; [{?},{b,?}]");
    EXPECT_EQ(After(w, kDot, mixed, s, uniform(Direction::kForward)),
              "[{a,?},{?}]; none; [{a,?},{b,?}]");
    EXPECT_EQ(After(w, kDot, mixed, s, uniform(Direction::kBackward)),
              "[{a,?},{?}]; [{?},{b,?}]; [{?},{b,?}]");
    EXPECT_EQ(After(w, kDot, mixed, s, uniform(Direction::kBoth)),
              "[{a,?},{?}]; [{?},{b,?}]; [{a,?},{b,?}]");
    // Propagation from operand to operand counts as forward.
    EXPECT_EQ(After(w, kAdd, {"[{a,?},{?}]", "none", "none"}, s,
                    uniform(Direction::kForward)),
              "[{a,?},{?}]; [{a,?},{?}]; [{a,?},{?}]");
    EXPECT_EQ(After(w, kAdd, {"[{a,?},{?}]", "none", "none"}, s,
                    uniform(Direction::kBackward)),
              "[{a,?},{?}]; none; none");
    // The direction may depend on the type of factor. Here, k is a reduction
    // factor.
    const Directions pass_through = {Direction::kBoth, Direction::kNone, {}};
    EXPECT_EQ(
        After(w, kDot, {"[{a,?},{c,?}]", "none", "none"}, s, pass_through),
        "[{a,?},{c,?}]; none; [{a,?},{?}]");
    // One direction for each factor: i, j, k.
    const Direction one_by_one[] = {Direction::kBackward, Direction::kForward,
                                    Direction::kBoth};
    EXPECT_EQ(After(w, kDot, {"[{a,?},{c,?}]", "[{?},{b,?}]", "none"}, s,
                    {Direction::kNone, Direction::kNone, one_by_one}),
              "[{a,?},{c,?}]; [{c,?},{b,?}]; [{?},{b,?}]");
  }
}

TEST(Step, BlockedFactorsStay) {
  TestMesh w("a=2,b=2");
  const char* rule = "([i,j])->([i,j]) {8,8} blocked={i}";
  const Direction both[] = {Direction::kBoth, Direction::kBoth};
  for (const Directions& d :
       {Directions{}, Directions{Direction::kNone, Direction::kNone, both}}) {
    EXPECT_EQ(After(w, rule, {"[{a,?},{b,?}]", "none"}, Strategy::kBasic, d),
              "[{a,?},{b,?}]; [{?},{b,?}]");
  }
}

TEST(Step, PrioritiesAreNotWritten) {
  TestMesh w("a=2,b=2");
  EXPECT_EQ(
      After(w, "([i,j])->([i,j]) {8,8}", {"[{a,?}p1,{?}]", "[{?},{b}p0]"}),
      "[{a,?},{b,?}]; [{a,?},{b}]");
}

struct StrategyCase {
  const char* rule;
  Texts before;
  const char* basic;
  const char* aggressive;
};

TEST(Step, BasicAndAggressive) {
  const StrategyCase cases[] = {
      // The basic strategy gives all tensors the same axes. The aggressive one
      // decides for each tensor: the result can't take "b" anywhere, but the
      // second operand can.
      {kAdd,
       {"[{a,b,?},{?}]", "[{?},{?}]", "[{?},{b,?}]"},
       "[{a,b,?},{?}]; [{a,?},{?}]; [{a,?},{b,?}]",
       "[{a,b,?},{?}]; [{a,b,?},{?}]; [{a,?},{b,?}]"},
      // A closed tensor blocks the basic strategy, but not the aggressive one.
      {kAdd,
       {"[{a,?},{?}]", "[{?},{?}]", "[{},{?}]"},
       "[{a,?},{?}]; [{?},{?}]; [{},{?}]",
       "[{a,?},{?}]; [{a,?},{?}]; [{},{?}]"},
      // One axis is along i in one tensor and along j in another. The second
      // operand has j but not i, so the aggressive strategy sees no conflict
      // there.
      {kDot,
       {"[{a,?},{?}]", "[{?},{?}]", "[{?},{a,?}]"},
       "[{a,?},{?}]; [{?},{?}]; [{?},{a,?}]",
       "[{a,?},{?}]; [{?},{a,?}]; [{?},{a,?}]"},
      // If there is a conflict in the result, the larger source tensor takes
      // precedence.
      {"([i,k],[k,j])->([i,j]) {4,16,8} red={k}",
       {"[{a,?},{?}]", "[{?},{a,?}]", "[{?},{?}]"},
       "[{a,?},{?}]; [{?},{a,?}]; [{?},{?}]",
       "[{a,?},{?}]; [{?},{a,?}]; [{?},{a,?}]"},
      // Of equally large sources, the first one takes precedence.
      {kDot,
       {"[{a,?},{?}]", "[{?},{a,?}]", "[{?},{?}]"},
       "[{a,?},{?}]; [{?},{a,?}]; [{?},{?}]",
       "[{a,?},{?}]; [{?},{a,?}]; [{a,?},{?}]"},
      // Replicated axes can't be used for the factors of their tensor.
      {kDot,
       {"[{a,b,?},{?}]", "[{?},{?}]", "[{?},{?}] rep={b}"},
       "[{a,b,?},{?}]; [{?},{?}]; [{a,?},{?}] rep={b}",
       "[{a,b,?},{?}]; [{?},{?}]; [{a,?},{?}] rep={b}"},
      {kDot,
       {"[{a,?},{?}]", "[{?},{?}] rep={a}", "[{?},{?}]"},
       "[{a,?},{?}]; [{?},{?}] rep={a}; [{a,?},{?}]",
       "[{a,?},{?}]; [{?},{?}] rep={a}; [{a,?},{?}]"},
      // If axes differ, only their common prefix propagates.
      {kAdd,
       {"[{a,b,?},{?}]", "[{a,c,?},{?}]", "[{?},{?}]"},
       "[{a,b,?},{?}]; [{a,c,?},{?}]; [{a,?},{?}]",
       "[{a,b,?},{?}]; [{a,c,?},{?}]; [{a,?},{?}]"},
      // In a reshape, the minor factor of a dimension gets axes only if the
      // major one is full.
      {"([i,j])->([ij]) {2,8}",
       {"[{?},{b,?}]", "[{?}]"},
       "[{?},{b,?}]; [{?}]",
       "[{?},{b,?}]; [{?}]"},
      {"([i,j])->([ij]) {2,8}",
       {"[{a,?},{b,?}]", "[{?}]"},
       "[{a,?},{b,?}]; [{a,b,?}]",
       "[{a,?},{b,?}]; [{a,b,?}]"},
  };
  for (const StrategyCase& c : cases) {
    TestMesh w("a=2,b=2,c=2");
    SCOPED_TRACE(c.basic);
    EXPECT_EQ(After(w, c.rule, c.before, Strategy::kBasic), c.basic);
    EXPECT_EQ(After(w, c.rule, c.before, Strategy::kAggressive), c.aggressive);
  }
}

TEST(Step, ElementwiseOps) {
  TestMesh w("a=2,b=4");
  // In an elementwise op, a sharding doesn't move from one operand to another
  // if the result can't take it.
  std::vector<ShardingId> shardings =
      w.Shardings({"[{a,?},{?}]", "[{?},{?}]", "[{},{}]"});
  StepInput input = {w.Rule(kAdd), shardings, {}};
  EXPECT_EQ(After(w, input), "[{a,?},{?}]; [{a,?},{?}]; [{},{}]");
  input.elementwise = true;
  EXPECT_EQ(After(w, input), "[{a,?},{?}]; [{?},{?}]; [{},{}]");
  // An elementwise op prefers the factor that is split into more shards.
  shardings = w.Shardings({"[{a,?},{?}]", "[{?},{a,b,?}]", "[{?},{?}]"});
  input.shardings = shardings;
  EXPECT_EQ(After(w, input), "[{a,?},{?}]; [{?},{a,b,?}]; [{?},{a,b,?}]");
  input.elementwise = false;
  EXPECT_EQ(After(w, input), "[{a,?},{?}]; [{?},{a,b,?}]; [{a,?},{?}]");
}

TEST(Step, ConservativeMovesNoSubAxes) {
  TestMesh w("a=4,b=2");
  const std::vector<ShardingId> shardings =
      w.Shardings({"[{b,a:(1)2,?}]", "[{?}]"});
  StepInput input = {w.Rule("([i])->([i]) {8}"), shardings, {}};
  EXPECT_EQ(After(w, input), "[{b,a:(1)2,?}]; [{b,a:(1)2,?}]");
  input.conservative = true;
  EXPECT_EQ(After(w, input), "[{b,a:(1)2,?}]; [{b,?}]");
}

TEST(Step, TheMemoIsTheFunction) {
  TestMesh w("a=2,b=2,c=2");
  const char* dims[] = {"{?}", "{}", "{a,?}", "{b}", "{c,?}"};
  const RuleId rules[] = {w.Rule(kDot), w.Rule(kAdd)};
  Stepper memo(w.store, w.rules, w.meshes);
  Stepper plain(w.store, w.rules, w.meshes);
  plain.SetMemo(false);
  std::vector<ShardingId> all = {ShardingId::None()};
  for (const char* x : dims) {
    for (const char* y : dims) {
      all.push_back(w.Sharding(std::string("[") + x + "," + y + "]"));
    }
  }
  int64_t inputs = 0;
  const Direction list[] = {Direction::kForward, Direction::kBackward,
                            Direction::kBoth};
  for (int round = 0; round < 2; ++round) {
    for (size_t i = 0; i < all.size(); ++i) {
      for (size_t j = 0; j < all.size(); ++j) {
        const ShardingId shardings[] = {all[i], all[j], all[(i + j) % 7]};
        for (const RuleId rule : rules) {
          for (const Directions& d :
               {Directions{}, Directions::Uniform(Direction::kNone),
                Directions{Direction::kNone, Direction::kNone, list}}) {
            StepInput input = {rule, shardings, d};
            input.elementwise = rule == rules[1];
            const auto a = memo.Step(input);
            const auto b = plain.Step(input);
            EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
            ++inputs;
          }
        }
      }
    }
  }
  EXPECT_EQ(memo.calls(), inputs);
  EXPECT_EQ(memo.misses(), inputs / 2);
  EXPECT_EQ(plain.misses(), inputs);
}

}  // namespace
}  // namespace shardflow::internal
