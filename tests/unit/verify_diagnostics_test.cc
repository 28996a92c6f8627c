#include "tool/verify_diagnostics.h"

#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardflow::internal {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Returns every mismatch as "line: message".
std::vector<std::string> Verify(std::string_view section,
                                const std::vector<ProducedDiagnostic>& produced,
                                int first_line = 1) {
  std::vector<std::string> mismatches;
  for (const DiagnosticMismatch& mismatch :
       VerifyDiagnostics(section, first_line, produced)) {
    mismatches.push_back(std::to_string(mismatch.line) + ": " +
                         mismatch.message);
  }
  return mismatches;
}

TEST(VerifyDiagnostics, NothingExpectedNothingProduced) {
  EXPECT_THAT(Verify("", {}), IsEmpty());
  EXPECT_THAT(Verify("a\nb\n", {}), IsEmpty());
}

TEST(VerifyDiagnostics, SameLineAndPartOfTheMessage) {
  EXPECT_THAT(Verify("a\nb // expected-error {{unknown mesh}}\n",
                     {{2, "error", "op: unknown mesh: @m"}}),
              IsEmpty());
}

TEST(VerifyDiagnostics, Severities) {
  EXPECT_THAT(Verify("// expected-error {{e}}\n"
                     "// expected-warning {{w}}\n"
                     "// expected-remark {{r}}\n"
                     "// expected-note {{n}}\n",
                     {{1, "error", "e"},
                      {2, "warning", "w"},
                      {3, "remark", "r"},
                      {4, "note", "n"}}),
              IsEmpty());
}

TEST(VerifyDiagnostics, Offsets) {
  EXPECT_THAT(
      Verify("// expected-error@+2 {{far}}\n"
             "// expected-error @+1 {{near}}\n"
             "op\n"
             "// expected-error@-1 {{back}}\n",
             {{3, "error", "far"}, {3, "error", "near"}, {3, "error", "back"}}),
      IsEmpty());
}

TEST(VerifyDiagnostics, AboveAndBelowSkipOtherComments) {
  EXPECT_THAT(Verify("// expected-error@below {{b1}}\n"
                     "// expected-note@below {{b2}}\n"
                     "op\n"
                     "// expected-error@above {{a1}}\n"
                     "// expected-error@above {{a2}}\n",
                     {{3, "error", "b1"},
                      {3, "note", "b2"},
                      {3, "error", "a1"},
                      {3, "error", "a2"}}),
              IsEmpty());
}

TEST(VerifyDiagnostics, BelowTheLastLineIsNowhere) {
  EXPECT_THAT(Verify("op\n// expected-error@below {{b}}", {{2, "error", "b"}}),
              ElementsAre("2: unexpected error: b",
                          "2: expected error \"b\" was not produced"));
}

TEST(VerifyDiagnostics, UnknownLocation) {
  const std::string_view section = "// expected-error@unknown {{limit}}\n";
  EXPECT_THAT(Verify(section, {{0, "error", "limit reached"}}), IsEmpty());
  EXPECT_THAT(Verify(section, {{1, "error", "limit reached"}}),
              ElementsAre("1: unexpected error: limit reached",
                          "1: expected error \"limit\" was not produced"));
}

TEST(VerifyDiagnostics, LinesCountFromTheSectionsFirst) {
  const std::string_view section = "// expected-error@+1 {{x}}\nop\n";
  EXPECT_THAT(Verify(section, {{42, "error", "x"}}, 41), IsEmpty());
  EXPECT_THAT(Verify(section, {{2, "error", "x"}}, 41),
              ElementsAre("2: unexpected error: x",
                          "41: expected error \"x\" was not produced"));
}

TEST(VerifyDiagnostics, WithoutCountOneOrMore) {
  const std::string_view section = "// expected-error {{x}}";
  EXPECT_THAT(Verify(section, {{1, "error", "x"}, {1, "error", "xx"}}),
              IsEmpty());
  EXPECT_THAT(Verify(section, {}),
              ElementsAre("1: expected error \"x\" was not produced"));
}

TEST(VerifyDiagnostics, WithCountExactly) {
  const std::string_view section = "// expected-error@+0 2 {{x}}";
  const ProducedDiagnostic x{1, "error", "x"};
  EXPECT_THAT(
      Verify(section, {x}),
      ElementsAre("1: expected error \"x\" was not produced 1 of 2 times"));
  EXPECT_THAT(Verify(section, {x, x}), IsEmpty());
  EXPECT_THAT(Verify(section, {x, x, x}),
              ElementsAre("1: unexpected error: x"));
}

TEST(VerifyDiagnostics, OtherSeverityIsANearMiss) {
  EXPECT_THAT(
      Verify("// expected-warning {{x}}", {{1, "error", "x"}}),
      ElementsAre("1: 'error' diagnostic emitted when expecting a 'warning'",
                  "1: expected warning \"x\" was not produced"));
}

TEST(VerifyDiagnostics, NotesNeedTheirOwnComment) {
  EXPECT_THAT(Verify("op // expected-error {{x}}",
                     {{1, "error", "x"}, {1, "note", "see"}}),
              ElementsAre("1: unexpected note: see"));
}

TEST(VerifyDiagnostics, TextIsLiteralWithoutRe) {
  EXPECT_THAT(
      Verify("// expected-error {{a.c [{}]}}", {{1, "error", "a.c [{}]"}}),
      IsEmpty());
  EXPECT_THAT(Verify("// expected-error {{a.c}}", {{1, "error", "abc"}}),
              ElementsAre("1: unexpected error: abc",
                          "1: expected error \"a.c\" was not produced"));
}

TEST(VerifyDiagnostics, RegularExpressions) {
  const std::string_view section =
      "op\n// expected-error-re@above {{rank {{[0-9]+}} (of {{a|b}})}}\n";
  EXPECT_THAT(Verify(section, {{1, "error", "op: rank 12 (of b)."}}),
              IsEmpty());
  EXPECT_THAT(
      Verify(section, {{1, "error", "rank x (of b)"}}),
      ElementsAre("1: unexpected error: rank x (of b)",
                  "2: expected error \"rank {{[0-9]+}} (of {{a|b}})\" was not "
                  "produced"));
}

TEST(VerifyDiagnostics, BadRegularExpressionsAreReported) {
  EXPECT_THAT(Verify("// expected-error-re {{a {{b }}", {}),
              ElementsAre("1: found start of regex with no end '}}'"));
  EXPECT_THAT(Verify("// expected-error-re@below {{a {{(}} }}\nop", {}),
              ElementsAre(testing::StartsWith("1: invalid regex: ")));
}

TEST(VerifyDiagnostics, WhatIsNoComment) {
  // In a comment, only spaces may come before and after the braces, and the
  // severity must be a known one.
  EXPECT_THAT(Verify("// expected-error {{x}} and more\n"
                     "// expected-error@+1: {{x}}\n"
                     "// expected-failure {{x}}\n",
                     {}),
              IsEmpty());
  EXPECT_THAT(Verify("// expected-error {{x}}  \r\n", {{1, "error", "x"}}),
              IsEmpty());
}

}  // namespace
}  // namespace shardflow::internal
