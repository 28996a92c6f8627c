#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/program_impl.h"
#include "api/sharding_info.h"
#include "cost/price.h"
#include "ir/module.h"
#include "ops/functions.h"
#include "shardflow/shardflow.h"
#include "unit/prices.h"

// Compares the prices that sessions give with the cost of the same program,
// computed from scratch.

namespace shardflow::internal {
namespace {

using Random = std::mt19937;

int Below(Random& random, size_t n) {
  return static_cast<int>(random() % static_cast<uint32_t>(n));
}

// Unless `imported` is set, the program keeps its calls.
Session MustOpen(const std::string& text, const RunOptions& run = {},
                 bool imported = true) {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read(
      "test.mlir", text, {.allow_unregistered_dialect = true}, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString())
                       << text;
  if (!imported) return Session(*std::move(program), {.run = run});
  std::optional<Session> session =
      Session::FromProgram(*std::move(program), {.run = run}, messages);
  EXPECT_TRUE(session) << (messages.empty() ? "" : messages[0].ToString())
                       << text;
  return *std::move(session);
}

// --- random programs, most of whose tensors are 16x16

// The kinds of ops that a program may contain besides StableHLO's ops without
// regions.
struct Kinds {
  bool regions = false;  // loops, branches, manual computations
  bool own = false;      // the caller's ops
  bool calls = false;
};

constexpr const char* kSquare = "tensor<16x16xf32>";
constexpr const char* kCube = "tensor<4x4x16xf32>";
constexpr const char* kMesh =
    "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4, \"z\"=2]>\n";

// Writes random programs.
class Writer {
 public:
  Writer(Random& random, Kinds kinds) : random_(random), kinds_(kinds) {}

  std::string Program() {
    std::string text = kMesh;
    for (int i = 0; kinds_.calls && i < 3; ++i) {
      std::vector<std::string> values = {"%a0", "%a1"};
      const std::string header = "func.func private @f" + std::to_string(i) +
                                 "(%a0: " + s_ + ", %a1: " + s_ +
                                 ", %n: tensor<i32>) -> " + s_;
      Body(values, 2 + Below(random_, 5), "%n");
      text += header + " {\n" + text_ + "  return " + values.back() + " : " +
              s_ + "\n}\n";
      ++functions_;
    }
    text += "func.func @main(";
    std::vector<std::string> values;
    for (int i = 0; i < 5; ++i) {
      const std::string name = "%a" + std::to_string(i);
      text += (i > 0 ? ", " : "") + name + ": " + kSquare;
      values.push_back(name);
    }
    Body(values, 10 + Below(random_, 25), "%i3");
    const std::string r =
        values.back() + ", " + Any(values) + ", " + Any(values);
    const std::string types = s_ + ", " + s_ + ", " + s_;
    return text + ") -> (" + types + ") {\n" + text_ + "  return " + r + " : " +
           types + "\n}\n";
  }

 private:
  const std::string& Any(const std::vector<std::string>& values) {
    return values[static_cast<size_t>(Below(random_, values.size()))];
  }
  std::string Name() { return "%v" + std::to_string(names_++); }

  // Writes a function's body to text_. Loops may run `bound` times.
  void Body(std::vector<std::string>& values, int count,
            const std::string& bound) {
    bound_ = bound;
    text_ = "  %zero = stablehlo.constant dense<0.0> : tensor<f32>\n";
    for (const char* number : {"0", "1", "3"}) {
      text_ += std::string("  %i") + number + " = stablehlo.constant dense<" +
               number + "> : tensor<i32>\n";
    }
    Ops(values, count, /*depth=*/0);
  }

  // Adds ops that use `values` and each other, and appends their results to
  // `values`.
  void Ops(std::vector<std::string>& values, int count, int depth) {
    for (int i = 0; i < count; ++i) {
      const std::string v = Name();
      if (kinds_.regions && depth < 3 && Below(random_, 6) == 0) {
        switch (Below(random_, 3)) {
          case 0:
            Loop(v, values, depth);
            break;
          case 1:
            Branches(v, values, depth);
            break;
          default:
            Manual(v, values);
        }
      } else if (functions_ > 0 && Below(random_, 4) == 0) {
        text_ += "  " + v + " = func.call @f" +
                 std::to_string(Below(random_, functions_)) + "(" +
                 Any(values) + ", " + Any(values) + ", %i3) : (" + s_ + ", " +
                 s_ + ", tensor<i32>) -> " + s_ + "\n";
      } else if (kinds_.own && Below(random_, 6) == 0) {
        text_ += "  " + v + " = \"my." +
                 (Below(random_, 2) == 0 ? "priced" : "other") + "\"(" +
                 Any(values) + ", " + Any(values) + ") : (" + s_ + ", " + s_ +
                 ") -> " + s_ + "\n";
      } else {
        Op(v, values);
      }
      values.push_back(v);
    }
  }

