#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "fuzz/bytes.h"
#include "fuzz/program.h"
#include "shardflow/shardflow.h"
#include "unit/prices.h"

// Tests sessions on whole programs, with meshes, functions that call each
// other, constraints, groups, loops, manual computations and priorities. The
// programs are made by the fuzzers' generator.

namespace shardflow::internal {
namespace {

std::string RandomText(uint32_t seed) {
  std::mt19937 random(seed);
  std::string bytes(64 + random() % 1200, '\0');
  for (char& byte : bytes) byte = static_cast<char>(random());
  fuzz::Bytes decisions(bytes);
  return fuzz::MakeProgram(decisions);
}

std::optional<Program> Read(const std::string& text) {
  std::vector<Message> messages;
  return Program::Read("program.mlir", text, {}, messages);
}

RunOptions AnyMode(uint32_t seed) {
  RunOptions run;
  run.compat =
      seed % 2 == 0 ? CompatMode::kShardy202608 : CompatMode::kJaxlib012;
  return run;
}

TEST(SessionPrograms, ExportIsThePipeline) {
  int compared = 0, refused = 0;
  for (uint32_t seed = 0; compared < 400; ++seed) {
    const std::string text = RandomText(seed);
    std::optional<Program> program = Read(text);
    if (!program) continue;
    SessionOptions options;
    options.run = AnyMode(seed);
    std::vector<Message> of_pipeline, of_session;
    Program whole = program->Clone();
    const bool ok =
        whole.Run("sdy-propagation-pipeline", "", options.run, of_pipeline);
    std::optional<Session> session =
        Session::FromProgram(program->Clone(), options, of_session);
    std::optional<Program> done;
    if (session && session->Propagate(of_session)) {
      done = session->Exported(of_session);
    }
    ASSERT_EQ(done.has_value(), ok) << seed << '\n' << text;
    ++(ok ? compared : refused);
    if (ok) {
      ASSERT_EQ(done->Write(), whole.Write()) << seed << '\n' << text;
    }
  }
  EXPECT_LT(refused, compared);
}

// Adds every value of the program that can be annotated in a session.
void AddValues(const ProgramView& view, BlockRef block,
               std::vector<ValueRef>& values) {
  std::vector<BlockRef> blocks = {block};
  while (!blocks.empty()) {
    const BlockRef at = blocks.back();
    blocks.pop_back();
    for (const ValueRef arg : view.Arguments(at)) values.push_back(arg);
    for (const OpRef op : view.Ops(at)) {
      for (const ValueRef result : view.Results(op)) values.push_back(result);
      for (int r = 0; r < view.RegionCount(op); ++r) {
        for (const BlockRef inner : view.Blocks(op, r)) blocks.push_back(inner);
      }
    }
  }
}

class Edits {
 public:
  explicit Edits(uint32_t seed) : random_(seed) {}

  int Below(size_t n) { return static_cast<int>(random_() % n); }

  std::optional<ShardingInfo> Sharding(const MeshInfo& mesh, size_t rank) {
    if (Below(5) == 0) return std::nullopt;
    ShardingInfo info;
    info.mesh = mesh.name;
    info.dims.resize(rank);
    for (DimShardingInfo& dim : info.dims) dim.closed = Below(2) == 0;
    for (const MeshAxisInfo& axis : mesh.axes) {
      const auto at = static_cast<size_t>(Below(rank + 2));
      const bool halves = axis.size % 2 == 0 && axis.size > 2 && Below(4) == 0;
      const AxisInfo part = halves ? AxisInfo{axis.name, 1, axis.size / 2}
                                   : AxisInfo{axis.name, 0, 0};
      if (at < rank) {
        info.dims[at].axes.push_back(part);
      } else if (at == rank && Below(3) == 0) {
        info.replicated.push_back(part);
      }
    }
    return info;
  }

