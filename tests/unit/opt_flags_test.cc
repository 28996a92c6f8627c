#include "tool/opt_flags.h"

#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

OptFlags Parse(const std::vector<std::string>& args) {
  Message error;
  const std::optional<OptFlags> flags = ParseOptFlags(args, error);
  EXPECT_TRUE(flags.has_value()) << error.text;
  return flags.value_or(OptFlags());
}

std::string ErrorOf(const std::vector<std::string>& args) {
  Message error;
  EXPECT_FALSE(ParseOptFlags(args, error).has_value());
  return error.text;
}

TEST(OptFlags, DefaultsReadAndWriteTheStandardStreams) {
  const OptFlags flags = Parse({});
  EXPECT_EQ(flags.input, "-");
  EXPECT_EQ(flags.output, "-");
  EXPECT_FALSE(flags.split_input_file);
  EXPECT_THAT(flags.passes, IsEmpty());
}

TEST(OptFlags, FlagsHaveOneOrTwoDashes) {
  const OptFlags one = Parse({"-split-input-file", "a.mlir"});
  EXPECT_TRUE(one.split_input_file);
  EXPECT_EQ(one.input, "a.mlir");
  const OptFlags two = Parse({"a.mlir", "--split-input-file"});
  EXPECT_TRUE(two.split_input_file);
  EXPECT_EQ(two.input, "a.mlir");
}

TEST(OptFlags, EveryFlag) {
  const OptFlags flags =
      Parse({"-allow-unregistered-dialect", "-mlir-disable-threading",
             "-mlir-print-debuginfo", "-mlir-print-local-scope",
             "-mlir-print-op-generic", "-no-implicit-module",
             "-verify-diagnostics", "-help"});
  EXPECT_TRUE(flags.allow_unregistered_dialect);
  EXPECT_TRUE(flags.print_debuginfo);
  EXPECT_TRUE(flags.print_local_scope);
  EXPECT_TRUE(flags.print_op_generic);
  EXPECT_TRUE(flags.no_implicit_module);
  EXPECT_TRUE(flags.verify_diagnostics);
  EXPECT_TRUE(flags.help);
  EXPECT_THAT(flags.passes, IsEmpty());
}

TEST(OptFlags, WhatAllCommandsHave) {
  for (const char* quiet : {"-q", "--quiet", "-quiet"}) {
    EXPECT_TRUE(Parse({quiet}).quiet);
  }
  EXPECT_FALSE(Parse({}).quiet);
  EXPECT_EQ(Parse({"-o", "a"}).output, "a");
  EXPECT_EQ(Parse({"--output=a"}).output, "a");
  EXPECT_EQ(Parse({"-dump-dir=d"}).dump_dir, "d");
  EXPECT_EQ(Parse({"--dump-dir", "d"}).dump_dir, "d");
}

TEST(OptFlags, FlagsTakeTrueAndFalse) {
  EXPECT_TRUE(Parse({"-verify-diagnostics=true"}).verify_diagnostics);
  EXPECT_FALSE(Parse({"-verify-diagnostics=false"}).verify_diagnostics);
  EXPECT_TRUE(Parse({}).verify_each);
  EXPECT_FALSE(Parse({"-verify-each=0"}).verify_each);
  EXPECT_THAT(ErrorOf({"-verify-diagnostics=2"}),
              HasSubstr("-verify-diagnostics: expected true or false"));
}

TEST(OptFlags, AnyOtherFlagIsAPassInOrder) {
  EXPECT_THAT(Parse({"--b", "-a=x=1 y={2}", "f.mlir", "-b"}).passes,
              ElementsAre(PassSpec{"b", ""}, PassSpec{"a", "x=1 y={2}"},
                          PassSpec{"b", ""}));
}

TEST(OptFlags, Output) {
  EXPECT_EQ(Parse({"-o", "x.mlir"}).output, "x.mlir");
  EXPECT_EQ(Parse({"-o=x.mlir"}).output, "x.mlir");
  EXPECT_EQ(Parse({"-o", "-"}).output, "-");
  EXPECT_EQ(ErrorOf({"-o"}), "-o: needs a value");
}

TEST(OptFlags, OneInputOnly) {
  EXPECT_EQ(Parse({"-"}).input, "-");
  EXPECT_EQ(ErrorOf({"a", "b"}), "more than one input: 'a' and 'b'");
  EXPECT_EQ(ErrorOf({"-", "-"}), "more than one input: '-' and '-'");
}

TEST(OptFlags, DashesAloneAreNoFlag) {
  EXPECT_EQ(Parse({"--", "in.mlir"}).input, "in.mlir");
  EXPECT_EQ(ErrorOf({"-=x"}), "not a flag: '-=x'");
}

TEST(OptFlags, PassPipeline) {
  EXPECT_THAT(
      Parse({"-pass-pipeline=builtin.module(a, b{x=1 f='p,q(}'},func.func(c,"
             "d{}),e)"})
          .passes,
      ElementsAre(PassSpec{"a", ""}, PassSpec{"b", "x=1 f='p,q(}'"},
                  PassSpec{"c", ""}, PassSpec{"d", ""}, PassSpec{"e", ""}));
  EXPECT_THAT(Parse({"-pass-pipeline", "builtin.module()"}).passes, IsEmpty());
}

TEST(OptFlags, PassPipelineMistakes) {
  const auto error = [](const std::string& pipeline) {
    return ErrorOf({"-pass-pipeline=" + pipeline});
  };
  EXPECT_THAT(error("a"), HasSubstr("expected 'builtin.module(...)', got 'a'"));
  EXPECT_THAT(error("builtin.module(a"), HasSubstr("builtin.module(...)"));
  EXPECT_THAT(error("builtin.module(a)b"), HasSubstr("builtin.module(...)"));
  EXPECT_THAT(error("builtin.module(a{x)}"), HasSubstr("builtin.module(...)"));
  EXPECT_THAT(error("builtin.module(,a)"),
              HasSubstr("expected a pass at ',a'"));
  EXPECT_THAT(error("builtin.module(a,)"),
              HasSubstr("expected ',' and a pass at ','"));
  EXPECT_THAT(error("builtin.module(a{}b)"),
              HasSubstr("expected ',' and a pass at 'b'"));
  EXPECT_THAT(ErrorOf({"-pass-pipeline=builtin.module(a)", "-b"}),
              HasSubstr("not by both"));
  EXPECT_THAT(ErrorOf({"-b", "-pass-pipeline=builtin.module(a)"}),
              HasSubstr("not by both"));
}

TEST(OptFlags, HelpNamesEveryFlag) {
  const std::string help = OptFlagsHelp();
  for (const char* flag :
       {"-o, --output FILE", "-q, --quiet", "--dump-dir FOLDER",
        "-pass-pipeline", "-split-input-file", "-help"}) {
    EXPECT_THAT(help, HasSubstr(flag));
  }
}

}  // namespace
}  // namespace shardflow::internal