  // Adds a loop with a known or unknown trip count. Its body may read values
  // from outside.
  void Loop(const std::string& v, std::vector<std::string> values, int depth) {
    const std::string n = Name(), a = Name(), b = Name();
    const bool is_known = Below(random_, 4) != 0;
    text_ += "  " + n + ":3 = stablehlo.while(" + n + "i = %i0, " + a + " = " +
             Any(values) + ", " + b + " = " + Any(values) +
             ") : tensor<i32>, " + s_ + ", " + s_ + "\n    cond {\n";
    text_ += "  " + n + "c = stablehlo.compare LT, " + n + "i, " +
             (is_known ? bound_ : n + "i") +
             " : (tensor<i32>, tensor<i32>) -> tensor<i1>\n";
    text_ += "  stablehlo.return " + n + "c : tensor<i1>\n    } do {\n";
    values.push_back(a);
    values.push_back(b);
    Ops(values, 1 + Below(random_, 5), depth + 1);
    text_ += "  " + n + "j = stablehlo.add " + n + "i, %i1 : tensor<i32>\n";
    text_ += "  stablehlo.return " + n + "j, " + values.back() + ", " +
             Any(values) + " : tensor<i32>, " + s_ + ", " + s_ + "\n    }\n";
    text_ += "  " + v + " = stablehlo.add " + n + "#1, " + n + "#" +
             std::to_string(1 + Below(random_, 2)) + " : " + s_ + "\n";
  }

  void Branches(const std::string& v, const std::vector<std::string>& values,
                int depth) {
    const int count = 1 + Below(random_, 3);
    text_ += "  " + v + " = \"stablehlo.case\"(%i1) (";
    for (int i = 0; i < count; ++i) {
      text_ += std::string(i > 0 ? ", " : "") + "{\n";
      std::vector<std::string> inside = values;
      Ops(inside, Below(random_, 4), depth + 1);
      text_ += "  stablehlo.return " + Any(inside) + " : " + s_ + "\n    }";
    }
    text_ += ") : (tensor<i32>) -> " + s_ + "\n";
  }

  void Manual(const std::string& v, const std::vector<std::string>& values) {
    const std::string half = "tensor<8x16xf32>";
    const std::string p = Name(), q = Name(), d = Name(), e = Name();
    text_ += "  " + v + " = sdy.manual_computation(" + Any(values) + ", " +
             Any(values) +
             ") in_shardings=[<@mesh, [{\"z\"}, {?}]>, <@mesh, [{?}, {?}]>] "
             "out_shardings=[<@mesh, [{\"z\"}, {?}]>] manual_axes={\"z\"} (" +
             p + ": " + half + ", " + q + ": " + s_ + ") {\n";
    text_ += "  " + d + " = stablehlo.dot " + p + ", " + q + " : (" + half +
             ", " + s_ + ") -> " + half + "\n";
    text_ += "  " + e + " = stablehlo.tanh " +
             (Below(random_, 3) == 0 ? p : d) + " : " + half + "\n";
    text_ += "  sdy.return " + e + " : " + half + "\n    } : (" + s_ + ", " +
             s_ + ") -> " + s_ + "\n";
  }

  // Adds an op without regions, whose result is `v`.
  void Op(const std::string& v, const std::vector<std::string>& values) {
    const std::string t = Name();
    const std::string& s = s_;
    const std::string& c = c_;
    const std::string square_to_cube = " : (" + s + ") -> " + c + "\n";
    const std::string cube_to_square = " : (" + c + ") -> " + s + "\n";
    switch (Below(random_, 13)) {
      case 0:
        text_ += "  " + v + " = stablehlo.add " + Any(values) + ", " +
                 Any(values) + " : " + s + "\n";
        break;
      case 1:
        text_ +=
            "  " + v + " = stablehlo.tanh " + Any(values) + " : " + s + "\n";
        break;
      case 2:
      case 3:
        text_ += "  " + v + " = stablehlo.dot_general " + Any(values) + ", " +
                 Any(values) + ", contracting_dims = [" +
                 std::to_string(Below(random_, 2)) + "] x [" +
                 std::to_string(Below(random_, 2)) + "] : (" + s + ", " + s +
                 ") -> " + s + "\n";
        break;
      case 4:
        text_ += "  " + v + " = stablehlo.transpose " + Any(values) +
                 ", dims = [1, 0] : (" + s + ") -> " + s + "\n";
        break;
      case 5: {
        const std::string d = std::to_string(Below(random_, 2));
        text_ += "  " + t + " = stablehlo.reduce(" + Any(values) +
                 " init: %zero) applies stablehlo.add across dimensions = [" +
                 d + "] : (" + s + ", tensor<f32>) -> tensor<16xf32>\n";
        text_ += "  " + v + " = stablehlo.broadcast_in_dim " + t +
                 ", dims = [" + std::to_string(Below(random_, 2)) +
                 "] : (tensor<16xf32>) -> " + s + "\n";
        break;
      }
      case 6:
        text_ +=
            "  " + t + " = stablehlo.reshape " + Any(values) + square_to_cube;
        text_ += "  " + t + "b = stablehlo.negate " + t + " : " + c + "\n";
        text_ += "  " + v + " = stablehlo.reshape " + t + "b" + cube_to_square;
        break;
      case 7:
        text_ += "  " + t + " = stablehlo.slice " + Any(values) +
                 " [0:8, 0:16] : (" + s + ") -> tensor<8x16xf32>\n";
        text_ += "  " + v + " = stablehlo.concatenate " + t + ", " + t +
                 ", dim = 0 : (tensor<8x16xf32>, tensor<8x16xf32>) -> " + s +
                 "\n";
        break;
      case 8:
        text_ += "  " + v +
                 " = stablehlo.broadcast_in_dim %zero, dims = [] : "
                 "(tensor<f32>) -> " +
                 s + "\n";
        break;
      case 9:
        text_ += "  " + t + " = stablehlo.dynamic_slice " + Any(values) +
                 ", %i3, %i3, sizes = [16, 4] : (" + s +
                 ", tensor<i32>, tensor<i32>) -> tensor<16x4xf32>\n";
        text_ += "  " + v + " = stablehlo.dynamic_update_slice " + Any(values) +
                 ", " + t + ", %i3, %i3 : (" + s +
                 ", tensor<16x4xf32>, tensor<i32>, tensor<i32>) -> " + s + "\n";
        break;
      case 10:
        text_ += "  " + v + " = sdy.sharding_constraint " + Any(values) +
                 " <@mesh, [{\"x\"}, {?}]> : " + s + "\n";
        break;
      case 11:
        text_ +=
            "  " + t + " = stablehlo.reshape " + Any(values) + square_to_cube;
        text_ +=
            "  " + t + "b = stablehlo.dot_general " + t + ", " + t +
            ", batching_dims = [0] x [0], contracting_dims = [2] x [2] : (" +
            c + ", " + c + ") -> tensor<4x4x4xf32>\n";
        text_ += "  " + t + "c = stablehlo.dot_general " + t + "b, " + t +
                 ", batching_dims = [0] x [0], contracting_dims = [2] x [1] : "
                 "(tensor<4x4x4xf32>, " +
                 c + ") -> " + c + "\n";
        text_ += "  " + v + " = stablehlo.reshape " + t + "c" + cube_to_square;
        break;
      default:
        text_ += "  " + v + " = stablehlo.multiply " + Any(values) + ", " +
                 Any(values) + " : " + s + "\n";
        break;
    }
  }

