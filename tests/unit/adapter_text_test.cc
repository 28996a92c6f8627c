#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"
#include "unit/op_graph.h"

// Tests that the text and messages of a graph's program never show the numbers
// that link its ops to the embedder's objects.

namespace shardflow {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

// Describes loops, like the example in extend.h, and elementwise ops.
class Answers : public OpInterface {
 public:
  std::optional<std::string> ShardingRule(const OpView& op) const override {
    if (op.region_count() > 0) return std::nullopt;
    return "([i, j])->([i, j])";
  }
  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    std::vector<DataFlowEdge> edges;
    for (int i = 0; i < op.ArgumentCount(0); ++i) {
      edges.push_back({{-1, i}, {}, {{0, i}}});
      edges.push_back({{0, i}, {}, {{-1, i}}});
    }
    return edges;
  }
};

// All tensors are 8x8.
struct Graph : OpGraph {
  std::vector<EmbeddedFunction> functions;
  std::map<EmbeddedOp, std::unique_ptr<Answers>> interfaces;

  // Gives each op except calls its own interface.
  void AddInterfaces() {
    for (const auto& [op, row] : all) {
      if (row.name != "func.call") {
        interfaces[op] = std::make_unique<Answers>();
      }
    }
  }

  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}, {"y", 2}}, {}}};
  }
  std::vector<EmbeddedFunction> Functions() const override { return functions; }
  const OpInterface* Interface(EmbeddedOp op) const override {
    const auto at = interfaces.find(op);
    return at == interfaces.end() ? nullptr : at->second.get();
  }
  TypeSpec Type(EmbeddedValue) const override { return "tensor<8x8xf32>"; }
};

// Adds only StableHLO ops: input 0, tanh, dot.
void AddTanhAndDot(Graph& graph) {
  graph.inputs = {0};
  graph.all[0] = {"stablehlo.tanh", {0}, {1}};
  graph.all[1] = {"stablehlo.dot",
                  {1, 0},
                  {2},
                  {{"precision_config",
                    AttributeSpec::Text("[#stablehlo<precision HIGH>, "
                                        "#stablehlo<precision HIGH>]")}}};
  graph.ops = {0, 1};
  graph.outputs = {2};
  graph.shardings[0] = ClosedSharding("mesh", {{"x"}, {}});
}

// Also adds a loop around an embedder's op. The loop's argument is annotated.
void AddLoop(Graph& graph) {
  AddTanhAndDot(graph);
  graph.all[2] = {"my.loop", {2}, {3}, {}, {{{10}, {3}, {11}}}};
  graph.all[3] = {"my.op", {10}, {11}};
  graph.ops.push_back(2);
  graph.outputs = {3};
  graph.shardings[10] = OpenSharding("mesh", {{}, {"y"}});
}

// Also adds two calls to a function that contains another loop.
void AddCalls(Graph& graph) {
  AddLoop(graph);
  const std::vector<NamedAttribute> callee = {
      {"callee", AttributeSpec::Symbol("f")}};
  graph.all[4] = {"func.call", {3}, {4}, callee};
  graph.all[5] = {"func.call", {4}, {5}, callee};
  graph.all[6] = {"my.loop", {20}, {21}, {}, {{{22}, {7}, {23}}}};
  graph.all[7] = {"stablehlo.tanh", {22}, {23}};
  graph.functions = {{"f", {20}, {6}, {21}}};
  graph.ops = {0, 1, 2, 4, 5};
  graph.outputs = {5};
}

struct NamedGraph {
  const char* name;
  void (*fill)(Graph& graph);
};
constexpr NamedGraph kGraphs[] = {{"ops of StableHLO", &AddTanhAndDot},
                                  {"a loop", &AddLoop},
                                  {"calls", &AddCalls}};