 private:
  std::mt19937 random_;
};

// Opens a session of the program and propagates. Returns nullopt if that fails,
// or if import leaves the program invalid: as in Shardy, a dimension whose axes
// are all manual keeps its priority, which makes a few programs invalid.
std::optional<Session> Propagated(Program program,
                                  const SessionOptions& options) {
  std::vector<Message> messages;
  std::optional<Session> session =
      Session::FromProgram(std::move(program), options, messages);
  if (!session || !session->Propagate(messages) ||
      !Read(session->Annotated().Write())) {
    return std::nullopt;
  }
  return session;
}

// Edits anything that has a sharding. An accepted edit leaves the program
// valid, and the update after it has the same result as running the pass.
TEST(SessionPrograms, EditsAreValidAndExact) {
  int64_t edits = 0, accepted = 0, updates = 0;
  for (uint32_t seed = 0; accepted < 3000; ++seed) {
    std::optional<Program> program = Read(RandomText(seed));
    if (!program) continue;
    SessionOptions options;
    options.run = AnyMode(seed);
    std::vector<Message> messages;
    std::optional<Session> session = Propagated(std::move(*program), options);
    if (!session) continue;
    const ProgramView given(session->Annotated());
    const std::vector<MeshInfo> meshes = given.Meshes();
    std::vector<ValueRef> values;
    for (const OpRef function : given.Functions()) {
      AddValues(given, given.Body(function), values);
    }
    if (meshes.empty() || values.empty()) continue;
    Edits random(seed);
    for (int round = 0; round < 12; ++round) {
      for (int i = random.Below(3); i >= 0; --i) {
        const ValueRef value =
            values[static_cast<size_t>(random.Below(values.size()))];
        const auto shape = given.Shape(value);
        if (!shape) continue;
        const MeshInfo& mesh =
            meshes[static_cast<size_t>(random.Below(meshes.size()))];
        const auto sharding = random.Sharding(mesh, shape->size());
        const std::string before = session->Annotated().Write();
        const bool ok =
            sharding ? session->SetSharding(value, *sharding, messages)
                     : session->SetSharding(value, std::nullopt, messages);
        ++edits;
        accepted += ok ? 1 : 0;
        const std::string after = session->Annotated().Write();
        if (!ok) {
          ASSERT_EQ(after, before) << seed;
        } else {
          ASSERT_TRUE(Read(after))
              << seed << '\n'
              << (sharding ? ToText(*sharding) : "none") << '\n'
              << after;
        }
      }
      Program scratch = session->Annotated().Clone();
      const bool ok =
          scratch.Run("sdy-user-priority-propagate", "", options.run, messages);
      ASSERT_EQ(session->Propagate(messages), ok) << seed;
      updates += session->Stats().replay_reason.empty() ? 1 : 0;
      if (!ok) break;
      ASSERT_EQ(session->Result().Write(), scratch.Write())
          << seed << " round " << round << '\n'
          << session->Annotated().Write();
    }
  }
  EXPECT_GT(updates, 50);
  RecordProperty("edits", static_cast<int>(edits));
  RecordProperty("accepted", static_cast<int>(accepted));
  RecordProperty("updates", static_cast<int>(updates));
}

// After each edit, a session's price must equal the cost of its program, or
// both calls must report the same error. The price must also equal the cost of
// the exported program, printed and read again.
TEST(SessionPrograms, PriceIsTheCost) {
  int priced = 0, communicating = 0, exported = 0, from_scratch = 0;
  for (uint32_t seed = 0; priced < 60; ++seed) {
    std::optional<Program> program = Read(RandomText(seed));
    if (!program) continue;
    SessionOptions options;
    options.run = AnyMode(seed);
    std::vector<Message> messages;
    const bool imported = seed % 3 != 0;
    std::optional<Session> session =
        imported ? Session::FromProgram(std::move(*program), options, messages)
                 : Session(std::move(*program), options);
    if (!session || !session->Propagate(messages)) continue;
    const ProgramView given(session->Annotated());
    const std::vector<MeshInfo> meshes = given.Meshes();
    std::vector<ValueRef> values;
    for (const OpRef function : given.Functions()) {
      AddValues(given, given.Body(function), values);
    }
    if (meshes.empty() || values.empty()) continue;
    Edits random(seed);
    for (int round = 0; round < 8; ++round) {
      std::vector<Message> of_price, of_cost;
      const std::optional<SessionPrice> price =
          session->Price({.peak = true}, of_price);
      const std::optional<CostReport> cost =
          Cost(session->Result(), {.run = options.run}, of_cost);
      const std::string text =
          std::to_string(seed) + '\n' + session->Result().Write();
      ASSERT_EQ(price.has_value(), cost.has_value()) << text;
      if (!cost) {
        ASSERT_EQ(of_price.back().text, of_cost.back().text) << text;
        break;
      }
      ExpectCost(*price, *cost, text);
      if (imported) {
        std::vector<Message> of_export;
        const std::optional<Program> done = session->Exported(of_export);
        const std::optional<Program> again =
            done ? Read(done->Write()) : std::nullopt;
        const std::optional<CostReport> of_done =
            again ? Cost(*again, {.run = options.run}, of_export)
                  : std::nullopt;
        if (of_done) {
          ExpectCost(*price, *of_done, text + "exported:\n" + done->Write());
          ++exported;
        }
      }
      ASSERT_FALSE(::testing::Test::HasFailure());
      ++priced;
      from_scratch += price->from_scratch ? 1 : 0;
      communicating += price->wire_bytes > 0 ? 1 : 0;
      const ValueRef value =
          values[static_cast<size_t>(random.Below(values.size()))];
      const auto shape = given.Shape(value);
      if (!shape) continue;
      const MeshInfo& mesh =
          meshes[static_cast<size_t>(random.Below(meshes.size()))];
      const auto sharding = random.Sharding(mesh, shape->size());
      session->SetSharding(value, sharding, messages);
      if (!session->Propagate(messages)) break;
    }
  }
  EXPECT_GT(communicating, 0);
  EXPECT_GT(exported, 30);
  // Otherwise this test would compare Cost with itself.
  EXPECT_LT(from_scratch * 4, priced);
}

// Two cases that the random programs seldom have: a manual computation along a
// dimension without elements, which needs no collective, and an argument that
// is returned as partial sums, which export adds up.
TEST(SessionPrograms, PriceWithoutElementsAndOfPartialSums) {
  const std::pair<std::string, int64_t> cases[] = {{R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<5x0xf32>) -> (tensor<5x0xf32>, tensor<5x0xf32>) {
  %0:2 = sdy.manual_computation(%a, %a)
      in_shardings=[<@mesh, [{?}, {"x"}]>, <@mesh, [{}, {"x", ?}]>]
      out_shardings=[<@mesh, [{?}, {"x"}]>, <@mesh, [{}, {"x", ?}]>]
      manual_axes={"x"} (%b: tensor<5x0xf32>, %c: tensor<5x0xf32>) {
    sdy.return %c, %b : tensor<5x0xf32>, tensor<5x0xf32>
  } : (tensor<5x0xf32>, tensor<5x0xf32>) -> (tensor<5x0xf32>, tensor<5x0xf32>)
  return %0#0, %0#1 : tensor<5x0xf32>, tensor<5x0xf32>
})",
                                                    0},
                                                   {R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<2xf32> {
  return %a : tensor<2xf32>
})",
                                                    1}};
  for (const auto& [text, collectives] : cases) {
    std::vector<Message> messages;
    std::optional<Program> program = Read(text);
    ASSERT_TRUE(program);
    std::optional<Session> session =
        Session::FromProgram(*std::move(program), {}, messages);
    ASSERT_TRUE(session && session->Propagate(messages));
    const auto price = session->Price({.peak = true}, messages);
    const auto cost = Cost(session->Result(), {}, messages);
    const auto done = session->Exported(messages);
    ASSERT_TRUE(price && cost && done);
    const auto again = Read(done->Write());
    ASSERT_TRUE(again);
    const auto of_done = Cost(*again, {}, messages);
    ASSERT_TRUE(of_done);
    EXPECT_EQ(price->collectives, collectives) << text;
    ExpectCost(*price, *cost, text);
    ExpectCost(*price, *of_done, text);
  }
}

