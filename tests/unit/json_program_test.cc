#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/shardflow.h"
#include "unit/json_schema.h"

// Tests that converting programs to JSON loses nothing: reading the JSON
// results in the same program.

namespace shardflow::internal {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

ReadOptions Unregistered() {
  ReadOptions options;
  options.allow_unregistered_dialect = true;
  return options;
}

std::optional<Program> FromText(const std::string& text) {
  std::vector<Message> messages;
  return Program::Read("p.mlir", text, Unregistered(), messages);
}

std::optional<Program> FromJson(const std::string& text) {
  std::vector<Message> messages;
  std::optional<Program> program =
      Program::Read("p.json", text, Unregistered(), messages);
  for (const Message& message : messages) {
    EXPECT_TRUE(program) << message.ToString();
  }
  return program;
}

// Returns the program files of the tests and examples, cut at their `// -----`
// lines.
std::vector<std::string> AllTexts() {
  std::vector<std::string> texts;
  std::vector<fs::path> paths;
  for (const char* folder : {"tests/files", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      if (entry.path().extension() == ".mlir") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  for (const fs::path& path : paths) {
    std::ifstream file(path);
    const std::string text((std::istreambuf_iterator<char>(file)), {});
    constexpr std::string_view kCut = "\n// -----";
    size_t begin = 0;
    while (begin < text.size()) {
      const size_t end = text.find(kCut, begin);
      texts.push_back(text.substr(begin, end - begin));
      if (end == std::string::npos) break;
      begin = end + kCut.size();
    }
  }
  return texts;
}

// Converts text to JSON and back, and JSON to a program and back, with and
// without locations. The schema must describe the JSON.
TEST(JsonProgram, NothingIsLost) {
  const Json schema = ReadSchema("module-1.schema.json");
  size_t programs = 0;
  for (const std::string& text : AllTexts()) {
    const std::optional<Program> program = FromText(text);
    if (!program) continue;  // a test of error messages
    ++programs;
    for (const bool debug_info : {false, true}) {
      const WriteOptions as_text{.debug_info = debug_info};
      const WriteOptions as_json{.debug_info = debug_info, .json = true};
      const std::string json = program->Write(as_json);
      const std::optional<Program> back = FromJson(json);
      ASSERT_TRUE(back) << json;
      EXPECT_EQ(back->Write(as_text), program->Write(as_text)) << json;
      EXPECT_EQ(back->Write(as_json), json);
      EXPECT_EQ(SchemaFault(schema, Json::parse(json)), "") << json;
    }
  }
  EXPECT_GT(programs, 200u);
}

// A loc(unknown) counts as an explicit location. Ops and arguments without a
// location get their place in the file.
TEST(JsonProgram, UnknownLocationsStayUnknown) {
  const std::string text =
      "func.func @f(%arg0: i32 loc(unknown), %arg1: i32) -> i32 {\n"
      "  return %arg0 : i32 loc(unknown)\n"
      "}\n";
  const std::optional<Program> program = FromText(text);
  ASSERT_TRUE(program);
  const std::string before = program->Write({.debug_info = true});
  EXPECT_NE(before.find("%arg0: i32 loc(unknown), %arg1: i32 loc(\""),
            std::string::npos)
      << before;
  EXPECT_NE(before.find("= loc(unknown)"), std::string::npos) << before;
  const std::optional<Program> back = FromJson(program->Write({.json = true}));
  ASSERT_TRUE(back);
  const std::string after = back->Write({.debug_info = true});
  EXPECT_NE(after.find("%arg0: i32 loc(unknown), %arg1: i32 loc(\""),
            std::string::npos)
      << after;
  EXPECT_NE(after.find("= loc(unknown)"), std::string::npos) << after;
}

// The order of keys doesn't matter. Programs are always written in our order.
TEST(JsonProgram, KeysInAnyOrder) {
  size_t others = 0;
  for (const std::string& text : AllTexts()) {
    const std::optional<Program> program = FromText(text);
    if (!program) continue;
    const std::string json = program->Write({.json = true});
    const std::string sorted = Json::parse(json).dump(2);  // by name
    ASSERT_NE(sorted.find("\"format\""), 2u);
    const std::optional<Program> back = FromJson(sorted);
    ASSERT_TRUE(back) << sorted;
    EXPECT_EQ(back->Write({.json = true}), json);
    others += sorted == json ? 0 : 1;
  }
  EXPECT_GT(others, 200u);
}

// The text is the same, and so is the order of the uses of each value, which
// affects propagation.
TEST(JsonProgram, PropagatesAsTheTextDoes) {
  size_t programs = 0;
  for (const std::string& text : AllTexts()) {
    std::optional<Program> a = FromText(text);
    if (!a) continue;
    std::optional<Program> b = FromJson(a->Write({.json = true}));
    ASSERT_TRUE(b);
    std::vector<Message> messages;
    const bool ok = a->Run("sdy-propagation-pipeline", "", {}, messages);
    ASSERT_EQ(b->Run("sdy-propagation-pipeline", "", {}, messages), ok);
    if (!ok) continue;
    ++programs;
    EXPECT_EQ(a->Write(), b->Write());
    EXPECT_EQ(a->Propagated().visits, b->Propagated().visits);
  }
  EXPECT_GT(programs, 150u);
}

TEST(JsonProgram, PiecesAreTheWhole) {
  std::string text = "func.func @f(%arg0: tensor<8xf32>) {\n";
  for (int i = 0; i < 3000; ++i) {
    text += "  %" + std::to_string(i) +
            " = stablehlo.negate %arg0 : tensor<8xf32>\n";
  }
  const std::optional<Program> program = FromText(text + "  return\n}\n");
  ASSERT_TRUE(program);
  std::string pieces;
  size_t count = 0;
  EXPECT_TRUE(program->Write(
      [&](std::string_view piece) {
        pieces += piece;
        ++count;
        return true;
      },
      {.json = true}));
  EXPECT_GT(count, 2u);
  EXPECT_EQ(pieces, program->Write({.json = true}));
  EXPECT_FALSE(
      program->Write([](std::string_view) { return false; }, {.json = true}));
}

// Reads JSON with `depth` ops, each in a region of the previous one.
std::optional<Program> ReadNested(int depth, std::vector<Message>& messages) {
  std::string json = R"({"format": "shardflow-module", "version": 1, "ops": [)";
  for (int i = 0; i < depth; ++i) {
    json += R"({"op": "a.b", "regions": [{"ops": [)";
  }
  for (int i = 0; i < depth; ++i) json += "]}]}";
  json += "]}";
  ReadOptions options = Unregistered();
  options.verify = false;
  return Program::Read("deep.json", json, options, messages);
}

// The text of nested regions grows with the square of the depth. At a depth of
// 20,000, it would take 800 MB.
TEST(JsonProgram, RegionsNestDeeply) {
  std::vector<Message> messages;
  const std::optional<Program> program = ReadNested(2000, messages);
  ASSERT_TRUE(program) << messages[0].ToString();
  EXPECT_EQ(program->OpCount(), 2000);
  EXPECT_LT(program->Write().size(), size_t{1} << 24);
  EXPECT_FALSE(ReadNested(2001, messages));
  EXPECT_NE(messages.at(0).text.find("regions nest deeper than 2000"),
            std::string::npos)
      << messages.at(0).text;
}

// Returns an attribute of a program with a single op, as text.
std::string AttributeText(const std::string& json) {
  const std::string program =
      R"({"format": "shardflow-module", "version": 1, "ops": [
          {"op": "a.b", "attributes": {"k": )" +
      json + "}}]}";
  std::vector<Message> messages;
  const std::optional<Program> read =
      Program::Read("a.json", program, Unregistered(), messages);
  if (!read) return messages.at(0).text;
  const std::string text = read->Write();
  const size_t begin = text.find("{k");
  const size_t end = text.find("} : () -> ()");
  return text.substr(begin + 1, end - begin - 1);
}

TEST(JsonProgram, Attributes) {
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"null", "k"},
      {"true", "k = true"},
      {"3", "k = 3 : i64"},
      {"9223372036854775807", "k = 9223372036854775807 : i64"},
      {R"({"integer": "-9223372036854775808", "type": "i64"})",
       "k = -9223372036854775808 : i64"},
      {R"({"integer": "18446744073709551615", "type": "ui64"})",
       "k = 18446744073709551615 : ui64"},
      {R"({"integer": 1, "type": "i1"})", "k = true"},
      {R"({"integer": 7, "type": "index"})", "k = 7 : index"},
      {R"({"text": "array<ui8: 200, 1>"})", "k = array<ui8: 200, 1>"},
      {R"({"text": "array<ui64: 18446744073709551615>"})",
       "k = array<ui64: 18446744073709551615>"},
      {R"({"float": 1.5, "type": "f32"})", "k = 1.500000e+00 : f32"},
      {R"({"float": 2, "type": "bf16"})", "k = 2.000000e+00 : bf16"},
      {R"({"float": 1e3, "type": "f64"})", "k = 1.000000e+03 : f64"},
      {R"({"float": "nan", "type": "f32"})", "k = 0x7FC00000 : f32"},
      {R"({"float": "-inf", "type": "f64"})", "k = 0xFFF0000000000000 : f64"},
      {R"({"float": "0x7FC00001", "type": "f32"})", "k = 0x7FC00001 : f32"},
      {R"("text \"\u00e9\n")", R"(k = "text \22\C3\A9\0A")"},
      {R"({"bytes": "00ff"})", R"(k = "\00\FF")"},
      {"[1, \"a\", [null]]", R"(k = [1, "a", [unit]])"},
      {R"({"dict": {"b": 1, "a": true}})", "k = {a = true, b = 1 : i64}"},
      {R"({"type": "tensor<2x?xf32>"})", "k = tensor<2x?xf32>"},
      {R"({"text_bytes": "22ff22"})", R"(k = "\FF")"},
      {R"({"symbol": "f"})", "k = @f"},
      {R"({"symbol": ["m", "a b"]})", "k = @m::@\"a b\""},
      {R"({"array": [1, "-2"], "type": "i64"})", "k = array<i64: 1, -2>"},
      {R"({"array": [true], "type": "i1"})", "k = array<i1: true>"},
      {R"({"array": [1, 0.5], "type": "f32"})",
       "k = array<f32: 1.000000e+00, 5.000000e-01>"},
      {R"({"text": "dense<[1, 2]> : tensor<2xi32>"})",
       "k = dense<[1, 2]> : tensor<2xi32>"},
      {R"({"mesh": {"axes": [{"name": "x", "size": 2}], "device_ids": [1, 0]}})",
       R"(k = #sdy.mesh<["x"=2], device_ids=[1, 0]>)"},
      {R"j({"rule": {"factors": [{"name": "row", "size": 8},
            {"name": "b", "size": 4, "type": "reduction"}],
            "operands": [[["row", "b"]]], "results": [[["row"]]]}})j",
       "k = #sdy.op_sharding_rule<([ij])->([i]) {i=8, j=4} reduction={j}>"},
  };
  for (const auto& [json, text] : rows) EXPECT_EQ(AttributeText(json), text);
}

