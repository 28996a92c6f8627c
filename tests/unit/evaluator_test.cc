#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "evaluator/compare.h"
#include "evaluator/random_program.h"
#include "ir/module.h"
#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"
#include "ops/op_kind.h"

// Checks that the per-device program computes the same results as the global
// one, and that breaking it in various ways is detected.

namespace shardflow::internal {
namespace {

constexpr std::string_view kPropagate = "propagate=true";

// Tests 200 programs on every run; `random_program FROM TO` checks more.
TEST(Evaluator, RandomProgramsAreEqual) {
  constexpr uint64_t kPrograms = 200;
  uint64_t refused = 0;
  for (uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Comparison c = ComparePartitioned(RandomProgram(seed), kPropagate);
    if (c.verdict == Comparison::kRefused) {
      ++refused;
      continue;
    }
    EXPECT_EQ(c.verdict, Comparison::kEqual)
        << "random_program " << seed << ": " << c.error.message;
  }
  EXPECT_LE(refused, kPrograms * 2 / 100);
}

// `random_program --windows FROM TO` checks more.
TEST(Evaluator, RandomWindowsAreEqual) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Comparison c = ComparePartitioned(RandomWindows(seed), kPropagate);
    EXPECT_EQ(c.verdict, Comparison::kEqual)
        << "random_program --windows " << seed << ": " << c.error.message;
  }
}

// `random_program --own-ops FROM TO` checks more.
TEST(Evaluator, RandomOwnOpsAreEqual) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Comparison c = ComparePartitioned(RandomOwnOps(seed), kPropagate);
    EXPECT_EQ(c.verdict, Comparison::kEqual)
        << "random_program --own-ops " << seed << ": " << c.error.message;
  }
}

TEST(Evaluator, RandomProgramsAreEqualWithoutHalos) {
  for (uint64_t seed = 1001; seed <= 1040; ++seed) {
    const Comparison c = ComparePartitioned(
        RandomProgram(seed), "propagate=true enable-halo-exchange=false");
    EXPECT_TRUE(c.verdict == Comparison::kEqual ||
                c.verdict == Comparison::kRefused)
        << "random_program " << seed << ": " << c.error.message;
  }
}

TEST(Evaluator, RandomProgramsAreEqualWithCombinedGathers) {
  for (uint64_t seed = 2001; seed <= 2060; ++seed) {
    const Comparison c = ComparePartitioned(
        RandomProgram(seed), "propagate=true combine-gathers=true");
    EXPECT_TRUE(c.verdict == Comparison::kEqual ||
                c.verdict == Comparison::kRefused)
        << "random_program " << seed << ": " << c.error.message;
  }
}