// With conservative propagation, the price is that of the exported program:
// Result() lacks the option, so its cost may differ.
TEST(SessionPrograms, ConservativePriceIsThatOfTheExport) {
  int compared = 0, different = 0;
  for (uint32_t seed = 119; compared < 100; ++seed) {
    std::optional<Program> program = Read(RandomText(seed));
    if (!program) continue;
    SessionOptions options;
    options.run = AnyMode(seed);
    options.conservative = true;
    std::vector<Message> messages;
    std::optional<Session> session =
        Session::FromProgram(std::move(*program), options, messages);
    if (!session || !session->Propagate(messages)) continue;
    const std::optional<Program> done = session->Exported(messages);
    const std::optional<Program> again =
        done ? Read(done->Write()) : std::nullopt;
    const std::optional<CostReport> cost =
        again ? Cost(*again, {.run = options.run}, messages) : std::nullopt;
    if (!cost) continue;
    const std::optional<SessionPrice> price =
        session->Price({.peak = true}, messages);
    ASSERT_TRUE(price) << seed;
    EXPECT_TRUE(price->from_scratch);
    ExpectCost(*price, *cost, std::to_string(seed) + '\n' + done->Write());
    ASSERT_FALSE(::testing::Test::HasFailure());
    ++compared;
    const std::optional<CostReport> of_result =
        Cost(session->Result(), {.run = options.run}, messages);
    different +=
        of_result && of_result->communication.wire_bytes != price->wire_bytes
            ? 1
            : 0;
  }
  EXPECT_GT(different, 0);
}

