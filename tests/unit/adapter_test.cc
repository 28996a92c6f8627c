#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Propagating a graph made of an embedder's own classes must result in the same
// shardings as propagating the same graph written as text.

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAreArray;

using Random = std::mt19937;
using Sharding = std::optional<ShardingInfo>;

int Below(Random& random, size_t n) {
  return static_cast<int>(random() % static_cast<uint32_t>(n));
}

// --- the embedder's compiler

struct ToyOp;

struct ToyValue {
  Sharding sharding;
};

struct ToyRegion {
  std::vector<ToyValue*> arguments;
  std::vector<ToyOp*> ops;
  std::vector<ToyValue*> returned;
};

// The embedder's op class, with its sharding rule and its data flow.
struct ToyOp : OpInterface {
  std::string name;
  std::vector<ToyValue*> operands, results;
  std::vector<ToyRegion> regions;

  // The methods read only the view, so any ToyOp can answer for any other.
  std::optional<std::string> ShardingRule(const OpView& op) const override {
    if (op.name() != "my.pair") return std::nullopt;
    return "([i, j], [j, k])->([i, k], [k, i])";
  }
  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    std::vector<DataFlowEdge> edges;
    if (op.name() != "my.loop") return edges;
    // Each value of a loop has two edges: from the operand to the argument of
    // the body, and from the value that the body returns to the result.
    for (int i = 0; i < op.result_count(); ++i) {
      edges.push_back({{-1, i}, {}, {{0, i}}});
      edges.push_back({{0, i}, {}, {{-1, i}}});
    }
    return edges;
  }
};

constexpr const char* kT = "tensor<16x16xf32>";

EmbeddedValue Id(const ToyValue* value) {
  return reinterpret_cast<EmbeddedValue>(value);
}
std::vector<EmbeddedValue> Ids(const std::vector<ToyValue*>& values) {
  std::vector<EmbeddedValue> ids;
  for (const ToyValue* value : values) ids.push_back(Id(value));
  return ids;
}
std::vector<EmbeddedOp> Ids(const std::vector<ToyOp*>& ops) {
  std::vector<EmbeddedOp> ids;
  for (const ToyOp* op : ops) ids.push_back(reinterpret_cast<EmbeddedOp>(op));
  return ids;
}

struct ToyGraph : EmbeddedGraph {
  std::vector<std::unique_ptr<ToyValue>> values;
  std::vector<std::unique_ptr<ToyOp>> all_ops;
  std::vector<ToyValue*> inputs, outputs;
  std::vector<ToyOp*> ops;
  std::vector<Sharding> output_shardings;
  // Whether the graph returns keys for types and attributes, and sets the parts
  // of ops in place.
  bool lean = false;
  bool one_interface = false;  // whether all ops have the same interface

  ToyValue* NewValue() {
    return values.emplace_back(std::make_unique<ToyValue>()).get();
  }
  ToyOp* NewOp(std::string name, std::vector<ToyValue*> operands, int results) {
    ToyOp* op = all_ops.emplace_back(std::make_unique<ToyOp>()).get();
    op->name = std::move(name);
    op->operands = std::move(operands);
    for (int i = 0; i < results; ++i) op->results.push_back(NewValue());
    return op;
  }

