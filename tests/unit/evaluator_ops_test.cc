#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "evaluator/compare.h"
#include "evaluator/evaluator.h"
#include "ir/module.h"
#include "ops/functions.h"
#include "text/read.h"

// Compares the evaluator's results for single ops with numbers worked out by
// hand. (Comparing two programs can't reveal a fault that affects both.)

namespace shardflow::internal {
namespace {

// Returns the result of a function without arguments, on one device.
std::vector<double> ResultOf(std::string_view ops, std::string_view result,
                             std::string_view type) {
  const std::string text =
      fmt::format("func.func @main() -> {0} {{\n{1}\n  return {2} : {0}\n}}\n",
                  type, ops, result);
  Diagnostics diagnostics;
  const std::optional<Module> m = ParseModule(
      std::make_shared<SourceBuffer>("test", text), {}, diagnostics);
  if (!m) {
    ADD_FAILURE() << "can't be read:\n" << text;
    return {};
  }
  Evaluator evaluator(*m, 1);
  std::vector<PerDevice> results;
  if (!evaluator.Run(MainFunction(*m), {}, results)) {
    ADD_FAILURE() << evaluator.error().message;
    return {};
  }
  return results[0][0].f;
}

TEST(EvaluatorOps, TriangularSolve) {
  struct {
    const char* a;
    const char* b;
    const char* flags;  // left_side, lower, unit_diagonal
    const char* transpose;
    std::vector<double> x;
  } const kRows[] = {
      // The other triangle isn't read.
      {"[[2.0, 9.0], [3.0, 4.0]]",
       "[[2.0], [11.0]]",
       "110",
       "NO_TRANSPOSE",
       {1, 2}},
      {"[[2.0, 9.0], [3.0, 4.0]]",
       "[[8.0], [8.0]]",
       "110",
       "TRANSPOSE",
       {1, 2}},
      {"[[2.0, 3.0], [9.0, 4.0]]",
       "[[8.0], [8.0]]",
       "100",
       "NO_TRANSPOSE",
       {1, 2}},
      {"[[2.0, 3.0], [9.0, 4.0]]", "[[2.0], [11.0]]", "100", "ADJOINT", {1, 2}},
      {"[[2.0, 9.0], [3.0, 4.0]]",
       "[[8.0, 8.0]]",
       "010",
       "NO_TRANSPOSE",
       {1, 2}},
      {"[[2.0, 9.0], [3.0, 4.0]]", "[[2.0, 11.0]]", "010", "TRANSPOSE", {1, 2}},
      // With unit_diagonal, ones replace the diagonal.
      {"[[7.0, 9.0], [3.0, 7.0]]",
       "[[1.0], [5.0]]",
       "111",
       "NO_TRANSPOSE",
       {1, 2}},
  };
  for (const auto& row : kRows) {
    const bool left = row.flags[0] == '1';
    const auto flag = [&](int i) { return row.flags[i] == '1'; };
    const std::string_view type = left ? "tensor<2x1xf32>" : "tensor<1x2xf32>";
    const std::string ops = fmt::format(
        "  %a = stablehlo.constant dense<{}> : tensor<2x2xf32>\n"
        "  %b = stablehlo.constant dense<{}> : {}\n"
        "  %x = \"stablehlo.triangular_solve\"(%a, %b) <{{left_side = {}, "
        "lower = {}, transpose_a = #stablehlo<transpose {}>, unit_diagonal = "
        "{}}}> : (tensor<2x2xf32>, {}) -> {}",
        row.a, row.b, type, left, flag(1), row.transpose, flag(2), type, type);
    EXPECT_EQ(ResultOf(ops, "%x", type), row.x) << ops;
  }
}

TEST(EvaluatorOps, Cholesky) {
  for (const bool lower : {true, false}) {
    const std::string ops = fmt::format(
        "  %a = stablehlo.constant dense<{}> : tensor<1x2x2xf32>\n"
        "  %c = stablehlo.cholesky %a, lower = {} : tensor<1x2x2xf32>",
        lower ? "[[[4.0, 99.0], [6.0, 25.0]]]" : "[[[4.0, 6.0], [99.0, 25.0]]]",
        lower);
    const std::vector<double> want = lower ? std::vector<double>{2, 0, 3, 4}
                                           : std::vector<double>{2, 3, 0, 4};
    EXPECT_EQ(ResultOf(ops, "%c", "tensor<1x2x2xf32>"), want);
  }
}

TEST(EvaluatorOps, SolvesOfShardedMatricesAreEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<8x3x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
    %b: tensor<8x3x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {"y"}]>})
    -> (tensor<8x3x6xf32>, tensor<8x3x3xf32>) {
  %one = stablehlo.constant dense<9.0> : tensor<3x3xf32>
  %nine = stablehlo.broadcast_in_dim %one, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<8x3x3xf32>
  %p = stablehlo.dot_general %a, %a, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<8x3x3xf32>, tensor<8x3x3xf32>) -> tensor<8x3x3xf32>
  %i = stablehlo.iota dim = 0 : tensor<3x3xi32>
  %j = stablehlo.iota dim = 1 : tensor<3x3xi32>
  %d = stablehlo.compare EQ, %i, %j : (tensor<3x3xi32>, tensor<3x3xi32>) -> tensor<3x3xi1>
  %e = stablehlo.convert %d : (tensor<3x3xi1>) -> tensor<3x3xf32>
  %f = stablehlo.broadcast_in_dim %e, dims = [1, 2] : (tensor<3x3xf32>) -> tensor<8x3x3xf32>
  %g = stablehlo.multiply %f, %nine : tensor<8x3x3xf32>
  %h = stablehlo.add %p, %g : tensor<8x3x3xf32>
  %c = stablehlo.cholesky %h, lower = true : tensor<8x3x3xf32>
  %x = "stablehlo.triangular_solve"(%c, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<8x3x3xf32>, tensor<8x3x6xf32>) -> tensor<8x3x6xf32>
  return %x, %c : tensor<8x3x6xf32>, tensor<8x3x3xf32>
}
)",
                                          "propagate=true");
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
}

}  // namespace
}  // namespace shardflow::internal
