#include "auto/graph_search.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "auto/block.h"
#include "auto/cost_graph.h"
#include "auto/memory_line.h"
#include "auto/random.h"
#include "auto/reduced_graph.h"
#include "base/error.h"
#include "shardflow/auto.h"

namespace shardflow::internal {
namespace {

// Returns a random graph, small enough to try all answers. Of the edges between
// nodes with equal numbers of choices, a third allow only one choice of one
// node for each choice of the other.
CostGraph RandomGraph(uint64_t seed, bool limited) {
  Random random(seed);
  CostGraph graph;
  const uint32_t nodes = 2 + random.Below(6);
  int64_t most = 0;
  for (uint32_t n = 0; n < nodes; ++n) {
    const uint32_t choices = 1 + random.Below(4);
    int64_t largest = 0;
    for (uint32_t i = 0; i < choices; ++i) {
      graph.cost.push_back(random.Below(20));
      graph.usage.push_back(random.Below(50));
      largest = std::max(largest, graph.usage.back());
    }
    most += largest;
    graph.first.push_back(graph.cost.size());
    const int64_t lo = random.Below(10);
    graph.interval.push_back({lo, lo + random.Below(6)});
  }
  const uint32_t edges = random.Below(2 * nodes);
  for (uint32_t e = 0; e < edges; ++e) {
    const uint32_t a = random.Below(nodes), b = random.Below(nodes);
    graph.edges.push_back({a, b, graph.table_costs.size()});
    const size_t width = graph.choices(b);
    const bool tied = graph.choices(a) == width && random.Below(3) == 0;
    const size_t turn = random.Below(4);
    for (size_t i = 0; i < graph.choices(a) * width; ++i) {
      if (tied) {
        const bool match = i % width == (i / width + turn) % width;
        graph.table_costs.push_back(match ? random.Below(30)
                                          : int64_t{1} << 60);
        continue;
      }
      graph.table_costs.push_back(random.Below(8) == 0 ? int64_t{1} << 60
                                                       : random.Below(30));
    }
  }
  if (limited) graph.usage_limit = most / 2;
  return graph;
}

struct Best {
  bool possible = false;
  int64_t cost = 0;
};

Best TryAll(const CostGraph& graph) {
  Best best;
  std::vector<uint32_t> choice(graph.nodes(), 0);
  for (;;) {
    const int64_t cost = CostOf(graph, choice);
    if (cost < CostGraph::kForbidden &&
        (!graph.usage_limit ||
         PeakUsage(graph, choice) <= *graph.usage_limit) &&
        (!best.possible || cost < best.cost)) {
      best = {true, cost};
    }
    size_t n = 0;
    while (n < choice.size() && ++choice[n] == graph.choices(n))
      choice[n++] = 0;
    if (n == choice.size()) return best;
  }
}

// The search is heuristic, but at most one of these answers may be worse than
// the best one. It finds an answer if and only if there is one.
TEST(GraphSearch, FindsTheBestOfSmallGraphs) {
  int worse = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const CostGraph graph = RandomGraph(seed, seed % 2 == 0);
    const Best best = TryAll(graph);
    GraphSearchOptions options;
    options.steps = 600;
    const GraphAnswer answer = SearchGraph(graph, options);
    EXPECT_EQ(answer.fits, best.possible) << "seed " << seed;
    EXPECT_EQ(answer.cost, CostOf(graph, answer.choice));
    EXPECT_EQ(answer.peak, PeakUsage(graph, answer.choice));
    if (!answer.fits) continue;
    EXPECT_GE(answer.cost, best.cost) << "seed " << seed;
    if (answer.cost > best.cost) ++worse;
  }
  EXPECT_LE(worse, 1);
}

// A block is solved exactly if tables may have any size and memory is
// unlimited.
TEST(Block, FindsTheBestOfSmallGraphs) {
  int possible = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const CostGraph problem = RandomGraph(seed, false);
    const Best best = TryAll(problem);
    if (!best.possible) continue;
    ++possible;
    const ReducedGraph graph = ReduceGraph(problem);
    const MemoryLine line(problem, graph);
    Random random(seed);
    Block block(graph);
    for (uint32_t n = 0; n < graph.nodes(); ++n) block.Add(n);
    block.Plan(size_t{1} << 20, random);
    EXPECT_EQ(block.size(), graph.nodes());
    const std::vector<uint32_t> before(graph.nodes(), 0);
    std::vector<uint32_t> after;
    const double change = block.Solve(before, line, 0, after);
    EXPECT_EQ(graph.CostOf(after), static_cast<double>(best.cost))
        << "seed " << seed;
    EXPECT_EQ(graph.CostOf(before) + change, graph.CostOf(after));
  }
  EXPECT_GT(possible, 150);
}