  Random& random_;
  Kinds kinds_;
  const std::string s_ = kSquare, c_ = kCube;
  std::string text_;
  std::string bound_;
  size_t functions_ = 0;
  int names_ = 0;
};

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

constexpr const char* kByAxis =
    "kind = \"axes\"\nlaunch = 1e-6\n"
    "axes.x = { bandwidth = 5e9, latency = 9e-6 }\n"
    "axes.y = { bandwidth = 90e9, latency = 1e-6 }\n"
    "axes.z = { bandwidth = 30e9, latency = 2e-6 }\n"
    "device = { flops = 9e12, bandwidth = 9e11, memory = 9e9 }\n";

void ExpectCostOf(const SessionPrice& price, const Program& program,
                  const std::string& topology, const RunOptions& run,
                  const std::string& text, bool is_exported = false) {
  std::vector<Message> messages;
  const std::optional<CostReport> cost =
      Cost(program, {.topology = topology, .run = run}, messages);
  ASSERT_TRUE(cost) << messages[0].ToString();
  ExpectCost(price, *cost, text);
  // Times are equal to the last bit, unless dead ops were erased: the first op
  // that needs a collective may be dead, and erasing it changes the order of
  // sums.
  const double close = is_exported ? 1e-12 : 0;
  const auto expect_time = [&](double of_price, double of_cost) {
    EXPECT_NEAR(of_price, of_cost, close * of_cost) << text;
  };
  expect_time(price.time.work, cost->time.work);
  expect_time(price.time.communication, cost->time.communication);
  expect_time(price.time.sum, cost->time.sum);
  expect_time(price.time.max, cost->time.max);
  EXPECT_EQ(price.time.bound, cost->time.bound) << text;
}

// Exports the session's program, prints it and reads it again, as a user might.
// Returns nullopt if the text can't be read: as in Shardy, the shardings of a
// manual computation may end up invalid.
std::optional<Program> ExportedAgain(const Session& session) {
  std::vector<Message> messages;
  const std::optional<Program> exported = session.Exported(messages);
  EXPECT_TRUE(exported) << messages.back().ToString();
  if (!exported) return std::nullopt;
  return Program::Read("exported.mlir", exported->Write(),
                       {.allow_unregistered_dialect = true}, messages);
}

// The price must be the cost of the session's program and, unless calls stay in
// it, also the cost of the exported program. Returns whether the price was
// compared with the exported program.
bool ExpectPriced(Session& session, bool from_scratch, const std::string& text,
                  const RunOptions& run = {}, bool imported = true) {
  std::vector<Message> messages;
  const std::string topology = text.size() % 2 == 0 ? "h100" : kByAxis;
  const std::optional<SessionPrice> price =
      session.Price({.topology = topology, .peak = true}, messages);
  EXPECT_TRUE(price) << messages[0].ToString();
  if (!price) return false;
  // Export may merge functions, and then the price is computed from scratch.
  if (text.find("func.call") == std::string::npos || !imported) {
    EXPECT_EQ(price->from_scratch, from_scratch) << text;
  }
  const Program result = session.Result();
  ExpectCostOf(*price, result, topology, run, text + result.Write());
  if (!imported) return false;
  const std::optional<Program> exported = ExportedAgain(session);
  if (!exported) return false;
  ExpectCostOf(*price, *exported, topology, run,
               text + "exported:\n" + exported->Write(),
               /*is_exported=*/true);
  return true;
}

// Returns every value of a function, including those in regions.
std::vector<ValueRef> ValuesOf(const ProgramView& view, BlockRef body) {
  std::vector<ValueRef> values;
  std::vector<BlockRef> blocks = {body};
  while (!blocks.empty()) {
    const BlockRef block = blocks.back();
    blocks.pop_back();
    for (const ValueRef value : view.Arguments(block)) values.push_back(value);
    for (const OpRef op : view.Ops(block)) {
      for (const ValueRef value : view.Results(op)) values.push_back(value);
      for (int r = 0; r < view.RegionCount(op); ++r) {
        for (const BlockRef inner : view.Blocks(op, r)) blocks.push_back(inner);
      }
    }
  }
  return values;
}

struct Compared {
  int64_t communicating = 0;  // prices of programs with communication
  int64_t exported = 0;       // comparisons with exported programs
};

// Edits the session at random and compares its price after each edit.
Compared EditAndCompare(Session& session, Random& random,
                        const std::string& text, const RunOptions& run,
                        bool imported) {
  const ProgramView view(session.Annotated());
  const OpRef main = view.FindFunction("main");
  std::vector<ValueRef> values;
  for (const OpRef function : view.Functions()) {
    for (const ValueRef value : ValuesOf(view, view.Body(function))) {
      values.push_back(value);
    }
  }
  std::vector<Message> messages;
  EXPECT_TRUE(session.Propagate(messages)) << text;
  ExpectPriced(session, false, text, run, imported);
  std::vector<int64_t> saved;
  Compared compared;
  for (int edit = 0; edit < 40 && !::testing::Test::HasFailure(); ++edit) {
    const int what = Below(random, 10);
    if (what == 0) {
      saved.push_back(session.Checkpoint());
      continue;  // perhaps before the last edit was priced
    } else if (what == 1 && !saved.empty()) {
      // Roll back to any checkpoint. The price must follow, whatever its
      // current state.
      saved.resize(static_cast<size_t>(Below(random, saved.size())) + 1);
      EXPECT_TRUE(session.Rollback(saved.back(), messages));
    } else if (what == 2 && saved.size() > 1) {
      EXPECT_TRUE(session.Release(saved.back(), messages));
      saved.pop_back();
    } else if (what == 3) {
      session.SetResultSharding(main, Below(random, 3),
                                RandomSharding(random, 2), messages);
      EXPECT_TRUE(session.Propagate(messages));
    } else {
      const ValueRef value =
          values[static_cast<size_t>(Below(random, values.size()))];
      // An edit may be rejected.
      session.SetSharding(
          value, RandomSharding(random, view.Shape(value)->size()), messages);
      EXPECT_TRUE(session.Propagate(messages));
    }
    const bool exported = ExpectPriced(session, false, text, run, imported);
    compared.exported += exported ? 1 : 0;
    const std::optional<SessionPrice> price = session.Price(messages);
    compared.communicating += price && price->wire_bytes > 0 ? 1 : 0;
  }
  return compared;
}

// Runs EditAndCompare on several random programs of these kinds. Returns how
// many of the prices included communication.
int64_t CompareRandom(Kinds kinds, uint32_t seeds, const RunOptions& run = {},
                      bool imported = true) {
  Compared all;
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const std::string text = Writer(random, kinds).Program();
    Session session = MustOpen(text, run, imported);
    const Compared compared =
        EditAndCompare(session, random, text, run, imported);
    all.communicating += compared.communicating;
    all.exported += compared.exported;
    if (::testing::Test::HasFailure()) break;
  }
  // Few exported programs can't be read back.
  EXPECT_TRUE(!imported || all.exported > 30 * int64_t{seeds}) << all.exported;
  return all.communicating;
}

TEST(SessionPrice, IsTheCostAfterEveryEdit) {
  EXPECT_GT(CompareRandom({}, 40), 800);
}

TEST(SessionPrice, IsTheCostOfLoopsAndBranches) {
  EXPECT_GT(CompareRandom({.regions = true}, 30), 500);
}

TEST(SessionPrice, IsTheCostOfOpsOfTheCaller) {
  OpRegistry ops;
  std::vector<Message> messages;
  ASSERT_TRUE(ops.AddRule("my.priced",
                          "([i, k], [k, j])->([i, j]) reduction={k} "
                          "flops={2*i*j*k} bytes={12*i*j} temporaries={4*i*k}",
                          messages));
  ASSERT_TRUE(ops.AddRule("my.other", "([i, j], [i, j])->([i, j])", messages));
  RunOptions run;
  run.registry = &ops;
  EXPECT_GT(CompareRandom({.regions = true, .own = true}, 20, run), 300);
}

// XLA can't look into a caller's op, so the price doesn't include its regions.
// One message says so.
TEST(SessionPrice, SaysWhatHasNoPrice) {
  for (const bool stated : {false, true}) {
    OpRegistry ops;
    std::vector<Message> messages;
    if (stated) {
      ASSERT_TRUE(
          ops.AddRule("my.block", "([i, j])->([i, j]) flops={i*j}", messages));
    }
    std::optional<Program> program =
        Program::Read("test.mlir", R"(
func.func @main(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = "my.block"(%a) ({
    %1 = stablehlo.dot %a, %a : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "my.yield"(%1) : (tensor<8x8xf32>) -> ()
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = "my.block"(%0) ({
    %3 = stablehlo.dot %0, %0 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    "my.yield"(%3) : (tensor<8x8xf32>) -> ()
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
})",
                      {.allow_unregistered_dialect = true}, messages);
    ASSERT_TRUE(program);
    SessionOptions options;
    options.run.registry = &ops;
    std::optional<Session> session =
        Session::FromProgram(*std::move(program), options, messages);
    ASSERT_TRUE(session && session->Propagate(messages));
    const std::string warning =
        "what is in the regions of 'my.block' has no price, because XLA "
        "doesn't know the op; its rule may state what it costs";
    messages.clear();
    ASSERT_TRUE(session->Price(messages));
    ASSERT_EQ(messages.size(), stated ? 0u : 1u);
    if (!stated) {
      EXPECT_EQ(messages[0].text, warning);
      EXPECT_EQ(messages[0].line, 3);
    }
    messages.clear();
    ASSERT_TRUE(session->Price(messages));
    EXPECT_TRUE(messages.empty());
    CostOptions cost;
    cost.run.registry = &ops;
    ASSERT_TRUE(Cost(session->Result(), cost, messages));
    EXPECT_EQ(messages.size(), stated ? 0u : 1u);
  }
}

// Import turns calls into named computations.
TEST(SessionPrice, IsTheCostOfCalls) {
  EXPECT_GT(CompareRandom({.regions = true, .calls = true}, 12), 200);
}

TEST(SessionPrice, IsTheCostOfCallsThatStay) {
  EXPECT_GT(CompareRandom({.calls = true}, 8, {}, /*imported=*/false), 100);
  EXPECT_GT(CompareRandom({.regions = true, .calls = true}, 8, {},
                          /*imported=*/false),
            100);
}

// Export makes the dot's result follow the first operand, and reshards that
// result, which is smaller than the operand. For the concatenate, it reshards
// the operands.
TEST(SessionPrice, KnowsWhatExportReshards) {
  const std::string mesh = "sdy.mesh @mesh = <[\"x\"=4, \"y\"=4]>\n";
  const std::string before = mesh + R"(
func.func @main(%a: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %b: tensor<256x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<256x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<256x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<256x256xf32>, tensor<256x16xf32>) -> tensor<256x16xf32>
  %1 = stablehlo.concatenate %b, %b, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<256x16xf32>, tensor<256x16xf32>) -> tensor<256x32xf32>
  return %0, %1 : tensor<256x16xf32>, tensor<256x32xf32>
})";
  const std::string after = mesh + R"(
func.func @main(%a: tensor<256x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}, %b: tensor<256x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<256x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<256x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) {
  %0 = stablehlo.dot %a, %b {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<256x256xf32>, tensor<256x16xf32>) -> tensor<256x16xf32>
  %1 = sdy.reshard %0 <@mesh, [{"x"}, {}]> : tensor<256x16xf32>
  %2 = sdy.reshard %b <@mesh, [{"y"}, {}]> : tensor<256x16xf32>
  %3 = stablehlo.concatenate %2, %2, dim = 1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}, {}]>]>} : (tensor<256x16xf32>, tensor<256x16xf32>) -> tensor<256x32xf32>
  return %1, %3 : tensor<256x16xf32>, tensor<256x32xf32>
})";
  Session session = MustOpen(before);
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, before);
  const std::optional<Program> made =
      Program::Read("after.mlir", after, {}, messages);
  ASSERT_TRUE(made);
  const std::optional<SessionPrice> price =
      session.Price({.topology = "h100", .peak = true}, messages);
  ASSERT_TRUE(price);
  ExpectCostOf(*price, *made, "h100", {}, after);
}

