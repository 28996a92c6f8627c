#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Compares sessions with runs from scratch. The programs' text must be equal
// after every edit.

namespace shardflow::internal {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

using Random = std::mt19937;

int Below(Random& random, int n) {
  return static_cast<int>(random() % static_cast<uint32_t>(n));
}

Program MustRead(const std::string& text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  auto program = Program::Read("test.mlir", text, options, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString());
  return *std::move(program);
}

std::string FromScratch(const Program& annotated,
                        const SessionOptions& options) {
  Program program = annotated.Clone();
  std::vector<Message> messages;
  EXPECT_TRUE(
      program.Run("sdy-user-priority-propagate",
                  options.conservative ? "conservative-propagation" : "",
                  options.run, messages));
  return program.Write();
}

// --- random programs

struct World {
  Program program;
  std::vector<ValueRef> values;  // values that can be annotated
  OpRef main;
  int results = 0;
};

struct WorldOptions {
  bool dead_ops = false;
  bool groups = false;
  bool loops = true;
  bool constraints = true;
};

// All tensors are square matrices, so that any tensor fits any op.
class WorldMaker {
 public:
  WorldMaker(Random& random, WorldOptions options)
      : random_(random), options_(options) {}

  World Make() {
    b_.AddMesh({"mesh", {{"x", 2}, {"y", 4}, {"z", 2}}, {}});
    b_.AddMesh({"other", {{"x", 2}, {"y", 4}, {"z", 2}}, Reversed()});
    main_ = b_.AddFunction("main", {kT, kT, kT});
    for (int i = 0; i < 3; ++i) Add(b_.Argument(main_, i));
    const int ops = 3 + Below(random_, 22);
    for (int i = 0; i < ops; ++i) AddOne(b_.Body(main_));
    std::vector<ValueRef> returned;
    // Return all unused values, because propagation would otherwise erase their
    // ops.
    for (size_t i = 0; i < values_.size(); ++i) {
      if (uses_[i] == 0 && (!options_.dead_ops || Below(random_, 3) > 0)) {
        returned.push_back(values_[i]);
      }
    }
    b_.Return(main_, returned);
    if (options_.groups) {
      for (int i = 0; i < 2; ++i) b_.AddToGroup(Any(), 1);
    }
    std::vector<Message> messages;
    auto program = b_.Finish(messages);
    EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString());
    return {*std::move(program), annotated_, main_,
            static_cast<int>(returned.size())};
  }

 private:
  static constexpr const char* kT = "tensor<16x16xf32>";

  static std::vector<int64_t> Reversed() {
    std::vector<int64_t> ids;
    for (int64_t i = 15; i >= 0; --i) ids.push_back(i);
    return ids;
  }

  void Add(ValueRef value) {
    values_.push_back(value);
    uses_.push_back(0);
    annotated_.push_back(value);
  }

  ValueRef Any() {
    // Prefers recent values, so that programs are deep as well as wide.
    const int n = static_cast<int>(values_.size());
    const int i = std::max(Below(random_, n), Below(random_, n));
    ++uses_[static_cast<size_t>(i)];
    return values_[static_cast<size_t>(i)];
  }

  void AddResults(OpRef op, int count) {
    for (int i = 0; i < count; ++i) Add(b_.Result(op, i));
  }

  void AddOne(BlockRef block) {
    switch (Below(random_, options_.loops ? 9 : 7)) {
      case 0:
        return AddResults(
            b_.AddOp(block,
                     {.name = "stablehlo.transpose",
                      .operands = {Any()},
                      .results = {kT},
                      .attributes = {{"permutation",
                                      AttributeSpec::Integers({1, 0})}}}),
            1);
      case 1:
      case 2:
        return AddResults(b_.AddOp(block, {.name = "stablehlo.dot",
                                           .operands = {Any(), Any()},
                                           .results = {kT}}),
                          1);
      case 3:
        // This op has several results, and no rule.
        return AddResults(b_.AddOp(block, {.name = "my.split",
                                           .operands = {Any()},
                                           .results = {kT, kT}}),
                          2);
      case 4:
        if (!options_.constraints) {
          return AddResults(b_.AddOp(block, {.name = "stablehlo.tanh",
                                             .operands = {Any()},
                                             .results = {kT}}),
                            1);
        }
        return Add(b_.Constrain(block, Any(), OpenSharding("mesh", {{}, {}})));
      case 5:
        return AddResults(b_.AddOp(block, {.name = "my.pair",
                                           .operands = {Any(), Any()},
                                           .results = {kT, kT}}),
                          2);
      case 6:
        if (Below(random_, 2) == 0) {
          static constexpr ProgramBuilder::Flow kFlows[] = {
              ProgramBuilder::Flow::kForward, ProgramBuilder::Flow::kBackward,
              ProgramBuilder::Flow::kNone};
          return Add(b_.Barrier(block, Any(), kFlows[Below(random_, 3)]));
        }
        [[fallthrough]];
      case 7:
        return AddResults(b_.AddOp(block, {.name = "stablehlo.add",
                                           .operands = {Any(), Any()},
                                           .results = {kT}}),
                          1);
      default:
        return AddLoop(block);
    }
  }

  void AddLoop(BlockRef block) {
    const ValueRef start = Any(), inside = Any();
    const OpRef op = b_.AddOp(block, {.name = "stablehlo.while",
                                      .operands = {start},
                                      .results = {kT},
                                      .regions = 2});
    const BlockRef cond = b_.AddBlock(op, 0, {kT});
    const OpRef flag = b_.AddOp(cond, {.name = "my.flag",
                                       .operands = {b_.Argument(cond, 0)},
                                       .results = {"tensor<i1>"}});
    b_.AddOp(cond, {.name = "stablehlo.return", .operands = {b_.Result(flag)}});
    const BlockRef body = b_.AddBlock(op, 1, {kT});
    const OpRef dot =
        b_.AddOp(body, {.name = "stablehlo.dot",
                        .operands = {b_.Argument(body, 0), inside},
                        .results = {kT}});
    annotated_.push_back(b_.Result(dot));
    b_.AddOp(body, {.name = "stablehlo.return", .operands = {b_.Result(dot)}});
    AddResults(op, 1);
  }

  Random& random_;
  const WorldOptions options_;
  ProgramBuilder b_;
  OpRef main_;
  std::vector<ValueRef> values_, annotated_;
  std::vector<int> uses_;
};

OpRegistry Rules() {
  OpRegistry ops;
  std::vector<Message> messages;
  EXPECT_TRUE(
      ops.AddRule("my.pair", "([i, j], [j, k])->([i, k], [k, i])", messages));
  return ops;
}

ShardingInfo RandomSharding(Random& random, bool priorities) {
  ShardingInfo info;
  info.mesh = Below(random, 8) == 0 ? "other" : "mesh";
  info.dims.resize(2);
  const auto dim = [&]() -> DimShardingInfo& {
    return info.dims[static_cast<size_t>(Below(random, 2))];
  };
  if (Below(random, 2) == 0) dim().axes.push_back({"x", 0, 0});
  switch (Below(random, 4)) {
    case 0:
      dim().axes.push_back({"y", 0, 0});
      break;
    case 1:
      dim().axes.push_back({"y", 1, 2});
      break;
    case 2:
      info.replicated.push_back({"y", 0, 0});
      break;
    default:
      break;
  }
  if (Below(random, 3) == 0) dim().axes.push_back({"z", 0, 0});
  for (DimShardingInfo& d : info.dims) {
    d.closed = Below(random, 2) == 0;
    if (priorities && (!d.closed || !d.axes.empty())) {
      d.priority = Below(random, 3);
    }
  }
  return info;
}

