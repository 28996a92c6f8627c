#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"
#include "unit/json_schema.h"

// The requests `explain` and `reshard` give the same answers as the commands.

namespace shardflow::internal {
namespace {

using Json = nlohmann::json;

constexpr char kProgram[] = R"(
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("batch['x']"),
                %w: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<8x16xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
func.func private @g(%y: tensor<8xf32>) -> tensor<8xf32> {
  return %y : tensor<8xf32>
}
func.func private @h(%u: tensor<8xf32>, %v: tensor<8xf32>) -> tensor<8xf32> {
  %t = stablehlo.add %u, %v : tensor<8xf32>
  return %t : tensor<8xf32>
}
func.func private @k(%t: tensor<8xf32>) -> tensor<8xf32> {
  return %t : tensor<8xf32>
})";

Json Ask(const Json& request) {
  const Reply reply = Request(request.dump()).Answer({.one_line = true});
  EXPECT_EQ(reply.json.find('\n'), std::string::npos);
  Json answer = Json::parse(reply.json, nullptr, false);
  EXPECT_EQ(SchemaFault(ReadSchema("propagate-response-2.schema.json"), answer),
            "")
      << reply.json;
  if (reply.ok) {
    EXPECT_EQ(
        SchemaFault(ReadSchema("propagate-request-1.schema.json"), request),
        "");
  }
  return answer;
}

Json AskAbout(const Json& value, const Json& options = Json::object()) {
  return Ask({{"method", "explain"},
              {"program", kProgram},
              {"value", value},
              {"options", options},
              {"name", "p.mlir"}});
}

TEST(ExplainRequests, AnswerAsTheCommand) {
  std::vector<Message> messages;
  const std::optional<Program> program =
      Program::Read("p.mlir", kProgram, {.keep_names = true}, messages);
  ASSERT_TRUE(program);
  const auto expected = [&](ExplainRequest request) {
    const auto explanation = Explain(*program, request, messages);
    EXPECT_TRUE(explanation);
    return explanation ? Json::parse(ExplanationJson(*explanation)) : Json();
  };
  const Json y = AskAbout("%y")["result"]["explain"];
  EXPECT_EQ(y, expected({.function = "main", .value = "%y"}));
  EXPECT_EQ(y["values"][0]["sharding"], "<@mesh, [{?}, {\"x\", ?}]>");
  EXPECT_FALSE(y["values"][0]["stopped"].empty());
  EXPECT_EQ(AskAbout({{"argument", 0}})["result"]["explain"],
            expected({.argument = 0}));
  EXPECT_EQ(AskAbout("batch/x")["result"]["explain"],
            expected({.argument = 0}));
  EXPECT_EQ(AskAbout({{"result", 0}})["result"]["explain"],
            expected({.result = 0}));
  EXPECT_EQ(AskAbout({{"name", "%u"}, {"function", "h"}})["result"]["explain"],
            expected({.function = "h", .value = "%u"}));
  EXPECT_EQ(AskAbout("%y", {{"fixes", true},
                            {"conservative", true}})["result"]["explain"],
            expected({.value = "%y", .conservative = true, .fixes = true}));
  RunOptions jax;
  jax.jax = true;
  EXPECT_EQ(AskAbout("%y", {{"jax", true}})["result"]["explain"],
            expected({.value = "%y", .run = jax}));
}

TEST(ExplainRequests, Mistakes) {
  const auto wrong = [](const Json& value) {
    const Json error = AskAbout(value).value("error", Json());
    return error.value("pointer", "") + ": " + error.value("message", "");
  };
  EXPECT_EQ(wrong("%z"),
            "/value: there is no value %z in the program; did you mean %x, %w "
            "or %y?");
  EXPECT_EQ(wrong({{"argument", 2}}),
            "/value: @main has 2 arguments; there is no argument 2");
  EXPECT_EQ(wrong({{"name", "%u"}, {"line", 0}}),
            "/value/line: expected a number from 1 to 2147483647");
  EXPECT_EQ(wrong({{"names", "%u"}}), "/value/names: unknown key \"names\"");
  EXPECT_EQ(wrong(""), "/value: expected a name");
  // If several values have the same name, notes say where they are.
  const Json error = AskAbout("%t")["error"];
  EXPECT_EQ(error["code"], "bad-request");
  EXPECT_EQ(error["message"],
            "there are 2 values %t: give a function or a line");
  EXPECT_EQ(error["diagnostics"][0]["notes"].size(), 2u);
  EXPECT_EQ(
      Ask({{"method", "explain"}, {"program", kProgram}})["error"]["message"],
      "needs \"value\"");
}

TEST(ReshardRequests, AnswerAsTheCommand) {
  ReshardRequest request;
  request.mesh = "<[\"x\"=2, \"y\"=4]>";
  request.type = "16x8xf32";
  request.from = "[{\"x\"}, {\"y\"}]";
  request.to = "[{\"y\"}, {}]";
  std::vector<Message> messages;
  const auto expected = [&] {
    const auto report = PlanReshard(request, messages);
    EXPECT_TRUE(report);
    return report ? Json::parse(ReshardJson(request, *report)) : Json();
  };
  Json ask = {{"method", "reshard"},
              {"mesh", request.mesh},
              {"type", request.type},
              {"from", request.from},
              {"to", request.to}};
  EXPECT_EQ(Ask(ask)["result"]["reshard"], expected());
  ask["options"] = {{"plan", "best"}, {"topology", "h100"}};
  request.options.plan = PlanChoice::kBest;
  request.options.topology = "h100";
  EXPECT_EQ(Ask(ask)["result"]["reshard"], expected());
  EXPECT_EQ(Ask(ask)["result"]["reshard"]["topology"], "h100");

  // The mesh and the shardings may also be JSON objects instead of text.
  ask["mesh"] = {
      {"axes", {{{"name", "x"}, {"size", 2}}, {{"name", "y"}, {"size", 4}}}}};
  ask["from"] = {{"mesh", "m"}, {"dimensions", {{"x"}, {"y"}}}};
  ask["to"] = {{"mesh", "m"}, {"dimensions", {{"y"}, Json::array()}}};
  Json plan = Ask(ask)["result"]["reshard"];
  EXPECT_EQ(plan["mesh"], request.mesh);
  EXPECT_EQ(plan["from"], "<@m, [{\"x\"}, {\"y\"}]>");
  plan["from"] = request.from;
  plan["to"] = request.to;
  EXPECT_EQ(plan, expected());
}

TEST(ReshardRequests, Mistakes) {
  const Json good = {{"method", "reshard"},
                     {"mesh", "<[\"x\"=2]>"},
                     {"type", "8xf32"},
                     {"from", "[{\"x\"}]"},
                     {"to", "[{}]"}};
  EXPECT_TRUE(Ask(good).contains("result"));
  const struct {
    std::string key;
    Json value;
    std::string pointer, message;
  } cases[] = {
      {"mesh", "<[\"x\"=0]>", "/mesh", ""},
      {"mesh", 3, "/mesh", "expected an object, found a number"},
      {"mesh", {{"axes", {{{"name", "x"}}}}}, "/mesh/axes/0", "needs \"size\""},
      {"type", "?xf32", "/type", "expected one tensor of static shape"},
      {"type", "1152921504606846976xi8", "/type",
       "the tensor has 2^60 bytes or more"},
      {"type", "9223372036854775807x9223372036854775807xf32", "/type",
       "the tensor has 2^60 bytes or more"},
      {"type", 3, "/type", "expected a string, found a number"},
      {"from", "[{\"q\"}]", "/from", "unknown axis name: \"q\""},
      {"to",
       {{"mesh", "m"}, {"dimensions", {{"q"}}}},
       "/to",
       "unknown axis name: \"q\""},
      {"to", {{"mesh", "m"}}, "/to", "needs \"dimensions\""},
      {"options",
       {{"plan", "quick"}},
       "/options/plan",
       "expected \"default\" or \"best\""},
      {"options", {{"topology", "abacus"}}, "/options/topology", ""},
      {"program", "", "/program", "method \"reshard\" has no key \"program\""},
  };
  for (const auto& c : cases) {
    Json request = good;
    request[c.key] = c.value;
    const Json error = Ask(request).value("error", Json());
    EXPECT_EQ(error.value("code", ""), "bad-request") << request;
    EXPECT_EQ(error.value("pointer", ""), c.pointer) << request;
    EXPECT_NE(error.value("message", ""), "") << request;
    if (!c.message.empty()) {
      EXPECT_EQ(error.value("message", ""), c.message) << request;
    }
  }
  for (const char* key : {"mesh", "type", "from", "to"}) {
    Json request = good;
    request.erase(key);
    EXPECT_EQ(Ask(request)["error"]["message"],
              std::string("needs \"") + key + "\"");
  }
}

}  // namespace
}  // namespace shardflow::internal