// Returns a program with a loop of three iterations over %i. Its value %s, of
// this type, begins as `initial` and becomes the %t that `body` makes of it.
// `before` contains the ops in front of the loop.
std::string LoopProgram(const std::string& mesh, const std::string& arguments,
                        const std::string& type, const std::string& initial,
                        const std::string& body,
                        const std::string& before = "") {
  return fmt::format(
      R"(
sdy.mesh @mesh = <[{mesh}]>
func.func @main({arguments}) -> {type} {{
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
{before}  %r:2 = stablehlo.while(%i = %z, %s = {initial}) : tensor<i32>, {type}
    cond {{
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    }} do {{
{body}      %j = stablehlo.add %i, %o : tensor<i32>
      stablehlo.return %j, %t : tensor<i32>, {type}
    }}
  return %r#1 : {type}
}})",
      fmt::arg("mesh", mesh), fmt::arg("arguments", arguments),
      fmt::arg("type", type), fmt::arg("initial", initial),
      fmt::arg("body", body), fmt::arg("before", before));
}

TEST(SessionPrice, OfAProgramWithALoop) {
  Session session = MustOpen(LoopProgram(
      R"("x"=16)",
      R"(%a: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})",
      "tensor<16x16xf32>", "%a",
      "      %t = stablehlo.dot %s, %s : (tensor<16x16xf32>, "
      "tensor<16x16xf32>) -> tensor<16x16xf32>\n"));
  std::vector<Message> messages;
  EXPECT_FALSE(session.Price(messages));
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, "");
}