// If tables must be small, some nodes keep their choices, and the others get
// the best choices given those.
TEST(Block, IsNeverWorse) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const CostGraph problem = RandomGraph(seed, false);
    const ReducedGraph graph = ReduceGraph(problem);
    const MemoryLine line(problem, graph);
    Random random(seed);
    Block block(graph);
    for (uint32_t n = 0; n < graph.nodes(); ++n) block.Add(n);
    block.Plan(4, random);
    const std::vector<uint32_t> before(graph.nodes(), 0);
    std::vector<uint32_t> after = before;
    EXPECT_LE(block.Solve(before, line, 0, after), 0) << "seed " << seed;
  }
}

// Nodes tied to each other become one, which uses the memory of all of them.
TEST(ReducedGraph, MergesTiedNodes) {
  CostGraph problem;
  problem.interval = {{0, 2}, {1, 3}, {2, 4}};
  problem.first = {0, 2, 4, 6};
  problem.cost = {1, 2, 10, 20, 100, 200};
  problem.usage = {1, 2, 10, 20, 100, 200};
  const int64_t no = int64_t{1} << 60;
  problem.table_costs = {no, 5, 6, no};  // the choices must differ
  problem.edges = {{0, 1, 0}, {1, 2, 0}};
  problem.usage_limit = 1000;
  const ReducedGraph graph = ReduceGraph(problem);
  ASSERT_EQ(graph.nodes(), 1u);
  EXPECT_EQ(std::vector<double>(graph.Costs(0).begin(), graph.Costs(0).end()),
            (std::vector<double>{1 + 20 + 100 + 5 + 6, 2 + 10 + 200 + 6 + 5}));
  const std::vector<uint32_t> choice = {0};
  std::vector<uint32_t> original;
  for (uint32_t p = 0; p < 3; ++p) {
    EXPECT_EQ(graph.NodeOf(p), 0u);
    original.push_back(graph.Originals(p)[0]);
  }
  EXPECT_EQ(original, (std::vector<uint32_t>{0, 1, 0}));
  MemoryLine line(problem, graph);
  line.SetAll(choice);
  EXPECT_EQ(line.over(), PeakUsage(problem, original) - 1000);
  line.Move(0, 0, 1);
  EXPECT_EQ(line.over(),
            PeakUsage(problem, std::vector<uint32_t>{1, 0, 1}) - 1000);
}

// MemoryLine keeps only some points in time, but the peak over these is the
// peak over all points.
TEST(MemoryLine, KnowsThePeak) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const CostGraph problem = RandomGraph(seed, true);
    const ReducedGraph graph = ReduceGraph(problem);
    MemoryLine line(problem, graph);
    Random random(seed);
    std::vector<uint32_t> choice(graph.nodes(), 0);
    line.SetAll(choice);
    for (int moves = 0; moves < 20; ++moves) {
      const uint32_t n = random.Below(static_cast<uint32_t>(graph.nodes()));
      const uint32_t to = random.Below(graph.choices(n));
      line.Move(n, choice[n], to);
      choice[n] = to;
      std::vector<uint32_t> original;
      for (uint32_t p = 0; p < problem.nodes(); ++p) {
        original.push_back(graph.Originals(p)[choice[graph.NodeOf(p)]]);
      }
      EXPECT_EQ(line.over(),
                PeakUsage(problem, original) - *problem.usage_limit)
          << "seed " << seed;
    }
  }
}

TEST(GraphSearch, SameSeedAndStepsSameAnswer) {
  const CostGraph graph = RandomGraph(7, true);
  GraphSearchOptions options;
  options.seed = 3;
  options.steps = 50;
  const GraphAnswer first = SearchGraph(graph, options);
  const GraphAnswer second = SearchGraph(graph, options);
  EXPECT_EQ(first.choice, second.choice);
  EXPECT_EQ(first.steps, 50u);
}

TEST(GraphSearch, StopsWhenAsked) {
  const CostGraph graph = RandomGraph(8, true);
  GraphSearchOptions options;
  options.steps = UINT64_MAX;
  uint64_t asked = 0;
  options.stop = [&asked] { return ++asked > 5; };
  const GraphAnswer answer = SearchGraph(graph, options);
  EXPECT_EQ(answer.choice.size(), graph.nodes());
  EXPECT_LE(answer.steps, 6u);
}

