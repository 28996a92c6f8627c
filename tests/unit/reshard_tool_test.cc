#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/passes.h"
#include "shardflow/program.h"
#include "shardflow/reshard.h"
#include "shardflow/sharding.h"
#include "tool/tool.h"
#include "unit/json_schema.h"

// Tests `shardflow reshard`, and the library call that it uses.

namespace shardflow::internal {
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
    request.options.plan = best ? PlanChoice::kBest : PlanChoice::kDefault;
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

// The parts of a request are strings. An invalid part is reported.
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

// The message names the invalid part as its file, and the position is within
// that part.
TEST(Reshard, ErrorsNameThePart) {
  ReshardRequest request = {.mesh = "<[\"x\"=2]>",
                            .type = "16xf32",
                            .from = "[{\"x\"}]",
                            .to = "[{\"x\"}"};
  std::vector<Message> messages;
  EXPECT_FALSE(PlanReshard(request, messages));
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages[0].file, "<to>");
  EXPECT_EQ(messages[0].line, 1);
  request.to = "[{\"q\"}]";
  messages.clear();
  EXPECT_FALSE(PlanReshard(request, messages));
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_EQ(messages[0].file, "<to>");
  EXPECT_EQ(messages[0].column, 3);
  EXPECT_EQ(messages[0].text, "unknown axis name: \"q\"");
}

// The type is parsed by itself. Its text can't close a bracket that the user
// didn't open, and the places of errors are in the user's text.
TEST(Reshard, ErrorsPointIntoTheType) {
  const struct {
    const char* type;
    int line, column;
    const char* text;
  } kCases[] = {
      {"4xf32> , tensor<8", 1, 6, "unexpected text after the type"},
      {"4xf32> //", 1, 6, "unexpected text after the type"},
      {"4xf32>", 1, 6, "unexpected text after the type"},
      {"4xf32,\n  [1], 2", 2, 6, "unexpected text after the type"},
      {"16yf32", 1, 3, "expected 'x' in dimension list"},
      {"4x", 1, 2, "expected non-function type"},
      {"4xtensor<4xf32>", 1, 3, "invalid tensor element type"},
      {"tensor<4xf32>", 1, 1, "invalid tensor element type"},
  };
  ReshardRequest request = {
      .mesh = "<[\"x\"=2]>", .type = "", .from = "[{\"x\"}]", .to = "[{}]"};
  for (const auto& c : kCases) {
    request.type = c.type;
    std::vector<Message> messages;
    EXPECT_FALSE(PlanReshard(request, messages)) << c.type;
    ASSERT_EQ(messages.size(), 1U) << c.type;
    EXPECT_EQ(messages[0].file, "<type>") << c.type;
    EXPECT_EQ(messages[0].line, c.line) << c.type;
    EXPECT_EQ(messages[0].column, c.column) << c.type;
    EXPECT_EQ(messages[0].text, c.text) << c.type;
  }
}

// Tests the same request with values instead of text.
TEST(Reshard, Values) {
  const MeshInfo mesh = {"mesh", {{"x", 2}, {"y", 4}}, {}};
  const TensorShape tensor = {{16, 8}, 32};
  const ShardingInfo from = ClosedSharding("mesh", {{"x"}, {"y"}});
  std::vector<Message> messages;
  const auto report = PlanReshard(
      mesh, tensor, from, ClosedSharding("mesh", {{"y"}, {}}), {}, messages);
  ASSERT_TRUE(report.has_value());
  EXPECT_EQ(report->bytes_sent, 160);
  EXPECT_EQ(report->seconds, 0);
  ShardingInfo sums = ClosedSharding("mesh", {{}, {}});
  sums.unreduced = {{"x", 0, 0}};
  const auto reduced =
      PlanReshard(mesh, tensor, sums, ClosedSharding("mesh", {{"x"}, {}}),
                  {.topology = "h100"}, messages);
  ASSERT_TRUE(reduced.has_value());
  ASSERT_EQ(reduced->steps.size(), 1U);
  EXPECT_EQ(reduced->steps[0].op, "reduce_scatter");
  EXPECT_GT(reduced->seconds, 6e-6);
  EXPECT_TRUE(messages.empty());
}

// A complex number is two numbers of any type.
TEST(Reshard, SizesOfElements) {
  const std::pair<const char*, int64_t> sizes[] = {
      {"i8", 1},           {"f32", 4},         {"index", 8},
      {"complex<f32>", 8}, {"complex<i8>", 2}, {"complex<ui64>", 16}};
  for (const auto& [element, bytes] : sizes) {
    SCOPED_TRACE(element);
    std::vector<Message> messages;
    const auto report = PlanReshard({.mesh = R"(<["x"=2]>)",
                                     .type = std::string("16x") + element,
                                     .from = R"([{"x"}])",
                                     .to = "[{}]"},
                                    messages);
    ASSERT_TRUE(report) << messages[0].text;
    EXPECT_EQ(report->bytes_sent, 8 * bytes);
  }
}

