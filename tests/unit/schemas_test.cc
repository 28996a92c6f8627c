#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "json/rules_read.h"
#include "unit/json_schema.h"

// Checks that the schemas in schemas/ match the JSON that the code reads and
// writes.

namespace shardflow::internal {
namespace {

using Json = nlohmann::json;

TEST(Schemas, EachHasItsHead) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator("schemas")) {
    if (entry.path().extension() != ".json") continue;
    ++count;
    const std::string name = entry.path().filename().string();
    const Json schema = ReadSchema(name);
    ASSERT_TRUE(schema.is_object()) << name;
    EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema")
        << name;
    ASSERT_TRUE(schema["$id"].is_string()) << name;
    EXPECT_TRUE(std::isdigit(schema["$id"].get<std::string>().back())) << name;
  }
  EXPECT_GT(count, 0);
}

bool IsRead(const std::string& text) {
  const SourceBuffer source("test.json", text);
  OpExtensions rules;
  Diagnostics diagnostics;
  return ReadRules(source, rules, diagnostics);
}

// The schema and the reader agree on the format of a rules file. (A schema
// can't check whether a rule makes sense.)
TEST(Schemas, Rules) {
  const Json schema = ReadSchema("rules-1.schema.json");
  std::ifstream file("tests/files/rules/mine.json");
  const Json example = Json::parse(file, nullptr, false);
  EXPECT_EQ(SchemaFault(schema, example), "");
  EXPECT_TRUE(IsRead(example.dump()));

  const std::string rule = R"j("rule": "([i])->([i])")j";
  const auto one = [](const std::string& entry) {
    return R"({"version": 1, "rules": [)" + entry + "]}";
  };
  const std::vector<std::string> valid = {
      R"({"version": 1, "rules": []})",
      R"({"$schema": "rules-1.schema.json", "version": 1, "rules": []})",
      R"({"version": 1, "rules": [], "x-y": {"z": []}})",
      one(R"({"op": "a", )" + rule + "}"),
      one(R"({"target": "a", )" + rule + "}"),
      one(R"({"op": "a", "x-": 1, )" + rule + "}"),
      one(R"({"op": "a", "traits": [], )" + rule + "}"),
      one(R"({"op": "a", "traits": ["pure", "elementwise"], )" + rule + "}"),
      one(R"({"op": "a", "where": {"b": 1, "c": "d", "e": true}, )" + rule +
          "}"),
  };
  const std::vector<std::string> wrong = {
      R"({"rules": []})",
      R"({"version": 2, "rules": []})",
      R"({"version": "1", "rules": []})",
      R"({"version": 1})",
      R"({"version": 1, "rules": {}})",
      R"({"version": 1, "rules": [], "rule": 1})",
      one("1"),
      one("{}"),
      one("{" + rule + "}"),
      one(R"({"op": "a"})"),
      one(R"({"op": "a", "rule": 1})"),
      one(R"({"op": "a", "rule": ""})"),
      one(R"({"op": "", )" + rule + "}"),
      one(R"({"op": 1, )" + rule + "}"),
      one(R"({"op": "a", "target": "b", )" + rule + "}"),
      one(R"({"op": "a", "when": {}, )" + rule + "}"),
      one(R"({"op": "a", "where": [], )" + rule + "}"),
      one(R"({"op": "a", "where": {"b": null}, )" + rule + "}"),
      one(R"({"op": "a", "where": {"b": 1.5}, )" + rule + "}"),
      one(R"({"op": "a", "traits": "pure", )" + rule + "}"),
      one(R"({"op": "a", "traits": ["fast"], )" + rule + "}"),
  };
  for (const std::string& text : valid) {
    EXPECT_EQ(SchemaFault(schema, Json::parse(text)), "") << text;
    EXPECT_TRUE(IsRead(text)) << text;
  }
  for (const std::string& text : wrong) {
    EXPECT_NE(SchemaFault(schema, Json::parse(text)), "") << text;
    EXPECT_FALSE(IsRead(text)) << text;
  }
}

}  // namespace
}  // namespace shardflow::internal
