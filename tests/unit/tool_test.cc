#include "tool/tool.h"

#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

Outcome Shardflow(const std::vector<std::string>& args,
                  const std::string& text = "") {
  std::istringstream in(text);
  std::ostringstream out;
  std::ostringstream err;
  const int code = RunTool(args, in, out, err);
  return {code, out.str(), err.str()};
}

TEST(Tool, Version) {
  const Outcome outcome = Shardflow({"--version"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, StartsWith("shardflow "));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Tool, HelpListsTheCommands) {
  const Outcome outcome = Shardflow({"--help"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("propagate"));
  EXPECT_THAT(outcome.out, HasSubstr("opt"));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST(Tool, EveryCommandHasHelp) {
  for (const char* command : {"propagate", "opt"}) {
    const Outcome outcome = Shardflow({command, "--help"});
    EXPECT_EQ(outcome.code, 0) << command;
    EXPECT_THAT(outcome.out, HasSubstr("Usage: shardflow")) << command;
    EXPECT_THAT(outcome.err, IsEmpty()) << command;
  }
}

TEST(Tool, AWrongCommandLineWritesNothing) {
  const std::vector<std::vector<std::string>> lines = {
      {}, {"guess"}, {"propagate"}, {"propagate", "-", "--no-such-flag"}};
  for (const std::vector<std::string>& line : lines) {
    const Outcome outcome = Shardflow(line);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, StartsWith("shardflow: "));
  }
}

TEST(Tool, AMissingInputIsBadInput) {
  const Outcome outcome = Shardflow({"propagate", "/no/such/file"});
  EXPECT_EQ(outcome.code, 3);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr("'/no/such/file'"));
}

TEST(Tool, OptEndsWithOneOnAnyError) {
  const std::vector<std::vector<std::string>> lines = {
      {"opt", "/no/such/file"}, {"opt", "a", "b"}, {"opt", "-o"}};
  for (const std::vector<std::string>& line : lines) {
    const Outcome outcome = Shardflow(line);
    EXPECT_EQ(outcome.code, 1);
    EXPECT_THAT(outcome.out, IsEmpty());
  }
}

}  // namespace
}  // namespace shardflow