// Makes one random edit.
void Edit(Random& random, const World& world, bool priorities,
          Session& session) {
  std::vector<Message> messages;
  const int what = Below(random, 10);
  if (what == 0 && world.results > 0) {
    const int i = Below(random, world.results);
    std::optional<ShardingInfo> sharding;
    if (Below(random, 2) == 0) sharding = RandomSharding(random, priorities);
    EXPECT_TRUE(session.SetResultSharding(world.main, i, sharding, messages));
  } else {
    const ValueRef value = world.values[static_cast<size_t>(
        Below(random, static_cast<int>(world.values.size())))];
    // A constraint must have a sharding.
    const ProgramView view(session.Annotated());
    const bool is_constraint =
        view.Name(view.DefiningOp(value)) == "sdy.sharding_constraint";
    if (what < 5 && !is_constraint) {
      EXPECT_TRUE(session.SetSharding(value, std::nullopt, messages));
    } else {
      EXPECT_TRUE(session.SetSharding(value, RandomSharding(random, priorities),
                                      messages));
    }
  }
  EXPECT_THAT(messages, IsEmpty()) << messages[0].ToString();
}

struct Totals {
  int64_t edits = 0;
  int64_t propagations = 0;
  int64_t replays = 0;
};

using Shown = std::vector<std::string>;
constexpr const char* kGone = "gone";

// Returns the sharding of every value as shown by the session, or kGone.
Shown ShownBy(const Session& session, const std::vector<ValueRef>& values) {
  const ProgramView view = session.View();
  Shown shown;
  for (const ValueRef value : values) {
    shown.push_back(view.Shape(value) ? view.ShardingText(value) : kGone);
  }
  return shown;
}