// The program has regions without a block and with several. A module's region
// always has a block.
TEST(JsonProgram, Blocks) {
  const std::optional<Program> program = FromText(R"(
    module @outer {
      module @inner {}
      func.func @f(%arg0: tensor<i1>) {
        "my.op"(%arg0) ({}, {
        ^bb0(%x: tensor<i1>):
          "my.a"(%x) : (tensor<i1>) -> ()
        ^bb1(%y: tensor<i1>):
          "my.b"(%y) : (tensor<i1>) -> ()
        }) : (tensor<i1>) -> ()
        return
      }
    })");
  ASSERT_TRUE(program);
  const std::string json = program->Write({.json = true});
  EXPECT_NE(json.find("\"blocks\""), std::string::npos);
  const std::optional<Program> back = FromJson(json);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->Write(), program->Write());
  EXPECT_EQ(back->Write({.json = true}), json);

  const std::optional<Program> empty = FromJson(
      R"({"format": "shardflow-module", "version": 1, "ops": [
          {"op": "builtin.module", "symbol": "b", "location": null,
           "regions": [{"blocks": []}]}
      ]})");
  ASSERT_TRUE(empty);
  EXPECT_NE(empty->Write().find("  module @b {\n  }\n"), std::string::npos)
      << empty->Write();
}

