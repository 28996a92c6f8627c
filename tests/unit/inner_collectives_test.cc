#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Tests that plans and totals include the collectives that an embedder's ops
// run internally.

namespace shardflow {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kPipeline = R"(
  sdy.mesh @mesh = <["stage"=4, "data"=2]>
  func.func @main(%x: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> tensor<8x16xf32> {
    %0 = "my.pipeline"(%x) {microbatches = 6} : (tensor<8x16xf32>) -> tensor<8x16xf32>
    %1 = stablehlo.custom_call @ring(%0) : (tensor<8x16xf32>) -> tensor<8x16xf32>
    return %1 : tensor<8x16xf32>
  }
)";

std::optional<Program> Read(std::string_view text) {
  std::vector<Message> messages;
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  auto program = Program::Read("p.mlir", std::string(text), options, messages);
  EXPECT_TRUE(program) << (messages.empty() ? "" : messages[0].ToString());
  return program;
}

int64_t BytesOf(const std::vector<int64_t>& shape) {
  int64_t bytes = 4;
  for (const int64_t size : shape) bytes *= size;
  return bytes;
}

// A pipeline whose stages pass their results on once per microbatch and stage.
class Pipeline : public OpInterface {
 public:
  std::optional<std::string> ShardingRule(const OpView&) const override {
    return "([i, j])->([i, j])";
  }
  std::vector<OpCollective> Communication(
      const ShardedOpView& op) const override {
    return {{.kind = "collective_permute",
             .axes = {{"stage"}},
             .bytes = BytesOf(*op.ResultLocalShape(0)),
             .times = *op.IntegerAttribute("microbatches") + 3}};
  }
};

OpRegistry Registry() {
  OpRegistry ops;
  ops.SetInterface("my.pipeline", std::make_shared<Pipeline>());
  std::vector<Message> messages;
  EXPECT_TRUE(ops.AddRule("@ring", "([i, j])->([i, j])", messages));
  ops.SetCommunication("@ring", [](const ShardedOpView& op) {
    EXPECT_EQ(op.OperandSharding(0), op.ResultSharding(0));
    EXPECT_FALSE(op.OperandSharding(1));
    EXPECT_FALSE(op.ResultLocalShape(-1));
    return std::vector<OpCollective>{
        {.kind = "all_gather",
         .axes = {{"stage", 1, 2}},
         .bytes = BytesOf(*op.OperandLocalShape(0)),
         .mesh = "mesh"}};
  });
  return ops;
}

TEST(InnerCollectives, InThePlan) {
  const OpRegistry ops = Registry();
  std::vector<Message> messages;
  std::optional<Program> program = Read(kPipeline);
  ASSERT_TRUE(program &&
              Propagate(*program, {.run = {.registry = &ops}}, messages));
  EXPECT_THAT(CommunicationPlan(*program), IsEmpty());
  const auto plan = CommunicationPlan(*program, ops, messages);
  ASSERT_TRUE(plan);
  ASSERT_THAT(*plan, SizeIs(2));
  const PlannedReshard& pipeline = (*plan)[0];
  EXPECT_TRUE(pipeline.inside);
  EXPECT_FALSE(pipeline.value);
  EXPECT_EQ(ProgramView(*program).Name(pipeline.ops[0]), "my.pipeline");
  ASSERT_THAT(pipeline.steps, SizeIs(1));
  EXPECT_EQ(pipeline.steps[0].op, "collective_permute");
  EXPECT_EQ(pipeline.steps[0].axes, R"({"stage"})");
  EXPECT_EQ(pipeline.steps[0].group, 4);
  EXPECT_EQ(pipeline.steps[0].times, 9);
  EXPECT_EQ(pipeline.steps[0].bytes_sent, 4 * 16 * 4);
  const ReshardStep& gather = (*plan)[1].steps[0];
  EXPECT_EQ(gather.op, "all_gather");
  EXPECT_EQ(gather.axes, R"({"stage":(1)2})");
  EXPECT_EQ(gather.bytes_sent, 256);
  EXPECT_EQ(gather.local_bytes, 512);
  EXPECT_EQ(gather.times, 1);
  EXPECT_THAT(messages, IsEmpty());
}

TEST(InnerCollectives, InTheTotals) {
  const OpRegistry ops = Registry();
  std::vector<Message> messages;
  const std::optional<Program> program = Read(kPipeline);
  ASSERT_TRUE(program);
  CostOptions options;
  options.propagate = options.plain_shardy = true;
  options.topology = "h100";
  options.run.registry = &ops;
  const auto with = Cost(*program, options, messages);
  OpRegistry quiet = Registry();
  quiet.SetCommunication("my.pipeline", nullptr);
  quiet.SetCommunication("@ring", nullptr);
  options.run.registry = &quiet;
  const auto without = Cost(*program, options, messages);
  ASSERT_TRUE(with && without) << messages.at(0).text;
  // The inner collectives add bytes and time, but no memory or work.
  EXPECT_EQ(with->communication.wire_bytes,
            without->communication.wire_bytes + 9 * 256 + 256);
  EXPECT_EQ(with->memory.peak, without->memory.peak);
  EXPECT_EQ(with->work.seconds, without->work.seconds);
  EXPECT_GT(with->time.communication, without->time.communication);
  std::vector<std::string> said;
  for (const CollectiveCost& c : with->communication.collectives) {
    if (c.cause != "inside") continue;
    said.push_back(c.kind + " " + c.axes + " x" + std::to_string(c.executions));
    EXPECT_THAT(CauseText(c), HasSubstr("runs it inside"));
  }
  EXPECT_THAT(said, ElementsAre(R"(collective_permute {"stage"} x9)",
                                R"(all_gather {"stage":(1)2} x1)"));
  // A session counts the same bytes.
  SessionOptions session_options;
  session_options.run.registry = &ops;
  auto session =
      Session::FromProgram(program->Clone(), session_options, messages);
  ASSERT_TRUE(session && session->Propagate(messages));
  const auto price = session->Price(messages);
  ASSERT_TRUE(price);
  EXPECT_EQ(price->wire_bytes, with->communication.wire_bytes);
}

// A report lists inner collectives, whether it shows our communication or
// XLA's.
TEST(InnerCollectives, InReports) {
  const OpRegistry ops = Registry();
  const std::optional<Program> program = Read(kPipeline);
  ASSERT_TRUE(program);
  for (const bool cost : {false, true}) {
    ReportOptions options;
    options.run.registry = &ops;
    options.propagate = true;
    options.cost = cost;
    options.format = ReportFormat::kJson;
    std::vector<Message> messages;
    const std::optional<std::string> report =
        Report(*program, options, messages);
    ASSERT_TRUE(report) << messages.at(0).text;
    EXPECT_THAT(*report, HasSubstr("collective_permute"));
    EXPECT_THAT(*report, HasSubstr("all_gather"));
    EXPECT_THAT(*report,
                HasSubstr(cost ? "my.pipeline at p.mlir:4 runs it inside"
                               : "inside my.pipeline"));
  }
}

// An invalid collective is an error that names the op.
TEST(InnerCollectives, WhatCannotBeRight) {
  const std::pair<OpCollective, std::string_view> cases[] = {
      {{.kind = "shout"}, "'shout' is not the name of a collective"},
      {{.kind = "all_slice"}, "'all_slice' is not the name of a collective"},
      {{.kind = "all_gather", .bytes = -1}, "-1 bytes, 1 times"},
      {{.kind = "all_gather", .times = -2}, "0 bytes, -2 times"},
      {{.kind = "all_gather", .mesh = "other"}, "there is no mesh @other"},
      {{.kind = "all_gather", .axes = {{"x"}}}, "the mesh has no axis \"x\""},
      {{.kind = "all_gather", .axes = {{"stage", 1, 3}}},
       "the mesh has no axis \"stage\":(1)3"},
      {{.kind = "all_gather", .axes = {{"stage"}, {"stage", 1, 2}}},
       "axis \"stage\" is given twice"},
      {{.kind = "all_gather", .error = "of no use"}, "of no use"},
  };
  for (const auto& [collective, text] : cases) {
    OpRegistry ops;
    ops.SetCommunication("my.pipeline",
                         [told = collective](const ShardedOpView&) {
                           return std::vector<OpCollective>{told};
                         });
    const std::optional<Program> program = Read(kPipeline);
    ASSERT_TRUE(program);
    std::vector<Message> messages;
    EXPECT_FALSE(CommunicationPlan(*program, ops, messages));
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_EQ(messages[0].text,
              "collectives of 'my.pipeline': " + std::string(text));
    EXPECT_EQ(messages[0].line, 4);
    messages.clear();
    CostOptions options;
    options.run.registry = &ops;
    EXPECT_FALSE(Cost(*program, options, messages));
    ASSERT_THAT(messages, SizeIs(1));
    EXPECT_THAT(messages[0].text, HasSubstr(text));
  }
}

// Groups of one device, and collectives that run zero times, send nothing.
TEST(InnerCollectives, Nothing) {
  OpRegistry ops;
  ops.SetCommunication("my.pipeline", [](const ShardedOpView&) {
    return std::vector<OpCollective>{
        {.kind = "all_reduce", .axes = {}, .bytes = 8},
        {.kind = "all_reduce", .axes = {{"data"}}, .bytes = 8, .times = 0}};
  });
  const std::optional<Program> program = Read(kPipeline);
  ASSERT_TRUE(program);
  std::vector<Message> messages;
  const auto plan = CommunicationPlan(*program, ops, messages);
  ASSERT_TRUE(plan);
  EXPECT_THAT(*plan, IsEmpty());
}

}  // namespace
}  // namespace shardflow