// Returns all values of the program, including those in regions.
std::vector<ValueRef> AllValues(const Program& program) {
  const ProgramView view(program);
  std::vector<ValueRef> values;
  std::vector<BlockRef> blocks;
  for (const OpRef function : view.Functions()) {
    blocks.push_back(view.Body(function));
  }
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

// ChangedValues must list exactly those values whose shardings in the view have
// changed. (It may also list values that are new in the view.)
void CheckChanged(const Session& session, const std::vector<ValueRef>& values,
                  const Shown& before) {
  const Shown now = ShownBy(session, values);
  std::vector<ValueRef> expected, changed = session.ChangedValues();
  for (size_t i = 0; i < values.size(); ++i) {
    if (before[i] == kGone) std::erase(changed, values[i]);
    if (now[i] == kGone || before[i] == kGone) continue;
    if (now[i] != before[i]) expected.push_back(values[i]);
  }
  EXPECT_THAT(changed, ::testing::UnorderedElementsAreArray(expected));
}

struct Kind {
  const char* name = "";
  WorldOptions world = {};
  bool priorities = false;
  bool checkpoints = false;
  bool structural = false;  // edits of the program itself
  bool rewires = false;     // of them, only those that add nothing
};

// Edits a session at random and compares it after each propagation.
class RandomSession {
 public:
  RandomSession(uint32_t seed, const Kind& kind)
      : seed_(seed),
        random_(seed),
        kind_(kind),
        world_(WorldMaker(random_, kind.world).Make()),
        rules_(Rules()) {
    options_.run.registry = &rules_;
    options_.conservative = Below(random_, 4) == 0;
    Program program = world_.program.Clone();
    std::vector<Message> messages;
    // Half of the programs have data-flow edges, like those that import adds.
    if (Below(random_, 2) == 0) {
      EXPECT_TRUE(
          program.Run("sdy-add-data-flow-edges", "", options_.run, messages));
    }
    values_ = AllValues(program);
    session_.emplace(std::move(program), options_);
  }

  Totals Run(int edits) {
    while (totals_.edits < edits && !::testing::Test::HasFailure()) {
      for (int i = Below(random_, 3); i >= 0; --i, ++totals_.edits) {
        Edit(random_, world_, kind_.priorities && Below(random_, 6) == 0,
             *session_);
      }
      if (kind_.structural && Below(random_, kind_.rewires ? 1 : 4) == 0) {
        for (int i = Below(random_, 3); i >= 0; --i) EditProgram();
      }
      if (kind_.checkpoints) GoBackOrForth();
      Propagate();
    }
    totals_.propagations = session_->Stats().propagations;
    totals_.replays = session_->Stats().replays;
    return totals_;
  }

 private:
  struct State {
    int64_t checkpoint = 0;
    std::string annotated, result;
    std::vector<OpRef> added;
    std::vector<ValueRef> values;
  };

  // Adds, rewires or erases an op. Some of these edits are rejected.
  void EditProgram() {
    std::vector<Message> ignored;
    const ProgramView view(session_->Annotated());
    const std::vector<OpRef> ops =
        view.Ops(view.Body(view.FindFunction("main")));
    const OpRef at =
        ops[static_cast<size_t>(Below(random_, static_cast<int>(ops.size())))];
    const auto any = [&] {
      return world_.values[static_cast<size_t>(
          Below(random_, static_cast<int>(world_.values.size())))];
    };
    const int what = Below(random_, 4);
    if (kind_.rewires) {
      Rewire(ops, ignored);
    } else if (what == 0 && !added_.empty()) {
      if (session_->EraseOp(added_.back(), ignored)) added_.pop_back();
    } else if (what == 1 && !view.Operands(at).empty()) {
      const auto operands = static_cast<int>(view.Operands(at).size());
      session_->SetOperand(at, Below(random_, operands), any(), ignored);
    } else if (what == 2 && !added_.empty()) {
      session_->ReplaceUses(
          any(), ProgramView(session_->Annotated()).Results(added_.back())[0],
          ignored);
    } else {
      const OpRef op = session_->AddOp(
          at,
          {.name = Below(random_, 2) == 0 ? "stablehlo.dot" : "my.mix",
           .operands = {any(), any()},
           .results = {"tensor<16x16xf32>"}},
          ignored);
      if (op) added_.push_back(op);
    }
    values_ = AllValues(session_->Annotated());
  }

  // Replaces an operand of an op, replaces all uses of a value with another
  // value, or erases an op. An op often has to lose its uses first.
  void Rewire(const std::vector<OpRef>& ops, std::vector<Message>& ignored) {
    const ProgramView view(session_->Annotated());
    const int count = static_cast<int>(ops.size());
    const int at = Below(random_, count);
    const OpRef op = ops[static_cast<size_t>(at)];
    const std::vector<ValueRef> results = view.Results(op);
    const std::vector<ValueRef> operands = view.Operands(op);
    // A value that is visible to the op.
    const auto earlier = [&] {
      std::vector<ValueRef> all;
      if (at > 0 && Below(random_, 4) > 0) {
        all = view.Results(ops[static_cast<size_t>(Below(random_, at))]);
      }
      if (all.empty()) all = view.Arguments(view.Body(world_.main));
      return all[static_cast<size_t>(
          Below(random_, static_cast<int>(all.size())))];
    };
    const int what = Below(random_, 5);
    if (what < 3 && !operands.empty()) {
      session_->SetOperand(op,
                           Below(random_, static_cast<int>(operands.size())),
                           earlier(), ignored);
    } else if (!results.empty()) {
      for (const ValueRef result : results) {
        session_->ReplaceUses(result, earlier(), ignored);
      }
      if (what == 3) session_->EraseOp(op, ignored);
    }
    if (Below(random_, 8) > 0) EraseDeadOps();
    const ProgramView now(session_->Annotated());
    std::erase_if(world_.values,
                  [&](ValueRef value) { return !now.Shape(value); });
  }

  // Erases all ops of the main function that propagation would erase.
  void EraseDeadOps() {
    std::vector<Message> ignored;
    const ProgramView view(session_->Annotated());
    const std::vector<OpRef> ops = view.Ops(view.Body(world_.main));
    for (auto op = ops.rbegin(); op != ops.rend(); ++op) {
      const std::string name(view.Name(*op));
      const bool is_pure = name.starts_with("stablehlo.") ||
                           name == "sdy.sharding_constraint" ||
                           name == "sdy.propagation_barrier";
      if (is_pure && !view.Results(*op).empty())
        session_->EraseOp(*op, ignored);
    }
  }

  void Propagate() {
    const Shown before = ShownBy(*session_, values_);
    std::vector<Message> messages;
    EXPECT_TRUE(session_->Propagate(messages));
    const std::string expected = FromScratch(session_->Annotated(), options_);
    EXPECT_EQ(session_->Result().Write(), expected)
        << "seed " << seed_ << " after " << totals_.edits << " edits";
    CheckChanged(*session_, values_, before);
  }

  void GoBackOrForth() {
    std::vector<Message> messages;
    const int what = Below(random_, 6);
    if (what < 2) {
      states_.push_back({session_->Checkpoint(), session_->Annotated().Write(),
                         session_->Result().Write(), added_, world_.values});
    } else if (what < 5 && !states_.empty()) {
      const auto i =
          static_cast<size_t>(Below(random_, static_cast<int>(states_.size())));
      states_.resize(i + 1);
      const Shown before = ShownBy(*session_, values_);
      ASSERT_TRUE(session_->Rollback(states_[i].checkpoint, messages));
      EXPECT_EQ(session_->Annotated().Write(), states_[i].annotated);
      EXPECT_EQ(session_->Result().Write(), states_[i].result)
          << "seed " << seed_ << " after " << totals_.edits << " edits";
      added_ = states_[i].added;
      world_.values = states_[i].values;
      if (kind_.structural) {
        values_ = AllValues(session_->Annotated());
      } else {
        CheckChanged(*session_, values_, before);
      }
    } else if (!states_.empty()) {
      const auto i =
          static_cast<size_t>(Below(random_, static_cast<int>(states_.size())));
      ASSERT_TRUE(session_->Release(states_[i].checkpoint, messages));
      states_.resize(i);
    }
  }

  const uint32_t seed_;
  Random random_;
  const Kind kind_;
  World world_;
  std::vector<OpRef> added_;
  OpRegistry rules_;
  SessionOptions options_;
  std::optional<Session> session_;
  std::vector<ValueRef> values_;
  std::vector<State> states_;
  Totals totals_;
};

// How many edits the random tests make; SHARDFLOW_SESSION_EDITS overrides it.
int64_t EditsOr(int64_t few) {
  const char* const asked = std::getenv("SHARDFLOW_SESSION_EDITS");
  return asked == nullptr ? few : std::atoll(asked);
}

Totals CheckEdits(uint32_t first_seed, int64_t edits, const Kind& kind) {
  SCOPED_TRACE(kind.name);
  Totals sum;
  for (uint32_t seed = first_seed;
       sum.edits < edits && !::testing::Test::HasFailure(); ++seed) {
    const Totals totals = RandomSession(seed, kind).Run(50);
    sum.edits += totals.edits;
    sum.propagations += totals.propagations;
    sum.replays += totals.replays;
  }
  return sum;
}

TEST(Session, PartitionsWhatItExports) {
  constexpr char kText[] =
      "sdy.mesh @mesh = <[\"x\"=4]>\n"
      "func.func @main(%a: tensor<8x4xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"x\"}, {}]>}) -> tensor<8x4xf32> {\n"
      "  %0 = stablehlo.tanh %a : tensor<8x4xf32>\n"
      "  %c = stablehlo.constant dense<0.0> : tensor<f32>\n"
      "  %1 = stablehlo.pad %0, %c, low = [1, 0], high = [-1, 0], interior = "
      "[0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>\n"
      "  return %1 : tensor<8x4xf32>\n}\n";
  std::vector<Message> messages;
  std::optional<Session> session =
      Session::FromProgram(MustRead(kText), {}, messages);
  ASSERT_TRUE(session);
  EXPECT_FALSE(session->Partitioned({}, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].text, "nothing has been propagated yet");
  messages.clear();
  const OpRef main = session->View().FindFunction("main");
  ASSERT_TRUE(session->SetResultSharding(
      main, 0, ClosedSharding("mesh", {{"x"}, {}}), messages));
  ASSERT_TRUE(session->Propagate(messages));
  for (const bool no_halo : {false, true}) {
    PartitionOptions options;
    options.no_halo = no_halo;
    options.check = true;
    options.devices = 4;
    const std::optional<Program> local =
        session->Partitioned(options, messages);
    std::optional<Program> expected = session->Exported(messages);
    ASSERT_TRUE(local && expected);
    options.propagate = false;
    EXPECT_TRUE(Partition(*expected, options, messages));
    EXPECT_THAT(messages, IsEmpty());
    EXPECT_EQ(local->Write(), expected->Write());
    EXPECT_THAT(local->Write(), HasSubstr(no_halo ? "stablehlo.all_gather"
                                                  : "collective_permute"));
  }
  // The session is as it was.
  EXPECT_EQ(session->Result().Write(), [&] {
    Program again = session->Annotated().Clone();
    EXPECT_TRUE(again.Run("sdy-user-priority-propagate", "", {}, messages));
    return again.Write();
  }());
  PartitionOptions wrong;
  wrong.devices = 2;
  EXPECT_FALSE(session->Partitioned(wrong, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].text, "the mesh has 4 devices, not 2");
}

TEST(Session, NeverAByteDifferentInAnyProgram) {
  // Most propagations of sessions without dead ops and structural edits are
  // updates, with user priorities and groups, too.
  const Kind kinds[] = {
      {"checkpoints", {}, false, true, false},
      {"priorities", {}, true, true, false},
      {"groups", {.groups = true}, false, true, false},
      {"groups and priorities", {.groups = true}, true, true, false},
      {"dead ops", {.dead_ops = true}, false, true, false},
      {"edits of the program", {}, true, true, true},
      {"edits of the program and groups", {.groups = true}, true, true, true},
      {"rewiring", {}, true, true, true, true},
      {"rewiring without loops", {.loops = false}, false, true, true, true},
      {"rewiring and groups", {.groups = true}, false, true, true, true},
  };
  uint32_t seed = 1000;
  for (const Kind& kind : kinds) {
    const Totals sum = CheckEdits(seed += 1000, EditsOr(500), kind);
    if (!kind.structural && !kind.world.dead_ops) {
      EXPECT_LT(sum.replays * 3, sum.propagations * 2) << kind.name;
    }
    RecordProperty(std::string(kind.name) + " replays",
                   static_cast<int>(sum.replays));
    RecordProperty(std::string(kind.name) + " propagations",
                   static_cast<int>(sum.propagations));
    // Most propagations after edits of the program are updates, too.
    if (kind.rewires && !kind.world.loops) {
      EXPECT_LT(sum.replays * 2, sum.propagations);
    }
  }
}

// In this session, an op is set aside because no run has to visit it, and then
// one of its operands changes again.
TEST(Session, AnOpThatWasSetAsideIsVisitedAgain) {
  RandomSession(
      8098,
      {"edits of the program and groups", {.groups = true}, true, true, true})
      .Run(50);
}

TEST(Session, NeverAByteDifferentFromScratch) {
  const Totals sum = CheckEdits(0, EditsOr(3000), {});
  // Most propagations were updates, not full runs, so this did test updates.
  EXPECT_LT(sum.replays * 3, sum.propagations * 2);
  RecordProperty("edits", static_cast<int>(sum.edits));
  RecordProperty("propagations", static_cast<int>(sum.propagations));
  RecordProperty("replays", static_cast<int>(sum.replays));
}

// Explanations in a session equal those of its annotated program.
TEST(Session, ExplainsWhatItShows) {
  std::vector<Message> messages;
  const OpRegistry rules = Rules();
  for (uint32_t seed = 0; seed < 12 && !HasFailure(); ++seed) {
    Random random(seed);
    const bool groups = seed % 3 == 1, priorities = seed % 3 == 2;
    // The programs have no loops and no constraints, because Explain imports
    // the program again. An edited constraint would then dictate the sharding
    // of its input, and the uses of a loop's edges would be in another order.
    const World world =
        WorldMaker(random,
                   {.groups = groups, .loops = false, .constraints = false})
            .Make();
    SessionOptions options;
    options.run.registry = &rules;
    std::optional<Session> session =
        Session::FromProgram(world.program.Clone(), options, messages);
    ASSERT_TRUE(session);
    EXPECT_FALSE(session->Explain(world.values[0], messages));
    EXPECT_EQ(messages.back().text, "nothing has been propagated yet");
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 3; ++i) Edit(random, world, priorities, *session);
      EXPECT_TRUE(session->Propagate(messages));
      messages.clear();
      if (!session->Explain(world.values[0], messages)) {
        EXPECT_THAT(messages[0].text, HasSubstr("the session keeps no record"));
        messages.clear();
        continue;
      }
      ExplainRequest request;
      request.run.registry = &rules;
      const auto expect_same = [&](std::optional<Explanation> got) {
        const auto expected = Explain(session->Annotated(), request, messages);
        ASSERT_TRUE(got && expected) << seed;
        EXPECT_EQ(ExplanationText(*got, {}), ExplanationText(*expected, {}))
            << seed;
      };
      for (int i = 0; i < 3; ++i) {
        request.argument = i;
        expect_same(
            session->Explain(world.values[static_cast<size_t>(i)], messages));
      }
      request.argument = -1;
      for (int i = 0; i < world.results; ++i) {
        request.result = i;
        expect_same(session->ExplainResult(i, messages));
      }
      // Explaining leaves everything as it was.
      EXPECT_EQ(session->Result().Write(),
                FromScratch(session->Annotated(), options));
    }
    messages.clear();
  }
}

