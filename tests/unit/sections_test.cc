#include "tool/sections.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;

// Returns every section as "first_line|text".
std::vector<std::string> Split(std::string_view text) {
  std::vector<std::string> sections;
  for (const Section& section : SplitSections(text)) {
    sections.push_back(std::to_string(section.first_line) + "|" +
                       std::string(section.text));
  }
  return sections;
}

TEST(Sections, WithoutMarkerOne) {
  EXPECT_THAT(Split(""), ElementsAre("1|"));
  EXPECT_THAT(Split("a\nb"), ElementsAre("1|a\nb"));
}

TEST(Sections, TheMarkerLineBelongsToNone) {
  EXPECT_THAT(Split("a\n// -----\nb\n\n// -----  \nc"),
              ElementsAre("1|a\n", "3|b\n\n", "6|c"));
}

TEST(Sections, MoreDashesAreAMarkerToo) {
  EXPECT_THAT(Split("a\n// --------\nb"), ElementsAre("1|a\n", "3|b"));
  EXPECT_THAT(Split("a\n// ----\nb"), ElementsAre("1|a\n// ----\nb"));
}

TEST(Sections, OnlyAtTheStartOfALine) {
  EXPECT_THAT(Split("a // -----\nb"), ElementsAre("1|a // -----\nb"));
}

TEST(Sections, EmptyOnes) {
  EXPECT_THAT(Split("// -----\n// -----"), ElementsAre("1|", "2|", "3|"));
}

}  // namespace
}  // namespace shardflow::internal