// Names needn't be valid Unicode. They may also contain the characters that
// represent invalid bytes in JSON.
TEST(JsonProgram, NamesThatAreNoUnicode) {
  const std::string text = R"(
    sdy.mesh @"m\FFe" = <["a\FE"=2, "\F4\8F\BA\80"=2]>
    func.func @"f\80"(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@"m\FFe", [{"a\FE", ?}], replicated={"\F4\8F\BA\80"}>, "my.\FF" = "v\FF"}) -> tensor<8xf32> {
      %0 = "x.\FFy"(%arg0) {"\F4\8F\BA\80" = @"s\FF"::@"\C3", "\FE" = {"\FD" = "\F4\8F\BA\80"}} : (tensor<8xf32>) -> tensor<8xf32>
      return %0 : tensor<8xf32>
    })";
  const std::optional<Program> program = FromText(text);
  ASSERT_TRUE(program);
  const std::string json = program->Write({.json = true});
  EXPECT_TRUE(Json::accept(json)) << json;
  const std::optional<Program> back = FromJson(json);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->Write(), program->Write());
  EXPECT_NE(program->Write().find(R"("x.\FFy"(%arg0))"), std::string::npos);
  EXPECT_EQ(back->Write({.json = true}), json);
}

// A literal of several megabytes is one string, and none of it is lost.
TEST(JsonProgram, HugeLiterals) {
  std::string list;
  for (int i = 0; i < 400000; ++i) {
    list += (i == 0 ? "" : ", ") + std::to_string(i * 5000);
  }
  const std::optional<Program> program = FromText(
      "func.func @main() -> tensor<400000xi64> {\n"
      "  %0 = stablehlo.constant dense<[" +
      list + "]> : tensor<400000xi64>\n  return %0 : tensor<400000xi64>\n}\n");
  ASSERT_TRUE(program);
  const std::string json = program->Write({.json = true});
  EXPECT_GT(json.size(), size_t{3} << 20);
  EXPECT_EQ(SchemaFault(ReadSchema("module-1.schema.json"), Json::parse(json)),
            "");
  const std::optional<Program> back = FromJson(json);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->Write(), program->Write());
  EXPECT_EQ(back->Write({.json = true}), json);
}

