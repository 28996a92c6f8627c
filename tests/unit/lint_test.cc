#include "shardflow/lint.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/program.h"

namespace shardflow {
namespace {

constexpr char kMesh[] = "sdy.mesh @mesh = <[\"data\"=4, \"model\"=2]>\n";

std::string Sharding(const std::string& dims) {
  return "{sdy.sharding = #sdy.sharding<@mesh, " + dims + ">}";
}

std::optional<std::vector<LintFinding>> FindingsOf(
    const std::string& text, const LintOptions& options,
    std::vector<Message>& messages) {
  const std::optional<Program> program =
      Program::Read("test.mlir", SourceText(text), {}, messages);
  if (!program) return std::nullopt;
  return Lint(*program, options, messages);
}

struct Case {
  std::string code;
  std::string fires;
  std::string silent;
};

// Returns a function with `arguments` (often 4 MiB matrices) and with `%both`,
// which uses both "data" and "model", so that neither axis is unused.
std::string Function(const std::string& arguments, const std::string& body) {
  return std::string(kMesh) + "func.func @main(" + arguments +
         ", %both: tensor<8x8xf32> " + Sharding("[{\"data\"}, {\"model\"}]") +
         ") -> (tensor<8x8xf32>, " + body;
}

std::vector<Case> Cases() {
  std::vector<Case> cases;
  const std::string big = "tensor<1024x1024xf32>";
  // Returns a program with a constraint on an annotated argument.
  const auto constrained = [&](const std::string& first,
                               const std::string& second,
                               const std::string& also) {
    return Function("%x: " + big + " " + Sharding(first),
                    big + ") {\n  %0 = sdy.sharding_constraint %x <@mesh, " +
                        second + "> : " + big + also +
                        "  return %both, %0 : tensor<8x8xf32>, " + big +
                        "\n}\n");
  };
  cases.push_back(
      {"conflicting-annotations",
       constrained("[{\"data\"}, {}]", "[{}, {\"data\"}]", "\n"),
       // Another op uses the value with the annotated sharding.
       constrained("[{\"data\"}, {}]", "[{}, {\"data\"}]",
                   "\n  %1 = stablehlo.add %x, %x : " + big + "\n")});
  cases.push_back({"redundant-annotation",
                   constrained("[{\"data\"}, {}]", "[{\"data\"}, {}]", "\n"),
                   constrained("[{\"data\"}, {}]", "[{}, {\"data\"}]", "\n")});
  cases.push_back({"full-rematerialization",
                   constrained("[{\"data\"}, {}]", "[{}, {\"model\"}]", "\n"),
                   constrained("[{\"data\"}, {}]", "[{}, {\"data\"}]", "\n")});
  cases.push_back({"large-replicated",
                   constrained("[{}, {}]", "[{}, {}]", "\n"),
                   constrained("[{\"data\"}, {}]", "[{\"data\"}, {}]", "\n")});

  const auto donated = [&](const std::string& result) {
    return std::string(kMesh) + "func.func @main(%x: " + big +
           " {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {\"model\"}]>, "
           "tf.aliasing_output = 0 : i32}) -> (" +
           big + " " + Sharding(result) +
           ") {\n  %0 = stablehlo.add %x, %x : " + big +
           "\n  return %0 : " + big + "\n}\n";
  };
  cases.push_back({"donation-mismatch", donated("[{\"model\"}, {\"data\"}]"),
                   donated("[{\"data\"}, {\"model\"}]")});

  const auto odd = [](int size) {
    const std::string type = "tensor<" + std::to_string(size) + "x8xf32>";
    return std::string(kMesh) + "func.func @main(%x: " + type + " " +
           Sharding("[{\"data\"}, {\"model\"}]") + ") -> " + type +
           " {\n  %0 = stablehlo.add %x, %x : " + type +
           "\n  return %0 : " + type + "\n}\n";
  };
  cases.push_back({"indivisible-dimension", odd(6), odd(8)});
  cases.push_back({"unused-axis",
                   std::string(kMesh) + "func.func @main(%x: tensor<8xf32> " +
                       Sharding("[{\"data\"}]") +
                       ") -> tensor<8xf32> {\n  return %x : tensor<8xf32>\n}\n",
                   odd(8)});
  const auto constant = [](const std::string& elements) {
    return std::string(kMesh) + "func.func @main(%x: tensor<4xf32> " +
           Sharding("[{\"data\"}]") + ", %y: tensor<2xf32> " +
           Sharding("[{\"model\"}]") +
           ") -> tensor<4xf32> {\n  %0 = stablehlo.constant dense<" + elements +
           "> : tensor<4xf32>\n  %1 = stablehlo.add %x, %0 : tensor<4xf32>\n"
           "  return %1 : tensor<4xf32>\n}\n";
  };
  cases.push_back(
      {"large-constant", constant("[1.0, 2.0, 3.0, 4.0]"), constant("1.0")});

  // Returns a program that takes one row of a tensor by its index.
  const auto row = [&](const std::string& dims) {
    return std::string(kMesh) + "func.func @main(%x: tensor<2048x1024xf32> " +
           Sharding(dims) + ", %i: tensor<i32>, %m: tensor<2xf32> " +
           Sharding("[{\"model\"}]") + ") -> (tensor<1x1024xf32> " +
           Sharding("[{}, {}]") +
           ") {\n  %c = stablehlo.constant dense<0> : tensor<i32>\n"
           "  %0 = stablehlo.dynamic_slice %x, %i, %c, sizes = [1, 1024] : "
           "(tensor<2048x1024xf32>, tensor<i32>, tensor<i32>) -> "
           "tensor<1x1024xf32>\n  return %0 : tensor<1x1024xf32>\n}\n";
  };
  cases.push_back(
      {"gather-then-slice", row("[{\"data\"}, {}]"), row("[{}, {\"data\"}]")});

  // Returns a program with a loop that multiplies by the same weight in each
  // iteration.
  const auto loop = [&](const std::string& weight) {
    return std::string(kMesh) + "func.func @main(%x: " + big + " " +
           Sharding("[{\"data\"}, {}]") + ", %w: " + big + " " +
           Sharding(weight) + ") -> " + big +
           " {\n"
           "  %c0 = stablehlo.constant dense<0> : tensor<i32>\n"
           "  %c8 = stablehlo.constant dense<8> : tensor<i32>\n"
           "  %c1 = stablehlo.constant dense<1> : tensor<i32>\n"
           "  %r:2 = stablehlo.while(%i = %c0, %y = %x) : tensor<i32>, " +
           big +
           "\n    cond {\n"
           "      %p = stablehlo.compare LT, %i, %c8 : (tensor<i32>, "
           "tensor<i32>) -> tensor<i1>\n"
           "      stablehlo.return %p : tensor<i1>\n"
           "    } do {\n"
           "      %n = stablehlo.add %i, %c1 : tensor<i32>\n"
           "      %z = stablehlo.dot_general %y, %w, contracting_dims = [1] x "
           "[0] : (" +
           big + ", " + big + ") -> " + big +
           "\n      stablehlo.return %n, %z : tensor<i32>, " + big +
           "\n    }\n  return %r#1 : " + big + "\n}\n";
  };
  cases.push_back(
      {"reshard-in-loop", loop("[{\"data\"}, {}]"), loop("[{}, {}]")});
  return cases;
}

bool Has(const std::vector<LintFinding>& findings, const std::string& code) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const LintFinding& f) { return f.code == code; });
}