// The windows of these convolutions are split among devices. A part of the axis
// may be needed for something else as well: to split the input between windows,
// or to split another dimension.
TEST(Evaluator, ConvolutionsWithSplitWindowsAreEqual) {
  struct {
    int devices;
    const char* input;
    const char* in_axes;
    const char* kernel;
    const char* kernel_axes;
    const char* result;
    const char* result_axes;
    const char* window;
    const char* dims;
  } const kConvolutions[] = {
      // There are more devices than windows.
      {8, "3x2x8", "{}, {}, {\"x\"}", "2x2x2", "{}, {\"x\"}, {}", "3x2x4",
       "{}, {\"x\"}, {}", "stride = [2]", "0"},
      // The features of the result take up half of the axis.
      {4, "4x1x6", "{}, {}, {\"x\"}", "1x8x4", "{}, {}, {}", "4x8x3",
       "{}, {\"x\":(2)2}, {}", "stride = [1]", "0"},
      {8, "1x1x12", "{}, {}, {\"x\"}", "1x2x7", "{}, {\"x\":(2)2}, {}", "1x2x6",
       "{}, {\"x\":(2)2}, {}", "stride = [1]", "0"},
      // All windows are on every device, but the result is sharded.
      {4, "2x1x7x6", "{}, {}, {}, {\"x\"}", "1x4x4x4", "{}, {}, {}, {\"x\"}",
       "2x4x2x3", "{}, {}, {\"y\"}, {}",
       "stride = [4, 2], pad = [[2, 1], [1, 1]]", "0, 1"},
  };
  for (const auto& c : kConvolutions) {
    const std::string program = fmt::format(
        R"(
sdy.mesh @mesh = <["x"={0}, "y"=2]>
func.func @main(%a: tensor<{1}xf32>, %k: tensor<{3}xf32>)
    -> (tensor<{5}xf32> {{sdy.sharding = #sdy.sharding<@mesh, [{6}]>}}) {{
  %0 = sdy.sharding_constraint %a <@mesh, [{2}]> : tensor<{1}xf32>
  %1 = sdy.sharding_constraint %k <@mesh, [{4}]> : tensor<{3}xf32>
  %2 = stablehlo.convolution(%0, %1)
      dim_numbers = [b, f, {8}]x[i, o, {8}]->[b, f, {8}], window = {{{7}}}
      {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}}
      : (tensor<{1}xf32>, tensor<{3}xf32>) -> tensor<{5}xf32>
  return %2 : tensor<{5}xf32>
}}
)",
        c.devices, c.input, c.in_axes, c.kernel, c.kernel_axes, c.result,
        c.result_axes, c.window, c.dims);
    const Comparison compared = ComparePartitioned(program, kPropagate);
    EXPECT_EQ(compared.verdict, Comparison::kEqual)
        << compared.error.message << "\n"
        << program;
  }
}

