#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Shardy's ShardingRuleOpInterface and ShardableDataFlowOpInterface, method by
// method, on an embedder's own class of an op: each is asked, and its answer
// counts.

namespace shardflow {
namespace {

using Shardings = std::vector<std::optional<ShardingInfo>>;

// A loop over two values. The first is as in a while: what goes in and comes
// back is also what comes out, which owns the edge. Of the second, result and
// argument own an edge each. It notes what it is asked, and has no answer to
// the question `silent`.
class Loop : public ShardableOp {
 public:
  std::string silent;
  mutable std::set<std::string> asked;
  Shardings argument_shardings, result_shardings;

  std::vector<DataFlowEdge> Edges() const override {
    return {{{-1, 0}, {{0, 0}}, {{-1, 0}, {0, 0}}},
            {{-1, 1}, {}, {{0, 1}}},
            {{0, 1}, {}, {{-1, 1}}}};
  }
  std::vector<EdgeEnd> ArgumentEdgeOwners() const override {
    if (!Answers("getBlockArgumentEdgeOwners")) return {};
    return ShardableOp::ArgumentEdgeOwners();
  }
  std::vector<EdgeEnd> ResultEdgeOwners() const override {
    if (!Answers("getOpResultEdgeOwners")) return {};
    return ShardableOp::ResultEdgeOwners();
  }
  std::vector<EdgeEnd> EdgeSources(EdgeEnd owner) const override {
    if (!Answers("getEdgeSources")) return {};
    return ShardableOp::EdgeSources(owner);
  }
  std::vector<EdgeEnd> NonOwnerTargets(EdgeEnd owner) const override {
    if (!Answers("getNonEdgeOwnerTargets")) return {};
    return ShardableOp::NonOwnerTargets(owner);
  }
  std::optional<EdgeEnd> OwnerFromTarget(EdgeEnd target) const override {
    if (!Answers("getEdgeOwnerFromTarget")) return std::nullopt;
    return ShardableOp::OwnerFromTarget(target);
  }
  std::optional<EdgeEnd> OwnerFromSource(EdgeEnd source) const override {
    if (!Answers("getEdgeOwnerFromSource")) return std::nullopt;
    return ShardableOp::OwnerFromSource(source);
  }
  ShardingInfo TransformTargetSharding(EdgeEnd, ShardingInfo sharding,
                                       EdgeDirection) const override {
    // Without an answer: nothing flows.
    if (!Answers("transformTargetSharding")) {
      for (DimShardingInfo& dim : sharding.dims) dim.axes.clear();
    }
    return sharding;
  }
  bool KeepEdgeOwnerShardingsDivisible() const override {
    return Answers("shouldKeepEdgeOwnerShardingsDivisible");
  }
  Shardings ArgumentEdgeOwnerShardings() const override {
    if (!Answers("getBlockArgumentEdgeOwnerShardings")) return {};
    return argument_shardings;
  }
  Shardings ResultEdgeOwnerShardings() const override {
    if (!Answers("getOpResultEdgeOwnerShardings")) return {};
    return result_shardings;
  }
  // What is set is kept, and is what the op says of itself from then on.
  void SetArgumentEdgeOwnerShardings(const Shardings& all) override {
    if (!Answers("setBlockArgumentEdgeOwnerShardings")) return;
    argument_shardings.assign(all.size(), std::nullopt);
    ShardableOp::SetArgumentEdgeOwnerShardings(all);
  }
  void SetResultEdgeOwnerShardings(const Shardings& all) override {
    if (!Answers("setOpResultEdgeOwnerShardings")) return;
    result_shardings.assign(all.size(), std::nullopt);
    ShardableOp::SetResultEdgeOwnerShardings(all);
  }
  void SetArgumentEdgeOwnerSharding(int i, const ShardingInfo& one) override {
    if (!Answers("setBlockArgumentEdgeOwnerSharding")) return;
    argument_shardings.at(static_cast<size_t>(i)) = one;
  }
  void SetResultEdgeOwnerSharding(int i, const ShardingInfo& one) override {
    if (!Answers("setOpResultEdgeOwnerSharding")) return;
    result_shardings.at(static_cast<size_t>(i)) = one;
  }

