#include "propagate/why_not.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ops/functions.h"
#include "propagate/driver.h"
#include "sharding/print.h"
#include "text/read.h"

// Tests reasons that occur only under schedules other than the pipeline's.
// explain_test.cc covers the others, through the public interface.

namespace shardflow::internal {
namespace {

// Propagates, and returns the axes that didn't reach `end`, an operand or a
// result of the first op in @main.
std::vector<MissingAxis> Ask(std::string_view program, Schedule schedule,
                             const RecordedEnd& end) {
  Diagnostics diagnostics;
  std::optional<Module> m = ParseModule(
      std::make_shared<const SourceBuffer>("t.mlir", std::string(program)), {},
      diagnostics);
  EXPECT_TRUE(m.has_value());
  if (!m) return {};
  const OpId op = m->block(EntryBlock(*m, MainFunction(*m))).first;
  const int index = static_cast<int>(end.index);
  const ValueId value =
      end.is_result ? m->result(op, index) : m->operand(op, index);
  std::vector<MissingAxis> stops;
  PropagationWitness witness;
  witness.at_end = [&](PropagationState& s) {
    StepTraces traces;
    stops = WhyNot(s, NodesByValue(s), {value, -1}, traces);
  };
  PropagationOptions options;
  options.schedule = std::move(schedule);
  options.witness = &witness;
  RuleWarnings warnings;
  EXPECT_TRUE(Propagate(*m, options, warnings, diagnostics));
  return stops;
}

constexpr std::string_view kDot = R"(
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(
    %x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>},
    %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
    : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})";

TEST(WhyNot, DirectionInAnEarlyOpPriorityStep) {
  const std::vector<MissingAxis> stops =
      Ask(kDot, {{Strategy::kAggressive, 1}}, {true, 0});
  ASSERT_EQ(stops.size(), 1u);
  EXPECT_EQ(stops[0].reason, MissingReason::kDirection);
  EXPECT_EQ(stops[0].from, (RecordedEnd{false, 0}));
  // In step 3, nothing stops the axis.
  EXPECT_TRUE(Ask(kDot, {{Strategy::kAggressive, 3}}, {true, 0}).empty());
}

// Both operands are %x: each is compared with the sharding from before the
// step, and the new sharding of the second one replaces that of the first one.
TEST(WhyNot, UnsettledAfterOneRun) {
  const std::vector<MissingAxis> stops =
      Ask(R"(
sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>
    {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {"b", ?}]>}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0]
    : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})",
          {{Strategy::kAggressive, 5}}, {false, 0});
  ASSERT_FALSE(stops.empty());
  EXPECT_EQ(stops[0].reason, MissingReason::kUnsettled);
  EXPECT_EQ(stops[0].target_dim, 0);
}

// The basic strategy gives an axis to all tensors or to none.
TEST(WhyNot, BasicStrategyNamesTheTensorThatRefused) {
  constexpr std::string_view kAdd = R"(
sdy.mesh @mesh = <["a"=2]>
func.func @main(
    %x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}]>},
    %y: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})
    -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
})";
  const std::vector<MissingAxis> stops =
      Ask(kAdd, {{Strategy::kBasic, 5}}, {true, 0});
  ASSERT_EQ(stops.size(), 1u);
  EXPECT_EQ(stops[0].reason, MissingReason::kClosed);
  EXPECT_EQ(stops[0].refused_by, (RecordedEnd{false, 1}));
  EXPECT_EQ(stops[0].to, (RecordedEnd{true, 0}));
  // The aggressive strategy decides for each tensor separately.
  EXPECT_TRUE(Ask(kAdd, {{Strategy::kAggressive, 5}}, {true, 0}).empty());
}

}  // namespace
}  // namespace shardflow::internal