// Shardings with every feature are written and read.
TEST(JsonProgram, Shardings) {
  const std::vector<std::string> shardings = {
      R"({"mesh": "m", "dimensions": [["x"], []]})",
      R"({"mesh": "m", "dimensions": [{"axes": ["x"], "open": true, "priority": 2}, {"axes": [], "priority": 0}], "replicated": [{"name": "y", "pre_size": 1, "size": 2}], "unreduced": [{"name": "y", "pre_size": 2, "size": 2}], "reduction": "max"})",
      R"({"mesh": {"axes": [], "device_ids": [3]}, "dimensions": []})",
  };
  for (const std::string& sharding : shardings) {
    const std::string json =
        R"({"format": "shardflow-module", "version": 1, "ops": [{"op": "a.b", "attributes": {"k": {"sharding": )" +
        sharding + "}}}]}";
    const std::optional<Program> program = FromJson(json);
    ASSERT_TRUE(program);
    const std::string written = program->Write({.json = true});
    EXPECT_NE(written.find(sharding), std::string::npos) << written;
    EXPECT_EQ(SchemaFault(ReadSchema("sharding-1.schema.json"),
                          Json::parse(sharding)),
              "");
  }
}

TEST(JsonSchemas, ExamplesAreValid) {
  for (const auto& entry : fs::directory_iterator("schemas")) {
    if (entry.path().extension() != ".json") continue;
    const std::string name = entry.path().filename().string();
    const Json schema = ReadSchema(name);
    ASSERT_TRUE(schema.contains("examples")) << name;
    EXPECT_FALSE(schema["examples"].empty()) << name;
    for (const Json& example : schema["examples"]) {
      EXPECT_EQ(SchemaFault(schema, example), "") << name;
    }
  }
}

// If one result of an op has a sharding, the others get open ones.
TEST(JsonProgram, OtherResultsAreOpen) {
  const std::optional<Program> program = FromJson(
      R"({"format": "shardflow-module", "version": 1, "ops": [
          {"op": "sdy.mesh", "symbol": "m", "attributes": {"mesh": {"mesh": {
             "axes": [{"name": "x", "size": 2}]}}}},
          {"op": "a.b", "results": [
             {"name": "a", "type": "tensor<8x8xf32>"},
             {"name": "b", "type": "tensor<8xf32>",
              "sharding": {"mesh": "m", "dimensions": [["x"]]}},
             {"name": "c", "type": "!stablehlo.token"}]}]})");
  ASSERT_TRUE(program);
  EXPECT_NE(
      program->Write().find(R"(<[<@m, [{?}, {?}]>, <@m, [{"x"}]>, <@m, []>]>)"),
      std::string::npos)
      << program->Write();
}

TEST(JsonProgram, TellsJsonFromText) {
  EXPECT_TRUE(LooksLikeJson(" \n{\"format\""));
  EXPECT_TRUE(LooksLikeJson("{"));
  EXPECT_FALSE(LooksLikeJson("{-#\n  dialect_resources"));
  EXPECT_FALSE(LooksLikeJson("module {"));
  EXPECT_FALSE(LooksLikeJson(""));
}

}  // namespace
}  // namespace shardflow::internal