 private:
  bool Answers(const std::string& question) const {
    asked.insert(question);
    return question != silent;
  }
};

// One row of a program.
struct Op {
  const char* name;
  std::vector<EmbeddedValue> operands, results;
};

// Inputs 0 and 1, a loop around 10 and 11, and a user of input 1 after it.
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
  ShardableOp* Interface(EmbeddedOp op) const override {
    return op == 0 ? const_cast<Loop*>(&loop) : nullptr;
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

// All that came of these passes, as text.
std::string Outcome(LoopGraph& graph, const std::vector<const char*>& passes) {
  std::vector<Message> messages;
  OpRegistry ops;
  EXPECT_TRUE(ops.AddRule("my.print", "([i, j])->([i, j])", messages));
  std::optional<LoadedGraph> loaded = LoadedGraph::Load(graph, &ops, messages);
  EXPECT_TRUE(loaded);
  RunOptions options;
  options.registry = &loaded->registry();
  std::string text;
  for (const char* pass : passes) {
    if (!loaded->program().Run(pass, "", options, messages)) text = "failed\n";
  }
  loaded->WriteBack(ProgramView(loaded->program()), graph);
  for (const Message& message : messages) text += message.ToString();
  for (const auto& [value, sharding] : graph.shardings) {
    text += std::to_string(value) + ": " + ToText(sharding) + "\n";
  }
  for (const Shardings* of :
       {&graph.loop.argument_shardings, &graph.loop.result_shardings}) {
    for (const auto& sharding : *of) {
      text += (sharding ? ToText(*sharding) : "none") + "\n";
    }
  }
  return text;
}

LoopGraph Annotated() {
  LoopGraph graph;
  graph.shardings[0] = OpenSharding("mesh", {{"x"}, {}});
  graph.shardings[1] = OpenSharding("mesh", {{}, {"y"}});
  graph.shardings[4] = OpenSharding("mesh", {{}, {"y", "x"}});
  graph.loop.argument_shardings = {OpenSharding("mesh", {{"z"}, {}})};
  graph.loop.result_shardings = {OpenSharding("mesh", {{}, {"z"}}),
                                 std::nullopt};
  return graph;
}

class Method : public testing::TestWithParam<const char*> {};

TEST_P(Method, IsAskedAndItsAnswerCounts) {
  LoopGraph graph = Annotated();
  // Where a size is not divisible it shows whether axes are kept so.
  if (GetParam() == std::string("shouldKeepEdgeOwnerShardingsDivisible")) {
    graph.type = "tensor<6x6xf32>";
  }
  // What tells propagation where to go on shows in a single run of it.
  std::vector<const char*> passes = {"sdy-propagation-pipeline"};
  if (GetParam() == std::string("getEdgeOwnerFromSource") ||
      GetParam() == std::string("getNonEdgeOwnerTargets")) {
    passes = {"sdy-add-data-flow-edges", "sdy-basic-propagate",
              "sdy-sink-data-flow-edges"};
  }
  LoopGraph silent = graph;
  const std::string outcome = Outcome(graph, passes);
  EXPECT_TRUE(graph.loop.asked.contains(GetParam()));
  silent.loop.silent = GetParam();
  EXPECT_NE(Outcome(silent, passes), outcome) << outcome;
}

INSTANTIATE_TEST_SUITE_P(
    Adapter, Method,
    testing::Values(
        "getBlockArgumentEdgeOwnerShardings",
        "setBlockArgumentEdgeOwnerSharding",
        "setBlockArgumentEdgeOwnerShardings", "getOpResultEdgeOwnerShardings",
        "setOpResultEdgeOwnerSharding", "setOpResultEdgeOwnerShardings",
        "getBlockArgumentEdgeOwners", "getOpResultEdgeOwners", "getEdgeSources",
        "getEdgeOwnerFromTarget", "getEdgeOwnerFromSource",
        "getNonEdgeOwnerTargets", "transformTargetSharding",
        "shouldKeepEdgeOwnerShardingsDivisible"),
    [](const auto& info) { return std::string(info.param); });

// Nobody is told that such an op has no rule: it needs none.
TEST(Adapter, WhatFlowsThroughALoopOfTheEmbedders) {
  LoopGraph graph = Annotated();
  EXPECT_EQ(Outcome(graph, {"sdy-propagation-pipeline"}),
            R"(0: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
1: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
2: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
3: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
4: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
11: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
12: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
13: #sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
14: #sdy.sharding<@mesh, [{"x"}, {"z"}]>
#sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
#sdy.sharding<@mesh, [{"x"}, {"z"}]>
#sdy.sharding<@mesh, [{"z"}, {"y", "x"}]>
)");
}

}  // namespace
}  // namespace shardflow