  static const ToyOp& Of(EmbeddedOp op) {
    return *reinterpret_cast<const ToyOp*>(op);
  }
  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}, {"y", 4}, {"z", 2}}, {}}};
  }
  std::vector<EmbeddedValue> Inputs() const override { return Ids(inputs); }
  std::vector<EmbeddedOp> Ops() const override { return Ids(ops); }
  std::vector<EmbeddedValue> Outputs() const override { return Ids(outputs); }
  std::string Name(EmbeddedOp op) const override { return Of(op).name; }
  std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
    return Ids(Of(op).operands);
  }
  std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
    return Ids(Of(op).results);
  }
  std::vector<NamedAttribute> Attributes(EmbeddedOp op) const override {
    if (Of(op).name != "stablehlo.transpose") return {};
    return {{"permutation", AttributeSpec::Integers({1, 0})}};
  }
  std::vector<GraphRegion> Regions(EmbeddedOp op) const override {
    std::vector<GraphRegion> regions;
    for (const ToyRegion& region : Of(op).regions) {
      regions.push_back(
          {Ids(region.arguments), Ids(region.ops), Ids(region.returned)});
    }
    return regions;
  }
  const OpInterface* Interface(EmbeddedOp op) const override {
    return one_interface ? all_ops.front().get() : reinterpret_cast<ToyOp*>(op);
  }
  void GetParts(EmbeddedOp op, EmbeddedOpParts& parts) const override {
    if (!lean) return EmbeddedGraph::GetParts(op, parts);
    EXPECT_TRUE(parts.name.empty() && parts.operands.empty() &&
                parts.results.empty());
    parts.name = Of(op).name;
    for (const ToyValue* value : Of(op).operands) {
      parts.operands.push_back(Id(value));
    }
    for (const ToyValue* value : Of(op).results) {
      parts.results.push_back(Id(value));
    }
  }
  uint64_t TypeKey(EmbeddedValue) const override { return lean ? 1 : 0; }
  uint64_t AttributesKey(EmbeddedOp op) const override {
    return !lean ? 0 : Of(op).name == "stablehlo.transpose" ? 2 : 1;
  }
  TypeSpec Type(EmbeddedValue) const override {
    return TypeSpec::Tensor({16, 16});
  }
  Sharding GetSharding(EmbeddedValue value) const override {
    return reinterpret_cast<const ToyValue*>(value)->sharding;
  }
  void SetSharding(EmbeddedValue value, const ShardingInfo& sharding) override {
    reinterpret_cast<ToyValue*>(value)->sharding = sharding;
  }
  void ClearSharding(EmbeddedValue value) override {
    reinterpret_cast<ToyValue*>(value)->sharding.reset();
  }
  void ClearOutputSharding(int i) override {
    output_shardings.at(static_cast<size_t>(i)).reset();
  }
  Sharding GetOutputSharding(int i) const override {
    const auto at = static_cast<size_t>(i);
    return at < output_shardings.size() ? output_shardings[at] : std::nullopt;
  }
  void SetOutputSharding(int i, const ShardingInfo& sharding) override {
    output_shardings.resize(outputs.size());
    output_shardings.at(static_cast<size_t>(i)) = sharding;
  }
};

// --- the same graph as text

class TextWriter {
 public:
  explicit TextWriter(const ToyGraph& graph) : graph_(graph) {}

  std::string Write() {
    out_ =
        "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4, \"z\"=2]>\n"
        "func.func @main(";
    for (size_t i = 0; i < graph_.inputs.size(); ++i) {
      const ToyValue* input = graph_.inputs[i];
      if (i > 0) out_ += ", ";
      out_ += Name(input) + ": " + kT;
      if (input->sharding) {
        out_ += " {sdy.sharding = " + ToText(*input->sharding) + "}";
      }
    }
    out_ += ") -> (";
    for (size_t i = 0; i < graph_.outputs.size(); ++i) {
      if (i > 0) out_ += ", ";
      out_ += kT;
      const Sharding sharding = graph_.GetOutputSharding(static_cast<int>(i));
      if (sharding) out_ += " {sdy.sharding = " + ToText(*sharding) + "}";
    }
    out_ += ") {\n";
    Ops(graph_.ops);
    End("func.return", graph_.outputs);
    return out_ + "}\n";
  }

 private:
  std::string Name(const ToyValue* value) {
    return "%v" + std::to_string(
                      names_.try_emplace(value, names_.size()).first->second);
  }
  std::string Types(size_t count) {
    std::string types = "(";
    for (size_t i = 0; i < count; ++i) types += (i > 0 ? ", " : "") + t_;
    return types + ")";
  }
  void Values(const std::vector<ToyValue*>& values) {
    for (size_t i = 0; i < values.size(); ++i) {
      out_ += (i > 0 ? ", " : "") + Name(values[i]);
    }
  }
  void End(const std::string& name, const std::vector<ToyValue*>& values) {
    out_ += "\"" + name + "\"(";
    Values(values);
    out_ += ") : " + Types(values.size()) + " -> ()\n";
  }
  void Ops(const std::vector<ToyOp*>& ops) {
    for (const ToyOp* op : ops) Op(*op);
  }
  void Op(const ToyOp& op) {
    Values(op.results);
    out_ += " = \"" + op.name + "\"(";
    Values(op.operands);
    out_ += ")";
    for (size_t r = 0; r < op.regions.size(); ++r) {
      out_ += r == 0 ? " ({\n^bb0(" : ", {\n^bb0(";
      for (size_t i = 0; i < op.regions[r].arguments.size(); ++i) {
        if (i > 0) out_ += ", ";
        out_ += Name(op.regions[r].arguments[i]) + ": " + kT;
      }
      out_ += "):\n";
      Ops(op.regions[r].ops);
      End("shardflow.yield", op.regions[r].returned);
      out_ += "}";
    }
    if (!op.regions.empty()) out_ += ")";
    Attributes(op);
    out_ += " : " + Types(op.operands.size()) + " -> " +
            Types(op.results.size()) + "\n";
  }
  void Attributes(const ToyOp& op) {
    std::string attributes;
    if (op.name == "stablehlo.transpose") {
      attributes = "permutation = array<i64: 1, 0>";
    }
    const auto per_value = [&](const std::string& name,
                               const std::vector<ToyValue*>& values) {
      std::string list;
      bool any = false;
      for (const ToyValue* value : values) {
        any |= value->sharding.has_value();
        const ShardingInfo sharding =
            value->sharding.value_or(OpenSharding("mesh", {{}, {}}));
        if (!list.empty()) list += ", ";
        list += ToText(sharding).substr(std::string("#sdy.sharding").size());
      }
      if (!any) return;
      if (!attributes.empty()) attributes += ", ";
      attributes += name + " = #sdy.sharding_per_value<[" + list + "]>";
    };
    per_value("sdy.sharding", op.results);
    if (op.name == "my.loop") {
      per_value("my.arguments", op.regions[0].arguments);
    }
    if (!attributes.empty()) out_ += " {" + attributes + "}";
  }