// Checks all text forms of a program.
void ExpectNoNumbers(const Program& program) {
  const auto check = [](const std::string& text) {
    EXPECT_FALSE(text.empty());
    EXPECT_THAT(text, Not(HasSubstr("shardflow.interface")));
    EXPECT_THAT(text, Not(HasSubstr("shardflow.op")));
  };
  for (const WriteOptions options : {WriteOptions{},
                                     {.debug_info = true},
                                     {.local_scope = true},
                                     {.generic_form = true},
                                     {.json = true}}) {
    const std::string text = program.Write(options);
    check(text);
    std::string pieces;
    EXPECT_TRUE(program.Write(
        [&](std::string_view piece) {
          pieces += piece;
          return true;
        },
        options));
    EXPECT_EQ(pieces, text);
  }
  const ProgramView view(program);
  for (const OpRef function : view.Functions()) {
    for (const OpRef op : view.Ops(view.Body(function))) {
      EXPECT_EQ(view.Attribute(op, "shardflow.interface"), "");
      EXPECT_EQ(view.Attribute(op, "shardflow.op"), "");
    }
  }
  std::vector<Message> messages;
  const auto artifact = program.WriteArtifact("", messages);
  // An embedder's ops can't be in an artifact.
  if (artifact) check(*artifact);
  for (const Message& message : messages) check(message.ToString());
}

// The text without the numbers is the text of a graph without interfaces.
TEST(AdapterText, IsThatOfAGraphWithoutInterfaces) {
  for (const NamedGraph& named : kGraphs) {
    SCOPED_TRACE(named.name);
    Graph plain, graph;
    named.fill(plain);
    named.fill(graph);
    graph.AddInterfaces();
    // Without its edges, the loop's argument has no sharding of its own.
    plain.shardings.erase(10);
    graph.shardings.erase(10);
    std::vector<Message> messages;
    auto without = LoadedGraph::Load(plain, nullptr, messages);
    auto with = LoadedGraph::Load(graph, nullptr, messages);
    ASSERT_TRUE(without && with);
    for (const bool json : {false, true}) {
      EXPECT_EQ(without->program().Write({.json = json}),
                with->program().Write({.json = json}));
    }
    ExpectNoNumbers(without->program());
    ExpectNoNumbers(with->program());
  }
}

TEST(AdapterText, NoNumbersAfterAnyPass) {
  for (const NamedGraph& named : kGraphs) {
    for (const char* pipeline :
         {"sdy-propagation-pipeline", "shardflow-partition-pipeline"}) {
      SCOPED_TRACE(std::string(named.name) + ", " + pipeline);
      Graph graph;
      named.fill(graph);
      graph.AddInterfaces();
      std::vector<Message> messages;
      std::optional<LoadedGraph> loaded =
          LoadedGraph::Load(graph, nullptr, messages);
      ASSERT_TRUE(loaded);
      const std::filesystem::path folder =
          std::filesystem::path(testing::TempDir()) / "adapter_text_dumps";
      std::filesystem::remove_all(folder);
      RunOptions run;
      run.registry = &loaded->registry();
      run.dump_directory = folder.string();
      Program& program = loaded->program();
      const bool ok = program.Run(pipeline, "", run, messages);
      for (const Message& message : messages) {
        EXPECT_THAT(message.ToString(), Not(HasSubstr("shardflow.interface")));
        EXPECT_THAT(message.ToString(), Not(HasSubstr("shardflow.op")));
      }
      // The partitioner doesn't support ops of other dialects.
      if (ok) ExpectNoNumbers(program);
      int dumps = 0;
      for (const auto& file : std::filesystem::directory_iterator(folder)) {
        std::ifstream in(file.path());
        std::ostringstream text;
        text << in.rdbuf();
        EXPECT_THAT(text.str(), HasSubstr("stablehlo.tanh"));
        EXPECT_THAT(text.str(), Not(HasSubstr("shardflow.interface")));
        EXPECT_THAT(text.str(), Not(HasSubstr("shardflow.op")));
        ++dumps;
      }
      EXPECT_GT(dumps, 0);
      std::filesystem::remove_all(folder);
    }
  }
}