// Cost inlines calls that weren't imported, and then sees the caller's value as
// the operand of the concatenate. That value may be sharded differently from
// the function's argument.
TEST(SessionPrograms, PriceOfCallsThatAreNotImported) {
  std::optional<Program> program = Read(R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4x2xf32>) -> tensor<8x2xf32> {
  %0 = stablehlo.constant {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} dense<1.0> : tensor<4x2xf32>
  %1 = func.call @f(%0, %a) : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %1 : tensor<8x2xf32>
}
func.func private @f(%a: tensor<4x2xf32>, %b: tensor<4x2xf32>) -> tensor<8x2xf32> {
  %0 = stablehlo.concatenate %a, %a, dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %0 : tensor<8x2xf32>
})");
  ASSERT_TRUE(program);
  std::vector<Message> messages;
  Session session(*std::move(program));
  const ProgramView given(session.Annotated());
  const ValueRef constant =
      given.Results(given.Ops(given.Body(given.FindFunction("main")))[0])[0];
  const ValueRef argument =
      given.Arguments(given.Body(given.FindFunction("f")))[0];
  const std::optional<ShardingInfo> none;
  const std::optional<ShardingInfo> rows = ClosedSharding("mesh", {{"x"}, {}});
  struct Case {
    std::optional<ShardingInfo> outside, inside;
  };
  const Case cases[] = {{rows, none}, {rows, rows}, {none, rows}, {none, none}};
  for (const Case& c : cases) {
    ASSERT_TRUE(session.SetSharding(constant, c.outside, messages));
    ASSERT_TRUE(session.SetSharding(argument, c.inside, messages));
    ASSERT_TRUE(session.Propagate(messages));
    const std::string text = session.Result().Write();
    const std::optional<SessionPrice> price =
        session.Price({.peak = true}, messages);
    const std::optional<CostReport> cost = Cost(session.Result(), {}, messages);
    ASSERT_TRUE(price && cost) << text;
    EXPECT_FALSE(price->from_scratch) << text;
    ExpectCost(*price, *cost, text);
  }
}

// Edits programs with manual computations, their shardings as well as their
// ops. After each edit that is accepted, the session exports the same as
// propagation and export from scratch, and that is a valid program.
class ManualEdits {
 public:
  ManualEdits(Session& session, uint32_t seed)
      : session_(session),
        meshes_(ProgramView(session.Annotated()).Meshes()),
        random_(seed) {}

  // Makes one random edit. Returns false if it was refused, or if there is
  // nothing to edit.
  bool EditOne() {
    const ProgramView view(session_.Annotated());
    std::vector<ValueRef> values;
    for (const OpRef function : view.Functions()) {
      AddValues(view, view.Body(function), values);
    }
    const auto any = [&] {
      return values[static_cast<size_t>(random_.Below(values.size()))];
    };
    if (values.empty() || meshes_.empty()) return false;
    std::vector<Message> refused;
    const ValueRef value = any();
    const auto shape = view.Shape(value);
    if (!shape) return false;
    const MeshInfo& mesh =
        meshes_[static_cast<size_t>(random_.Below(meshes_.size()))];
    const auto sharding = random_.Sharding(mesh, shape->size());
    const OpRef at = view.DefiningOp(any());
    const OpRef main = view.FindFunction("main");
    switch (random_.Below(10)) {
      case 0:
        return at && session_.AddOp(at,
                                    {.name = "stablehlo.optimization_barrier",
                                     .operands = {value},
                                     .results = {view.Type(value)}},
                                    refused);
      case 1: {
        const std::vector<ValueRef> operands = view.Operands(at);
        for (size_t i = 0; i < operands.size(); ++i) {
          if (view.Type(operands[i]) != view.Type(value)) continue;
          return session_.SetOperand(at, static_cast<int>(i), value, refused);
        }
        return false;
      }
      case 2: {
        const std::vector<ValueRef> returned = view.Returned(main);
        for (size_t i = 0; i < returned.size(); ++i) {
          if (view.Type(returned[i]) != view.Type(value)) continue;
          return session_.SetResultSharding(main, static_cast<int>(i), sharding,
                                            refused);
        }
        return false;
      }
      default:
        return session_.SetSharding(value, sharding, refused);
    }
  }