  const ToyGraph& graph_;
  const std::string t_ = kT;
  std::map<const ToyValue*, size_t> names_;
  std::string out_;
};

class TextLoop : public OpInterface {
 public:
  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    std::vector<DataFlowEdge> edges;
    for (int i = 0; i < op.result_count(); ++i) {
      edges.push_back({{-1, i}, {}, {{0, i}}});
      edges.push_back({{0, i}, {}, {{-1, i}}});
    }
    return edges;
  }
  std::string ArgumentShardingsAttribute() const override {
    return "my.arguments";
  }
};

// Appends the values in text order: first the arguments; then, for each op, the
// values in its regions, followed by its results.
void Collect(const ProgramView& view, BlockRef block,
             std::vector<ValueRef>& values) {
  for (const ValueRef argument : view.Arguments(block)) {
    values.push_back(argument);
  }
  for (const OpRef op : view.Ops(block)) {
    for (int r = 0; r < view.RegionCount(op); ++r) {
      for (const BlockRef inner : view.Blocks(op, r)) {
        Collect(view, inner, values);
      }
    }
    for (const ValueRef result : view.Results(op)) values.push_back(result);
  }
}

void Collect(const std::vector<ToyValue*>& arguments,
             const std::vector<ToyOp*>& ops, std::vector<ToyValue*>& values) {
  values.insert(values.end(), arguments.begin(), arguments.end());
  for (const ToyOp* op : ops) {
    for (const ToyRegion& region : op->regions) {
      Collect(region.arguments, region.ops, values);
    }
    values.insert(values.end(), op->results.begin(), op->results.end());
  }
}

// The shardings of values and outputs after propagating the text.
struct Expected {
  std::vector<Sharding> values, outputs;
};

Expected TextPath(const ToyGraph& graph, const std::string& pass) {
  OpRegistry ops;
  std::vector<Message> messages;
  EXPECT_TRUE(
      ops.AddRule("my.pair", "([i, j], [j, k])->([i, k], [k, i])", messages));
  ops.SetInterface("my.loop", std::make_shared<TextLoop>());
  OpTraits terminator;
  terminator.terminator = true;
  ops.SetTraits("shardflow.yield", terminator);
  RunOptions run;
  run.registry = &ops;
  ReadOptions read;
  read.allow_unregistered_dialect = true;
  const std::string text = TextWriter(graph).Write();
  std::optional<Program> program =
      Program::Read("test.mlir", text, read, messages);
  EXPECT_TRUE(program) << messages[0].ToString() << text;
  Expected expected;
  if (!program) return expected;
  const ProgramView view(*program);
  const OpRef main = view.FindFunction("main");
  std::vector<ValueRef> refs;
  Collect(view, view.Body(main), refs);
  EXPECT_TRUE(program->Run(pass, "", run, messages)) << text;
  for (const ValueRef ref : refs) {
    expected.values.push_back(view.Sharding(ref));
  }
  for (int i = 0; i < static_cast<int>(graph.outputs.size()); ++i) {
    expected.outputs.push_back(view.ResultSharding(main, i));
  }
  return expected;
}

Sharding RandomSharding(Random& random) {
  ShardingInfo info = OpenSharding("mesh", {{}, {}});
  for (const char* axis : {"x", "y", "z"}) {
    if (Below(random, 2) == 0) continue;
    info.dims[static_cast<size_t>(Below(random, 2))].axes.push_back(
        {axis, 0, 0});
  }
  info.dims[0].closed = Below(random, 2) == 0;
  return info;
}