TEST(GraphSearch, EmptyGraph) {
  const GraphAnswer answer = SearchGraph(CostGraph(), {});
  EXPECT_TRUE(answer.fits);
  EXPECT_TRUE(answer.choice.empty());
}

TEST(CostGraph, UsageCountsFromLoToBeforeHi) {
  CostGraph graph;
  graph.interval = {{0, 4}, {4, 6}, {5, 5}};
  graph.first = {0, 1, 2, 3};
  graph.cost = {1, 1, 1};
  graph.usage = {3, 5, 100};
  EXPECT_EQ(PeakUsage(graph, std::vector<uint32_t>{0, 0, 0}), 5);
}

// Returns a graph as JSON, assembled from parts so that a test can replace one
// of them.
std::string GraphText(const std::string& nodes, const std::string& edges,
                      const std::string& more = "") {
  return "{\"problem\": {\"nodes\": " + nodes + ", \"edges\": " + edges + more +
         "}}";
}

TEST(CostGraph, WrongTextsAreRefused) {
  const std::string nodes =
      R"({"intervals": [[0, 1], [0, 1]], "costs": [[1], [2, 3]],)"
      R"( "usages": [[1], [2, 3]]})";
  const std::string edges = R"({"nodes": [[0, 1]], "costs": [[1, 2]]})";
  Error error;
  ASSERT_TRUE(ReadCostGraph(GraphText(nodes, edges), error)) << error.message;
  struct Case {
    std::string text, message, pointer;
  };
  const Case cases[] = {
      {"", "", ""},
      {"[]", "expected an object with 'problem', not an array", ""},
      {"{}", "'problem' is missing", ""},
      {GraphText("{}", edges), "'intervals' is missing", "/problem/nodes"},
      {GraphText(R"({"intervals": [[0, 1]], "costs": [[]], "usages": [[]]})",
                 edges),
       "a node needs at least one choice", "/problem/nodes/costs/0"},
      {GraphText(R"({"intervals": [[0, 1]], "costs": [[1]], "usages": []})",
                 edges),
       "0 nodes have usages, 1 have intervals", "/problem/nodes/usages"},
      {GraphText(R"({"intervals": [[0, 1]], "costs": [[1]], "usages": [[-1]]})",
                 edges),
       "expected a whole number from 0 to 2^63 - 1",
       "/problem/nodes/usages/0/0"},
      {GraphText(R"({"intervals": [[0]], "costs": [[1]], "usages": [[1]]})",
                 edges),
       "expected two times, not 1", "/problem/nodes/intervals/0"},
      {GraphText(R"({"intervals": [[0, 1]], "costs": [[1]],)"
                 R"( "usages": [[9223372036854775807]]})",
                 edges),
       "the sum of the usages exceeds 2^62", "/problem/nodes/usages/0"},
      {GraphText(nodes, R"({"nodes": [[0, 2]], "costs": [[1, 2]]})"),
       "there is no node 2: nodes are numbered from 0 to 1",
       "/problem/edges/nodes/0"},
      {GraphText(nodes, R"({"nodes": [[0, 1]], "costs": [[1]]})"),
       "1 costs of an edge between nodes with 1 and 2 choices",
       "/problem/edges/costs/0"},
      {GraphText(nodes, edges, R"(, "usage_limit": "many")"),
       "expected a whole number from 0 to 2^63 - 1", "/problem/usage_limit"},
  };
  for (const Case& c : cases) {
    Error found;
    EXPECT_FALSE(ReadCostGraph(c.text, found)) << c.text;
    if (!c.message.empty()) {
      EXPECT_EQ(found.message, c.message) << c.text;
    }
    EXPECT_EQ(found.pointer, c.pointer) << c.text;
  }
}

TEST(CostGraph, ThroughThePublicFunction) {
  std::vector<Message> messages;
  const std::string text = GraphText(
      R"({"intervals": [[0, 1], [0, 1]], "costs": [[1], [9, 3]],)"
      R"( "usages": [[1], [2, 8]]})",
      R"({"nodes": [[0, 1]], "costs": [[1, 2]]})", R"(, "usage_limit": 5)");
  SearchLimits limits;
  limits.steps = 20;
  const std::optional<CostGraphAnswer> answer =
      SolveCostGraph(text, limits, messages);
  ASSERT_TRUE(answer.has_value());
  EXPECT_TRUE(answer->fits);
  EXPECT_EQ(answer->cost, 11);
  EXPECT_EQ(answer->choice, (std::vector<uint32_t>{0, 0}));
  EXPECT_FALSE(SolveCostGraph("{", limits, messages).has_value());
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].line, 1);
}

}  // namespace
}  // namespace shardflow::internal