 private:
  Session& session_;
  const std::vector<MeshInfo> meshes_;
  Edits random_;
};

TEST(SessionPrograms, ExportsOfEditsAreValid) {
  const char* const asked = std::getenv("SHARDFLOW_SESSION_EDITS");
  const int64_t edits = asked == nullptr ? 1500 : std::atoll(asked);
  int64_t accepted = 0, exported = 0;
  for (uint32_t seed = 0; accepted < edits; ++seed) {
    const std::string text = RandomText(seed);
    if (text.find("sdy.manual_computation") == text.npos) continue;
    std::optional<Program> program = Read(text);
    if (!program) continue;
    SessionOptions options;
    options.run = AnyMode(seed);
    std::vector<Message> messages;
    std::optional<Session> session = Propagated(std::move(*program), options);
    if (!session) continue;
    ManualEdits random(*session, seed);
    for (int round = 0; round < 12; ++round) {
      if (!random.EditOne()) continue;
      ++accepted;
      Program scratch = session->Annotated().Clone();
      const bool ok =
          scratch.Run("sdy-user-priority-propagate", "", options.run, messages);
      ASSERT_EQ(session->Propagate(messages), ok) << seed;
      if (!ok) break;
      ASSERT_TRUE(Read(session->Result().Write()))
          << seed << '\n'
          << session->Annotated().Write();
      // Export refuses single devices at borders, and sums that get lost.
      const bool exports = scratch.Run("sdy-export-after-propagation", "",
                                       options.run, messages);
      const std::optional<Program> done = session->Exported(messages);
      ASSERT_EQ(done.has_value(), exports) << seed;
      if (!done) continue;
      ++exported;
      ASSERT_EQ(done->Write(), scratch.Write()) << seed;
      ASSERT_TRUE(Read(done->Write())) << seed << '\n'
                                       << session->Annotated().Write();
    }
  }
  EXPECT_GT(exported * 2, accepted);
}

// A fork has the session's annotations, propagated or not, and accepts its
// handles. Afterwards, neither changes the other.
TEST(SessionPrograms, ForksAreIndependent) {
  std::optional<Program> program = Read(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = stablehlo.tanh %a : tensor<8x16xf32>
  %1 = stablehlo.add %0, %b : tensor<8x16xf32>
  return %1 : tensor<8x16xf32>
})");
  ASSERT_TRUE(program);
  std::vector<Message> messages;
  std::optional<Session> session =
      Session::FromProgram(*std::move(program), {}, messages);
  ASSERT_TRUE(session);
  const ProgramView given(session->Annotated());
  const BlockRef body = given.Body(given.FindFunction("main"));
  const ValueRef a = given.Arguments(body)[0];
  const ValueRef sum = given.Results(given.Ops(body)[1])[0];
  const ShardingInfo rows = ClosedSharding("mesh", {{"x"}, {}});
  const ShardingInfo columns = ClosedSharding("mesh", {{}, {"y"}});
  ASSERT_TRUE(session->SetSharding(a, rows, messages));

  Session fork = session->Fork();
  EXPECT_EQ(fork.Annotated().Write(), session->Annotated().Write());
  ASSERT_TRUE(session->Propagate(messages));
  EXPECT_EQ(fork.View().ShardingText(sum), "");
  ASSERT_TRUE(fork.Propagate(messages));
  EXPECT_EQ(fork.Result().Write(), session->Result().Write());

  const std::string before = session->Result().Write();
  ASSERT_TRUE(fork.SetSharding(a, columns, messages));
  ASSERT_TRUE(fork.Propagate(messages));
  EXPECT_EQ(session->Result().Write(), before);
  EXPECT_EQ(session->View().LocalShape(sum), (std::vector<int64_t>{4, 16}));
  EXPECT_EQ(fork.View().LocalShape(sum), (std::vector<int64_t>{8, 4}));
  session.reset();
  EXPECT_EQ(fork.View().LocalShape(sum), (std::vector<int64_t>{8, 4}));
  EXPECT_TRUE(messages.empty());
}

}  // namespace
}  // namespace shardflow::internal