// The limit on the number of devices is the same as for topologies.
TEST(Reshard, MeshesOfManyDevices) {
  for (const bool fits : {true, false}) {
    const int64_t devices = int64_t{1} << (fits ? 22 : 23);
    std::vector<Message> messages;
    const auto report = PlanReshard(
        {"mesh", {{"x", 2}, {"y", devices / 2}}, {}}, {{16}, 32},
        ClosedSharding("mesh", {{"x"}}), ClosedSharding("mesh", {{}}),
        {.topology = "h100"}, messages);
    EXPECT_EQ(report.has_value(), fits);
    if (fits) continue;
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].text, "topology: the mesh has too many devices");
  }
}

TEST(Reshard, WrongValuesAreErrors) {
  const MeshInfo mesh = {"mesh", {{"x", 2}}, {}};
  const ShardingInfo x = ClosedSharding("mesh", {{"x"}});
  const ShardingInfo none = ClosedSharding("mesh", {{}});
  ShardingInfo maxima = none;
  maxima.unreduced = {{"x", 0, 0}};
  maxima.reduction = "max";
  ShardingInfo average = maxima;
  average.reduction = "average";
  ShardingInfo elsewhere = none;
  elsewhere.inlined_mesh = MeshInfo{"", {{"y", 2}}, {}};
  struct Case {
    MeshInfo mesh;
    TensorShape tensor;
    ShardingInfo from, to;
    PlanOptions options;
    std::string begins;
  };
  const std::vector<Case> cases = {
      {{"m", {{"x", 0}}, {}}, {{8}, 32}, x, none, {}, "mesh: "},
      {{"m", {}, {0}}, {{8}, 32}, x, none, {}, "mesh: "},
      {mesh, {{-1}, 32}, x, none, {}, "tensor: "},
      {mesh, {{8}, 0}, x, none, {}, "tensor: "},
      {mesh, {{8, 8}, 32}, x, none, {}, "from: "},
      {mesh, {{8}, 32}, x, ClosedSharding("mesh", {{"q"}}), {}, "to: "},
      {mesh, {{8}, 32}, x, average, {}, "to: "},
      {mesh, {{8}, 32}, x, maxima, {}, "to: "},
      {mesh, {{8}, 32}, elsewhere, x, {}, "from: "},
      {mesh, {{8}, 32}, x, none, {.topology = "abacus"}, "topology: "},
      {mesh, {{8}, 32}, x, none, {.topology = "kind = 1"}, "topology: "},
      {mesh,
       {{8}, 32},
       x,
       none,
       {.topology = "kind = \"torus\"\ndims = [3]\nlink = {bandwidth = 1}"},
       "topology: it has 3 devices, and the mesh 2"},
      {mesh,
       {{8}, 32},
       x,
       none,
       {.plan = static_cast<PlanChoice>(7)},
       "unknown plan 7"},
  };
  for (const Case& c : cases) {
    std::vector<Message> messages;
    EXPECT_FALSE(
        PlanReshard(c.mesh, c.tensor, c.from, c.to, c.options, messages));
    ASSERT_EQ(messages.size(), 1U) << c.begins;
    EXPECT_TRUE(messages[0].text.starts_with(c.begins)) << messages[0].text;
  }
}

TEST(Reshard, PassesRefuseUnknownPlans) {
  for (const bool partition : {false, true}) {
    std::vector<Message> messages;
    std::optional<Program> program =
        Program::Read("empty", "module {}", {}, messages);
    ASSERT_TRUE(program.has_value());
    const auto plan = static_cast<PlanChoice>(7);
    EXPECT_FALSE(partition
                     ? Partition(*program, {.plan = plan}, messages)
                     : LowerToCollectives(*program, {.plan = plan}, messages));
    EXPECT_EQ(messages.size(), 1U);
  }
}

// If tensors of a rank have too many layouts, the planner doesn't list them all
// to find the best plan.
TEST(Reshard, ManyDimensionsFallBack) {
  const size_t rank = 2000;
  ShardingInfo from, to;
  from.dims.resize(rank);
  to.dims.resize(rank);
  from.dims.front().axes = {{"x", 0, 0}};
  to.dims.back().axes = {{"x", 0, 0}};
  std::vector<Message> messages;
  EXPECT_TRUE(PlanReshard({"mesh", {{"x", 4}}, {}},
                          {std::vector<int64_t>(rank, 1), 32}, from, to,
                          {.plan = PlanChoice::kBest}, messages));
}

}  // namespace
}  // namespace shardflow::internal
