#include "shardflow/excerpt.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr char kProgram[] = R"(
func.func @main(%a: tensor<4xf32> loc("params['w']"), %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32> loc("jit(f)/one/add")
  %1 = stablehlo.multiply %0, %b : tensor<4xf32> loc("jit(f)/one/two/mul")
  %2 = stablehlo.sine %1 : tensor<4xf32> loc("jit(f)/three/sin")
  %3 = stablehlo.cosine %2 : tensor<4xf32> loc("jit(f)/three/cos")
  %4 = stablehlo.negate %b : tensor<4xf32> loc("jit(f)/onemore/neg")
  return %3 : tensor<4xf32>
}
)";

constexpr char kLoop[] = R"(
func.func @main(%a: tensor<4xf32>, %n: tensor<i32>) -> tensor<4xf32> {
  %0 = stablehlo.sine %a : tensor<4xf32>
  %1:2 = stablehlo.while(%x = %0, %i = %n) : tensor<4xf32>, tensor<i32>
    cond {
      %c = stablehlo.constant dense<9> : tensor<i32>
      %p = stablehlo.compare LT, %i, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %y = stablehlo.cosine %x : tensor<4xf32>
      stablehlo.return %y, %i : tensor<4xf32>, tensor<i32>
    }
  %2 = stablehlo.negate %1#0 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
)";

ProgramGraph GraphOf(const std::string& text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.keep_names = true;
  const std::optional<Program> program =
      Program::Read("step.mlir", SourceText(text), options, messages);
  if (!program) {
    ADD_FAILURE() << messages[0].ToString();
    return {};
  }
  return MakeGraph(*program, {}, messages).value_or(ProgramGraph());
}

int ValueNamed(const ProgramGraph& graph, const std::string& name) {
  for (size_t v = 0; v < graph.values.size(); ++v) {
    if (graph.values[v].name == name) return static_cast<int>(v);
  }
  ADD_FAILURE() << name;
  return 0;
}

// The names of values, checking that all numbers are of rows that are there.
std::vector<std::string> NamesOf(const ProgramGraph& graph) {
  std::vector<std::string> names;
  for (const GraphValue& value : graph.values) {
    names.push_back(value.name);
    EXPECT_LT(static_cast<size_t>(value.tensor), graph.tensors.size());
    EXPECT_LT(static_cast<size_t>(value.op), graph.ops.size());
  }
  for (size_t i = 0; i < graph.ops.size(); ++i) {
    const GraphOp& op = graph.ops[i];
    EXPECT_LT(op.parent, static_cast<int>(i));
    EXPECT_LT(op.function, static_cast<int>(graph.functions.size()));
    for (const int operand : op.operands) {
      EXPECT_LT(operand, static_cast<int>(graph.values.size()));
    }
    for (int r = 0; r < op.result_count; ++r) {
      const auto v = static_cast<size_t>(op.first_result + r);
      EXPECT_EQ(graph.values[v].op, static_cast<int>(i));
      EXPECT_FALSE(graph.values[v].is_argument);
    }
  }
  for (const GraphFunction& function : graph.functions) {
    EXPECT_LT(static_cast<size_t>(function.op), graph.ops.size());
  }
  return names;
}

std::vector<std::string> Around(const ProgramGraph& graph,
                                const std::string& name, int depth) {
  ExcerptRequest request;
  request.around = {ValueNamed(graph, name)};
  request.depth = depth;
  const GraphExcerpt part = Excerpt(graph, request);
  EXPECT_EQ(part.left_out, 0u);
  EXPECT_EQ(part.around.size(), 1u);
  EXPECT_EQ(part.graph.values[static_cast<size_t>(part.around[0])].name, name);
  return NamesOf(part.graph);
}

TEST(Excerpt, GrowsInBothDirections) {
  const ProgramGraph graph = GraphOf(kProgram);
  EXPECT_THAT(Around(graph, "%1", 0), ElementsAre("%1"));
  EXPECT_THAT(Around(graph, "%1", 1), ElementsAre("%b", "%0", "%1", "%2"));
  EXPECT_THAT(Around(graph, "%1", 2),
              ElementsAre("%a", "%b", "%0", "%1", "%2", "%3"));
  // Not what else is made from %b, however far it goes.
  EXPECT_THAT(Around(graph, "%1", 100),
              ElementsAre("%a", "%b", "%0", "%1", "%2", "%3"));
  EXPECT_THAT(Around(graph, "%b", 1), ElementsAre("%b", "%0", "%1", "%4"));
}

TEST(Excerpt, OperandsOutsideAreNone) {
  const ProgramGraph graph = GraphOf(kProgram);
  const GraphExcerpt part =
      Excerpt(graph, {.around = {ValueNamed(graph, "%1")}, .depth = 0});
  ASSERT_EQ(part.graph.ops.size(), 2u);
  EXPECT_EQ(part.graph.ops[0].result_count, 0);
  EXPECT_THAT(part.graph.ops[1].operands, ElementsAre(-1, -1));
  EXPECT_EQ(part.graph.tensors.size(), 1u);
}

TEST(Excerpt, GoesThroughLoops) {
  const ProgramGraph graph = GraphOf(kLoop);
  EXPECT_THAT(Around(graph, "%y", 1), ElementsAre("%1#0", "%1#1", "%x", "%y"));
  EXPECT_THAT(Around(graph, "%y", 2),
              ElementsAre("%0", "%1#0", "%1#1", "%x", "%y", "%2"));
  // The op around it is in it, without its results.
  const GraphExcerpt part =
      Excerpt(graph, {.around = {ValueNamed(graph, "%y")}, .depth = 0});
  EXPECT_THAT(NamesOf(part.graph), ElementsAre("%y"));
  EXPECT_EQ(part.graph.ops.size(), 3u);
}

TEST(Excerpt, OfAScope) {
  const ProgramGraph graph = GraphOf(kProgram);
  const auto scope = [&](const std::string& path) {
    ExcerptRequest request;
    request.scope = path;
    return NamesOf(Excerpt(graph, request).graph);
  };
  EXPECT_THAT(scope("one"), ElementsAre("%a", "%b", "%0", "%1"));
  EXPECT_THAT(scope("three"), ElementsAre("%1", "%2", "%3"));
  EXPECT_THAT(scope("params"), ElementsAre("%a"));
  EXPECT_THAT(scope("on"), IsEmpty());
  EXPECT_THAT(scope(""), IsEmpty());
}

TEST(Excerpt, TakesTheNearestFirst) {
  const ProgramGraph graph = GraphOf(kProgram);
  ExcerptRequest request;
  request.around = {ValueNamed(graph, "%3")};
  request.depth = 9;
  request.most = 2;
  const GraphExcerpt part = Excerpt(graph, request);
  EXPECT_THAT(NamesOf(part.graph), ElementsAre("%2", "%3"));
  EXPECT_EQ(part.left_out, 1u);
}

TEST(Excerpt, OfNothing) {
  EXPECT_THAT(Excerpt({}, {}).graph.ops, IsEmpty());
  EXPECT_THAT(Excerpt(GraphOf(kProgram), {}).graph.ops, IsEmpty());
}

}  // namespace
}  // namespace shardflow
