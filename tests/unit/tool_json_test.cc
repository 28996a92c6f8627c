#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/graph.h"
#include "tool/graph_pictures.h"
#include "tool/tool.h"
#include "unit/json_schema.h"

// Checks that the output of commands with --format json and jsonl matches the
// schemas.

namespace shardflow::internal {
namespace {

using Json = nlohmann::json;
using Words = std::vector<std::string>;

constexpr char kShow[] = "tests/files/tool/show.mlir";

// Returns the documents that the program prints: a single one, or one per line.
std::vector<Json> Documents(const Words& words, bool lines, int code = 0) {
  std::istringstream in;
  std::ostringstream out, err;
  EXPECT_EQ(RunTool(words, in, out, err), code) << err.str();
  std::vector<Json> documents;
  if (!lines) {
    documents.push_back(Json::parse(out.str(), nullptr, false));
    return documents;
  }
  std::istringstream text(out.str());
  for (std::string line; std::getline(text, line);) {
    documents.push_back(Json::parse(line, nullptr, false));
  }
  return documents;
}

void ExpectSchema(const std::string& schema, const Words& words, int code = 0) {
  const Json document = Documents(words, false, code)[0];
  EXPECT_EQ(SchemaFault(ReadSchema(schema), document), "") << document.dump();
}

TEST(ToolJson, Show) {
  const std::string schema = "show-1.schema.json";
  for (const Words& more : std::vector<Words>{{},
                                              {"-p"},
                                              {"-p", "--value", "%1"},
                                              {"-p", "--arg", "2"},
                                              {"-p", "--result", "0"}}) {
    Words words = {"show", kShow, "--format", "json"};
    words.insert(words.end(), more.begin(), more.end());
    ExpectSchema(schema, words);
  }
}

// Checks that each line of the JSONL output matches `definition` in the schema,
// which describes an item of the JSON document's list.
void ExpectLines(const std::string& schema, const std::string& definition,
                 const Words& words, int code = 0) {
  Json rules = ReadSchema(schema);
  const Json line = {{"$ref", "#/$defs/" + definition},
                     {"$defs", rules["$defs"]}};
  const std::vector<Json> documents = Documents(words, true, code);
  EXPECT_FALSE(documents.empty());
  for (const Json& document : documents) {
    EXPECT_EQ(SchemaFault(line, document), "") << document.dump();
  }
}

TEST(ToolJson, Validate) {
  const std::string wrong = "tests/files/tool/validate.mlir";
  const std::string schema = "validate-1.schema.json";
  ExpectSchema(schema, {"validate", kShow, "--format", "json"});
  ExpectSchema(
      schema, {"validate", wrong, "--split-input-file", "--format", "json"}, 1);
  ExpectLines(schema, "diagnostic",
              {"validate", wrong, "--split-input-file", "--format", "jsonl"},
              1);
}

TEST(ToolJson, Passes) {
  ExpectSchema("passes-1.schema.json", {"passes", "--format", "json"});
  ExpectLines("passes-1.schema.json", "pass", {"passes", "--format", "jsonl"});
}

TEST(ToolJson, Rules) {
  ExpectSchema("op-rules-1.schema.json", {"rules", kShow, "--format", "json"});
  ExpectLines("op-rules-1.schema.json", "op",
              {"rules", kShow, "--format", "jsonl"});
}

TEST(ToolJson, Diff) {
  const std::string other = "tests/files/tool/diff.mlir";
  ExpectSchema("diff-1.schema.json", {"diff", kShow, other, "--format", "json"},
               1);
  ExpectLines("diff-1.schema.json", "difference",
              {"diff", kShow, other, "--format", "jsonl"}, 1);
  ExpectSchema("golden-1.schema.json",
               {"diff", kShow, "--golden", "-", "--update"});
}

TEST(ToolJson, Bench) {
  ExpectSchema("bench-1.schema.json",
               {"bench", "--layers", "2", "--format", "json"});
}

TEST(ToolJson, Propagate) {
  ExpectSchema("module-1.schema.json",
               {"propagate", "-q", kShow, "--format", "json"});
}

// Every element is held by exactly one device, so the parts make up the whole
// tensor.
TEST(ToolJson, PartsOfDevicesAreTheTensor) {
  const Json document = Documents(
      {"show", kShow, "-p", "--value", "%1", "--format", "json"}, false)[0];
  const Json& value = document["values"][0];
  std::vector<int> held(40, 0);
  for (const Json& part : value["device_parts"]) {
    for (int r = 0; r < part["sizes"][0]; ++r) {
      for (int c = 0; c < part["sizes"][1]; ++c) {
        const int row = part["offsets"][0].get<int>() + r;
        const int column = part["offsets"][1].get<int>() + c;
        ++held[static_cast<size_t>(4 * row + column)];
      }
    }
  }
  EXPECT_THAT(held, testing::Each(1));
}

// Every edge in the graph comes from an existing node.
TEST(ToolJson, ModelExplorerEdgesHaveNodes) {
  const Json document =
      Documents({"show", kShow, "-p", "--model-explorer"}, false)[0];
  ASSERT_TRUE(document.is_object());
  EXPECT_TRUE(document["label"].is_string());
  ASSERT_EQ(document["graphs"].size(), 1u);
  const Json& nodes = document["graphs"][0]["nodes"];
  std::vector<std::string> ids;
  for (const Json& node : nodes) ids.push_back(node["id"]);
  size_t edges = 0;
  for (const Json& node : nodes) {
    EXPECT_TRUE(node["style"]["backgroundColor"].is_string());
    EXPECT_TRUE(node["namespace"].get<std::string>().starts_with("@"));
    for (const Json& edge : node["incomingEdges"]) {
      ++edges;
      EXPECT_THAT(ids, testing::Contains(edge["sourceNodeId"]));
    }
  }
  EXPECT_EQ(edges, 17u);
}

// Each sharding has one colour. Grey means replicated, white means no sharding.
TEST(ToolJson, ColoursAreShardings) {
  const Json document =
      Documents({"show", kShow, "-p", "--model-explorer"}, false)[0];
  // Shardings of each colour.
  std::map<std::string, std::set<std::string>> shardings;
  for (const Json& node : document["graphs"][0]["nodes"]) {
    if (node["outputsMetadata"].empty()) continue;
    std::string sharding = "none";
    for (const Json& attribute : node["outputsMetadata"][0]["attrs"]) {
      if (attribute["key"] != "sharding") continue;
      sharding = attribute["value"].get<std::string>();
      // Open and closed dimensions look the same.
      while (sharding.find("?") != std::string::npos) {
        const size_t at = sharding.find("?");
        const size_t comma = at >= 2 && sharding[at - 2] == ',' ? at - 2 : at;
        sharding.erase(comma, at + 1 - comma);
      }
    }
    shardings[node["style"]["backgroundColor"]].insert(sharding);
  }
  EXPECT_GT(shardings.size(), 2u);
  EXPECT_THAT(shardings["#ffffff"], testing::Each("none"));
  for (const auto& [colour, texts] : shardings) {
    if (colour == "#d9d9d9") {
      for (const std::string& text : texts) {
        EXPECT_EQ(text.find_first_of("\""), std::string::npos) << text;
      }
    } else if (colour != "#ffffff") {
      EXPECT_EQ(texts.size(), 1u) << testing::PrintToString(texts);
    }
  }
}

// A picture is written in pieces and never held as a whole, and writing stops
// when the sink returns false.
TEST(ToolJson, PicturesComeInPieces) {
  std::string text =
      "func.func @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {\n";
  for (int i = 0; i < 3000; ++i) {
    text += "  %" + std::to_string(i) +
            " = stablehlo.negate %arg0 : tensor<8xf32>\n";
  }
  std::vector<Message> messages;
  const std::optional<Program> program = Program::Read(
      "p", text + "  return %0 : tensor<8xf32>\n}\n", {}, messages);
  ASSERT_TRUE(program);
  const std::optional<ProgramGraph> graph = MakeGraph(*program, {}, messages);
  ASSERT_TRUE(graph);
  for (const bool dot : {false, true}) {
    size_t pieces = 0, largest = 0;
    std::string whole;
    const auto write = [&](const PictureSink& sink) {
      dot ? WriteDot(*graph, DotOptions{}, sink)
          : WriteModelExplorer(*graph, "p", sink);
    };
    write([&](std::string_view piece) {
      ++pieces;
      largest = std::max(largest, piece.size());
      whole += piece;
      return true;
    });
    EXPECT_GT(pieces, 3u);
    EXPECT_LT(largest, size_t{1} << 17);
    EXPECT_EQ(whole.substr(whole.size() - 2), "}\n");
    EXPECT_EQ(Json::accept(whole), !dot);
    pieces = 0;
    write([&](std::string_view) { return ++pieces < 2; });
    EXPECT_EQ(pieces, 2u);
  }
}

}  // namespace
}  // namespace shardflow::internal
