#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/graph.h"
#include "shardflow/program.h"

// Tests which part of a graph PartAround selects.

namespace shardflow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

ProgramGraph GraphFor(const std::string& body) {
  std::vector<Message> messages;
  const std::optional<Program> program = Program::Read(
      "p",
      "func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {\n" + body + "}\n",
      {}, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages.front().text);
  std::optional<ProgramGraph> graph;
  if (program) graph = MakeGraph(*program, {}, messages);
  return graph ? *std::move(graph) : ProgramGraph();
}

// Returns a chain of ops, numbered 1 to 5; op 0 is the function.
ProgramGraph Chain() {
  return GraphFor(
      "%0 = stablehlo.abs %x : tensor<8xf32>\n"
      "%1 = stablehlo.abs %0 : tensor<8xf32>\n"
      "%2 = stablehlo.abs %1 : tensor<8xf32>\n"
      "%3 = stablehlo.abs %2 : tensor<8xf32>\n"
      "return %3 : tensor<8xf32>\n");
}

int ResultOf(const ProgramGraph& graph, size_t op) {
  return graph.ops[op].first_result;
}

TEST(PartAround, GoesSoManyOpsBothWays) {
  const ProgramGraph graph = Chain();
  const int value = ResultOf(graph, 3);
  const GraphPart self = PartAround(graph, {value}, 0);
  EXPECT_THAT(self.ops, ElementsAre(3));
  EXPECT_THAT(self.arguments, IsEmpty());
  const GraphPart near = PartAround(graph, {value}, 1);
  EXPECT_THAT(near.ops, ElementsAre(2, 3, 4));
  const GraphPart all = PartAround(graph, {value}, 9);
  EXPECT_THAT(all.ops, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(all.arguments, ElementsAre(graph.functions[0].arguments[0]));
  EXPECT_EQ(all.left_out, 0u);
}

TEST(PartAround, KeepsTheNearestAndCountsTheRest) {
  const ProgramGraph graph = Chain();
  const GraphPart part = PartAround(graph, {ResultOf(graph, 3)}, 9, 3);
  EXPECT_THAT(part.ops, ElementsAre(2, 3, 4));
  EXPECT_EQ(part.left_out, 2u);
}

TEST(PartAround, NothingIsNearThroughAConstantOrAReturn) {
  const ProgramGraph graph = GraphFor(
      "%c = stablehlo.constant dense<1.0> : tensor<8xf32>\n"
      "%0 = stablehlo.add %x, %c : tensor<8xf32>\n"
      "%1 = stablehlo.multiply %c, %c : tensor<8xf32>\n"
      "return %0 : tensor<8xf32>\n");
  // The product and the sum share only the constant, so the product is left
  // out.
  EXPECT_THAT(PartAround(graph, {ResultOf(graph, 2)}, 9).ops,
              ElementsAre(1, 2, 4));
  // The part around the constant itself includes its users.
  EXPECT_THAT(PartAround(graph, {ResultOf(graph, 1)}, 1).ops,
              ElementsAre(1, 2, 3));
}

TEST(PartAround, NoValuesAreNoPart) {
  const GraphPart part = PartAround(Chain(), {}, 3);
  EXPECT_THAT(part.ops, IsEmpty());
  EXPECT_THAT(part.arguments, IsEmpty());
}

}  // namespace
}  // namespace shardflow