// Explanations after updates equal those of a session that propagates the same
// annotations from scratch. (Unlike above, nothing is imported again, so the
// programs have loops and constraints.)
TEST(Session, ExplainsUpdatesLikeARunFromScratch) {
  std::vector<Message> messages;
  const OpRegistry rules = Rules();
  SessionOptions options;
  options.run.registry = &rules;
  int64_t compared = 0, updates = 0;
  for (uint32_t seed = 100; seed < 120 && !HasFailure(); ++seed) {
    Random random(seed);
    const bool priorities = seed % 3 == 2;
    const World world = WorldMaker(random, {.groups = seed % 3 == 1}).Make();
    std::optional<Session> session =
        Session::FromProgram(world.program.Clone(), options, messages);
    ASSERT_TRUE(session);
    for (int round = 0; round < 4; ++round) {
      for (int i = 0; i < 3; ++i) Edit(random, world, priorities, *session);
      EXPECT_TRUE(session->Propagate(messages));
      if (session->Stats().replay_reason.empty()) ++updates;
      Session fresh = session->Fork();
      EXPECT_TRUE(fresh.Propagate(messages));
      messages.clear();
      const auto expect_same = [&](std::optional<Explanation> got,
                                   std::optional<Explanation> expected) {
        ASSERT_EQ(got.has_value(), expected.has_value()) << seed;
        if (!got) return;
        ++compared;
        EXPECT_EQ(ExplanationText(*got, {}), ExplanationText(*expected, {}))
            << seed;
      };
      for (const ValueRef value : AllValues(session->Annotated())) {
        expect_same(session->Explain(value, messages),
                    fresh.Explain(value, messages));
      }
      for (int i = 0; i < world.results; ++i) {
        expect_same(session->ExplainResult(i, messages),
                    fresh.ExplainResult(i, messages));
      }
      messages.clear();
    }
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(updates, 20);
}

constexpr const char* kChain = R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>)
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %0 = stablehlo.abs %a : tensor<8x16xf32>
  %1 = stablehlo.abs %b : tensor<8x16xf32>
  %2 = stablehlo.abs %0 : tensor<8x16xf32>
  %3 = stablehlo.abs %1 : tensor<8x16xf32>
  %4 = stablehlo.abs %2 : tensor<8x16xf32>
  %5 = stablehlo.abs %3 : tensor<8x16xf32>
  return %4, %5 : tensor<8x16xf32>, tensor<8x16xf32>
}
)";

// After an edit, only the ops near the changed values are visited; reads return
// the result of the last propagation.
TEST(Session, VisitsWhatChanges) {
  Session session(MustRead(kChain));
  const ProgramView given(session.Annotated());
  const OpRef main = given.FindFunction("main");
  const ValueRef a = given.Arguments(given.Body(main))[0];
  const ValueRef b = given.Arguments(given.Body(main))[1];
  const ValueRef end = given.Returned(main)[0];
  std::vector<Message> messages;
  ASSERT_TRUE(
      session.SetSharding(b, ClosedSharding("mesh", {{"x"}, {}}), messages));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replays, 1);
  EXPECT_EQ(session.Stats().replay_reason, "it is the first");
  const int64_t all = session.Stats().visits;
  // Nothing changed.
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().visits, 0);
  EXPECT_EQ(session.Stats().values_changed, 0);
  // Closing the dimensions of %a changes only that value.
  ASSERT_TRUE(
      session.SetSharding(a, ClosedSharding("mesh", {{}, {}}), messages));
  EXPECT_FALSE(session.View().Sharding(a));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.View().Sharding(a), ClosedSharding("mesh", {{}, {}}));
  EXPECT_EQ(session.Stats().replays, 1);
  EXPECT_EQ(session.Stats().replay_reason, "");
  EXPECT_LT(session.Stats().visits, all);
  EXPECT_EQ(session.Stats().values_changed, 1);
  EXPECT_FALSE(session.View().Sharding(end));
}

TEST(Session, SaysWhyItReplays) {
  std::vector<Message> messages;
  const auto reason = [&](const std::string& text) {
    Session session(MustRead(text));
    EXPECT_TRUE(session.Propagate(messages));
    EXPECT_TRUE(session.Propagate(messages));
    EXPECT_EQ(session.Stats().replays, 2);
    return session.Stats().replay_reason;
  };
  EXPECT_EQ(reason(R"(
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.abs %a : tensor<8xf32>
  return %a : tensor<8xf32>
})"),
            "propagation erases ops that are dead");
  // The edit changes everything.
  Session session(MustRead(kChain));
  const ProgramView given(session.Annotated());
  const OpRef main = given.FindFunction("main");
  ASSERT_TRUE(session.Propagate(messages));
  for (const ValueRef arg : given.Arguments(given.Body(main))) {
    ASSERT_TRUE(session.SetSharding(arg, ClosedSharding("mesh", {{"x"}, {}}),
                                    messages));
  }
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replay_reason, "a large part of the run changes");
  EXPECT_GT(session.Stats().values_changed, 6);
  EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
  // A priority is added, and removed again.
  const ValueRef a = given.Arguments(given.Body(main))[0];
  ShardingInfo later = ClosedSharding("mesh", {{"x"}, {}});
  later.dims[0].priority = 1;
  ASSERT_TRUE(session.SetSharding(a, later, messages));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replay_reason,
            "other user priorities occur than before");
  EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
  ASSERT_TRUE(session.SetSharding(a, std::nullopt, messages));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replay_reason, "");
}

// With user priorities, and with a group whose members are sharded alike, an
// edit repeats only what it affects.
TEST(Session, UpdatesWithPrioritiesAndGroups) {
  std::vector<Message> messages;
  std::string text = R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(
    %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0, {?}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}p1]>},
    %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a0 = stablehlo.add %a, %b : tensor<8x8xf32>
  %c0 = stablehlo.tanh %c : tensor<8x8xf32>
  sdy.sharding_group %a0 group_id=1 : tensor<8x8xf32>
)";
  // The edits below are of %c0, and only a few values follow from it.
  const auto add_chain = [&](const std::string& v, int length) {
    for (int i = 0; i < length; ++i) {
      text += "  %" + v + std::to_string(i + 1) + " = stablehlo.tanh %" + v +
              std::to_string(i) + " : tensor<8x8xf32>\n";
    }
  };
  add_chain("a", 40);
  add_chain("c", 4);
  text +=
      "  sdy.sharding_group %a1 group_id=1 : tensor<8x8xf32>\n"
      "  return %a40, %c4 : tensor<8x8xf32>, tensor<8x8xf32>\n}";
  Session session(MustRead(text));
  const ProgramView given(session.Annotated());
  const BlockRef body = given.Body(given.FindFunction("main"));
  const ValueRef c0 = given.Results(given.Ops(body)[1])[0];
  ASSERT_TRUE(session.Propagate(messages));
  const int64_t all = session.Stats().visits;
  const std::optional<ShardingInfo> edits[] = {
      ClosedSharding("mesh", {{"y"}, {}}), ClosedSharding("mesh", {{}, {"x"}}),
      std::nullopt};
  for (const auto& sharding : edits) {
    ASSERT_TRUE(session.SetSharding(c0, sharding, messages));
    ASSERT_TRUE(session.Propagate(messages));
    EXPECT_EQ(session.Stats().replay_reason, "");
    EXPECT_LT(session.Stats().visits, all);
    EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
  }
}