void AddRandomOps(Random& random, ToyGraph& graph, std::vector<ToyValue*> seen,
                  int count, bool nest, std::vector<ToyOp*>& ops,
                  std::vector<ToyValue*>& made) {
  static constexpr const char* kNames[] = {
      "stablehlo.dot", "stablehlo.add",       "my.pair",
      "my.unknown",    "stablehlo.transpose", "my.loop"};
  for (int i = 0; i < count; ++i) {
    const std::string name = kNames[Below(random, nest ? 6 : 5)];
    const auto any = [&] {
      return seen[static_cast<size_t>(
          std::max(Below(random, seen.size()), Below(random, seen.size())))];
    };
    const bool unary = name == "stablehlo.transpose" || name == "my.unknown";
    std::vector<ToyValue*> operands = {any()};
    if (!unary) operands.push_back(any());
    ToyOp* op = graph.NewOp(name, operands,
                            name == "my.pair" || name == "my.loop" ? 2 : 1);
    if (name == "my.loop") {
      ToyRegion& region = op->regions.emplace_back();
      region.arguments = {graph.NewValue(), graph.NewValue()};
      std::vector<ToyValue*> inside = seen;
      inside.insert(inside.end(), region.arguments.begin(),
                    region.arguments.end());
      std::vector<ToyValue*> results = region.arguments;
      AddRandomOps(random, graph, inside, 3, Below(random, 3) == 0, region.ops,
                   results);
      region.returned = {
          results[static_cast<size_t>(Below(random, results.size()))],
          results.back()};
      if (Below(random, 3) == 0) {
        region.arguments[0]->sharding = RandomSharding(random);
      }
    }
    if (Below(random, 6) == 0)
      op->results[0]->sharding = RandomSharding(random);
    seen.insert(seen.end(), op->results.begin(), op->results.end());
    made.insert(made.end(), op->results.begin(), op->results.end());
    ops.push_back(op);
  }
}

void MakeRandomGraph(Random& random, ToyGraph& graph) {
  for (int i = 0; i < 3; ++i) {
    graph.inputs.push_back(graph.NewValue());
    if (Below(random, 2) == 0) {
      graph.inputs.back()->sharding = RandomSharding(random);
    }
  }
  std::vector<ToyValue*> made;
  AddRandomOps(random, graph, graph.inputs, 4 + Below(random, 12), true,
               graph.ops, made);
  graph.outputs = {made.back(),
                   made[static_cast<size_t>(Below(random, made.size()))]};
  graph.output_shardings.resize(2);
  if (Below(random, 3) == 0) graph.output_shardings[0] = RandomSharding(random);
}

TEST(Adapter, GivesTheShardingsOfTheText) {
  int sharded = 0, annotated = 0;
  for (uint32_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    Random random(seed);
    ToyGraph graph;
    MakeRandomGraph(random, graph);
    graph.lean = seed % 2 == 0;
    graph.one_interface = seed % 4 < 2;
    const std::string pass = seed % 3 == 0 ? "sdy-user-priority-propagate"
                                           : "sdy-propagation-pipeline";
    std::vector<ToyValue*> values;
    Collect(graph.inputs, graph.ops, values);
    for (const ToyValue* value : values) annotated += value->sharding ? 1 : 0;
    const Expected expected = TextPath(graph, pass);
    ASSERT_EQ(expected.values.size(), values.size());
    GraphOptions options;
    options.pass = pass;
    std::vector<Message> messages;
    ASSERT_TRUE(PropagateGraph(graph, options, messages));
    for (size_t i = 0; i < values.size(); ++i) {
      sharded += values[i]->sharding ? 1 : 0;
      // The shardings of erased values aren't written back.
      if (!expected.values[i]) continue;
      EXPECT_EQ(values[i]->sharding, expected.values[i])
          << "seed " << seed << ", value " << i << "\n"
          << TextWriter(graph).Write();
    }
    for (size_t i = 0; i < expected.outputs.size(); ++i) {
      EXPECT_EQ(graph.output_shardings[i], expected.outputs[i]);
    }
  }
  // Make sure that propagation actually had something to do.
  EXPECT_GT(sharded, 2 * annotated);
}

// --- the interface, method by method

