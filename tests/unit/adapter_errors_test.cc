#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"
#include "unit/op_graph.h"

// Tests the messages that an embedder gets about programs that the verifier
// rejects, and about ops for which nothing is registered.

namespace shardflow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Tensors are 8x8 unless `types` says otherwise.
struct Graph : OpGraph {
  std::map<EmbeddedValue, std::string> types;
  bool has_names = false, has_locations = false;

  Graph() { inputs = {0}; }

  std::vector<MeshInfo> Meshes() const override {
    return {{"mesh", {{"x", 2}, {"y", 4}}, {}}};
  }
  SourceLocation Location(EmbeddedOp op) const override {
    if (!has_locations) return {};
    return {"my.src", static_cast<int>(op) + 10, 1};
  }
  std::string ValueName(EmbeddedValue value) const override {
    return has_names ? "%v" + std::to_string(value) : std::string();
  }
  TypeSpec Type(EmbeddedValue value) const override {
    const auto at = types.find(value);
    return at == types.end() ? TypeSpec("tensor<8x8xf32>")
                             : TypeSpec(at->second);
  }
};

// Tests each error of the verifier, with and without names of values, and with
// and without locations.
TEST(AdapterErrors, OfTheVerifierSayWhichOp) {
  struct Case {
    void (*change)(Graph& graph);
    std::string name, place;  // the value or op that the error is about
    int line;
    std::string error;
  };
  const Case cases[] = {
      {[](Graph& g) {
         g.all[1] = {"stablehlo.tanh", {0, 1}, {2}};
       },
       "%v2", "op 1 ('stablehlo.tanh')", 11, "'stablehlo.tanh' op "},
      {[](Graph& g) {
         g.all[1] = {"sdy.propagation_barrier", {1}, {2}};
       },
       "%v2", "op 1 ('sdy.propagation_barrier')", 11, "allowed_direction"},
      {[](Graph& g) {
         g.all[1] = {
             "func.call", {1}, {2}, {{"callee", AttributeSpec::Symbol("f")}}};
       },
       "%v2", "op 1 ('func.call')", 11, "'f'"},
      // An op without results is identified by its number.
      {[](Graph& g) {
         g.all[1] = {"my.block", {0}, {2}, {}, {{{}, {2}, {}}}};
         g.all[2] = {"sdy.sharding_group", {0}, {}};
       },
       "", "op 2 ('sdy.sharding_group')", 12, "group_id"},
      // The library adds the terminator, so the error is about the op around
      // it.
      {[](Graph& g) {
         g.all[1] = {"my.block", {0}, {2}, {}, {{{}, {}, {2}}}};
       },
       "%v2", "op 1 ('my.block')", 11, "operand #0 does not dominate this use"},
      {[](Graph& g) {
         g.all[1] = {"my.block", {0}, {2}, {}, {{{}, {2}, {}}}};
         g.all[2] = {"my.op", {2}, {7}};
       },
       "%v7", "op 2 ('my.op')", 12, "operand #0 does not dominate this use"},
      {[](Graph& g) { g.types[2] = "tensor<8x8xwhat>"; }, "%v2",
       "op 1 ('stablehlo.add')", 11, "result 0 of 'stablehlo.add': type"},
      {[](Graph& g) {
         g.all[1] = {"my.block", {0}, {2}, {}, {{{4}, {}, {}}}};
         g.types[4] = "tensor<";
       },
       "%v2", "op 1 ('my.block')", 11, "argument 0 of a block of 'my.block'"},
      {[](Graph& g) { g.all[1].name = "stablehlo.what"; }, "%v2",
       "op 1 ('stablehlo.what')", 11, "unregistered operation"},
  };
  for (const Case& c : cases) {
    for (const bool has_names : {false, true}) {
      for (const bool has_locations : {false, true}) {
        Graph graph;
        graph.all[0] = {"stablehlo.tanh", {0}, {1}};
        graph.all[1] = {"stablehlo.add", {1, 1}, {2}};
        graph.ops = {0, 1};
        graph.outputs = {2};
        c.change(graph);
        graph.has_names = has_names;
        graph.has_locations = has_locations;
        std::vector<Message> messages;
        EXPECT_FALSE(PropagateGraph(graph, {}, messages)) << c.error;
        ASSERT_THAT(messages, SizeIs(1)) << c.error;
        const Message& message = messages[0];
        SCOPED_TRACE(message.ToString());
        EXPECT_THAT(message.text, HasSubstr(c.error));
        EXPECT_EQ(message.line, has_locations ? c.line : 0);
        EXPECT_EQ(message.file, has_locations ? "my.src" : "");
        const std::string name = has_names && !c.name.empty() ? c.name
                                 : has_locations              ? ""
                                                              : c.place;
        if (!name.empty()) {
          EXPECT_TRUE(message.text.starts_with(name + ": "));
        }
        EXPECT_THAT(graph.shardings, IsEmpty());
      }
    }
  }
}