// If the members of a group have different shardings, propagation adds
// constraints. Edits that don't change this are updates.
TEST(Session, UpdatesWhereMembersOfAGroupDiffer) {
  std::vector<Message> messages;
  std::string text = R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(
    %a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>},
    %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>},
    %c: tensor<8x8xf32>,
    %d0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>})
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  sdy.sharding_group %a group_id=1 : tensor<8x8xf32>
  sdy.sharding_group %b group_id=1 : tensor<8x8xf32>
  %s0 = stablehlo.add %a, %b : tensor<8x8xf32>
  %c0 = stablehlo.tanh %c : tensor<8x8xf32>
  sdy.sharding_group %s0 group_id=2 : tensor<8x8xf32>
)";
  // No edit changes these.
  for (int i = 0; i < 100; ++i) {
    text += "  %d" + std::to_string(i + 1) + " = stablehlo.tanh %d" +
            std::to_string(i) + " : tensor<8x8xf32>\n";
  }
  text +=
      "  return %s0, %c0, %d100 : tensor<8x8xf32>, tensor<8x8xf32>, "
      "tensor<8x8xf32>\n}";
  Session session(MustRead(text));
  const ProgramView given(session.Annotated());
  const BlockRef body = given.Body(given.FindFunction("main"));
  const std::vector<ValueRef> arguments = given.Arguments(body);
  const std::vector<OpRef> ops = given.Ops(body);
  const auto reason_after = [&](ValueRef value, auto sharding) {
    EXPECT_TRUE(session.SetSharding(value, sharding, messages));
    EXPECT_TRUE(session.Propagate(messages));
    EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
    return session.Stats().replay_reason;
  };
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_THAT(session.Result().Write(), HasSubstr("sharding_constraint"));
  ShardingInfo rows = OpenSharding("mesh", {{"x"}, {}});
  rows.dims[0].closed = true;
  const ShardingInfo columns = OpenSharding("mesh", {{}, {"y"}});
  const ShardingInfo turned = OpenSharding("mesh", {{"y"}, {}});
  // Another value, and a member that still differs.
  EXPECT_EQ(reason_after(arguments[2], columns), "");
  EXPECT_EQ(reason_after(arguments[2], std::nullopt), "");
  EXPECT_EQ(reason_after(arguments[1], turned), "");
  const int64_t start = session.Checkpoint();
  const std::string then = session.Result().Write();
  const std::string others =
      "the members of other sharding groups differ than before";
  // All members are alike now, and then they aren't.
  EXPECT_EQ(reason_after(arguments[1], std::nullopt), others);
  EXPECT_EQ(reason_after(arguments[1], rows), "");
  EXPECT_EQ(reason_after(arguments[1], columns), others);
  EXPECT_TRUE(session.Rollback(start, messages));
  EXPECT_EQ(session.Result().Write(), then);
  EXPECT_EQ(reason_after(arguments[2], rows), "");
  EXPECT_FALSE(session.Explain(arguments[2], messages));
  ASSERT_FALSE(messages.empty());
  EXPECT_THAT(messages.back().text, HasSubstr("explain the session's"));
  // The uses of members are those of the constraints.
  EXPECT_TRUE(session.SetOperand(ops[3], 0, arguments[1], messages));
  EXPECT_EQ(reason_after(arguments[2], std::nullopt),
            "the members of a sharding group have different shardings");
}

// An edit may leave out the manual axes that a tensor of a manual computation
// is replicated along, as the text of a program may. Import has already run, so
// the session has to add them: propagation would otherwise use them elsewhere.
TEST(Session, EditsOfManualComputationsKeepManualAxes) {
  std::vector<Message> messages;
  std::optional<Session> session = Session::FromProgram(MustRead(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%a)
      in_shardings=[<@mesh, [{"x"}, {?}], replicated={"y"}>]
      out_shardings=[<@mesh, [{?}, {?}], replicated={"x", "y"}>]
      manual_axes={"x", "y"} (%b: tensor<4x16xf32>) {
    %1 = stablehlo.concatenate %b, %b, dim = 0
        : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
    sdy.return %1 : tensor<8x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.abs %0 {sdy.sharding = #sdy.sharding_per_value<
      [<@mesh, [{?}, {"y"}]>]>} : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
})"),
                                                        {}, messages);
  ASSERT_TRUE(session);
  const ProgramView view(session->Annotated());
  const OpRef op = view.Ops(view.Body(view.FindFunction("main")))[0];
  const ValueRef out = view.Results(op)[0];
  const ValueRef in = view.Arguments(view.Blocks(op, 0)[0])[0];
  ASSERT_TRUE(session->Propagate(messages));
  ASSERT_TRUE(
      session->SetSharding(out, OpenSharding("mesh", {{}, {}}), messages));
  ASSERT_TRUE(
      session->SetSharding(in, OpenSharding("mesh", {{"x"}, {}}), messages));
  EXPECT_THAT(session->Annotated().Write(),
              HasSubstr("in_shardings=[<@mesh, [{\"x\", ?}, {?}], "
                        "replicated={\"y\"}>] out_shardings=[<@mesh, [{?}, "
                        "{?}], replicated={\"x\", \"y\"}>]"));
  ASSERT_TRUE(session->Propagate(messages));
  EXPECT_EQ(session->Result().Write(), FromScratch(session->Annotated(), {}));
  const std::optional<Program> done = session->Exported(messages);
  ASSERT_TRUE(done);
  MustRead(done->Write());
  // The body needs "x" on the rows of its argument.
  EXPECT_FALSE(
      session->SetSharding(in, OpenSharding("mesh", {{}, {}}), messages));
  EXPECT_THAT(messages.back().text, HasSubstr("must match"));
  EXPECT_FALSE(session->SetSharding(in, std::nullopt, messages));
  EXPECT_FALSE(session->SetSharding(out, std::nullopt, messages));
}

