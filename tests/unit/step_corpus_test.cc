// Compares propagation steps with recorded results of Shardy
// (tests/data/step_corpus.txt): thousands of random small rules, meshes and
// shardings, under both strategies.
//
// A case of the corpus has three lines:
//
//   mesh; rule; strategy and flags
//     the sharding of each tensor before
//     the same after the step; or "same" if none changed
//
// Every case runs twice, the second time with the answer from the memo. The
// answer must also satisfy the properties of any step (see ExpectMonotone).

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "propagate/step.h"
#include "unit/algebra_mesh.h"

namespace shardflow::internal {
namespace {

std::vector<std::string> Split(const std::string& line) {
  std::vector<std::string> parts;
  size_t begin = line.find_first_not_of(' ');
  while (begin < line.size()) {
    size_t end = line.find("; ", begin);
    if (end == std::string::npos) end = line.size();
    parts.push_back(line.substr(begin, end - begin));
    begin = end + 2;
  }
  return parts;
}

// No dimension loses axes, closed dimensions gain none, and everything else in
// the sharding stays as it is.
void ExpectMonotone(const TestMesh& w, ShardingId before, ShardingId after) {
  if (!before) return;
  const ShardingView x = w.store.Get(before);
  const ShardingView y = w.store.Get(after);
  EXPECT_EQ(x.replicated, y.replicated);
  EXPECT_EQ(x.unreduced, y.unreduced);
  for (size_t dim = 0; dim < x.rank(); ++dim) {
    EXPECT_EQ(x.dims[dim].closed, y.dims[dim].closed);
    if (x.dims[dim].axes == y.dims[dim].axes) continue;
    EXPECT_EQ(x.dims[dim].closed, 0);
    ResolvedMesh mesh(w.store, w.mesh_id);
    EXPECT_TRUE(IsStrictPrefix(*mesh.Resolve(x.dims[dim].axes),
                               *mesh.Resolve(y.dims[dim].axes)));
  }
}

struct Case {
  std::string mesh, rule, flags;
  std::vector<std::string> before, after;
};

StepInput Input(const Case& c, RuleId rule,
                const std::vector<ShardingId>& shardings) {
  const auto flag = [&](std::string_view name) {
    return c.flags.find(name) != std::string::npos;
  };
  StepInput input = {rule, shardings, {}, Strategy::kAggressive, false, false};
  if (flag("basic")) input.strategy = Strategy::kBasic;
  input.conservative = flag("conservative");
  input.elementwise = flag("elementwise");
  if (flag("none")) input.directions = Directions::Uniform(Direction::kNone);
  if (flag("forward")) {
    input.directions = Directions::Uniform(Direction::kForward);
  }
  if (flag("backward")) {
    input.directions = Directions::Uniform(Direction::kBackward);
  }
  return input;
}

void Check(const Case& c) {
  TestMesh w(c.mesh);
  const RuleId rule = w.Rule(c.rule);
  std::vector<ShardingId> shardings;
  for (const std::string& text : c.before) {
    shardings.push_back(w.Sharding(text));
  }
  Stepper stepper(w.store, w.rules, w.meshes);
  const StepInput input = Input(c, rule, shardings);
  for (int run = 0; run < 2; ++run) {
    std::vector<std::string> after = c.before;
    for (const StepChange& change : stepper.Step(input)) {
      const size_t tensor = static_cast<size_t>(change.tensor);
      ExpectMonotone(w, shardings[tensor], change.sharding);
      EXPECT_NE(shardings[tensor], change.sharding);
      after[tensor] = w.Text(change.sharding);
    }
    EXPECT_EQ(after, c.after);
  }
  EXPECT_EQ(stepper.misses(), 1);
}

TEST(StepCorpus, AnswersAreThoseOfShardy) {
  std::ifstream corpus("tests/data/step_corpus.txt");
  ASSERT_TRUE(corpus.good());
  size_t cases = 0;
  std::string head, before, after;
  while (std::getline(corpus, head)) {
    if (head.empty() || head.front() == '#') continue;
    ASSERT_TRUE(std::getline(corpus, before) && std::getline(corpus, after));
    const std::vector<std::string> parts = Split(head);
    ASSERT_EQ(parts.size(), 3u);
    Case c = {parts[0], parts[1], parts[2], Split(before), Split(after)};
    if (c.after == std::vector<std::string>{"same"}) c.after = c.before;
    SCOPED_TRACE(head + "\n" + before);
    Check(c);
    ++cases;
  }
  EXPECT_GT(cases, 1000u);
}

}  // namespace
}  // namespace shardflow::internal