// The all_reduce moves out of the loop, where the loop reads all of its result,
// so that it doesn't become a reduce_scatter.
TEST(SessionPrice, OfASumThatALoopSlices) {
  Session session = MustOpen(LoopProgram(
      R"("x"=4)",
      R"(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<2x64xf32>)",
      "tensor<2x64xf32>", "%c",
      R"(      %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
      %d = stablehlo.dynamic_slice %y, %i, %z, sizes = [2, 64] : (tensor<8x64xf32>, tensor<i32>, tensor<i32>) -> tensor<2x64xf32>
      %t = stablehlo.add %s, %d : tensor<2x64xf32>
)"));
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, "");
  // 3/4 of 8x64 elements, twice.
  EXPECT_EQ(session.Price(messages)->wire_bytes, 2 * 3 * 8 * 64 * 4 / 4);
}

// As above, but the body also returns the sum.
TEST(SessionPrice, OfASumThatALoopSlicesAndReturns) {
  const std::string text = R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<16x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x64xf32>, tensor<8x64xf32>) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %f = stablehlo.constant dense<0.0> : tensor<8x64xf32>
  %r:3 = stablehlo.while(%i = %z, %s = %c, %t = %f) : tensor<i32>, tensor<8x64xf32>, tensor<8x64xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>]>}
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %y = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<8x16xf32>, tensor<16x64xf32>) -> tensor<8x64xf32>
      %u = stablehlo.add %s, %y {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x64xf32>
      %j = stablehlo.add %i, %o : tensor<i32>
      stablehlo.return %j, %u, %y : tensor<i32>, tensor<8x64xf32>, tensor<8x64xf32>
    }
  return %r#1, %r#2 : tensor<8x64xf32>, tensor<8x64xf32>
})";
  Session session = MustOpen(text);
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, text);
  // 3/4 of 8x64 elements, twice.
  EXPECT_EQ(session.Price(messages)->wire_bytes, 2 * 3 * 8 * 64 * 4 / 4);
}

