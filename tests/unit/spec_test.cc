#include "shardflow/spec.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow {
namespace {

using testing::HasSubstr;

TEST(Spec, IsReadAndWritten) {
  const struct {
    std::string_view text, written;
  } kCases[] = {
      {"P()", "P()"},
      {"P('x')", "P('x')"},
      {"P(\"x\", None)", "P('x', None)"},
      {"PartitionSpec(None, ('x', 'y'))", "P(None, ('x', 'y'))"},
      {" P( ( 'x' , ) , ) ", "P('x')"},
      {"P((), 'y')", "P(None, 'y')"},
      {"P('x':(1)2, ('y', 'x' : (2)2))", "P('x':(1)2, ('y', 'x':(2)2))"},
      {"P(P.UNCONSTRAINED, 'y')", "P(None, 'y')"},
      {"P('x', unreduced={'y', 'z'})", "P('x', unreduced={'y', 'z'})"},
      {"P(unreduced={'y'})", "P(unreduced={'y'})"},
      {R"(P("a'b", 'a\'b'))", R"(P("a'b", "a'b"))"},
      {R"(P('a"b', "a\"b"))", R"(P('a"b', 'a"b'))"},
      {R"(P('a\'"b', "\\"))", R"(P('a\'"b', '\\'))"},
  };
  for (const auto& c : kCases) {
    std::vector<Message> messages;
    const auto spec = ParseSpec(c.text, "mesh", messages);
    ASSERT_TRUE(spec) << c.text << ": " << messages.back().text;
    EXPECT_EQ(SpecText(*spec), c.written);
    EXPECT_EQ(spec->mesh, "mesh");
  }
}

TEST(Spec, UnconstrainedIsOpen) {
  std::vector<Message> messages;
  const auto spec = ParseSpec("P(P.UNCONSTRAINED, None, 'x')", "m", messages);
  ASSERT_TRUE(spec) << messages.back().text;
  EXPECT_FALSE(spec->dims[0].closed);
  EXPECT_TRUE(spec->dims[1].closed);
  EXPECT_TRUE(spec->dims[2].closed);
}

TEST(Spec, WhatIsNone) {
  for (const std::string_view text : {"",
                                      "x",
                                      "P",
                                      "P(",
                                      "P(x)",
                                      "P('x'",
                                      "P('x' 'y')",
                                      "P('x') y",
                                      "P(('x' 'y'))",
                                      "P(('x'",
                                      "P('x",
                                      "P(None None)",
                                      "P('x':2)",
                                      "P('x':(1)",
                                      "P('x':(0)2)",
                                      "P('x':(1)-2)",
                                      "P('x':(1)99999999999999999999)",
                                      "P(unreduced)",
                                      "P(unreduced={'x')",
                                      "P(unreduced={x})",
                                      "P(P)",
                                      "P(P.x)",
                                      "P(P('x'))",
                                      "P(P 'x')",
                                      "P(P UNCONSTRAINED)",
                                      "P('x\\"}) {
    std::vector<Message> messages;
    EXPECT_FALSE(ParseSpec(text, "", messages)) << text;
    ASSERT_EQ(messages.size(), 1u) << text;
    EXPECT_THAT(messages.back().text, HasSubstr("P('x', ('y', 'z'), None)"))
        << text;
  }
}

TEST(Spec, ErrorsHaveAPlace) {
  std::vector<Message> messages;
  EXPECT_FALSE(ParseSpec("P('x', y)", "", messages));
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].ToString(),
            "<spec>:1:8: error: a sharding like P('x', ('y', 'z'), None) has "
            "to name axes in quotes, at \"y)\"\n"
            "P('x', y)\n"
            "       ^\n");
}

TEST(Spec, OfShardings) {
  const struct {
    std::string_view sharding, spec;
  } kCases[] = {
      {"#sdy.sharding<@mesh, []>", "P()"},
      {"#sdy.sharding<@mesh, [{\"x\"}, {}]>", "P('x', None)"},
      {"#sdy.sharding<@mesh, [{\"x\", \"y\", ?}p1, {?}], replicated={\"z\"}>",
       "P(('x', 'y'), None)"},
      {"#sdy.sharding<@mesh, [{\"x\":(1)2}, {\"y\"}]>", "P('x':(1)2, 'y')"},
      {"#sdy.sharding<mesh<[\"x\"=2, \"y\"=4]>, [{}, {\"y\"}]>",
       "P(None, 'y')"},
      {"#sdy.sharding<@mesh, [{}], unreduced={\"x\"}>",
       "P(None, unreduced={'x'})"},
  };
  for (const auto& c : kCases) {
    std::vector<Message> messages;
    const auto sharding = ParseSharding(c.sharding, messages);
    ASSERT_TRUE(sharding) << c.sharding;
    EXPECT_EQ(SpecText(*sharding), c.spec);
  }
}

TEST(Spec, Same) {
  const auto spec = [](const std::vector<std::vector<std::string>>& dims) {
    return ClosedSharding("m", dims);
  };
  EXPECT_TRUE(SameSpec(spec({{"x"}}), spec({{"x"}, {}})));
  EXPECT_TRUE(SameSpec(spec({}), spec({{}, {}})));
  EXPECT_TRUE(SameSpec(spec({{"x"}}), OpenSharding("n", {{"x"}})));
  EXPECT_FALSE(SameSpec(spec({{"x"}}), spec({{}, {"x"}})));
  EXPECT_FALSE(SameSpec(spec({{"x", "y"}}), spec({{"y", "x"}})));
  ShardingInfo part = spec({{"x"}});
  part.dims[0].axes[0] = {"x", 1, 2};
  EXPECT_FALSE(SameSpec(spec({{"x"}}), part));
}

}  // namespace
}  // namespace shardflow