// The graph has one input, a loop around two ops, and one output.
struct LoopGraph : ToyGraph {
  explicit LoopGraph(std::unique_ptr<ToyOp> loop) {
    inputs = {NewValue()};
    ToyOp* op = all_ops.emplace_back(std::move(loop)).get();
    op->name = "my.loop";
    op->operands = inputs;
    op->results = {NewValue()};
    ToyRegion& region = op->regions.emplace_back();
    region.arguments = {NewValue()};
    region.ops = {NewOp("stablehlo.tanh", region.arguments, 1)};
    region.returned = region.ops[0]->results;
    ops = {op};
    outputs = op->results;
  }
  ToyOp& loop() { return *ops[0]; }
};

TEST(Adapter, EdgeOwnersAreTold) {
  LoopGraph graph(std::make_unique<ToyOp>());
  graph.inputs[0]->sharding = ClosedSharding("mesh", {{"x"}, {}});
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  const std::string open = ToText(*graph.outputs[0]->sharding);
  EXPECT_EQ(open, R"(#sdy.sharding<@mesh, [{"x"}, {}]>)");
  // The argument of the region also owns an edge.
  EXPECT_EQ(graph.loop().regions[0].arguments[0]->sharding,
            graph.outputs[0]->sharding);
}

// A loop whose values have their dimensions in reverse order inside the body.
struct TransposeInside : ToyOp {
  ShardingInfo TransformTargetSharding(const OpView&, EdgeEnd target,
                                       ShardingInfo sharding,
                                       EdgeDirection) const override {
    ++transforms;
    if (target.region >= 0) std::swap(sharding.dims[0], sharding.dims[1]);
    return sharding;
  }
  mutable int transforms = 0;
};

TEST(Adapter, OwnersShardings) {
  LoopGraph graph(std::make_unique<ToyOp>());
  graph.loop().regions[0].arguments[0]->sharding =
      OpenSharding("mesh", {{"z"}, {}});
  graph.outputs[0]->sharding = OpenSharding("mesh", {{}, {"y"}});
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  EXPECT_EQ(ToText(*graph.outputs[0]->sharding),
            R"(#sdy.sharding<@mesh, [{"z"}, {"y"}]>)");
}

TEST(Adapter, TransformsTargets) {
  auto op = std::make_unique<TransposeInside>();
  TransposeInside* const loop = op.get();
  LoopGraph graph(std::move(op));
  graph.inputs[0]->sharding = ClosedSharding("mesh", {{"x"}, {}});
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  EXPECT_GT(loop->transforms, 0);
  EXPECT_EQ(ToText(*loop->regions[0].ops[0]->results[0]->sharding),
            R"(#sdy.sharding<@mesh, [{}, {"x"}]>)");
}

// An op whose class has no rule uses shardflow's built-in rule.
TEST(Adapter, InterfaceWithoutARule) {
  ToyGraph graph;
  graph.inputs = {graph.NewValue()};
  graph.inputs[0]->sharding = ClosedSharding("mesh", {{"x"}, {"y"}});
  graph.ops = {graph.NewOp("stablehlo.transpose", graph.inputs, 1)};
  graph.outputs = graph.ops[0]->results;
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  EXPECT_EQ(ToText(*graph.outputs[0]->sharding),
            R"(#sdy.sharding<@mesh, [{"y"}, {"x"}]>)");
  EXPECT_THAT(messages, IsEmpty()) << messages[0].ToString();
}

// The registry's rule is used for an op whose class has none.
TEST(Adapter, RegistryBesideInterfaces) {
  ToyGraph graph;
  graph.inputs = {graph.NewValue()};
  graph.inputs[0]->sharding = ClosedSharding("mesh", {{"x"}, {"y"}});
  graph.ops = {graph.NewOp("my.unknown", graph.inputs, 1)};
  graph.outputs = graph.ops[0]->results;
  OpRegistry ops;
  std::vector<Message> messages;
  ASSERT_TRUE(ops.AddRule("my.unknown", "([i, j])->([j, i])", messages));
  GraphOptions options;
  options.run.registry = &ops;
  ASSERT_TRUE(PropagateGraph(graph, options, messages));
  EXPECT_EQ(ToText(*graph.outputs[0]->sharding),
            R"(#sdy.sharding<@mesh, [{"y"}, {"x"}]>)");
}

// A graph that leaves out everything optional, except the names of ops.
struct PlainGraph : EmbeddedGraph {
  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}, {"y", 4}}, {}}};
  }
  std::vector<EmbeddedValue> Inputs() const override { return {1}; }
  std::vector<EmbeddedOp> Ops() const override { return {1, 2}; }
  std::vector<EmbeddedValue> Outputs() const override { return {3}; }
  std::string Name(EmbeddedOp op) const override {
    return op == 1 ? "my.turn" : "stablehlo.tanh";
  }
  std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
    return {op};
  }
  std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
    return {op + 1};
  }
  TypeSpec Type(EmbeddedValue) const override {
    return TypeSpec::Tensor({16, 16});
  }
  Sharding GetSharding(EmbeddedValue value) const override {
    const auto found = shardings.find(value);
    return found == shardings.end() ? Sharding() : found->second;
  }
  void SetSharding(EmbeddedValue value, const ShardingInfo& sharding) override {
    shardings[value] = sharding;
  }
  std::map<EmbeddedValue, ShardingInfo> shardings;
};