// A collective in a loop comes and goes after a checkpoint.
TEST(SessionPrice, RollbackAfterACollectiveInALoop) {
  Session session = MustOpen(LoopProgram(
      R"("x"=4)", "%a: tensor<8x16xf32>, %b: tensor<16x16xf32>",
      "tensor<8x16xf32>", "%a",
      R"(      %y = stablehlo.dot_general %s, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
      %t = stablehlo.tanh %y : tensor<8x16xf32>
)"));
  std::vector<Message> messages;
  const ProgramView given = session.View();
  const OpRef main = given.FindFunction("main");
  const ValueRef a = given.Arguments(given.Body(main))[0];
  const ValueRef b = given.Arguments(given.Body(main))[1];
  const auto price_with = [&](const ShardingInfo& of_a,
                              const ShardingInfo& of_b) {
    EXPECT_TRUE(session.SetSharding(a, of_a, messages));
    EXPECT_TRUE(session.SetSharding(b, of_b, messages));
    EXPECT_TRUE(session.Propagate(messages));
    ExpectPriced(session, false, "");
  };
  const ShardingInfo rows = ClosedSharding("mesh", {{"x"}, {}});
  const ShardingInfo columns = ClosedSharding("mesh", {{}, {"x"}});
  const ShardingInfo whole = ClosedSharding("mesh", {{}, {}});
  price_with(whole, whole);
  const auto checkpoint = session.Checkpoint();
  for (int i = 0; i < 2; ++i) {
    price_with(columns, rows);
    price_with(whole, whole);
    EXPECT_TRUE(session.Rollback(checkpoint, messages));
    ExpectPriced(session, false, "");
    price_with(rows, columns);
    EXPECT_TRUE(session.Rollback(checkpoint, messages));
  }
}

// The product in the loop reads an argument of the loop's body, whose sharding
// is held by the loop's edge. Export makes the product's result follow the
// second operand, as long as the argument is sharded along "y".
TEST(SessionPrice, OfAProductOfALoopsArgument) {
  const std::string text = LoopProgram(
      R"("x"=2, "y"=4)", "%a: tensor<8x8xf32>, %b: tensor<8x8xf32>",
      "tensor<8x8xf32>", "%a",
      R"(      %t = stablehlo.dot_general %s, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
)");
  Session session = MustOpen(text);
  std::vector<Message> messages;
  const ProgramView given = session.View();
  const BlockRef body = given.Body(given.FindFunction("main"));
  const ValueRef a = given.Arguments(body)[0], b = given.Arguments(body)[1];
  const auto wire_bytes_with = [&](const ShardingInfo& of_a) {
    EXPECT_TRUE(session.SetSharding(a, of_a, messages));
    EXPECT_TRUE(session.Propagate(messages));
    ExpectPriced(session, false, text);
    return session.Price(messages)->wire_bytes;
  };
  ASSERT_TRUE(
      session.SetSharding(b, ClosedSharding("mesh", {{"y"}, {"x"}}), messages));
  const ShardingInfo columns = ClosedSharding("mesh", {{}, {"y"}});
  const ShardingInfo whole = ClosedSharding("mesh", {{}, {}});
  const int64_t sharded = wire_bytes_with(columns);
  // Export knows this as a reshard of the product.
  const std::optional<Program> exported = session.Exported(messages);
  ASSERT_TRUE(exported);
  EXPECT_NE(exported->Write().find("sdy.reshard"), std::string::npos);
  EXPECT_NE(wire_bytes_with(whole), sharded);
  const int64_t checkpoint = session.Checkpoint();
  EXPECT_EQ(wire_bytes_with(columns), sharded);
  ASSERT_TRUE(session.Rollback(checkpoint, messages));
  ExpectPriced(session, false, text);
}

// XLA fuses nothing across the boundary of a loop, so the product is computed
// once, although only the reduction inside reads it.
TEST(SessionPrice, OfAProductThatALoopReduces) {
  Session session = MustOpen(LoopProgram(
      R"("x"=2)", "%a: tensor<128x128xf32>", "tensor<128xf32>", "%y",
      R"(      %q = stablehlo.reduce(%d init: %f) applies stablehlo.add across dimensions = [1] : (tensor<128x128xf32>, tensor<f32>) -> tensor<128xf32>
      %t = stablehlo.add %q, %s : tensor<128xf32>
)",
      R"(  %f = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.constant dense<0.0> : tensor<128xf32>
  %d = stablehlo.dot %a, %a : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
)"));
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, "");
  EXPECT_EQ(session.Price(messages)->flops, 2 * 128 * 128 * 128);
}

