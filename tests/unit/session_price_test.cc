#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Prices of sessions compared with the cost of the same program computed from
// scratch.

namespace shardflow::internal {
namespace {

using Random = std::mt19937;

int Below(Random& random, size_t n) {
  return static_cast<int>(random() % static_cast<uint32_t>(n));
}

Session MustOpen(const std::string& text) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("test.mlir", text, {}, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString())
                       << text;
  std::optional<Session> session =
      Session::FromProgram(*std::move(program), {}, messages);
  EXPECT_TRUE(session);
  return *std::move(session);
}

// --- random programs, all of whose tensors are 16x16 or 4x4x16

constexpr const char* kSquare = "tensor<16x16xf32>";
constexpr const char* kCube = "tensor<4x4x16xf32>";

std::string RandomText(Random& random) {
  std::string text =
      "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4, \"z\"=2]>\nfunc.func @main(";
  std::vector<std::string> values;
  for (int i = 0; i < 5; ++i) {
    const std::string name = "%a" + std::to_string(i);
    text += (i > 0 ? ", " : "") + name + ": " + kSquare;
    values.push_back(name);
  }
  std::string body = "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n";
  body += "  %i = stablehlo.constant dense<3> : tensor<i32>\n";
  const auto any = [&] {
    return values[static_cast<size_t>(Below(random, values.size()))];
  };
  const std::string s = kSquare;
  const std::string c = kCube;
  const std::string square_to_cube = " : (" + s + ") -> " + c + "\n";
  const std::string cube_to_square = " : (" + c + ") -> " + s + "\n";
  const int count = 10 + Below(random, 25);
  for (int i = 0; i < count; ++i) {
    const std::string v = "%" + std::to_string(i);
    const std::string t = "%t" + std::to_string(i);
    switch (Below(random, 13)) {
      case 0:
        body += "  " + v + " = stablehlo.add " + any() + ", " + any() + " : " +
                s + "\n";
        break;
      case 1:
        body += "  " + v + " = stablehlo.tanh " + any() + " : " + s + "\n";
        break;
      case 2:
      case 3:
        body += "  " + v + " = stablehlo.dot_general " + any() + ", " + any() +
                ", contracting_dims = [" + std::to_string(Below(random, 2)) +
                "] x [" + std::to_string(Below(random, 2)) + "] : (" + s +
                ", " + s + ") -> " + s + "\n";
        break;
      case 4:
        body += "  " + v + " = stablehlo.transpose " + any() +
                ", dims = [1, 0] : (" + s + ") -> " + s + "\n";
        break;
      case 5: {
        const std::string d = std::to_string(Below(random, 2));
        body += "  " + t + " = stablehlo.reduce(" + any() +
                " init: %zero) applies stablehlo.add across dimensions = [" +
                d + "] : (" + s + ", tensor<f32>) -> tensor<16xf32>\n";
        body += "  " + v + " = stablehlo.broadcast_in_dim " + t + ", dims = [" +
                std::to_string(Below(random, 2)) + "] : (tensor<16xf32>) -> " +
                s + "\n";
        break;
      }
      case 6:
        body += "  " + t + " = stablehlo.reshape " + any() + square_to_cube;
        body += "  " + t + "b = stablehlo.negate " + t + " : " + c + "\n";
        body += "  " + v + " = stablehlo.reshape " + t + "b" + cube_to_square;
        break;
      case 7:
        body += "  " + t + " = stablehlo.slice " + any() + " [0:8, 0:16] : (" +
                s + ") -> tensor<8x16xf32>\n";
        body += "  " + v + " = stablehlo.concatenate " + t + ", " + t +
                ", dim = 0 : (tensor<8x16xf32>, tensor<8x16xf32>) -> " + s +
                "\n";
        break;
      case 8:
        body += "  " + v +
                " = stablehlo.broadcast_in_dim %zero, dims = [] : "
                "(tensor<f32>) -> " +
                s + "\n";
        break;
      case 9:
        body += "  " + t + " = stablehlo.dynamic_slice " + any() +
                ", %i, %i, sizes = [16, 4] : (" + s +
                ", tensor<i32>, tensor<i32>) -> tensor<16x4xf32>\n";
        body += "  " + v + " = stablehlo.dynamic_update_slice " + any() + ", " +
                t + ", %i, %i : (" + s +
                ", tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> " + s + "\n";
        break;
      case 10:
        body += "  " + v + " = sdy.sharding_constraint " + any() +
                " <@mesh, [{\"x\"}, {?}]> : " + s + "\n";
        break;
      case 11:
        body += "  " + t + " = stablehlo.reshape " + any() + square_to_cube;
        body +=
            "  " + t + "b = stablehlo.dot_general " + t + ", " + t +
            ", batching_dims = [0] x [0], contracting_dims = [2] x [2] : (" +
            c + ", " + c + ") -> tensor<4x4x4xf32>\n";
        body += "  " + t + "c = stablehlo.dot_general " + t + "b, " + t +
                ", batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
                "(tensor<4x4x4xf32>, " +
                c + ") -> " + c + "\n";
        body += "  " + v + " = stablehlo.reshape " + t + "c" + cube_to_square;
        break;
      default:
        body += "  " + v + " = stablehlo.multiply " + any() + ", " + any() +
                " : " + s + "\n";
        break;
    }
    values.push_back(v);
  }
  const std::string r = values.back() + ", " + any() + ", " + any();
  const std::string types = s + ", " + s + ", " + s;
  return text + ") -> (" + types + ") {\n" + body + "  return " + r + " : " +
         types + "\n}\n";
}

std::optional<ShardingInfo> RandomSharding(Random& random, size_t rank) {
  if (rank == 0 || Below(random, 6) == 0) return std::nullopt;
  ShardingInfo info;
  info.mesh = "mesh";
  info.dims.resize(rank);
  for (DimShardingInfo& dim : info.dims) dim.closed = Below(random, 2) == 0;
  for (const char* axis : {"x", "y", "z"}) {
    if (Below(random, 2) == 0) continue;
    AxisInfo whole{axis, 0, 0};
    // Sometimes a sub-axis.
    if (std::string(axis) == "y" && Below(random, 6) == 0) whole = {axis, 1, 2};
    info.dims[static_cast<size_t>(Below(random, rank))].axes.push_back(whole);
  }
  return info;
}

void ExpectPriced(Session& session, bool from_scratch,
                  const std::string& text) {
  std::vector<Message> messages;
  const std::string topology = "h100";
  const std::optional<SessionPrice> price =
      session.Price({.topology = topology, .peak = true}, messages);
  ASSERT_TRUE(price) << messages[0].ToString();
  const std::optional<CostReport> cost =
      Cost(session.Result(), {.topology = topology}, messages);
  ASSERT_TRUE(cost) << messages[0].ToString();
  const auto program = [&] { return text + session.Result().Write(); };
  EXPECT_EQ(price->from_scratch, from_scratch) << text;
  EXPECT_EQ(price->wire_bytes, cost->communication.wire_bytes) << program();
  EXPECT_EQ(price->collectives,
            static_cast<int64_t>(cost->communication.collectives.size()))
      << program();
  EXPECT_EQ(price->flops, cost->work.flops) << program();
  EXPECT_EQ(price->arguments, cost->memory.arguments) << program();
  EXPECT_EQ(price->results, cost->memory.results) << program();
  // Times are equal to the last bit.
  EXPECT_EQ(price->time.work, cost->time.work) << program();
  EXPECT_EQ(price->time.communication, cost->time.communication) << program();
  EXPECT_EQ(price->time.sum, cost->time.sum) << program();
  EXPECT_EQ(price->time.max, cost->time.max) << program();
  EXPECT_EQ(price->time.bound, cost->time.bound) << program();
  EXPECT_EQ(price->temporaries, cost->memory.temporaries) << program();
  EXPECT_EQ(price->peak, cost->memory.peak) << program();
}

TEST(SessionPrice, IsTheCostAfterEveryEdit) {
  int64_t communicating = 0;
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Random random(seed);
    const std::string text = RandomText(random);
    Session session = MustOpen(text);
    const ProgramView view(session.Annotated());
    const OpRef main = view.FindFunction("main");
    std::vector<ValueRef> values = view.Arguments(view.Body(main));
    for (const OpRef op : view.Ops(view.Body(main))) {
      for (const ValueRef value : view.Results(op)) values.push_back(value);
    }
    std::vector<Message> messages;
    ASSERT_TRUE(session.Propagate(messages));
    ExpectPriced(session, false, text);
    std::vector<int64_t> saved;
    for (int edit = 0; edit < 40 && !::testing::Test::HasFailure(); ++edit) {
      const int what = Below(random, 10);
      if (what == 0) {
        saved.push_back(session.Checkpoint());
      } else if (what == 1 && !saved.empty()) {
        ASSERT_TRUE(session.Rollback(saved.back(), messages));
      } else if (what == 2) {
        session.SetResultSharding(main, Below(random, 3),
                                  RandomSharding(random, 2), messages);
        ASSERT_TRUE(session.Propagate(messages));
      } else {
        const ValueRef value =
            values[static_cast<size_t>(Below(random, values.size()))];
        session.SetSharding(
            value, RandomSharding(random, view.Shape(value)->size()), messages);
        ASSERT_TRUE(session.Propagate(messages));
      }
      ExpectPriced(session, false, text);
      communicating += session.Price(messages)->wire_bytes > 0 ? 1 : 0;
    }
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(communicating, 800);
}

TEST(SessionPrice, OfAProgramWithALoop) {
  Session session = MustOpen(R"(
sdy.mesh @mesh = <["x"=16]>
func.func @main(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<16x16xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %z, %y = %a) : tensor<i32>, tensor<16x16xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %o : tensor<i32>
      %b = stablehlo.dot %y, %y : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
      stablehlo.return %j, %b : tensor<i32>, tensor<16x16xf32>
    }
  return %0#1 : tensor<16x16xf32>
})");
  std::vector<Message> messages;
  EXPECT_FALSE(session.Price(messages));
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, true, "");
}

TEST(SessionPrice, SaysWhatIsWrongWithTheMachine) {
  Session session = MustOpen(
      "sdy.mesh @mesh = <[\"x\"=2]>\n"
      "func.func @main(%a: tensor<8xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"x\"}]>}) -> tensor<8xf32> {\n"
      "  return %a : tensor<8xf32>\n}\n");
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_FALSE(session.Price({.topology = "abacus"}, messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_FALSE(session.Price({.topology = "h100:1x4"}, messages));
  ASSERT_EQ(messages.size(), 2u);
  EXPECT_EQ(messages[1].text, "it has 4 devices, and the mesh 2");
  // Without a topology there are no times, and the peak is computed only on
  // request.
  const std::optional<SessionPrice> price = session.Price(messages);
  ASSERT_TRUE(price);
  EXPECT_EQ(price->time.sum, 0);
  EXPECT_EQ(price->peak, 0);
}

}  // namespace
}  // namespace shardflow::internal