TEST(Adapter, WhatIsNotOverridden) {
  PlainGraph graph;
  graph.shardings[1] = ClosedSharding("mesh", {{"x"}, {"y"}});
  OpRegistry ops;
  std::vector<Message> messages;
  ASSERT_TRUE(ops.AddRule("my.turn", "([i, j])->([j, i])", messages));
  GraphOptions options;
  options.run.registry = &ops;
  ASSERT_TRUE(PropagateGraph(graph, options, messages));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_EQ(ToText(graph.shardings[3]),
            R"(#sdy.sharding<@mesh, [{"y"}, {"x"}]>)");
}

TEST(Adapter, AnInterfaceOfARuleAlone) {
  struct Turn : OpInterface {
    std::optional<std::string> ShardingRule(const OpView&) const override {
      return "([i, j])->([j, i])";
    }
  };
  struct Graph : PlainGraph {
    const OpInterface* Interface(EmbeddedOp op) const override {
      return op == 1 ? &turn : nullptr;
    }
    Turn turn;
  };
  Graph graph;
  graph.shardings[1] = ClosedSharding("mesh", {{"x"}, {"y"}});
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  EXPECT_THAT(messages, IsEmpty());
  EXPECT_EQ(ToText(graph.shardings[3]),
            R"(#sdy.sharding<@mesh, [{"y"}, {"x"}]>)");
}

// The interface has edges but no rule. The shardings of the edges' owners are
// still written back to the graph.
TEST(Adapter, AnInterfaceOfEdgesAlone) {
  struct Around : OpInterface {
    std::vector<DataFlowEdge> Edges(const OpView&) const override {
      return {{{-1, 0}, {}, {{0, 0}}}, {{0, 0}, {}, {{-1, 0}}}};
    }
  };
  struct Graph : PlainGraph {
    std::vector<EmbeddedOp> Ops() const override { return {1}; }
    std::vector<EmbeddedValue> Outputs() const override { return {2}; }
    std::vector<EmbeddedValue> Operands(EmbeddedOp op) const override {
      return {op == 1 ? 1u : 7u};
    }
    std::vector<EmbeddedValue> Results(EmbeddedOp op) const override {
      return {op == 1 ? 2u : 8u};
    }
    std::vector<GraphRegion> Regions(EmbeddedOp op) const override {
      if (op != 1) return {};
      return {{{7}, {2}, {8}}};
    }
    const OpInterface* Interface(EmbeddedOp op) const override {
      return op == 1 ? &around : nullptr;
    }
    Around around;
  };
  Graph graph;
  graph.shardings[1] = ClosedSharding("mesh", {{"x"}, {}});
  std::vector<Message> messages;
  ASSERT_TRUE(PropagateGraph(graph, {}, messages));
  EXPECT_EQ(ToText(graph.shardings[7]), R"(#sdy.sharding<@mesh, [{"x"}, {}]>)");
  EXPECT_EQ(ToText(graph.shardings[2]), R"(#sdy.sharding<@mesh, [{"x"}, {}]>)");
}

TEST(Adapter, LoadedForASession) {
  ToyGraph graph;
  Random random(5);
  MakeRandomGraph(random, graph);
  std::vector<Message> messages;
  std::optional<LoadedGraph> loaded =
      LoadedGraph::Load(graph, nullptr, messages);
  ASSERT_TRUE(loaded);
  EXPECT_FALSE(loaded->Find(1));
  EXPECT_FALSE(loaded->FindOp(1));
  // A loaded graph may be moved.
  LoadedGraph other = *std::move(loaded);
  loaded = std::move(other);
  SessionOptions options;
  options.run.registry = &loaded->registry();
  Session session(loaded->program().Clone(), options);
  const ValueRef input = loaded->Find(Id(graph.inputs[0]));
  const ShardingInfo sharding = ClosedSharding("mesh", {{"z"}, {}});
  ASSERT_TRUE(session.SetSharding(input, sharding, messages));
  ASSERT_TRUE(session.Propagate(messages));
  loaded->WriteBack(session.View(), graph);
  EXPECT_EQ(graph.inputs[0]->sharding, sharding);
  EXPECT_EQ(session.View().Name(loaded->FindOp(Ids(graph.ops)[0])),
            graph.ops[0]->name);
}

