#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/reshard.h"
#include "tool/tool.h"
#include "unit/json_schema.h"

// `shardflow reshard` and the call behind it.

namespace shardflow {
namespace {

TEST(Reshard, JsonIsWhatTheSchemaSays) {
  const nlohmann::json schema = ReadSchema("reshard-1.schema.json");
  for (const std::string to : {"[{\"y\"},{}]", "[{},{}], unreduced={\"x\"}"}) {
    const std::vector<std::string> args = {
        "reshard",      "--mesh",   "<[\"x\"=2,\"y\"=4]>",
        "--shape",      "16x8xf32", "--from",
        "[{},{\"y\"}]", "--to",     to,
        "--format",     "json"};
    std::istringstream in;
    std::ostringstream out, err;
    ASSERT_EQ(RunTool(args, in, out, err), 0) << err.str();
    const auto json = nlohmann::json::parse(out.str(), nullptr, false);
    EXPECT_EQ(SchemaFault(schema, json), "") << out.str();
    EXPECT_FALSE(json["steps"].empty());
  }
}

TEST(Reshard, SumsAreThoseOfTheSteps) {
  ReshardRequest request;
  request.mesh = "<[\"x\"=2, \"y\"=4]>";
  request.type = "16x8xf32";
  request.from = "[{\"x\"}, {\"y\"}]";
  request.to = "[{\"y\"}, {}]";
  std::vector<Message> messages;
  for (const bool best : {false, true}) {
    request.plan = best ? PlanChoice::kBest : PlanChoice::kDefault;
    const auto report = PlanReshard(request, messages);
    ASSERT_TRUE(report.has_value());
    EXPECT_EQ(report->local_bytes, 64);
    int64_t sum = 0;
    for (const ReshardStep& step : report->steps) sum += step.bytes_received;
    EXPECT_EQ(sum, report->bytes_received);
    EXPECT_EQ(sum, best ? 152 : 160);
    EXPECT_EQ(report->steps.back().local_bytes, 128);
  }
  EXPECT_TRUE(messages.empty());
}

// A request is pieces of text; whatever they are, the answer is a message.
TEST(Reshard, WrongPiecesAreErrors) {
  const ReshardRequest good = {.mesh = "<[\"x\"=2]>",
                               .type = "16xf32",
                               .from = "[{\"x\"}]",
                               .to = "[{}]"};
  std::vector<ReshardRequest> wrong(6, good);
  wrong[0].mesh = "";
  wrong[1].to = "[{}]> : tensor<16xf32>\n";
  wrong[2].type = "?xf32";
  wrong[3].type = "16xf32>) { return } func.func @h(%a: tensor<2xf32";
  wrong[4].from = "[{\"x\"}, {}]";
  wrong[5].to = "[{\"x\":(1)3}]";
  for (size_t i = 0; i < wrong.size(); ++i) {
    std::vector<Message> messages;
    const auto report = PlanReshard(wrong[i], messages);
    EXPECT_FALSE(report.has_value()) << i;
    EXPECT_FALSE(messages.empty()) << i;
  }
}

}  // namespace
}  // namespace shardflow