TEST(AdapterText, NoNumbersInSessionsAndAnswers) {
  for (const NamedGraph& named : kGraphs) {
    SCOPED_TRACE(named.name);
    Graph graph;
    named.fill(graph);
    graph.AddInterfaces();
    std::vector<Message> messages;
    std::optional<LoadedGraph> loaded =
        LoadedGraph::Load(graph, nullptr, messages);
    ASSERT_TRUE(loaded);
    SessionOptions options;
    options.run.registry = &loaded->registry();
    std::optional<Session> session =
        Session::FromProgram(loaded->program().Clone(), options, messages);
    ASSERT_TRUE(session);
    const ValueRef input = loaded->Find(0);
    ASSERT_TRUE(session->Propagate(messages));
    ASSERT_TRUE(session->SetSharding(input, ClosedSharding("mesh", {{"y"}, {}}),
                                     messages));
    ASSERT_TRUE(session->Propagate(messages));
    ExpectNoNumbers(session->Annotated());
    ExpectNoNumbers(session->View().program());
    ExpectNoNumbers(session->Result());
    ExpectNoNumbers(session->Fork().Annotated());
    const std::optional<Program> done = session->Exported(messages);
    ASSERT_TRUE(done);
    ExpectNoNumbers(*done);

    // Try the functions that explain or price the program.
    std::string said;
    const auto explained = Explain(
        loaded->program(), {.value = "%0", .run = options.run}, messages);
    ASSERT_TRUE(explained);
    said += ExplanationText(*explained) + ExplanationJson(*explained);
    const auto cost = Cost(loaded->program(), {.run = options.run}, messages);
    if (cost) said += CostText(*cost) + CostJson(*cost);
    const auto drawn = MakeGraph(
        loaded->program(), {.run = options.run, .propagate = true}, messages);
    ASSERT_TRUE(drawn);
    for (const GraphOp& op : drawn->ops) {
      said += std::string(op.name) + std::string(op.rule());
    }
    for (const Message& message : messages) said += message.ToString();
    EXPECT_THAT(said, Not(HasSubstr("shardflow.interface")));
    EXPECT_THAT(said, Not(HasSubstr("shardflow.op")));
  }
}

// Tests errors about a graph. They must not depend on the graph's ids.
TEST(AdapterText, ValuesWithoutANameAreNamedByTheirPlace) {
  struct Case {
    void (*change)(Graph& graph, uint64_t shift);
    const char* error;
  };
  const Case cases[] = {
      {[](Graph& g, uint64_t shift) {
         g.all[0 + shift].operands = {2 + shift};
       },
       "op 0 ('stablehlo.tanh'): operand 0 is result 0 of op 1 "
       "('stablehlo.dot'), which is not defined before"},
      {[](Graph& g, uint64_t shift) {
         g.all[0 + shift].operands = {9 + shift};
       },
       "op 0 ('stablehlo.tanh'): operand 0 is not defined anywhere"},
      {[](Graph& g, uint64_t shift) { g.all[3 + shift].results = {2 + shift}; },
       "a result of op 3 ('my.op') is result 0 of op 1 ('stablehlo.dot'), "
       "which "
       "is defined before"},
      {[](Graph& g, uint64_t shift) {
         g.all[1 + shift].operands[1] = 11 + shift;
       },
       "op 1 ('stablehlo.dot'): operand 1 is result 0 of op 3 ('my.op'), which "
       "is not defined before"},
      {[](Graph& g, uint64_t shift) { g.functions[0].outputs = {9 + shift}; },
       "output 0 is not defined anywhere"},
      {[](Graph& g, uint64_t shift) { g.functions[0].ops = {3 + shift}; },
       "op 3 ('my.op') is given twice"},
      {[](Graph& g, uint64_t shift) {
         g.functions[0].inputs = {20 + shift, 22 + shift};
       },
       "an argument of op 0 of @f ('my.loop') is input 1 of @f, which is "
       "defined before"},
      {[](Graph& g, uint64_t shift) {
         g.shardings[1 + shift] = ClosedSharding("mesh", {{"q"}, {}});
       },
       "op 0: result 0 of 'stablehlo.tanh' - unknown axis name: \"q\""},
      {[](Graph& g, uint64_t shift) {
         g.shardings[10 + shift] = ClosedSharding("mesh", {{"q"}, {}});
       },
       "op 2: argument 0 of a block of 'my.loop' - unknown axis name: \"q\""},
      {[](Graph& g, uint64_t shift) {
         g.shardings[0 + shift] = ClosedSharding("mesh", {{"q"}, {}});
       },
       "argument 0 of @main - unknown axis name: \"q\""},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.error);
    // Try ids that are indices, and ids that look like addresses.
    for (const uint64_t shift : {uint64_t{0}, uint64_t{140'730'000'000'000}}) {
      Graph original, graph;
      AddCalls(original);
      const auto moved = [shift](std::vector<uint64_t> ids) {
        for (uint64_t& id : ids) id += shift;
        return ids;
      };
      graph.inputs = moved(original.inputs);
      graph.outputs = moved(original.outputs);
      graph.ops = moved(original.ops);
      for (auto [op, row] : original.all) {
        row.operands = moved(row.operands);
        row.results = moved(row.results);
        for (GraphRegion& region : row.regions) {
          region = {moved(region.arguments), moved(region.ops),
                    moved(region.returned)};
        }
        graph.all[op + shift] = std::move(row);
      }
      for (EmbeddedFunction& f : original.functions) {
        graph.functions.push_back(
            {f.name, moved(f.inputs), moved(f.ops), moved(f.outputs)});
      }
      for (const auto& [value, sharding] : original.shardings) {
        graph.shardings[value + shift] = sharding;
      }
      graph.AddInterfaces();
      c.change(graph, shift);
      std::vector<Message> messages;
      EXPECT_FALSE(PropagateGraph(graph, {}, messages));
      ASSERT_THAT(messages, SizeIs(1)) << messages[1].text;
      EXPECT_EQ(messages[0].text, c.error);
    }
  }
}