// Inputs have no location, so the error names the input.
TEST(AdapterErrors, TypesOfInputsSayWhichInput) {
  for (const bool has_names : {false, true}) {
    Graph graph;
    graph.inputs = {0, 5};
    graph.types[5] = "tensor<8xwhat>";
    graph.has_names = has_names;
    std::vector<Message> messages;
    EXPECT_FALSE(PropagateGraph(graph, {}, messages));
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_THAT(messages[0].text,
                HasSubstr(has_names ? "%v5: type 'tensor<8xwhat>'"
                                    : "input 1: type 'tensor<8xwhat>'"));
  }
}

// Notes also say which op they are about.
TEST(AdapterErrors, NotesSayWhichOp) {
  Graph graph;
  graph.all[0] = {"my.block", {0}, {1}, {}, {{{}, {1}, {}}}};
  graph.all[1] = {"my.op", {1}, {2}};
  graph.ops = {0};
  std::vector<Message> messages;
  EXPECT_FALSE(PropagateGraph(graph, {}, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].ToString(),
            "error: op 1 ('my.op'): operand #0 does not dominate this use\n"
            "note: op 0 ('my.block'): operand defined here (op in a parent "
            "region)\n");
}

// --- ops without anything registered

constexpr const char* kBlock = R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %a : tensor<8x8xf32>
  %1 = "my.block"(%0) ({
  ^bb0(%b: tensor<8x8xf32>):
    %2 = stablehlo.add %b, %0 : tensor<8x8xf32>
    "shardflow.yield"(%2) : (tensor<8x8xf32>) -> ()
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
})";

std::vector<std::string> Texts(const std::vector<Message>& messages) {
  std::vector<std::string> texts;
  for (const Message& message : messages) {
    texts.push_back(std::string(MessageKindName(message.kind)) + ": " +
                    message.text);
  }
  return texts;
}

std::string NoRule(const std::string& op) {
  return "warning: op '" + op + "' is unknown to SDY sharding rule registry";
}

// Shardings don't propagate through an unregistered op with a region, whether
// the program comes from text, a builder or a graph.
TEST(UnknownOps, PropagationGoesAround) {
  std::vector<Message> messages;
  // --- text
  std::optional<Program> read = Program::Read(
      "p", kBlock, {.allow_unregistered_dialect = true}, messages);
  ASSERT_TRUE(read);
  ASSERT_TRUE(Propagate(*read, {}, messages)) << messages[0].text;
  EXPECT_THAT(Texts(messages),
              ElementsAre(NoRule("my.block"), NoRule("shardflow.yield")));

  // --- a builder
  messages.clear();
  ProgramBuilder b;
  b.AddMesh({"mesh", {{"x", 2}, {"y", 4}}, {}});
  const char* const type = "tensor<8x8xf32>";
  const OpRef f = b.AddFunction("main", {type});
  const ValueRef a = b.Argument(f, 0);
  const auto add = [&](BlockRef block, const char* name,
                       const std::vector<ValueRef>& operands, int regions = 0) {
    return b.AddOp(block, {.name = name,
                           .operands = operands,
                           .results = {type},
                           .regions = regions});
  };
  const ValueRef tanh = b.Result(add(b.Body(f), "stablehlo.tanh", {a}));
  const OpRef block = add(b.Body(f), "my.block", {tanh}, 1);
  const BlockRef inner = b.AddBlock(block, 0, {type});
  const ValueRef sum =
      b.Result(add(inner, "stablehlo.add", {b.Argument(inner, 0), tanh}));
  b.AddOp(inner, {.name = "shardflow.yield", .operands = {sum}});
  b.Return(f, {b.Result(block)});
  b.SetSharding(a, ClosedSharding("mesh", {{"x"}, {}}));
  std::optional<Program> built = b.Finish(messages);
  ASSERT_TRUE(built);
  ASSERT_TRUE(Propagate(*built, {}, messages)) << messages[0].text;
  EXPECT_THAT(Texts(messages),
              ElementsAre(NoRule("my.block"), NoRule("shardflow.yield")));
  EXPECT_EQ(built->Write(), read->Write());
  const ProgramView view(*built);
  EXPECT_EQ(view.ShardingText(sum), "#sdy.sharding<@mesh, [{\"x\"}, {}]>");
  EXPECT_EQ(view.ShardingText(b.Result(block)), "");

  // --- a graph
  messages.clear();
  Graph graph;
  graph.all[0] = {"stablehlo.tanh", {0}, {1}};
  graph.all[1] = {"my.block", {1}, {2}, {}, {{{3}, {2}, {4}}}};
  graph.all[2] = {"stablehlo.add", {3, 1}, {4}};
  graph.ops = {0, 1};
  graph.outputs = {2};
  graph.shardings[0] = ClosedSharding("mesh", {{"x"}, {}});
  ASSERT_TRUE(PropagateGraph(graph, {}, messages)) << messages[0].text;
  EXPECT_THAT(Texts(messages), ElementsAre(NoRule("my.block")));
  EXPECT_TRUE(graph.shardings.contains(4));
  EXPECT_FALSE(graph.shardings.contains(2));
}