// A rotation reads the tensor itself, and its slices only count if they are
// read elsewhere.
TEST(SessionPrice, OfRotations) {
  for (const bool reads_slice : {false, true}) {
    const std::string text = fmt::format(
        R"({}
func.func @main(%a: tensor<16x16xf32>, %b: tensor<3x16xf32>) -> (tensor<16x16xf32>, tensor<3x16xf32>) {{
  %0 = stablehlo.slice %a [13:16, 0:16] : (tensor<16x16xf32>) -> tensor<3x16xf32>
  %1 = stablehlo.slice %a [0:13, 0:16] : (tensor<16x16xf32>) -> tensor<13x16xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3x16xf32>, tensor<13x16xf32>) -> tensor<16x16xf32>
  %3 = stablehlo.add %{}, %b : tensor<3x16xf32>
  return %2, %3 : tensor<16x16xf32>, tensor<3x16xf32>
}})",
        kMesh, reads_slice ? "0" : "b");
    Session session = MustOpen(text);
    const ProgramView view(session.Annotated());
    const BlockRef body = view.Body(view.FindFunction("main"));
    std::vector<Message> messages;
    const ShardingInfo rows = ClosedSharding("mesh", {{"x"}, {}});
    const ShardingInfo columns = ClosedSharding("mesh", {{}, {"x"}});
    for (const ShardingInfo& sharding : {rows, columns, rows}) {
      ASSERT_TRUE(
          session.SetSharding(view.Arguments(body)[0], sharding, messages));
      ASSERT_TRUE(session.Propagate(messages));
      ExpectPriced(session, false, text);
      const std::optional<SessionPrice> price = session.Price(messages);
      ASSERT_TRUE(price);
      if (sharding == columns) {
        EXPECT_EQ(price->wire_bytes, 0);
      } else if (!reads_slice) {
        EXPECT_EQ(price->wire_bytes, 3 * 16 * 4);
      }
    }
  }
}

// Prices of unreduced tensors aren't updated, but computed from scratch.
// Updates resume once there are no unreduced tensors.
TEST(SessionPrice, IsUpdatedAgainAfterAnObstacle) {
  const std::string text = std::string(kMesh) + R"(
func.func @main(%a: tensor<16x16xf32>, %b: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{}, {}]> : tensor<16x16xf32>
  %1 = stablehlo.dot %0, %b : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
})";
  Session session = MustOpen(text);
  std::vector<Message> messages;
  const ProgramView given = session.View();
  const BlockRef body = given.Body(given.FindFunction("main"));
  const ValueRef a = given.Arguments(body)[0], b = given.Arguments(body)[1];
  const auto edit = [&](ValueRef value, const ShardingInfo& sharding) {
    EXPECT_TRUE(session.SetSharding(value, sharding, messages));
    EXPECT_TRUE(session.Propagate(messages));
  };
  const ShardingInfo whole = ClosedSharding("mesh", {{}, {}});
  ShardingInfo unreduced = whole;
  unreduced.unreduced.push_back({"x", 0, 0});
  edit(a, whole);
  ExpectPriced(session, /*from_scratch=*/false, text);
  const int64_t checkpoint = session.Checkpoint();
  for (int i = 0; i < 2; ++i) {
    edit(a, unreduced);
    ExpectPriced(session, /*from_scratch=*/true, text);
    edit(b, ClosedSharding("mesh", {{"y"}, {}}));
    ExpectPriced(session, /*from_scratch=*/true, text);
    EXPECT_TRUE(session.Rollback(checkpoint, messages));
    ExpectPriced(session, /*from_scratch=*/false, text);
    edit(a, unreduced);
    edit(b, ClosedSharding("mesh", {{}, {"y"}}));
    edit(a, whole);
    ExpectPriced(session, /*from_scratch=*/false, text);
  }
}