TEST(Lint, EveryCodeFiresAndDoesNot) {
  LintOptions options;
  options.large = 16;
  std::vector<std::string> tested;
  for (const Case& c : Cases()) {
    tested.push_back(c.code);
    std::vector<Message> messages;
    const auto fires = FindingsOf(c.fires, options, messages);
    ASSERT_TRUE(fires.has_value())
        << c.code << "\n"
        << c.fires << (messages.empty() ? "" : messages[0].ToString());
    EXPECT_TRUE(Has(*fires, c.code)) << c.code << "\n" << LintText(*fires);
    const auto silent = FindingsOf(c.silent, options, messages);
    ASSERT_TRUE(silent.has_value())
        << c.code << "\n"
        << c.silent << (messages.empty() ? "" : messages[0].ToString());
    EXPECT_FALSE(Has(*silent, c.code)) << c.code << "\n" << LintText(*silent);
    LintOptions allowed = options;
    allowed.allow = {c.code};
    const auto without = FindingsOf(c.fires, allowed, messages);
    ASSERT_TRUE(without.has_value());
    EXPECT_FALSE(Has(*without, c.code)) << c.code;
  }
  std::sort(tested.begin(), tested.end());
  std::vector<std::string> all;
  for (const LintCode& code : LintCodes()) all.push_back(code.code);
  EXPECT_EQ(tested, all);
}