// If there are symbols in the region, the error says what to register.
TEST(UnknownOps, SymbolsInARegion) {
  const std::string text = R"(
func.func @main() {
  "my.table"() ({
    func.func private @f()
  }) : () -> ()
  return
})";
  const auto run = [&](const OpRegistry& ops, std::vector<Message>& messages) {
    std::optional<Program> program = Program::Read(
        "p", text, {.allow_unregistered_dialect = true}, messages);
    return program &&
           Propagate(*program, {.run = {.registry = &ops}}, messages);
  };
  OpRegistry ops;
  std::vector<Message> messages;
  EXPECT_FALSE(run(ops, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_THAT(messages[0].text,
              HasSubstr("operation contains potentially unknown symbol table"));
  ASSERT_THAT(messages[0].notes, SizeIs(1));
  EXPECT_EQ(messages[0].notes[0].text,
            "'my.table' has symbols in its region, and nothing says what kind "
            "of op it is; if it is not a symbol table, a rule or traits of it "
            "(OpRegistry) say so");
  EXPECT_EQ(messages[0].notes[0].line, 3);
  messages.clear();
  ops.SetTraits("my.table", {});
  EXPECT_TRUE(run(ops, messages)) << messages[0].text;
}

// Regions of a graph end with the terminator of the op's dialect.
TEST(AdapterText, TerminatorsOfRegions) {
  Graph graph;
  graph.all[0] = {"stablehlo.case", {0}, {1}, {}, {{{}, {}, {9}}}};
  const auto ones = AttributeSpec::Text("array<i32: 1, 1>");
  graph.all[1] = {"chlo.scan",
                  {9, 10},
                  {11, 12},
                  {{"dimension", AttributeSpec::Integer(1)},
                   {"operandSegmentSizes", ones},
                   {"resultSegmentSizes", ones}},
                  {{{13, 14}, {}, {13, 14}}}};
  for (const EmbeddedValue v : {10, 12, 13, 14})
    graph.types[v] = "tensor<8xf32>";
  graph.all[2] = {"sdy.named_computation",
                  {9},
                  {4},
                  {{"name", AttributeSpec::String("n")}},
                  {{{5}, {}, {5}}}};
  graph.all[3] = {"my.block", {}, {}, {}, {{{6}, {}, {6}}}};
  graph.inputs = {0, 9, 10};
  graph.types[0] = "tensor<i32>";
  const std::vector<std::string> ends = {"stablehlo.return", "stablehlo.return",
                                         "sdy.return", "shardflow.yield"};
  for (EmbeddedOp op = 0; op < ends.size(); ++op) {
    graph.ops = {op};
    std::vector<Message> messages;
    std::optional<LoadedGraph> loaded =
        LoadedGraph::Load(graph, nullptr, messages);
    ASSERT_TRUE(loaded) << messages[0].ToString();
    const ProgramView view(loaded->program());
    const BlockRef block = view.Blocks(loaded->FindOp(op), 0).at(0);
    EXPECT_EQ(view.Name(view.Ops(block).back()), ends[op]);
  }
}

}  // namespace
}  // namespace shardflow
