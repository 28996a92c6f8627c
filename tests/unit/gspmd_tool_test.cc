// Tests the command `shardflow gspmd`.

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tool/tool.h"
#include "unit/json_schema.h"

namespace shardflow::internal {
namespace {

using ::testing::HasSubstr;

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

Outcome Gspmd(std::vector<std::string> args, const std::string& text = "") {
  args.insert(args.begin(), "gspmd");
  std::istringstream in(text);
  std::ostringstream out;
  std::ostringstream err;
  const int code = RunTool(args, in, out, err);
  return {code, out.str(), err.str()};
}

constexpr char kMesh[] = R"(<["x"=2,"y"=4]>)";

TEST(GspmdTool, Export) {
  const Outcome outcome =
      Gspmd({"export", "--mesh", kMesh, R"([{"y"},{"x"}])", R"([{"x"},{}])"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out,
            "{devices=[4,2]<=[2,4]T(1,0)}\n"
            "{devices=[2,1,4]<=[8] last_tile_dim_replicate}\n");
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(
      Gspmd({"export", "--mesh", kMesh, "--to=v1", R"([{"y"},{"x"}])"}).out,
      "{devices=[4,2]0,4,1,5,2,6,3,7}\n");
  EXPECT_EQ(
      Gspmd({"export", "--mesh", kMesh, "--manual", "x", R"([{},{"y"}])"}).out,
      "{devices=[1,4,2]<=[2,4]T(1,0) last_tile_dims={manual}}\n");
}

TEST(GspmdTool, Import) {
  EXPECT_EQ(Gspmd({"import", "{devices=[4,2]<=[2,4]T(1,0)}"}).out,
            "<[\"_axis_0\"=2, \"_axis_1\"=4]>\n"
            "[{\"_axis_1\"}, {\"_axis_0\"}]\n");
  const Outcome lines = Gspmd({"import", "--rank", "2", "-"},
                              "{replicated}\n\n{devices=[2,4]<=[8]}\n");
  EXPECT_EQ(lines.code, 0);
  EXPECT_EQ(lines.out,
            "<[\"_axis_0\"=2, \"_axis_1\"=4]>\n"
            "[{}, {}]\n"
            "[{\"_axis_0\"}, {\"_axis_1\"}]\n");
}

TEST(GspmdTool, Print) {
  EXPECT_EQ(
      Gspmd({"print", "{devices=[1,1,8]<=[8] last_tile_dim_replicate}"}).out,
      "{replicated}\n");
  EXPECT_EQ(
      Gspmd({"print", "--metadata", "{replicated metadata={op_name='a'}}"}).out,
      "{replicated metadata={op_name=\"a\"}}\n");
}

TEST(GspmdTool, Explain) {
  const Outcome outcome =
      Gspmd({"explain", "--mesh", kMesh, "{devices=[4,2]<=[2,4]T(1,0)}"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out,
            "{devices=[4,2]<=[2,4]T(1,0)}\n"
            "\n"
            "mesh      <[\"x\"=2, \"y\"=4]>\n"
            "sharding  [{\"y\"}, {\"x\"}]\n"
            "V1        {devices=[4,2]0,4,1,5,2,6,3,7}\n"
            "V2        {devices=[4,2]<=[2,4]T(1,0)}\n"
            "V3        {mesh['x'=2,'y'=4], [{'y'}, {'x'}]}\n"
            "\n"
            "          dim 1\n"
            "dim 0      0   1\n"
            "    0      0   4\n"
            "    1      1   5\n"
            "    2      2   6\n"
            "    3      3   7\n"
            "\n"
            "dimension 0 is in 4 parts, along \"y\"\n"
            "dimension 1 is in 2 parts, along \"x\"\n"
            "device numbers count \"x\" in steps of 4, \"y\" in steps of 1\n"
            "tiles take them along \"y\" and \"x\": not the order of the mesh, "
            "hence the transposition T(1,0) of [2,4]\n");
  // The explanation of a Shardy sharding includes dimensions that aren't
  // sharded.
  EXPECT_THAT(Gspmd({"explain", "--mesh", kMesh, R"([{"x"}, {}])"}).out,
              HasSubstr("dimension 1 is not sharded\n"
                        "replicated along \"y\": 4 devices hold the same\n"));
  EXPECT_THAT(Gspmd({"explain", "{maximal device=3}"}).out,
              HasSubstr("everything is on device 3\n"));
  EXPECT_THAT(Gspmd({"explain", "{devices=[2,2,2]<=[8]}"}).out,
              HasSubstr("[1, :, :]\n"));
}

TEST(GspmdTool, AttributesAndTheirNames) {
  EXPECT_EQ(Gspmd({"export", "--mesh", kMesh, R"(<@"my mesh", [{"x"}]>)"}).out,
            "{devices=[2,4]<=[8] last_tile_dim_replicate}\n");
  EXPECT_EQ(
      Gspmd({"export", "--mesh", kMesh,
             R"(#sdy.sharding_per_value<[<@m, [{"x", "y"}]>, <@m, [{}]>]>)"})
          .out,
      "{{devices=[8]<=[8]}, {replicated}}\n");
  EXPECT_EQ(
      Gspmd({"export", "--mesh", kMesh, "--manual", ",x,,y", "[{}, {}]"}).out,
      "{manual}\n");
  EXPECT_EQ(Gspmd({"print", "--metadata",
                   "{mesh['x'=2], [{'x'}], metadata={op_name='a'}}"})
                .out,
            "{mesh['x'=2], [{'x'}], metadata={op_name=\"a\"}}\n");
}

// Adjacent parts of an axis are merged into the axis again; the reduction of an
// unreduced axis is in the metadata.
TEST(GspmdTool, UnreducedAxes) {
  EXPECT_EQ(Gspmd({"import", "--mesh", R"(<["x"=4,"y"=2]>)",
                   "{devices=[2,4]<=[2,2,2]T(2,1,0) "
                   "last_tile_dims={unreduced}}"})
                .out,
            "<[\"x\"=4, \"y\"=2]>\n[{\"y\"}], unreduced={\"x\"}\n");
  for (const std::string name : {"MIN", "MAX", "PRODUCT"}) {
    const std::string kind = name == "MIN" ? "min" : name == "MAX" ? "max" : "";
    EXPECT_EQ(Gspmd({"import",
                     "{devices=[2,2]<=[4] last_tile_dims={unreduced} "
                     "metadata={op_type='sdy::reduction_op' op_name='" +
                         name + "'}}"})
                  .out,
              "<[\"_axis_0\"=2, \"_axis_1\"=2]>\n[{\"_axis_0\"}], unreduced=" +
                  kind + "{\"_axis_1\"}\n");
  }
}

TEST(GspmdTool, ProgramsGoAlone) {
  const std::string program =
      "func.func @main(%a: tensor<8xf32> {mhlo.sharding = \"{devices=[2]0,1}\"}"
      ") -> tensor<8xf32> {\n  return %a : tensor<8xf32>\n}\n";
  const Outcome two = Gspmd({"import", "{replicated}", "-"}, program);
  EXPECT_EQ(two.code, 3);
  EXPECT_EQ(two.out, "");
  EXPECT_EQ(two.err,
            "shardflow: gspmd: '-' is a program: it must be the only input\n");
  const Outcome printed = Gspmd({"print", "-"}, program);
  EXPECT_EQ(printed.code, 2);
  EXPECT_EQ(printed.err,
            "shardflow: gspmd: print takes shardings, not a program\n");
  const Outcome text = Gspmd({"import", "-"}, program);
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("sdy.mesh @mesh = <[\"_axis_0\"=2]>"));
  const Outcome json = Gspmd({"import", "--format=json", "-"}, program);
  EXPECT_EQ(json.code, 0) << json.err;
  const nlohmann::json document =
      nlohmann::json::parse(json.out, nullptr, false);
  EXPECT_EQ(SchemaFault(ReadSchema("gspmd-1.schema.json"), document), "");
  EXPECT_EQ(document.value("program", ""), text.out);
  // An invalid sharding is reported once, as an error, even with --quiet.
  std::string wrong = program;
  wrong.replace(wrong.find("0,1"), 3, "0,0");
  for (const std::string flag : {"--quiet", "--format=json"}) {
    const Outcome failed = Gspmd({"import", flag, "-"}, wrong);
    EXPECT_EQ(failed.code, 3);
    EXPECT_EQ(failed.out, "");
    EXPECT_THAT(failed.err,
                HasSubstr("<stdin>:1:1: error: sharding '{devices=[2]0,0}', "
                          "offset 12: duplicate device id: 0\n"));
  }
}

TEST(GspmdTool, Mistakes) {
  EXPECT_EQ(Gspmd({"export", "[]"}).code, 2);
  EXPECT_EQ(Gspmd({"frobnicate"}).code, 2);
  EXPECT_EQ(Gspmd({"print"}).code, 2);
  EXPECT_EQ(Gspmd({"print", "--to", "v4", "{replicated}"}).code, 2);
  EXPECT_EQ(Gspmd({"print", "no_such_file"}).code, 3);
  const Outcome outcome = Gspmd({"print", "{replicated}", "{devices=[2]0,0}"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "shardflow: gspmd: sharding 2, offset 12: error: duplicate device "
            "id: 0\n"
            "{devices=[2]0,0}\n"
            "            ^\n"
            "hint: list each device once, from 0 on\n");
  const Outcome mesh = Gspmd({"import", "--mesh", "<[\"x\"", "{replicated}"});
  EXPECT_EQ(mesh.code, 3);
  EXPECT_EQ(mesh.err,
            "shardflow: gspmd: mesh, offset 5: error: expected '=' after the "
            "name of an axis\n"
            "<[\"x\"\n"
            "     ^\n");
  EXPECT_EQ(Gspmd({"export", "--mesh"}).err,
            "shardflow: gspmd: '--mesh' is not a flag, or has no value\n"
            "Run with --help for more.\n");
  EXPECT_EQ(Gspmd({"--help"}).code, 0);
}

TEST(GspmdTool, JsonFollowsTheSchema) {
  const nlohmann::json schema = ReadSchema("gspmd-1.schema.json");
  const std::vector<std::vector<std::string>> commands = {
      {"export", "--mesh", kMesh, R"([{"y"},{"x"}])"},
      {"import", "{devices=[4,2]<=[8] last_tile_dims={manual}}",
       "{maximal device=3}"},
      {"print", "{replicated}"},
      {"explain", "{devices=[4,2]<=[2,4]T(1,0)}", "{unknown}"},
  };
  for (std::vector<std::string> command : commands) {
    command.insert(command.begin() + 1, "--format=json");
    const Outcome outcome = Gspmd(command);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(
        SchemaFault(schema, nlohmann::json::parse(outcome.out, nullptr, false)),
        "")
        << outcome.out;
  }
  const std::vector<std::vector<std::string>> mistakes = {
      {"print", "{replicated"},
      {"import", "{devices=[3]<=[3]}", "{devices=[2]<=[2]}"},
      {"import", "--mesh", "<[\"x\"", "{replicated}"},
  };
  for (std::vector<std::string> command : mistakes) {
    command.insert(command.begin() + 1, "--format=json");
    const Outcome error = Gspmd(command);
    EXPECT_EQ(error.code, 3);
    EXPECT_EQ(
        SchemaFault(schema, nlohmann::json::parse(error.err, nullptr, false)),
        "")
        << error.err;
  }
  // Make sure that the validator does find faults.
  EXPECT_NE(SchemaFault(schema, {{"format", "x"}}), "");
}

}  // namespace
}  // namespace shardflow::internal
