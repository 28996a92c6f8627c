#include "tool/partition_spec.h"

#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

using testing::HasSubstr;

TEST(PartitionSpec, IsReadAndWritten) {
  const struct {
    std::string_view text, written;
  } kCases[] = {
      {"P()", "P()"},
      {"P('x')", "P('x')"},
      {"P(\"x\", None)", "P('x', None)"},
      {"PartitionSpec(None, ('x', 'y'))", "P(None, ('x', 'y'))"},
      {" P( ( 'x' , ) , ) ", "P('x')"},
      {"P((), 'y')", "P(None, 'y')"},
  };
  for (const auto& c : kCases) {
    std::string error;
    const auto spec = ParsePartitionSpec(c.text, error);
    ASSERT_TRUE(spec) << c.text << ": " << error;
    EXPECT_EQ(SpecText(*spec), c.written);
  }
}

TEST(PartitionSpec, WhatIsNone) {
  for (const std::string_view text :
       {"", "x", "P", "P(", "P(x)", "P('x'", "P('x' 'y')", "P('x') y",
        "P(('x' 'y'))", "P(('x'", "P('x", "P(None None)"}) {
    std::string error;
    EXPECT_FALSE(ParsePartitionSpec(text, error)) << text;
    EXPECT_THAT(error, HasSubstr("P('x', ('y', 'z'), None)")) << text;
  }
}

TEST(PartitionSpec, OfShardings) {
  const struct {
    std::string_view sharding, spec;
  } kCases[] = {
      {"", "P()"},
      {"#sdy.sharding<@mesh, []>", "P()"},
      {"#sdy.sharding<@mesh, [{\"x\"}, {}]>", "P('x', None)"},
      {"#sdy.sharding<@mesh, [{\"x\", \"y\", ?}p1, {?}], replicated={\"z\"}>",
       "P(('x', 'y'), None)"},
      {"#sdy.sharding<@mesh, [{\"x\":(1)2}, {\"y\"}]>", "P('x:(1)2', 'y')"},
      {"#sdy.sharding<mesh<[\"x\"=2, \"y\"=4]>, [{}, {\"y\"}]>",
       "P(None, 'y')"},
  };
  for (const auto& c : kCases) {
    EXPECT_EQ(SpecText(SpecOfSharding(c.sharding)), c.spec) << c.sharding;
  }
}

TEST(PartitionSpec, Same) {
  EXPECT_TRUE(SameSpec({{"x"}}, {{"x"}, {}}));
  EXPECT_TRUE(SameSpec({}, {{}, {}}));
  EXPECT_FALSE(SameSpec({{"x"}}, {{}, {"x"}}));
  EXPECT_FALSE(SameSpec({{"x", "y"}}, {{"y", "x"}}));
  EXPECT_EQ(SpecText({{"x"}}, 3), "P('x', None, None)");
}

}  // namespace
}  // namespace shardflow::internal