// Tensors on two meshes of the same devices meet in each op.
TEST(Evaluator, ProgramsOnTwoMeshesAreEqual) {
  struct {
    const char* one;
    const char* other;
  } const kMeshes[] = {
      {R"(["a"=4, "b"=2])", R"(["c"=2, "d"=4])"},
      // The same axes with other names, and with an axis of size 1.
      {R"(["a"=4, "b"=2])", R"(["c"=4, "d"=2])"},
      {R"(["a"=4, "b"=2])", R"(["c"=4, "one"=1, "d"=2])"},
      // The devices are in another order.
      {R"(["a"=4, "b"=2])",
       R"(["c"=2, "d"=4], device_ids=[7, 6, 5, 4, 3, 2, 1, 0])"},
      {R"(["a"=2, "b"=2])", R"(["c"=4, "d"=1], device_ids=[0, 2, 1, 3])"},
      // No axis of one mesh consists of axes of the other, or of common pieces.
      {R"(["a"=2, "b"=3])", R"(["c"=3, "d"=2])"},
      {R"(["a"=6, "b"=2])",
       R"(["c"=4, "d"=3], device_ids=[3, 4, 5, 0, 1, 2, 9, 8, 7, 6, 11, 10])"},
  };
  for (const auto& meshes : kMeshes) {
    const std::string program = fmt::format(
        R"(
sdy.mesh @one = <{0}>
sdy.mesh @other = <{1}>
func.func @main(
    %a: tensor<12x24xf32> {{sdy.sharding = #sdy.sharding<@one, [{{"a"}}, {{"b"}}]>}},
    %b: tensor<12x24xf32> {{sdy.sharding = #sdy.sharding<@other, [{{"d"}}, {{"c"}}]>}})
    -> (tensor<12x24xf32> {{sdy.sharding = #sdy.sharding<@one, [{{"b"}}, {{"a"}}]>}},
        tensor<12x12xf32>, tensor<12x24xf32>) {{
  %0 = stablehlo.add %a, %b : tensor<12x24xf32>
  %1 = sdy.sharding_constraint %0 <@other, [{{"c"}}, {{"d"}}]> : tensor<12x24xf32>
  %2 = stablehlo.tanh %1 : tensor<12x24xf32>
  %3 = stablehlo.dot_general %a, %2, contracting_dims = [1] x [1]
      : (tensor<12x24xf32>, tensor<12x24xf32>) -> tensor<12x12xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %4:2 = stablehlo.while(%i = %zero, %x = %b) : tensor<i32>, tensor<12x24xf32>
    cond {{
      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }} do {{
      %j = stablehlo.add %i, %one : tensor<i32>
      %5 = sdy.sharding_constraint %x <@one, [{{"a"}}, {{"b"}}]> : tensor<12x24xf32>
      %6 = stablehlo.reverse %5, dims = [0] : tensor<12x24xf32>
      %7 = stablehlo.subtract %6, %a : tensor<12x24xf32>
      stablehlo.return %j, %7 : tensor<i32>, tensor<12x24xf32>
    }}
  return %2, %3, %4#1 : tensor<12x24xf32>, tensor<12x12xf32>, tensor<12x24xf32>
}}
)",
        meshes.one, meshes.other);
    const Comparison c = ComparePartitioned(program, kPropagate);
    EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message << "\n"
                                             << program;
  }
}

// One half of the axis shards a dimension of size 9, which isn't divisible.
// After reversing it, the per-device program has to shift it. The other half of
// the axis shards the last dimension.
TEST(Evaluator, AReverseOfPartOfAnAxisIsEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<3x9x3xf32>) -> tensor<3x9x3xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%b: tensor<f32>, %c: tensor<f32>):
      %2 = stablehlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x":(2)2}, {"x":(1)2}]>]>}
      : (tensor<3x9x3xf32>) -> tensor<3x9x3xf32>
  %1 = stablehlo.reverse %0, dims = [0, 1] : tensor<3x9x3xf32>
  return %1 : tensor<3x9x3xf32>
}
)",
                                          kPropagate);
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
}

// Devices exchange elements along the last dimension, while the first one is
// sharded along an axis that isn't involved.
TEST(Evaluator, AReshapeOfAShardedTensorIsEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>})
    -> tensor<6x2x5xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%b: tensor<f32>, %c: tensor<f32>):
      %2 = stablehlo.compare LT, %b, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}]>]>}
      : (tensor<6x10xf32>) -> tensor<6x10xf32>
  %3 = sdy.sharding_constraint %0 <@mesh, [{"y"}, {"x"}]> : tensor<6x10xf32>
  %1 = stablehlo.reshape %3 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {"x":(1)2}, {"x":(2)2}]>]>}
      : (tensor<6x10xf32>) -> tensor<6x2x5xf32>
  return %1 : tensor<6x2x5xf32>
}
)",
                                          kPropagate);
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
}

// The convolution reads one element of its sharded dimensions.
TEST(Evaluator, AConvolutionOfASingleElementIsEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<2x8x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>},
    %k: tensor<1x1x4x4xf32>) -> tensor<2x1x1x4xf32> {
  %b = stablehlo.slice %a [0:2, 0:2, 0:2, 0:4]
      {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"x"}, {"y"}, {}]>]>}
      : (tensor<2x8x2x4xf32>) -> tensor<2x2x2x4xf32>
  %0 = stablehlo.convolution(%b, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x2x2x4xf32>, tensor<1x1x4x4xf32>) -> tensor<2x1x1x4xf32>
  return %0 : tensor<2x1x1x4xf32>
}
)",
                                          kPropagate);
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
}

// This is what jnp.roll by 0 produces: one of the parts has no elements.
TEST(Evaluator, AConcatenationWithAnEmptyPartIsEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x6xf32> {
  %0 = stablehlo.slice %a [8:8, 0:6] : (tensor<8x6xf32>) -> tensor<0x6xf32>
  %1 = stablehlo.slice %a [0:8, 0:6] : (tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<0x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
)",
                                          kPropagate);
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
  EXPECT_EQ(c.local.find("all_gather"), std::string::npos) << c.local;
}