// Records which shardings are reported to the graph.
struct RecordingGraph : ToyGraph {
  std::vector<EmbeddedValue> told;
  std::vector<int> told_outputs;

  void SetSharding(EmbeddedValue value, const ShardingInfo& sharding) override {
    told.push_back(value);
    ToyGraph::SetSharding(value, sharding);
  }
  void ClearSharding(EmbeddedValue value) override {
    told.push_back(value);
    ToyGraph::ClearSharding(value);
  }
  void SetOutputSharding(int i, const ShardingInfo& sharding) override {
    told_outputs.push_back(i);
    ToyGraph::SetOutputSharding(i, sharding);
  }
  void ClearOutputSharding(int i) override {
    told_outputs.push_back(i);
    ToyGraph::ClearOutputSharding(i);
  }
};

// Writing back only the changes results in the same shardings as writing back
// everything: each change is reported to the graph once, and nothing else is.
TEST(Adapter, WritesBackChanges) {
  size_t told = 0, cleared = 0;
  for (uint32_t seed = 0; seed < 10 && !HasFailure(); ++seed) {
    RecordingGraph graph;
    Random random(seed);
    MakeRandomGraph(random, graph);
    std::vector<Message> messages;
    std::optional<LoadedGraph> loaded =
        LoadedGraph::Load(graph, nullptr, messages);
    ASSERT_TRUE(loaded);
    SessionOptions options;
    options.run.registry = &loaded->registry();
    Session session(loaded->program().Clone(), options);
    std::vector<ValueRef> inputs;
    for (const EmbeddedValue value : graph.Inputs()) {
      inputs.push_back(loaded->Find(value));
    }
    for (int i = 0; i < 6; ++i) {
      const ValueRef value = inputs[random() % inputs.size()];
      std::optional<ShardingInfo> sharding;
      if (i % 3 != 2) sharding = ClosedSharding("mesh", {{"z"}, {}});
      ASSERT_TRUE(session.SetSharding(value, sharding, messages));
      ASSERT_TRUE(session.Propagate(messages));
      graph.told.clear();
      graph.told_outputs.clear();
      if (i == 0) {
        loaded->WriteBack(session.View(), graph);
        continue;
      }
      const ProgramView view(session.View().program(), &loaded->registry());
      loaded->WriteBackChanges(session, graph);
      const std::vector<ValueRef> changed = session.ChangedValues();
      std::vector<EmbeddedValue> expected;
      for (const auto& each : graph.values) {
        const EmbeddedValue id = Id(each.get());
        const ValueRef ref = loaded->Find(id);
        if (!ref) continue;
        const Sharding shown = view.Sharding(ref);
        EXPECT_TRUE(!shown || graph.GetSharding(id) == shown);
        const auto at = std::find(changed.begin(), changed.end(), ref);
        if (at == changed.end()) continue;
        expected.push_back(id);
        EXPECT_EQ(graph.GetSharding(id), shown);
      }
      EXPECT_THAT(graph.told, UnorderedElementsAreArray(expected));
      std::vector<int> outputs;
      for (const ChangedResult& result : session.ChangedResults()) {
        outputs.push_back(result.result);
      }
      EXPECT_THAT(graph.told_outputs, UnorderedElementsAreArray(outputs));
      const OpRef main = view.FindFunction("main");
      for (size_t k = 0; k < graph.outputs.size(); ++k) {
        EXPECT_EQ(graph.GetOutputSharding(static_cast<int>(k)),
                  view.ResultSharding(main, static_cast<int>(k)));
      }
      told += graph.told.size();
      for (const EmbeddedValue id : graph.told) {
        cleared += graph.GetSharding(id) ? 0 : 1;
      }
    }
  }
  EXPECT_GT(told, 0);
  EXPECT_GT(cleared, 0);
}