// A finding that is allowed at one location is still reported at others.
TEST(Lint, AllowsAtPlaces) {
  const std::string text =
      "sdy.mesh @mesh = <[\"data\"=2]>\n"
      "func.func @main(%x: tensor<7xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"data\"}]>} loc(\"params['w']\")) -> "
      "tensor<7xf32> {\n"
      "  %0 = sdy.sharding_constraint %x <@mesh, [{\"data\", ?}]> : "
      "tensor<7xf32> loc(\"jit(f)/jvp(block0)/up\"(\"src/step.py\":12:3))\n"
      "  return %0 : tensor<7xf32>\n}\n";
  const auto count = [&](std::vector<std::string> allow) {
    LintOptions options;
    options.allow = std::move(allow);
    std::vector<Message> messages;
    const auto findings = FindingsOf(text, options, messages);
    EXPECT_TRUE(findings.has_value())
        << (messages.empty() ? "" : messages[0].ToString());
    return findings ? findings->size() : 0;
  };
  // Two dimensions that aren't divisible.
  const std::string code = "indivisible-dimension";
  ASSERT_EQ(count({}), 2u);
  EXPECT_EQ(count({code}), 0u);
  for (const std::string place :
       {"step.py", "src/step.py", "step.py:12", "src/step.py:12", "block0/up",
        "block0/*", "**/up"}) {
    EXPECT_EQ(count({code + "@" + place}), 1u) << place;
    EXPECT_EQ(count({"unused-axis@" + place}), 2u) << place;
    EXPECT_EQ(count({code + "@" + place, code + "@params/w"}), 0u) << place;
  }
  for (const std::string place : {"", "tep.py", "step.py:13", "step.py:", ":12",
                                  "12", "block1/*", "step.py:12:3"}) {
    EXPECT_EQ(count({code + "@" + place}), 2u) << place;
  }
}

// Gathering a tensor along two axes for one op is a single finding.
TEST(Lint, OneFullRematerializationIsOneFinding) {
  const std::string big = "tensor<1024x1024xf32>";
  const std::string text =
      "sdy.mesh @mesh = <[\"a\"=2, \"b\"=4, \"c\"=2]>\n"
      "func.func @main(%x: " +
      big + " {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {\"b\"}]>}) -> " +
      big +
      " {\n  %0 = sdy.sharding_constraint %x <@mesh, [{\"a\", \"b\"}, "
      "{\"c\"}]> : " +
      big + "\n  return %0 : " + big + "\n}\n";
  std::vector<Message> messages;
  const auto findings =
      FindingsOf(text, {.allow = {"conflicting-annotations"}}, messages);
  ASSERT_TRUE(findings.has_value());
  ASSERT_EQ(findings->size(), 1u) << LintText(*findings);
  EXPECT_EQ((*findings)[0].code, "full-rematerialization");
  // The finding counts the whole tensor.
  EXPECT_EQ((*findings)[0].bytes, 4 << 20);
}

// XLA gathers the updates of a scatter along a sharded dimension and slices
// them again. The program has no slice that could come first.
TEST(Lint, SlicesOfThePartitionerAreItsOwn) {
  const std::string text =
      "sdy.mesh @mesh = <[\"dp\"=2, \"fsdp\"=4, \"tp\"=2]>\n"
      "func.func @main(%t: tensor<32000x768xf32> " +
      Sharding("[{\"tp\"}, {\"fsdp\"}]") + ", %i: tensor<64x1024x1xi32> " +
      Sharding("[{\"dp\", \"fsdp\"}, {}, {}]") +
      ", %u: tensor<64x1024x768xf32> " +
      Sharding("[{\"dp\", \"fsdp\"}, {}, {\"tp\"}]") +
      ") -> (tensor<32000x768xf32> " + Sharding("[{\"tp\"}, {\"fsdp\"}]") +
      ") {\n"
      "  %0 = \"stablehlo.scatter\"(%t, %i, %u) "
      "<{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
      "[2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
      "index_vector_dim = 2>}> ({\n"
      "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
      "    %s = stablehlo.add %a, %b : tensor<f32>\n"
      "    stablehlo.return %s : tensor<f32>\n"
      "  }) : (tensor<32000x768xf32>, tensor<64x1024x1xi32>, "
      "tensor<64x1024x768xf32>) -> tensor<32000x768xf32>\n"
      "  return %0 : tensor<32000x768xf32>\n}\n";
  std::vector<Message> messages;
  const auto findings = FindingsOf(text, {}, messages);
  ASSERT_TRUE(findings.has_value());
  EXPECT_FALSE(Has(*findings, "gather-then-slice")) << LintText(*findings);
}

TEST(Lint, UnknownCodesAreRefused) {
  LintOptions options;
  options.allow = {"large-replicate"};
  std::vector<Message> messages;
  EXPECT_FALSE(FindingsOf("func.func @main() { return }", options, messages)
                   .has_value());
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].text, "there is no finding 'large-replicate'");
}

}  // namespace
}  // namespace shardflow