// The windows of the scatter are as long as dimension 2, which is indexed and
// sharded, so only index 0 is in range, on each device.
TEST(Evaluator, AScatterOfWholeShardedWindowsIsEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<4x3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},
    %i: tensor<4x1xi32>,
    %u: tensor<4x1x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>})
    -> tensor<4x3x8xf32> {
  %c = stablehlo.constant dense<[[0], [0], [1], [0]]> : tensor<4x1xi32>
  %three = stablehlo.constant dense<3> : tensor<4x1xi32>
  %r = stablehlo.remainder %i, %three : tensor<4x1xi32>
  %j = stablehlo.concatenate %r, %c, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %0 = "stablehlo.scatter"(%a, %j, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%b: tensor<f32>, %d: tensor<f32>):
      %1 = stablehlo.add %b, %d : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x3x8xf32>, tensor<4x2xi32>, tensor<4x1x8xf32>) -> tensor<4x3x8xf32>
  return %0 : tensor<4x3x8xf32>
}
)",
                                          kPropagate);
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
}

// Rows of a scatter go to the shards that they belong to. Some are out of
// range, and the last shard is shorter than the others.
TEST(Evaluator, AScatterOfRowsIsEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(
    %a: tensor<4x24x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {}]>},
    %u: tensor<4x1x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>})
    -> (tensor<4x24x6xf32>, tensor<4x10x6xf32>) {
  %i = stablehlo.constant dense<[[-1, 0], [23, 0], [6, 0], [24, 0]]> : tensor<4x2xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%b: tensor<f32>, %d: tensor<f32>):
      stablehlo.return %d : tensor<f32>
  }) : (tensor<4x24x6xf32>, tensor<4x2xi32>, tensor<4x1x6xf32>) -> tensor<4x24x6xf32>
  %1 = stablehlo.slice %a [0:4, 0:10, 0:6] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}, {}]>]>} : (tensor<4x24x6xf32>) -> tensor<4x10x6xf32>
  %j = stablehlo.constant dense<[[9, 0], [8, 0], [10, 0], [11, 0]]> : tensor<4x2xi32>
  %2 = "stablehlo.scatter"(%1, %j, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>, unique_indices = true}> ({
    ^bb0(%b: tensor<f32>, %d: tensor<f32>):
      %3 = stablehlo.add %b, %d : tensor<f32>
      stablehlo.return %3 : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}, {}]>]>} : (tensor<4x10x6xf32>, tensor<4x2xi32>, tensor<4x1x6xf32>) -> tensor<4x10x6xf32>
  return %0, %2 : tensor<4x24x6xf32>, tensor<4x10x6xf32>
}
)",
                                          kPropagate);
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
}

// Pads and slices that shift a tensor become one pad: the second one of each
// pair may cut off what the first one added, or add what it cut off.
TEST(Evaluator, ShiftsByPadsAndSlicesAreEqual) {
  const Comparison c = ComparePartitioned(R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<14x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %v: tensor<f32>)
    -> (tensor<14x6xf32>, tensor<14x6xf32>, tensor<12x6xf32>) {
  %x = stablehlo.negate %a {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<14x6xf32>
  %0 = stablehlo.pad %x, %v, low = [5, 0], high = [2, 0], interior = [0, 0] : (tensor<14x6xf32>, tensor<f32>) -> tensor<21x6xf32>
  %1 = stablehlo.slice %0 [1:15, 0:6] : (tensor<21x6xf32>) -> tensor<14x6xf32>
  %2 = stablehlo.slice %x [3:14, 0:6] : (tensor<14x6xf32>) -> tensor<11x6xf32>
  %3 = stablehlo.pad %2, %v, low = [0, 0], high = [3, 0], interior = [0, 0] : (tensor<11x6xf32>, tensor<f32>) -> tensor<14x6xf32>
  %4 = stablehlo.slice %x [2:14, 0:6] : (tensor<14x6xf32>) -> tensor<12x6xf32>
  %5 = stablehlo.pad %4, %v, low = [1, 0], high = [-1, 0], interior = [0, 0] : (tensor<12x6xf32>, tensor<f32>) -> tensor<12x6xf32>
  return %1, %3, %5 : tensor<14x6xf32>, tensor<14x6xf32>, tensor<12x6xf32>
}
)",
                                          kPropagate);
  EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message;
}