TEST(AdapterErrors, Values) {
  const auto said = [](auto change) {
    ToyGraph graph;
    graph.inputs = {graph.NewValue()};
    graph.ops = {graph.NewOp("my.a", graph.inputs, 1)};
    graph.outputs = graph.ops[0]->results;
    change(graph);
    std::vector<Message> messages;
    EXPECT_FALSE(PropagateGraph(graph, {}, messages));
    // No sharding was set.
    EXPECT_FALSE(graph.outputs.empty() ? Sharding()
                                       : graph.outputs[0]->sharding);
    // There are no messages about ops and terminators that are missing because
    // of the error.
    EXPECT_THAT(messages, SizeIs(1));
    return messages.empty() ? std::string() : messages[0].text;
  };
  EXPECT_EQ(
      said([](ToyGraph& g) { g.ops[0]->operands = g.ops[0]->results; }),
      "op 0 ('my.a'): operand 0 is result 0 of op 0 ('my.a'), which is not "
      "defined before");
  EXPECT_EQ(said([](ToyGraph& g) { g.ops[0]->results = g.inputs; }),
            "a result of op 0 ('my.a') is input 0, which is defined before");
  EXPECT_EQ(said([](ToyGraph& g) { g.outputs = {g.NewValue()}; }),
            "output 0 is not defined anywhere");
  EXPECT_EQ(said([](ToyGraph& g) { g.ops.push_back(g.ops[0]); }),
            "op 0 ('my.a') is given twice");
  EXPECT_THAT(said([](ToyGraph& g) { g.ops[0]->name = "sdy.nothing"; }),
              HasSubstr("unregistered operation 'sdy.nothing'"));
  EXPECT_EQ(said([](ToyGraph& g) { g.inputs.push_back(g.inputs[0]); }),
            "input 1 is input 0, which is defined before");
  EXPECT_EQ(said([](ToyGraph& g) {
              ToyRegion& region = g.ops[0]->regions.emplace_back();
              region.arguments = {g.inputs[0]};
            }),
            "an argument of op 0 ('my.a') is input 0, which is defined before");
  EXPECT_EQ(
      said([](ToyGraph& g) {
        g.ops.push_back(g.NewOp("my.b", g.ops[0]->results, 1));
        ToyRegion& region = g.ops[0]->regions.emplace_back();
        region.ops = {g.NewOp("my.c", g.ops[1]->results, 1)};
      }),
      "op 1 ('my.c'): operand 0 is result 0 of op 2 ('my.b'), which is not "
      "defined before");
  EXPECT_THAT(said([](ToyGraph& g) {
                ToyRegion& region = g.ops[0]->regions.emplace_back();
                region.ops = {g.NewOp("func.return", {}, 0)};
              }),
              HasSubstr("'shardflow.yield': the block is ended by "
                        "'func.return'"));
  EXPECT_EQ(said([](ToyGraph& g) {
              ToyRegion& region = g.ops[0]->regions.emplace_back();
              region.returned = {g.NewValue()};
            }),
            "returned value 0 is not defined anywhere");
  EXPECT_EQ(said([](ToyGraph& g) {
              g.output_shardings = {ClosedSharding("mesh", {{"x"}})};
            }),
            "result 0 of @main - sharding doesn't match tensor rank: 1 != 2");
  EXPECT_THAT(said([](ToyGraph& g) {
                g.inputs[0]->sharding = ClosedSharding("q", {{}, {}});
              }),
              HasSubstr("unknown mesh: @q; there is @mesh"));
}

TEST(AdapterErrors, ShardingsOfOwners) {
  for (const bool of_result : {false, true}) {
    LoopGraph graph(std::make_unique<ToyOp>());
    (of_result ? graph.outputs[0] : graph.loop().regions[0].arguments[0])
        ->sharding = ClosedSharding("mesh", {{"x"}, {"x"}});
    std::vector<Message> messages;
    EXPECT_FALSE(PropagateGraph(graph, {}, messages));
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_EQ(messages[0].text,
              std::string("op 0: ") +
                  (of_result ? "result 0 of 'my.loop'"
                             : "argument 0 of a block of 'my.loop'") +
                  " - duplicate axis ref: \"x\"");
    EXPECT_FALSE(graph.loop().regions[0].returned[0]->sharding);
  }
}

// If a run fails, nothing is written back to the graph.
TEST(AdapterErrors, Runs) {
  PlainGraph graph;
  graph.shardings[1] = ClosedSharding("mesh", {{"x"}, {}});
  GraphOptions options;
  options.pass = "sdy-no-such-pass";
  std::vector<Message> messages;
  EXPECT_FALSE(PropagateGraph(graph, options, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_THAT(messages[0].text, HasSubstr("sdy-no-such-pass"));
  EXPECT_THAT(graph.shardings, SizeIs(1));
}

struct TwoMeshes : PlainGraph {
  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}}, {}}, {"mesh", {{"x", 2}}, {}}};
  }
};

TEST(AdapterErrors, Meshes) {
  TwoMeshes graph;
  std::vector<Message> messages;
  EXPECT_FALSE(PropagateGraph(graph, {}, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].text, "mesh @mesh: redefinition of symbol");
}

}  // namespace
}  // namespace shardflow::internal