// After a few updates that were each rolled back, further updates aren't
// logged. Later steps must still be correct: another update, an explanation, a
// checkpoint.
TEST(Session, ASearchMayGoOnFromATry) {
  const Program program = MustRead(kChain);
  for (const bool marks : {false, true}) {
    Session session(program.Clone());
    const ProgramView given(session.Annotated());
    const BlockRef body = given.Body(given.FindFunction("main"));
    const ValueRef a = given.Arguments(body)[0], b = given.Arguments(body)[1];
    std::vector<Message> messages;
    const auto edit = [&](ValueRef value, const char* axis) {
      EXPECT_TRUE(session.SetSharding(
          value, ClosedSharding("mesh", {{axis}, {}}), messages));
      EXPECT_TRUE(session.Propagate(messages));
      EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
    };
    edit(b, "x");
    const std::string before = session.Result().Write();
    const int64_t start = session.Checkpoint();
    for (int i = 0; i < 4; ++i) {
      edit(a, i % 2 == 0 ? "x" : "y");
      EXPECT_EQ(session.Stats().replay_reason, "");
      EXPECT_TRUE(session.Rollback(start, messages));
      EXPECT_EQ(session.Result().Write(), before);
    }
    edit(a, "y");
    EXPECT_TRUE(session.Explain(a, messages));
    const std::string tried = session.Result().Write();
    const Shown shown = ShownBy(session, {a, b});
    const int64_t next = marks ? session.Checkpoint() : 0;
    EXPECT_EQ(ShownBy(session, {a, b}), shown);
    EXPECT_THAT(session.ChangedValues(), Contains(a));
    edit(b, "y");
    // A checkpoint logs the state, so every run that begins from it is an
    // update.
    EXPECT_EQ(session.Stats().replay_reason,
              marks ? "" : "the last run wasn't logged");
    edit(a, "x");
    EXPECT_EQ(session.Stats().replay_reason, "");
    if (marks) {
      EXPECT_TRUE(session.Rollback(next, messages));
      EXPECT_EQ(session.Result().Write(), tried);
      edit(b, "y");
      EXPECT_EQ(session.Stats().replay_reason, "");
    }
    EXPECT_TRUE(session.Rollback(start, messages));
    EXPECT_EQ(session.Result().Write(), before);
    edit(a, "x");
    EXPECT_EQ(session.Stats().replay_reason, "");
  }
}

TEST(Session, Errors) {
  Session session(MustRead(R"(
func.func @main(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.abs %a : tensor<?xf32>
  return %0 : tensor<?xf32>
})"));
  std::vector<Message> messages;
  EXPECT_FALSE(session.Propagate(messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_THAT(messages[0].text,
              HasSubstr("only supports ranked tensors with a static shape"));
  EXPECT_EQ(messages[0].line, 3);
  EXPECT_FALSE(session.SetSharding({}, {}, messages));
  EXPECT_FALSE(session.SetSharding({}, std::nullopt, messages));
  EXPECT_FALSE(session.SetResultSharding({}, 0, {}, messages));
  EXPECT_THAT(messages, SizeIs(4));
}

// An edit that is rejected changes nothing.
TEST(Session, RefusedEdits) {
  Session session(MustRead(kChain));
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  const std::string before = session.Result().Write();
  const ProgramView given(session.Annotated());
  const OpRef main = given.FindFunction("main");
  EXPECT_FALSE(session.SetSharding(given.Returned(main)[0],
                                   ClosedSharding("q", {{}, {}}), messages));
  EXPECT_FALSE(session.SetResultSharding(main, 7, std::nullopt, messages));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Result().Write(), before);
}

// A caller's data-flow op that stores its argument shardings in an attribute.
class Loop : public OpInterface {
 public:
  std::vector<DataFlowEdge> Edges(const OpView& op) const override {
    std::vector<DataFlowEdge> edges;
    for (int i = 0; i < op.result_count(); ++i) {
      edges.push_back({{-1, i}, {}, {{0, i}}});
      edges.push_back({{0, i}, {}, {{-1, i}}});
    }
    return edges;
  }
  std::string ArgumentShardingsAttribute() const override {
    return "my.arg_shardings";
  }
};

TEST(Session, DataFlowOpsOfACallers) {
  OpRegistry ops;
  ops.SetInterface("my.loop", std::make_shared<Loop>());
  SessionOptions options;
  options.run.registry = &ops;
  std::vector<Message> messages;
  Program program = MustRead(R"(
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = "my.loop"(%a, %b) ({
  ^bb0(%c: tensor<8xf32>, %d: tensor<8xf32>):
    %1 = stablehlo.abs %c : tensor<8xf32>
    "my.return"(%1, %d) : (tensor<8xf32>, tensor<8xf32>) -> ()
  }) {my.arg_shardings =
        #sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{"y"}]>]>}
      : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
})");
  ASSERT_TRUE(
      program.Run("sdy-add-data-flow-edges", "", options.run, messages));
  Session session(std::move(program), options);
  const ProgramView given(session.Annotated());
  const OpRef main = given.FindFunction("main");
  const auto same = [&] {
    ASSERT_TRUE(session.Propagate(messages));
    const std::string expected = FromScratch(session.Annotated(), options);
    EXPECT_EQ(session.Result().Write(), expected);
  };
  same();
  for (const ValueRef arg : given.Arguments(given.Body(main))) {
    ASSERT_TRUE(
        session.SetSharding(arg, ClosedSharding("mesh", {{"x"}}), messages));
    same();
    EXPECT_THAT(session.Result().Write(), HasSubstr("my.arg_shardings"));
  }
  for (const ValueRef arg : given.Arguments(given.Body(main))) {
    ASSERT_TRUE(session.SetSharding(arg, std::nullopt, messages));
    same();
  }
}

constexpr const char* kLoopProgram = R"(
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %c = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%i = %a) : tensor<8x16xf32>
    cond { stablehlo.return %c : tensor<i1> }
    do {
      %1 = stablehlo.tanh %i : tensor<8x16xf32>
      stablehlo.return %1 : tensor<8x16xf32>
    }
  %2 = stablehlo.negate %0 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
)";

OpRef FindOp(const ProgramView& view, std::string_view name) {
  for (const OpRef op : view.Ops(view.Body(view.FindFunction("main")))) {
    if (view.Name(op) == name) return op;
  }
  return {};
}

// Annotating any value of a loop's data-flow edge annotates all of them.
TEST(Session, AnnotatesTheEdgeOfALoop) {
  std::vector<Message> messages;
  std::optional<Session> session =
      Session::FromProgram(MustRead(kLoopProgram), {}, messages);
  ASSERT_TRUE(session);
  ASSERT_TRUE(session->Propagate(messages));
  const ProgramView given(session->Annotated());
  const OpRef loop = FindOp(given, "stablehlo.while");
  const ValueRef result = given.Results(loop)[0];
  const ValueRef argument = given.Arguments(given.Blocks(loop, 1)[0])[0];
  const ValueRef edge = given.Results(given.Users(result)[0])[0];
  const ValueRef end = given.Results(FindOp(given, "stablehlo.negate"))[0];
  for (const ValueRef value : {result, argument, edge}) {
    ASSERT_TRUE(session->SetSharding(value, ClosedSharding("mesh", {{"x"}, {}}),
                                     messages));
    ASSERT_TRUE(session->Propagate(messages));
    for (const ValueRef tied : {result, argument, edge}) {
      const auto sharding = session->View().Sharding(tied);
      EXPECT_EQ(sharding, ClosedSharding("mesh", {{"x"}, {}}));
      EXPECT_EQ(session->View().LocalShape(tied),
                (std::vector<int64_t>{2, 16}));
      EXPECT_THAT(session->View().Slices(tied), SizeIs(8));
    }
    EXPECT_EQ(session->View().LocalShape(end), (std::vector<int64_t>{2, 16}));
    EXPECT_EQ(session->Result().Write(), FromScratch(session->Annotated(), {}));
    ASSERT_TRUE(session->SetSharding(value, std::nullopt, messages));
    ASSERT_TRUE(session->Propagate(messages));
    EXPECT_FALSE(session->View().Sharding(end));
    EXPECT_EQ(session->Result().Write(), FromScratch(session->Annotated(), {}));
  }
}

constexpr const char* kManual = R"(
sdy.mesh @mesh = <["x"=4, "y"=2, "z"=2]>
func.func @main(%a: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%b: tensor<2x16xf32>) {
    %1 = stablehlo.tanh %b : tensor<2x16xf32>
    sdy.return %1 : tensor<2x16xf32>
  } : (tensor<8x16xf32>) -> tensor<8x16xf32>
  %2 = stablehlo.negate %0 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
)";

