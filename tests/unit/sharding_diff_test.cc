#include <algorithm>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/diff.h"
#include "tool/golden.h"
#include "unit/json_schema.h"

namespace shardflow::internal {
namespace {

// Returns the sharding list of a function with one op for each letter of `ops`.
// The letter is the op's name, and the n-th value is called "%n". `sharding`
// must outlive the list.
ShardingList ListOf(std::string_view ops, std::string_view sharding = "") {
  ShardingList list;
  const auto texts = std::make_shared<std::deque<std::string>>();
  list.memory = texts;
  for (const char op : ops) {
    list.items.push_back(
        {.function = "main",
         .value = texts->emplace_back("%" + std::to_string(list.items.size())),
         .op = texts->emplace_back(1, op),
         .type = "tensor<8xf32>",
         .sharding = sharding});
  }
  return list;
}

size_t LongestCommon(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> best(a.size() + 1,
                                        std::vector<size_t>(b.size() + 1, 0));
  for (size_t i = 0; i < a.size(); ++i) {
    for (size_t j = 0; j < b.size(); ++j) {
      best[i + 1][j + 1] = a[i] == b[j]
                               ? best[i][j] + 1
                               : std::max(best[i][j + 1], best[i + 1][j]);
    }
  }
  return best[a.size()][b.size()];
}

std::string RandomOps(std::mt19937& random) {
  std::string ops(std::uniform_int_distribution<size_t>(0, 12)(random), ' ');
  for (char& op : ops) {
    op = static_cast<char>('a' + std::uniform_int_distribution(0, 3)(random));
  }
  return ops;
}

// As many values as possible are matched with values of equal ops. All others
// are reported as being in only one of the programs.
TEST(ShardingDiff, MatchesAreLongestCommonSubsequences) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const std::string a = RandomOps(random), b = RandomOps(random);
    const ShardingList list_a = ListOf(a, "<x>"), list_b = ListOf(b, "<y>");
    const ShardingDiff diff = DiffShardings(list_a, list_b);
    ASSERT_EQ(diff.matched, LongestCommon(a, b)) << a << " " << b;
    ASSERT_EQ(diff.changed, diff.matched);
    ASSERT_EQ(diff.only_a, a.size() - diff.matched);
    ASSERT_EQ(diff.only_b, b.size() - diff.matched);
    size_t next_a = 0, next_b = 0;
    for (const ItemPair& pair : diff.items) {
      if (pair.a) {
        ASSERT_EQ(*pair.a, next_a++);
      }
      if (pair.b) {
        ASSERT_EQ(*pair.b, next_b++);
      }
      if (pair.a && pair.b) {
        ASSERT_EQ(a[*pair.a], b[*pair.b]);
      }
    }
    ASSERT_EQ(next_a, a.size());
    ASSERT_EQ(next_b, b.size());
  }
}

TEST(ShardingDiff, EqualShardingsAreNoDifference) {
  const ShardingList list = ListOf("abcabc", "<x>");
  const ShardingDiff diff = DiffShardings(list, list);
  EXPECT_TRUE(diff.empty());
  EXPECT_EQ(diff.matched, 6u);
}

// Lists with little in common are matched quickly, by name.
TEST(ShardingDiff, LongListsWithoutMuchInCommon) {
  std::string a, b;
  for (int i = 0; i < 20000; ++i) {
    a += static_cast<char>('a' + i % 7);
    b += static_cast<char>('a' + i % 11);
  }
  const ShardingDiff diff = DiffShardings(ListOf(a), ListOf(b));
  EXPECT_GT(diff.matched, 0u);
  EXPECT_EQ(diff.matched + diff.only_a, a.size());
  EXPECT_EQ(diff.matched + diff.only_b, b.size());
}

TEST(ShardingDiff, FunctionsAreMatchedByName) {
  ShardingList a = ListOf("ab", "<x>"), b = ListOf("ab", "<x>");
  ShardedItem other{.function = "other",
                    .value = "%0",
                    .op = "c",
                    .type = "tensor<8xf32>",
                    .sharding = "<x>"};
  a.items.push_back(other);
  b.items.insert(b.items.begin(), other);
  EXPECT_TRUE(DiffShardings(a, b).empty());
  b.items[0].function = "third";
  const ShardingDiff diff = DiffShardings(a, b);
  EXPECT_EQ(diff.only_a, 1u);
  EXPECT_EQ(diff.only_b, 1u);
}

TEST(ShardingDiff, MeshesAreCompared) {
  ShardingList a, b;
  a.meshes = {{"mesh", "<[\"x\"=2]>"}, {"old", "<[]>"}};
  b.meshes = {{"mesh", "<[\"x\"=4]>"}, {"new", "<[]>"}};
  EXPECT_EQ(DiffShardings(a, b).meshes.size(), 3u);
  EXPECT_TRUE(DiffShardings(a, a).empty());
}

TEST(Golden, ReadsWhatItWrites) {
  ShardingList list = ListOf("ab", "<@mesh, [{\"x\"}]>");
  list.meshes = {{"mesh", "<[\"x\"=2]>"}};
  list.items.push_back({.function = "main",
                        .value = "result 0",
                        .op = "",
                        .type = "tensor<f32>",
                        .sharding = ""});
  const std::string text = GoldenText(list);
  EXPECT_EQ(SchemaFault(ReadSchema("golden-1.schema.json"),
                        nlohmann::json::parse(text, nullptr, false)),
            "");
  Message error;
  const std::optional<ShardingList> read = ReadGolden(text, error);
  ASSERT_TRUE(read.has_value()) << error.text;
  EXPECT_TRUE(DiffShardings(list, *read).empty());
  EXPECT_EQ(GoldenText(*read), text);
  std::vector<std::string> names;
  ASSERT_TRUE(ReadGolden(GoldenText(list, {"params/**", "x"}), error, &names));
  EXPECT_EQ(names, (std::vector<std::string>{"params/**", "x"}));
}

TEST(Golden, WhatIsNoGoldenFile) {
  const std::string head = R"({"format": "shardflow-golden", "version": 1)";
  const std::pair<std::string, std::string> cases[] = {
      {"", "no JSON object"},
      {"[]", "no JSON object"},
      {"{}", "expected \"format\": \"shardflow-golden\" and \"version\": 1"},
      {head + "}", "/meshes: expected an array"},
      {head + R"(, "meshes": []})", "/values: expected an array"},
      {head + R"(, "names": 1})", "/names: expected an array"},
      {head + R"(, "names": [1]})", "/names: expected strings"},
      {head + R"(, "meshes": [1], "values": []})",
       "/meshes/0: expected an object"},
      {head + R"(, "meshes": [], "values": [{}, 1]})",
       "/values/1: expected an object"},
      {head + R"(, "meshes": [], "values": [{"type": 1}]})",
       "/values/0/type: expected a string"},
  };
  for (const auto& [text, message] : cases) {
    Message error;
    EXPECT_FALSE(ReadGolden(text, error).has_value());
    EXPECT_EQ(error.text, message);
  }
}

}  // namespace
}  // namespace shardflow::internal
