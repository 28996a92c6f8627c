#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Checks that each data-flow method of an embedder's op is called, and that its
// answer has an effect. docs/embedding.md lists the corresponding methods of
// Shardy's ShardableDataFlowOpInterface.

namespace shardflow::internal {
namespace {

// A loop over two values. The first one works as in stablehlo.while: the
// initial value and the value that the body returns both flow to the result,
// which owns the edge. For the second one, the result and the argument each own
// an edge. The method named by `silent` gives no answer.
class Loop : public OpInterface {
 public:
  std::string silent;
  mutable std::set<std::string> asked;

  std::vector<DataFlowEdge> Edges(const OpView&) const override {
    if (!Answers("Edges")) return {};
    return {{{-1, 0}, {{0, 0}}, {{-1, 0}, {0, 0}}},
            {{-1, 1}, {}, {{0, 1}}},
            {{0, 1}, {}, {{-1, 1}}}};
  }
  ShardingInfo TransformTargetSharding(const OpView&, EdgeEnd,
                                       ShardingInfo sharding,
                                       EdgeDirection) const override {
    // Without an answer, no axes flow.
    if (!Answers("TransformTargetSharding")) {
      for (DimShardingInfo& dim : sharding.dims) dim.axes.clear();
    }
    return sharding;
  }
  bool KeepEdgeOwnerShardingsDivisible() const override {
    return Answers("KeepEdgeOwnerShardingsDivisible");
  }

 private:
  bool Answers(const std::string& question) const {
    asked.insert(question);
    return question != silent;
  }
};

// One row of the toy program.
struct Op {
  const char* name;
  std::vector<EmbeddedValue> operands, results;
};

// Inputs 0 and 1, a loop with arguments 10 and 11, and a later user of input 1.
class LoopGraph : public EmbeddedGraph {
 public:
  Loop loop;
  std::map<EmbeddedValue, ShardingInfo> shardings;
  std::string type = "tensor<8x8xf32>";
  const std::vector<Op> ops = {
      {"my.loop", {0, 1}, {2, 3}},    {"stablehlo.tanh", {10}, {12}},
      {"stablehlo.tanh", {11}, {13}}, {"my.print", {10}, {14}},
      {"stablehlo.negate", {1}, {4}},
  };

  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}, {"y", 4}, {"z", 2}}, {}}};
  }
  std::vector<EmbeddedValue> Inputs() const override { return {0, 1}; }
  std::vector<EmbeddedOp> Ops() const override { return {0, 4}; }
  std::vector<EmbeddedValue> Outputs() const override { return {2, 3, 4}; }
  std::string Name(EmbeddedOp op) const override { return ops[op].name; }
  std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
    return ops[op].operands;
  }
  std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
    return ops[op].results;
  }
  std::vector<GraphRegion> Regions(EmbeddedOp op) const override {
    if (op != 0) return {};
    return {{{10, 11}, {1, 2, 3}, {12, 13}}};
  }
  SourceLocation Location(EmbeddedOp op) const override {
    return {"my.src", static_cast<int>(op) + 1, 1};
  }
  std::string ValueName(EmbeddedValue value) const override {
    return value == 11 ? "%body" : "";
  }
  const OpInterface* Interface(EmbeddedOp op) const override {
    return op == 0 ? &loop : nullptr;
  }
  TypeSpec Type(EmbeddedValue) const override { return type; }
  std::optional<ShardingInfo> GetSharding(EmbeddedValue value) const override {
    const auto found = shardings.find(value);
    if (found == shardings.end()) return std::nullopt;
    return found->second;
  }
  void SetSharding(EmbeddedValue value, const ShardingInfo& sharding) override {
    shardings[value] = sharding;
  }
};

// Propagates the graph. Returns the messages and the new shardings as text.
std::string Outcome(LoopGraph& graph) {
  std::vector<Message> messages;
  OpRegistry ops;
  EXPECT_TRUE(ops.AddRule("my.print", "([i, j])->([i, j])", messages));
  GraphOptions options;
  options.run.registry = &ops;
  std::string text;
  if (!PropagateGraph(graph, options, messages)) text = "failed\n";
  for (const Message& message : messages) text += message.ToString();
  for (const auto& [value, sharding] : graph.shardings) {
    text += std::to_string(value) + ": " + ToText(sharding) + "\n";
  }
  return text;
}

LoopGraph Annotated() {
  LoopGraph graph;
  graph.shardings[0] = OpenSharding("mesh", {{"x"}, {}});
  graph.shardings[1] = OpenSharding("mesh", {{}, {"y"}});
  graph.shardings[2] = OpenSharding("mesh", {{}, {"z"}});  // owns an edge
  graph.shardings[4] = OpenSharding("mesh", {{}, {"y", "x"}});
  graph.shardings[11] = OpenSharding("mesh", {{"z"}, {}});  // owns an edge
  return graph;
}

class Method : public testing::TestWithParam<const char*> {};

TEST_P(Method, IsAskedAndItsAnswerCounts) {
  LoopGraph graph = Annotated();
  // This method only makes a difference if a size isn't divisible.
  if (GetParam() == std::string("KeepEdgeOwnerShardingsDivisible")) {
    graph.type = "tensor<6x6xf32>";
  }
  LoopGraph silent = graph;
  const std::string outcome = Outcome(graph);
  EXPECT_TRUE(graph.loop.asked.contains(GetParam()));
  silent.loop.silent = GetParam();
  EXPECT_NE(Outcome(silent), outcome) << outcome;
}

INSTANTIATE_TEST_SUITE_P(Adapter, Method,
                         testing::Values("Edges", "TransformTargetSharding",
                                         "KeepEdgeOwnerShardingsDivisible"),
                         [](const auto& info) {
                           return std::string(info.param);
                         });

// Values on edges, including region arguments, start with the shardings that
// the graph reports, and the new shardings are written back to the graph. There
// is no warning that the loop lacks a rule, because it doesn't need one.
TEST(Adapter, WhatFlowsThroughALoopOfTheEmbedders) {
  LoopGraph graph = Annotated();
  EXPECT_EQ(Outcome(graph), R"(0: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
1: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
2: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
3: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
4: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
10: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
11: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
12: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
13: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
14: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
)");
}

// An error about a value uses the embedder's name and location for it.
TEST(Adapter, WrongAnnotations) {
  LoopGraph graph;
  graph.shardings[11] = ClosedSharding("mesh", {{"q"}, {}});
  std::vector<Message> messages;
  EXPECT_FALSE(PropagateGraph(graph, {}, messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text,
            "%body: argument 1 of a block of 'my.loop' - unknown axis name: "
            "\"q\"");
  EXPECT_EQ(messages[0].code, ErrorCode::kInvalidArgument);

  LoopGraph other;
  other.shardings[4] = ClosedSharding("mesh", {{"x"}, {}});
  other.shardings[4].dims[1].priority = -1;
  messages.clear();
  EXPECT_FALSE(PropagateGraph(other, {}, messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].ToString(),
            "my.src:5:1: error: result 0 of 'stablehlo.negate' - dim 1 has a "
            "negative priority\n");
}

}  // namespace
}  // namespace shardflow::internal