// Rolls by less than a shard, by a shard and by more, to the left and to the
// right, and concatenations that only begin or end with another tensor.
TEST(Evaluator, RollsAreEqual) {
  for (const int size : {16, 15}) {
    for (const int shift : {1, 3, 4, 6, 12, 15}) {
      if (shift >= size) continue;
      const std::string program = fmt::format(
          R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<{0}xf32>, %b: tensor<{1}xf32>) -> (tensor<{0}xf32>, tensor<{0}xf32>, tensor<{0}xf32>) {{
  %x = stablehlo.negate %a {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{{"x"}}]>]>}} : tensor<{0}xf32>
  %end = stablehlo.slice %x [{2}:{0}] : (tensor<{0}xf32>) -> tensor<{1}xf32>
  %rest = stablehlo.slice %x [0:{2}] : (tensor<{0}xf32>) -> tensor<{2}xf32>
  %0 = stablehlo.concatenate %end, %rest, dim = 0 {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{{"x"}}]>]>}} : (tensor<{1}xf32>, tensor<{2}xf32>) -> tensor<{0}xf32>
  %1 = stablehlo.concatenate %b, %rest, dim = 0 {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{{"x"}}]>]>}} : (tensor<{1}xf32>, tensor<{2}xf32>) -> tensor<{0}xf32>
  %2 = stablehlo.concatenate %rest, %b, dim = 0 {{sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{{"x"}}]>]>}} : (tensor<{2}xf32>, tensor<{1}xf32>) -> tensor<{0}xf32>
  return %0, %1, %2 : tensor<{0}xf32>, tensor<{0}xf32>, tensor<{0}xf32>
}}
)",
          size, shift, size - shift);
      const Comparison c = ComparePartitioned(program, kPropagate);
      EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message << "\n"
                                               << program;
    }
  }
}

// --- damage is found

constexpr std::string_view kProduct = R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(
    %a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %b: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
      : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}
)";

constexpr std::string_view kShift = R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(
    %a: tensor<16x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<14x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.slice %a [2:16, 0:3] : (tensor<16x3xf32>) -> tensor<14x3xf32>
  return %0 : tensor<14x3xf32>
}
)";

constexpr std::string_view kCount = R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main() -> (tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.iota dim = 0 : tensor<8xi32>
  return %0 : tensor<8xi32>
}
)";

Comparison::Verdict Damaged(std::string_view program, OpKind kind,
                            const std::function<void(Module&, OpId)>& damage) {
  bool found = false;
  const Comparison c =
      ComparePartitioned(program, "propagate=true", [&](Module& m) {
        std::vector<OpId> ops;
        WalkPreOrder(m, m.root(), [&](OpId op) {
          if (m.kind(op) == kind) ops.push_back(op);
        });
        if (ops.empty()) return;
        found = true;
        damage(m, ops.front());
      });
  EXPECT_TRUE(found) << c.local;
  return c.verdict;
}

// Replaces each device id in an attribute of the op.
void Renumber(Module& m, OpId op, const char* name,
              const std::function<int64_t(int64_t)>& change) {
  std::vector<int64_t> ids = *DenseI64(m, op, name);
  const AttrId attr = FindAttr(m, op, name);
  const std::span<const int64_t> of = m.types.dims(ElementsType(m, attr));
  const std::vector<int64_t> dims(of.begin(), of.end());
  for (int64_t& id : ids) id = change(id);
  m.SetAttr(op, m.names.Intern(name), MakeDenseI64(m, dims, ids));
}