// Sub-axes that are no longer in use may be incompatible with those that are.
TEST(SessionPrice, OfOtherSubAxesThanBefore) {
  const std::string text = R"(
sdy.mesh @mesh = <["x"=6]>
func.func @main(%a: tensor<12x12xf32>) -> tensor<12x12xf32> {
  %0 = stablehlo.dot %a, %a : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
})";
  Session session = MustOpen(text);
  std::vector<Message> messages;
  const ProgramView given = session.View();
  const ValueRef a = given.Arguments(given.Body(given.FindFunction("main")))[0];
  for (const int64_t size : {2, 3}) {
    ShardingInfo info = ClosedSharding("mesh", {{}, {}});
    info.dims[0].axes.push_back({"x", 1, size});
    ASSERT_TRUE(session.SetSharding(a, info, messages));
    ASSERT_TRUE(session.Propagate(messages));
    const std::optional<SessionPrice> price =
        session.Price({.topology = "h100", .peak = true}, messages);
    ASSERT_TRUE(price) << messages.back().text;
    EXPECT_EQ(price->from_scratch, size == 3);
    const std::optional<Program> exported = ExportedAgain(session);
    ASSERT_TRUE(exported);
    ExpectCostOf(*price, *exported, "h100", {}, text, /*is_exported=*/true);
  }
}

// Export takes the shardings of a loop's results from their data-flow edges. If
// an edit has erased the edge of one that nothing uses, that result becomes
// unsharded.
TEST(SessionPrice, OfALoopsResultWithoutAnEdge) {
  const std::string text = R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %o = stablehlo.constant dense<1> : tensor<i32>
  %r:3 = stablehlo.while(%i = %z, %s = %a, %t = %b) : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"y"}]>, <@mesh, [{"x"}, {}]>]>}
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %u = stablehlo.add %s, %t : tensor<8x8xf32>
      %j = stablehlo.add %i, %o : tensor<i32>
      stablehlo.return %j, %u, %s : tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>
    }
  return %r#1 : tensor<8x8xf32>
})";
  Session session = MustOpen(text);
  std::vector<Message> messages;
  const ProgramView given(session.Annotated());
  OpRef last_edge;
  for (const OpRef op : given.Ops(given.Body(given.FindFunction("main")))) {
    if (given.Name(op) == "sdy.data_flow_edge") last_edge = op;
  }
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, text);
  ASSERT_TRUE(session.EraseOp(last_edge, messages)) << messages.back().text;
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, text);
}

// An edit with new sub-axes makes pricing start from scratch, and makes earlier
// marks unusable. Such marks must not keep undo data.
TEST(SessionPrice, OldMarksKeepNothing) {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read("test.mlir", R"(
sdy.mesh @mesh = <["x"=6]>
func.func @main(%a: tensor<12x12xf32>) -> tensor<12x12xf32> {
  %0 = stablehlo.dot %a, %a : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
  return %0 : tensor<12x12xf32>
})",
                                                 {}, messages);
  ASSERT_TRUE(program);
  Module& m = ProgramAccess::module(*program);
  const ValueId a = m.args(EntryBlock(m, MainFunction(m)))[0];
  ProgramPrice price(m);
  const auto set = [&](const AxisInfo& axis, size_t dim) {
    ShardingInfo info = ClosedSharding("mesh", {{}, {}});
    info.dims[dim].axes.push_back(axis);
    m.SetSharding(a, m.shardings.Intern(*FromInfo(info, m.shardings, m.names)));
    price.NoteChange(a);
    return price.Update();
  };
  const auto memory_after_edits = [&] {
    for (int i = 0; i < 100; ++i) {
      EXPECT_TRUE(set({"x", 0, 0}, 0) && set({"x", 0, 0}, 1));
    }
    return price.MemoryBytes();
  };
  ASSERT_TRUE(price.Update());
  const size_t before = memory_after_edits();
  const ProgramPrice::Mark old = price.SetMark();
  EXPECT_GT(memory_after_edits(), before);
  ASSERT_TRUE(set({"x", 1, 3}, 0));
  const ProgramPrice::Mark recent = price.SetMark();
  const size_t most = memory_after_edits();
  price.Release(recent);
  EXPECT_EQ(memory_after_edits(), most);
  EXPECT_EQ(memory_after_edits(), most);
  price.Release(old);
  EXPECT_EQ(memory_after_edits(), most);
}

TEST(SessionPrice, OfAnOpWithManyOperands) {
  std::string operands, types;
  for (int i = 0; i < 20; ++i) {
    operands += i % 2 == 0 ? "%a, " : "%b, ";
    types += (i > 0 ? ", " : "") + std::string(kSquare);
  }
  const std::string text =
      std::string(kMesh) + "func.func @main(%a: " + kSquare +
      ", %b: " + kSquare +
      ") -> tensor<320x16xf32> {\n  %0 = stablehlo.concatenate " + operands +
      "dim = 0 : (" + types +
      ") -> tensor<320x16xf32>\n  return %0 : tensor<320x16xf32>\n}\n";
  Session session = MustOpen(text);
  const ProgramView view(session.Annotated());
  const BlockRef body = view.Body(view.FindFunction("main"));
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, text);
  ASSERT_TRUE(session.SetSharding(view.Arguments(body)[0],
                                  ClosedSharding("mesh", {{"y"}, {"x"}}),
                                  messages));
  ASSERT_TRUE(session.Propagate(messages));
  ExpectPriced(session, false, text);
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