// Graphs and regions may be empty: the library adds the terminators.
TEST(AdapterText, EmptyBlocks) {
  struct Case {
    const char* name;
    void (*fill)(Graph& graph);
  };
  const Case cases[] = {
      {"nothing at all", [](Graph&) {}},
      {"an input", [](Graph& g) { g.inputs = {0}; }},
      {"an input is returned", [](Graph& g) { g.inputs = g.outputs = {0}; }},
      {"a region without anything",
       [](Graph& g) {
         g.all[0] = {"my.op", {}, {}, {}, {{}}};
       }},
      {"two regions, one of which has an argument",
       [](Graph& g) {
         g.all[0] = {"my.op", {}, {}, {}, {{}, {{1}, {}, {}}}};
       }},
      {"a region that returns its argument",
       [](Graph& g) {
         g.inputs = {0};
         g.all[0] = {"my.loop", {0}, {1}, {}, {{{2}, {}, {2}}}};
         g.outputs = {1};
       }},
      {"an empty region in a region",
       [](Graph& g) {
         g.all[0] = {"my.op", {}, {}, {}, {{{}, {1}, {}}}};
         g.all[1] = {"my.op", {}, {}, {}, {{}}};
       }},
      {"a function without ops",
       [](Graph& g) {
         g.inputs = {0};
         g.all[0] = {
             "func.call", {0}, {1}, {{"callee", AttributeSpec::Symbol("f")}}};
         g.outputs = {1};
         g.functions = {{"f", {2}, {}, {2}}};
       }},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    Graph graph;
    c.fill(graph);
    if (graph.all.contains(0)) graph.ops = {0};
    graph.AddInterfaces();
    if (!graph.inputs.empty()) {
      graph.shardings[0] = ClosedSharding("mesh", {{"x"}, {}});
    }
    std::vector<Message> messages;
    EXPECT_TRUE(PropagateGraph(graph, {}, messages));
    for (const Message& message : messages) {
      EXPECT_NE(message.kind, MessageKind::kError) << message.text;
      EXPECT_THAT(message.text, Not(HasSubstr("terminator")));
    }
    for (const EmbeddedValue output : graph.outputs) {
      ASSERT_TRUE(graph.GetSharding(output));
      EXPECT_THAT(ToText(*graph.GetSharding(output)), HasSubstr("\"x\""));
    }
  }
}

}  // namespace
}  // namespace shardflow