// Reads and sets the in_shardings and out_shardings of a manual computation,
// from inside and from outside.
TEST(Session, AnnotatesManualComputations) {
  std::vector<Message> messages;
  std::optional<Session> session =
      Session::FromProgram(MustRead(kManual), {}, messages);
  ASSERT_TRUE(session);
  ASSERT_TRUE(session->Propagate(messages));
  const ProgramView given(session->Annotated());
  const OpRef op = FindOp(given, "sdy.manual_computation");
  const ValueRef argument = given.Arguments(given.Blocks(op, 0)[0])[0];
  const ValueRef result = given.Results(op)[0];
  const ValueRef inner_edge = given.Results(given.Users(argument)[0])[0];
  const auto same = [&] {
    ASSERT_TRUE(session->Propagate(messages));
    EXPECT_EQ(session->Result().Write(), FromScratch(session->Annotated(), {}));
  };
  // The shardings at the boundary must fit the types of the body.
  EXPECT_FALSE(session->SetSharding(
      argument, ClosedSharding("mesh", {{}, {"x"}}), messages));
  EXPECT_FALSE(session->SetSharding(
      result, ClosedSharding("mesh", {{"y", "x"}, {}}), messages));
  EXPECT_FALSE(session->SetSharding(result, std::nullopt, messages));
  EXPECT_FALSE(session->SetSharding(argument, std::nullopt, messages));
  // Values inside can't use the manual axis.
  EXPECT_FALSE(session->SetSharding(
      inner_edge, ClosedSharding("mesh", {{"x"}, {}}), messages));
  ASSERT_THAT(messages, SizeIs(5));
  EXPECT_THAT(messages[0].text, HasSubstr("must match"));
  EXPECT_THAT(messages[1].text,
              HasSubstr("all manual axes come before free axes"));
  messages.clear();
  // The argument's sharding is set as seen from outside, with the manual axis,
  // and read as seen from inside, without it.
  ASSERT_TRUE(session->SetSharding(
      argument, ClosedSharding("mesh", {{"x", "y"}, {}}), messages));
  same();
  EXPECT_EQ(session->View().Sharding(argument),
            ClosedSharding("mesh", {{"y"}, {}}));
  EXPECT_EQ(session->View().LocalShape(argument),
            (std::vector<int64_t>{1, 16}));
  // The sharding of a value inside is set without the manual axis.
  ASSERT_TRUE(session->SetSharding(
      inner_edge, ClosedSharding("mesh", {{}, {"z"}}), messages));
  same();
  EXPECT_THAT(session->Annotated().Write(),
              HasSubstr(R"(in_shardings=[<@mesh, [{"x"}, {"z"}]>])"));
  // The result has the replicated axes of its latest annotation.
  ShardingInfo replicated = OpenSharding("mesh", {{"x"}, {}});
  replicated.replicated.push_back({"z", 0, 0});
  ASSERT_TRUE(session->SetSharding(result, replicated, messages));
  same();
  ASSERT_TRUE(session->SetSharding(result, OpenSharding("mesh", {{"x"}, {"y"}}),
                                   messages));
  same();
  EXPECT_THAT(messages, IsEmpty());
}

// A constraint must keep its sharding.
TEST(Session, ConstraintsKeepASharding) {
  std::vector<Message> messages;
  Program program = MustRead(R"(
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<8xf32>
  return %0 : tensor<8xf32>
})");
  const OpRef op = FindOp(ProgramView(program), "sdy.sharding_constraint");
  const ValueRef constraint = ProgramView(program).Results(op)[0];
  const std::string before = program.Write();
  EXPECT_FALSE(program.SetSharding(constraint, std::nullopt, messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].text,
            "result 0 of 'sdy.sharding_constraint' cannot be without a "
            "sharding");
  EXPECT_EQ(program.Write(), before);
  Session session(std::move(program));
  EXPECT_FALSE(session.SetSharding(constraint, std::nullopt, messages));
  EXPECT_TRUE(
      session.SetSharding(constraint, OpenSharding("mesh", {{}}), messages));
  ProgramBuilder b;
  b.AddMesh({"mesh", {{"x", 4}}, {}});
  const OpRef f = b.AddFunction("main", {"tensor<8xf32>"});
  const ValueRef built =
      b.Constrain(b.Body(f), b.Argument(f, 0), ClosedSharding("mesh", {{"x"}}));
  EXPECT_FALSE(b.SetSharding(built, std::nullopt));
}

// The session shows constraints, groups and calls as import has changed them.
TEST(Session, FromProgramImports) {
  std::vector<Message> messages;
  const Program program = MustRead(R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.tanh %a : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{}, {"y"}]> : tensor<8x8xf32>
  %3 = func.call @f(%b) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.sharding_group %b group_id=1 : tensor<8x8xf32>
  sdy.sharding_group %2 group_id=1 : tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @f(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %a : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
})");
  Program whole = program.Clone();
  ASSERT_TRUE(whole.Run("sdy-propagation-pipeline", "", {}, messages));
  std::optional<Session> session =
      Session::FromProgram(program.Clone(), {}, messages);
  ASSERT_TRUE(session);
  EXPECT_FALSE(session->Exported(messages));
  ASSERT_THAT(messages, SizeIs(1));
  EXPECT_EQ(messages[0].text, "nothing has been propagated yet");
  messages.clear();
  ASSERT_TRUE(session->Propagate(messages));
  const std::optional<Program> done = session->Exported(messages);
  ASSERT_TRUE(done);
  EXPECT_EQ(done->Write(), whole.Write());
  EXPECT_THAT(messages, IsEmpty());
}

TEST(Session, CanBeStopped) {
  std::atomic<bool> stop = true;
  SessionOptions options;
  options.run.stop = &stop;
  std::vector<Message> messages;
  Session session(MustRead(kChain), options);
  const ProgramView given(session.Annotated());
  const ValueRef a = given.Arguments(given.Body(given.FindFunction("main")))[0];
  const auto stopped = [&] {
    messages.clear();
    EXPECT_FALSE(session.Propagate(messages));
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_EQ(messages[0].text, "the run was stopped");
    messages.clear();
  };
  stopped();
  stop = false;
  ASSERT_TRUE(session.Propagate(messages));
  ASSERT_TRUE(
      session.SetSharding(a, ClosedSharding("mesh", {{"x"}, {}}), messages));
  stop = true;
  stopped();
  stop = false;
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
}

// Returns a program long enough for a run to be stopped in the middle.
std::string LongChain() {
  std::string text = R"(
sdy.mesh @mesh = <["x"=2]>
func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
)";
  std::string last = "%arg0";
  for (int i = 0; i < 20000; ++i) {
    const std::string name = "%" + std::to_string(i);
    text += name + " = stablehlo.negate " + last + " : tensor<8xf32>\n";
    last = name;
  }
  return text + "return " + last + " : tensor<8xf32>\n}\n";
}

// If a run is stopped in the middle, none of its work is used afterwards.
TEST(Session, CanBeStoppedInTheMiddle) {
  std::atomic<bool> stop = false;
  SessionOptions options;
  options.run.stop = &stop;
  Session session(MustRead(LongChain()), options);
  const ProgramView given(session.Annotated());
  const ValueRef a = given.Arguments(given.Body(given.FindFunction("main")))[0];
  std::vector<Message> messages;
  std::thread other([&] { stop = true; });
  // The stop may come before, during or after the run. The session must stay
  // usable.
  const bool ok = session.Propagate(messages);
  other.join();
  EXPECT_EQ(ok, messages.empty());
  stop = false;
  messages.clear();
  ASSERT_TRUE(
      session.SetSharding(a, ClosedSharding("mesh", {{"x"}}), messages));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
}

