#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests the check of per-device programs on programs that compute many
// different numbers from partition_id. tests/files/partition/check_groups.mlir
// tests which programs it accepts.

namespace shardflow {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

// Returns a program that adds 1, 2, 3, ... to the device's number, and
// communicates in a branch that the sum decides.
std::string ProgramWith(int sums) {
  std::string text = R"(sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2xf32>) -> tensor<2xf32> {
  %id = stablehlo.partition_id : tensor<ui32>
  %v0 = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
)";
  for (int i = 1; i <= sums; ++i) {
    text += fmt::format(
        "  %c{0} = stablehlo.constant dense<{0}> : tensor<i64>\n"
        "  %v{0} = stablehlo.add %v{1}, %c{0} : tensor<i64>\n",
        i, i - 1);
  }
  return text + fmt::format(R"(
  %zero = stablehlo.constant dense<0> : tensor<i64>
  %p = stablehlo.compare GT, %v{}, %zero : (tensor<i64>, tensor<i64>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({{
    %s = "stablehlo.all_reduce"(%a) <{{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}}> ({{
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %z = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }}) : (tensor<2xf32>) -> tensor<2xf32>
    stablehlo.return %s : tensor<2xf32>
  }}, {{
    stablehlo.return %a : tensor<2xf32>
  }}) : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}})",
                            sums);
}

// The number of different labels is limited. Nothing is known about values
// beyond the limit, so a branch that depends on one is refused.
TEST(DeviceDependence, ManyDifferentValues) {
  for (const bool many : {false, true}) {
    std::vector<Message> messages;
    std::optional<Program> program =
        Program::Read("p.mlir", ProgramWith(many ? 3000 : 30), {}, messages);
    ASSERT_TRUE(program) << messages.at(0).ToString();
    EXPECT_EQ(program->Run("shardflow-check-per-device", "", {}, messages),
              !many);
    ASSERT_THAT(messages, SizeIs(many ? 1 : 0));
    if (many) {
      EXPECT_THAT(messages[0].text, HasSubstr("is not run by all devices"));
    }
  }
}

}  // namespace
}  // namespace shardflow