TEST(Evaluator, NothingIsWrongWithTheExamples) {
  for (const std::string_view program : {kProduct, kShift, kCount}) {
    const Comparison c = ComparePartitioned(program, kPropagate);
    EXPECT_EQ(c.verdict, Comparison::kEqual) << c.error.message << "\n"
                                             << c.local;
  }
}

TEST(Evaluator, ADroppedAllReduceIsFound) {
  const auto verdict =
      Damaged(kProduct, OpKind::kAllReduce, [](Module& m, OpId op) {
        m.ReplaceAllUses(m.result(op, 0), m.operand(op, 0));
      });
  EXPECT_EQ(verdict, Comparison::kWrong);
}

TEST(Evaluator, AWrongGroupIsFound) {
  // Swaps devices 0 and 1.
  const auto verdict =
      Damaged(kProduct, OpKind::kAllReduce, [](Module& m, OpId op) {
        Renumber(m, op, "replica_groups",
                 [](int64_t id) { return id < 2 ? 1 - id : id; });
      });
  EXPECT_EQ(verdict, Comparison::kWrong);
}

TEST(Evaluator, AGroupThatListsADeviceTwiceIsFound) {
  const auto verdict =
      Damaged(kProduct, OpKind::kAllReduce, [](Module& m, OpId op) {
        Renumber(m, op, "replica_groups",
                 [](int64_t id) { return id == 3 ? 2 : id; });
      });
  EXPECT_EQ(verdict, Comparison::kWrong);
}

TEST(Evaluator, ACollectiveWithoutAChannelIsFound) {
  const auto verdict =
      Damaged(kProduct, OpKind::kAllReduce, [](Module& m, OpId op) {
        m.SetAttr(op, m.names.Intern("channel_handle"), AttrId::None());
      });
  EXPECT_EQ(verdict, Comparison::kWrong);
}

TEST(Evaluator, AShiftedHaloIsFound) {
  const auto verdict =
      Damaged(kShift, OpKind::kCollectivePermute, [](Module& m, OpId op) {
        Renumber(m, op, "source_target_pairs",
                 [](int64_t id) { return (id + 1) % 4; });
      });
  EXPECT_EQ(verdict, Comparison::kWrong);
}

TEST(Evaluator, AShardFromTheWrongPlaceIsFound) {
  const auto verdict =
      Damaged(kCount, OpKind::kPartitionId, [](Module& m, OpId op) {
        m.SetKind(op, OpKind::kConstant, m.names.Intern("stablehlo.constant"));
        const TypeId type = m.type(m.result(op, 0));
        const uint32_t zero = 0;
        const std::string_view bytes(reinterpret_cast<const char*>(&zero),
                                     sizeof zero);
        m.SetAttr(op, name::kValue,
                  m.attrs.Make(DenseElementsAttr{type, m.names.Intern(bytes),
                                                 /*splat=*/true}));
      });
  EXPECT_EQ(verdict, Comparison::kWrong);
}

// On real devices, a collective that only some devices reach waits forever.
TEST(Evaluator, ACollectiveInOneBranchIsFound) {
  constexpr std::string_view kBranch = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x"}]>]
      out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%b: tensor<2xf32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %one = stablehlo.constant dense<1> : tensor<ui32>
    %is = stablehlo.compare EQ, %id, %one : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    %1 = "stablehlo.if"(%is) ({
      %2 = "stablehlo.collective_permute"(%b) <{
          channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
          source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}>
          : (tensor<2xf32>) -> tensor<2xf32>
      stablehlo.return %2 : tensor<2xf32>
    }, {
      stablehlo.return %b : tensor<2xf32>
    }) : (tensor<i1>) -> tensor<2xf32>
    sdy.return %1 : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
)";
  const Comparison c = ComparePartitioned(kBranch, kPropagate);
  EXPECT_NE(c.verdict, Comparison::kEqual);
  EXPECT_NE(c.error.message.find("took another branch"), std::string::npos)
      << c.error.message;
}

}  // namespace
}  // namespace shardflow::internal