// After a stopped propagation, the session shows the shardings from before, and
// the next propagation reports all changes since then.
TEST(Session, AStoppedRunLeavesTheLastState) {
  std::atomic<bool> stop = false;
  bool stops = false, was_called = false;
  SessionOptions options;
  options.run.stop = &stop;
  options.run.progress_milliseconds = 0;
  options.run.progress = [&](const RunProgress& progress) {
    was_called = true;
    if (stops && progress.done > 0) stop = true;
  };
  Session session(MustRead(LongChain()), options);
  std::vector<Message> messages;
  // Nothing is left of the first propagation.
  stops = true;
  EXPECT_FALSE(session.Propagate(messages));
  EXPECT_TRUE(was_called);
  messages.clear();
  EXPECT_FALSE(session.Price({}, messages));
  messages.clear();
  stop = stops = false;
  ASSERT_TRUE(session.Propagate(messages));
  const std::string before = session.Result().Write();

  const ProgramView given(session.Annotated());
  const OpRef main = given.FindFunction("main");
  const ValueRef a = given.Arguments(given.Body(main))[0];
  const int64_t checkpoint = session.Checkpoint();
  ASSERT_TRUE(
      session.SetSharding(a, ClosedSharding("mesh", {{"x"}}), messages));
  ASSERT_TRUE(session.AddOp(given.Ops(given.Body(main))[0],
                            {.name = "stablehlo.negate",
                             .operands = {a},
                             .results = {TypeSpec(given.Type(a))}},
                            messages));
  stops = true;
  EXPECT_FALSE(session.Propagate(messages));
  messages.clear();
  EXPECT_TRUE(session.Result().Write() == before);
  stop = stops = false;
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replay_reason, "the last run was stopped");
  EXPECT_THAT(session.ChangedValues(), Contains(a));
  EXPECT_TRUE(session.Result().Write() == FromScratch(session.Annotated(), {}));
  ASSERT_TRUE(session.Rollback(checkpoint, messages));
  EXPECT_TRUE(session.Result().Write() == before);
}

// Annotating the end of the chain changes the whole chain in a single turn. The
// update can be stopped before or after it turns into a plain run. Either way,
// its changes are undone.
TEST(Session, AnUpdateStoppedInATurnLeavesTheLastState) {
  std::atomic<bool> stop = false;
  int looks_left = 0;
  SessionOptions options;
  options.run.stop = &stop;
  options.run.progress_milliseconds = 0;
  options.run.progress = [&](const RunProgress&) {
    if (looks_left > 0 && --looks_left == 0) stop = true;
  };
  Session session(MustRead(LongChain()), options);
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  const std::string before = session.Result().Write();
  const ProgramView given(session.Annotated());
  const std::vector<OpRef> ops =
      given.Ops(given.Body(given.FindFunction("main")));
  const ValueRef last = given.Results(ops[ops.size() - 2])[0];
  const ValueRef early = given.Results(ops[100])[0];
  const int64_t checkpoint = session.Checkpoint();
  ASSERT_TRUE(
      session.SetSharding(last, ClosedSharding("mesh", {{"x"}}), messages));
  for (const int looks : {2, 9, 60}) {
    looks_left = looks;
    EXPECT_FALSE(session.Propagate(messages));
    EXPECT_EQ(looks_left, 0);
    EXPECT_TRUE(session.Result().Write() == before) << looks;
    stop = false;
    messages.clear();
  }
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replay_reason, "a large part of the run changes");
  EXPECT_TRUE(session.Result().Write() == FromScratch(session.Annotated(), {}));
  // The work that the update had already done wasn't repeated.
  Session fork = session.Fork();
  ASSERT_TRUE(fork.Propagate(messages));
  EXPECT_LT(session.Stats().visits * 4, fork.Stats().visits * 5);
  // Rollback also restores the log of the old state, so that the next
  // propagation can be an update.
  ASSERT_TRUE(session.Rollback(checkpoint, messages));
  EXPECT_TRUE(session.Result().Write() == before);
  ASSERT_TRUE(
      session.SetSharding(early, ClosedSharding("mesh", {{}}), messages));
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Stats().replay_reason, "");
  EXPECT_TRUE(session.Result().Write() == FromScratch(session.Annotated(), {}));
}

TEST(Session, MayBeMoved) {
  Session session(MustRead(kChain));
  std::vector<Message> messages;
  ASSERT_TRUE(session.Propagate(messages));
  Session other = std::move(session);
  const ProgramView given(other.Annotated());
  const ValueRef a = given.Arguments(given.Body(given.FindFunction("main")))[0];
  ASSERT_TRUE(
      other.SetSharding(a, ClosedSharding("mesh", {{"x"}, {}}), messages));
  session = std::move(other);
  ASSERT_TRUE(session.Propagate(messages));
  EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
  EXPECT_EQ(session.Stats().propagations, 2);
}

// The program has 100,000 ops: pairs of dense layers, as in a transformer. The
// weights of one layer are annotated, which has no effect outside that layer.
TEST(Session, AnUpdateCostsATenthAtMost) {
  constexpr int kLayers = 25000;
  constexpr const char* kX = "tensor<64x128xf32>";
  constexpr const char* kH = "tensor<64x512xf32>";
  ProgramBuilder b;
  b.AddMesh({"mesh", {{"data", 4}, {"model", 8}}, {}});
  std::vector<TypeSpec> types = {kX};
  for (int i = 0; i < kLayers; ++i) {
    types.emplace_back("tensor<128x512xf32>");
    types.emplace_back("tensor<512x128xf32>");
  }
  const OpRef f = b.AddFunction("main", types);
  const BlockRef body = b.Body(f);
  ValueRef x = b.Argument(f, 0);
  b.SetSharding(x, ClosedSharding("mesh", {{"data"}, {}}));
  const auto add = [&](const char* name, std::vector<ValueRef> operands,
                       const char* type) {
    return b.Result(b.AddOp(
        body,
        {.name = name, .operands = std::move(operands), .results = {type}}));
  };
  for (int i = 0; i < kLayers; ++i) {
    ValueRef h = add("stablehlo.dot", {x, b.Argument(f, 2 * i + 1)}, kH);
    h = add("stablehlo.tanh", {h}, kH);
    x = add("stablehlo.add",
            {x, add("stablehlo.dot", {h, b.Argument(f, 2 * i + 2)}, kX)}, kX);
  }
  b.Return(f, {x});
  std::vector<Message> messages;
  std::optional<Program> program = b.Finish(messages);
  ASSERT_TRUE(program);
  ASSERT_GT(program->OpCount(), 100000);
  const ProgramView given(*program);
  const std::vector<ValueRef> args = given.Arguments(given.Body(f));
  const auto seconds = [](const auto& run) {
    const std::clock_t start = std::clock();
    run();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  double scratch = 1e9, update = 1e9;
  for (int i = 0; i < 3; ++i) {
    Program copy = program->Clone();
    scratch = std::min(scratch, seconds([&] {
                         ASSERT_TRUE(copy.Run("sdy-user-priority-propagate", "",
                                              {}, messages));
                       }));
  }
  Session session(*std::move(program));
  ASSERT_TRUE(session.Propagate(messages));
  const int64_t all = session.Stats().visits;
  const auto edit = [&](int layer, bool on) {
    const ValueRef w = args[static_cast<size_t>(2 * layer + 1)];
    ASSERT_TRUE(on ? session.SetSharding(
                         w, ClosedSharding("mesh", {{}, {"model"}}), messages)
                   : session.SetSharding(w, std::nullopt, messages));
    const double took =
        seconds([&] { ASSERT_TRUE(session.Propagate(messages)); });
    // The first update also builds the tables for updates.
    if (session.Stats().propagations > 2) update = std::min(update, took);
    EXPECT_GE(session.Stats().values_changed, 4);
    EXPECT_LT(session.Stats().values_changed, 1000);  // out of 150,000
    EXPECT_LT(session.Stats().visits * 10, all);
  };
  for (const int layer : {7, kLayers / 2, kLayers - 2}) {
    edit(layer, true);
    edit(layer, false);
  }
  edit(100, true);
  EXPECT_EQ(session.Stats().replays, 1);
  EXPECT_LE(update * 10, scratch) << update << " s of " << scratch << " s";
  RecordProperty("scratch_us", static_cast<int>(scratch * 1e6));
  RecordProperty("update_us", static_cast<int>(update * 1e6));
  EXPECT_EQ(session.Result().Write(), FromScratch(session.Annotated(), {}));
}

}  // namespace
}  // namespace shardflow::internal
