// Tries inputs that are as large, as deeply nested or as odd as possible. The
// result must be correct or an error, and must not exhaust the stack, memory or
// time.

#include <pthread.h>
#include <sys/resource.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shardflow/shardflow.h"
#include "unit/errors.h"

namespace shardflow::internal {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kMillion = 1000000;

struct Outcome {
  bool ok = false;
  std::string text;      // if ok
  std::string messages;  // one per line
};

Outcome RunPass(const std::string& text, std::string_view pass = "",
                std::string_view options = "") {
  std::vector<Message> messages;
  std::optional<Program> program = Program::Read("input", text, {}, messages);
  Outcome outcome;
  outcome.ok = program &&
               (pass.empty() ||
                program->Run(pass, options, {.verify_after = true}, messages));
  if (outcome.ok) outcome.text = program->Write();
  for (const Message& message : messages) {
    outcome.messages += message.text + "\n";
    // The message quotes only part of a long line.
    EXPECT_LT(message.excerpt.size(), 1000u);
  }
  EXPECT_EQ(outcome.ok, outcome.messages.empty()) << outcome.messages;
  return outcome;
}

std::string Repeat(std::string_view text, int64_t count) {
  std::string all;
  all.reserve(text.size() * static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) all += text;
  return all;
}

// Calls `run` on a stack as small as a user's thread may have.
void OnASmallStack(const std::function<void()>& run) {
  constexpr size_t kBytes = 256 << 10;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, kBytes), 0);
  pthread_t thread;
  const auto start = [](void* argument) -> void* {
    (*static_cast<const std::function<void()>*>(argument))();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, start,
                           const_cast<std::function<void()>*>(&run)),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

int64_t MostMegabytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

const std::string kMesh = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n";

// --- nesting

TEST(Limits, DeepNestingOfTheTextIsAnError) {
  const struct {
    std::string before, open, middle, close, after;
  } kCases[] = {
      {"", "module {\n", "", "}\n", ""},
      {"module attributes {a.b = ", "[", "1", "]", "} {}"},
      {"module attributes {a.b = ", "{c = ", "1", "}", "} {}"},
      {"func.func private @f(", "tuple<", "i32", ">", ")"},
      {"func.func private @f(", "complex<", "f32", ">", ")"},
      {"func.func private @f(", "() -> ", "i32", "", ")"},
      {"module attributes {a.b = dense<", "[", "1", "]",
       "> : tensor<1xi32>} {}"},
      {"module {} loc(", "callsite(\"a\" at ", "unknown", ")", ")"},
      {"module {} loc(", "fused[", "unknown", "]", ")"},
      {"module {} loc(", "\"a\"(", "unknown", ")", ")"},
      {"module attributes {a.b = #stablehlo.bounds<", "[", "1", "]", ">} {}"},
  };
  for (const auto& c : kCases) {
    const auto text = [&](int64_t depth) {
      return c.before + Repeat(c.open, depth) + c.middle +
             Repeat(c.close, depth) + c.after;
    };
    SCOPED_TRACE(text(1));
    for (const int64_t depth : {int64_t{100}, int64_t{100000}}) {
      const Outcome outcome = RunPass(text(depth));
      if (depth > 100) {
        EXPECT_FALSE(outcome.ok);
      }
    }
    // The brackets are never closed.
    EXPECT_FALSE(RunPass(c.before + Repeat(c.open, 100000)).ok);
  }
  EXPECT_THAT(RunPass(Repeat("module {\n", 1000)).messages,
              HasSubstr("nesting too deep"));
}

// Each alias refers to the previous one twice, which would make 2^40 copies of
// the first one.
TEST(Limits, AliasesThatMultiplyAreAnError) {
  std::string attributes = "#a0 = [1]\n", types = "!a0 = tuple<i32>\n";
  for (int i = 1; i <= 40; ++i) {
    const std::string name = "a" + std::to_string(i);
    const std::string before = "a" + std::to_string(i - 1);
    attributes += "#" + name + " = [#" + before + ", #" + before + "]\n";
    types += "!" + name + " = tuple<!" + before + ", !" + before + ">\n";
  }
  EXPECT_THAT(
      RunPass(attributes + "module attributes {a.b = #a40} {}").messages,
      HasSubstr("attribute alias expands to too much text"));
  EXPECT_THAT(RunPass(types + "func.func private @f(!a40)").messages,
              HasSubstr("type alias expands to too much text"));
}

TEST(Limits, AliasesThatNestAreAnError) {
  std::string attributes = "#a0 = [1]\n", types = "!a0 = tuple<i32>\n";
  for (int i = 1; i <= 100000; ++i) {
    const std::string name = "a" + std::to_string(i);
    const std::string before = "a" + std::to_string(i - 1);
    attributes += "#" + name + " = [#" + before + "]\n";
    types += "!" + name + " = tuple<!" + before + ">\n";
  }
  EXPECT_THAT(RunPass(attributes).messages, HasSubstr("nesting too deep"));
  EXPECT_THAT(RunPass(types).messages, HasSubstr("nesting too deep"));
}

// Returns a chain of functions, each of which calls the next one.
std::string CallChain(int64_t depth) {
  const std::string type = "tensor<8x8xf32>";
  std::string text = kMesh;
  for (int64_t i = 0; i < depth; ++i) {
    const bool is_last = i + 1 == depth;
    text += (i == 0 ? "func.func @main(%a: "
                    : "func.func private @f" + std::to_string(i) + "(%a: ") +
            type;
    if (i == 0) {
      text += " {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {?}]>}";
    }
    text += ") -> " + type + " {\n  %0 = " +
            (is_last ? "stablehlo.negate %a : " + type
                     : "func.call @f" + std::to_string(i + 1) + "(%a) : (" +
                           type + ") -> " + type) +
            "\n  return %0 : " + type + "\n}\n";
  }
  return text;
}

TEST(Limits, TenThousandNestedCallsNeedNoStack) {
  const std::string text = CallChain(10000);
  OnASmallStack([&] {
    // Inlining turns the calls into regions with the same depth of nesting.
    const Outcome imported = RunPass(text, "sdy-import-func-calls");
    ASSERT_TRUE(imported.ok) << imported.messages;
    EXPECT_THAT(imported.text, HasSubstr("sdy.named_computation<\"f9999\">"));
  });
}

TEST(Limits, ThousandNestedCallsPropagateOnASmallStack) {
  const std::string text = CallChain(1000);
  OnASmallStack([&] {
    for (const std::string_view options : {"", "dedup-functions-fully=true"}) {
      const Outcome outcome =
          RunPass(text, "sdy-propagation-pipeline", options);
      ASSERT_TRUE(outcome.ok) << outcome.messages;
      EXPECT_THAT(
          outcome.text,
          HasSubstr("stablehlo.negate %arg0 {sdy.sharding = "
                    "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>]>}"));
    }
  });
}

TEST(Limits, RecursiveCallsAreAnError) {
  const Outcome outcome = RunPass(
      "func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {\n"
      "  %0 = call @main(%a) : (tensor<8xf32>) -> tensor<8xf32>\n"
      "  return %0 : tensor<8xf32>\n}\n",
      "sdy-propagation-pipeline");
  EXPECT_FALSE(outcome.ok);
}

// Each function calls the next one twice, so inlining would turn 5 KB of text
// into 4 million calls.
TEST(Limits, WhatInliningMakesHasALimit) {
  const std::string type = "tensor<8xf32>";
  const auto function = [&](const std::string& name, const std::string& body) {
    return "func.func " + name + "(%a: " + type + ") -> " + type + " {\n" +
           body + "}\n";
  };
  const auto call = [&](const char* result, const std::string& callee,
                        const char* operand) {
    return std::string("  ") + result + " = call @" + callee + "(" + operand +
           ") : (" + type + ") -> " + type + "\n";
  };
  std::string doubling = function(
      "@main", call("%0", "f0", "%a") + "  return %0 : " + type + "\n");
  constexpr int kDepth = 22;
  for (int i = 0; i < kDepth; ++i) {
    const std::string next = "f" + std::to_string(i + 1);
    doubling += function("private @f" + std::to_string(i),
                         call("%0", next, "%a") + call("%1", next, "%0") +
                             "  return %1 : " + type + "\n");
  }
  doubling += function("private @f" + std::to_string(kDepth),
                       "  return %a : " + type + "\n");
  const int64_t before = MostMegabytes();
  for (const char* pass : {"sdy-flatten-call-graph", "sdy-propagation-pipeline",
                           "sdy-import-func-calls"}) {
    EXPECT_THAT(RunPass(doubling, pass).messages,
                HasSubstr("too many operations in the flattened call graph"))
        << pass;
  }
  EXPECT_LT(MostMegabytes() - before, 100);

  // The program has few ops, but flattening would copy an op whose text is a
  // megabyte.
  std::string large =
      function("private @f", "  %0 = stablehlo.negate %a {text = \"" +
                                 Repeat("x", kMillion) + "\"} : " + type +
                                 "\n  return %0 : " + type + "\n");
  std::string calls;
  for (int i = 0; i < 20000; ++i) {
    calls += call(("%" + std::to_string(i)).c_str(), "f", "%a");
  }
  large += function("@main", calls + "  return %0 : " + type + "\n");
  EXPECT_THAT(RunPass(large, "sdy-flatten-call-graph").messages,
              HasSubstr("the flattened call graph is too large"));
}

// --- long pieces of text

TEST(Limits, NumbersBeyondTheirRangeAreErrors) {
  const std::string digits = Repeat("9", kMillion);
  for (const std::string& text :
       {"module attributes {a.b = " + digits + " : i64} {}",
        "module attributes {a.b = array<i64: " + digits + ">} {}",
        "module attributes {a.b = dense<" + digits + "> : tensor<2xi64>} {}",
        "func.func private @f(tensor<" + digits + "xf32>)",
        "func.func private @f(i" + digits + ")",
        "sdy.mesh @m = <[\"x\"=" + digits + "]>",
        "sdy.mesh @m = <[\"x\"=2], device_ids=[" + digits + "]>",
        kMesh +
            "func.func private @f(tensor<8xf32> {sdy.sharding = "
            "#sdy.sharding<@mesh, [{\"x\"}p" +
            digits + "]>})",
        kMesh +
            "func.func private @f(tensor<8xf32> {sdy.sharding = "
            "#sdy.sharding<@mesh, [{\"x\":(" +
            digits + ")2}]>})"}) {
    const Outcome outcome = RunPass(text);
    EXPECT_FALSE(outcome.ok) << text.substr(0, 100);
  }
}

TEST(Limits, LongWordsAreRead) {
  const std::string word = Repeat("a", kMillion);
  const Outcome outcome =
      RunPass("module @" + word + " attributes {a." + word + " = \"" + word +
              "\"} {\n  func.func @main(%" + word +
              ": tensor<8xf32>) -> tensor<8xf32> {\n    return %" + word +
              " : tensor<8xf32>\n  }\n} loc(\"" + word + "\":1:1)");
  ASSERT_TRUE(outcome.ok);
  EXPECT_GT(outcome.text.size(), 3 * word.size());
  EXPECT_EQ(RunPass(outcome.text).text, outcome.text);
}

TEST(Limits, ALineOfAMillionNumbersIsRead) {
  const std::string list = Repeat("1, ", kMillion - 1) + "2";
  const Outcome outcome = RunPass(
      "func.func @main() -> tensor<1000000xi32> {\n  %0 = "
      "stablehlo.constant dense<[" +
          list +
          "]> : tensor<1000000xi32>\n  return %0 : "
          "tensor<1000000xi32>\n}\n",
      "sdy-propagation-pipeline");
  ASSERT_TRUE(outcome.ok);
  EXPECT_EQ(RunPass(outcome.text).text, outcome.text);
}

TEST(Limits, MillionArguments) {
  std::string arguments, operands, types;
  for (int64_t i = 0; i < kMillion; ++i) {
    const std::string comma = i > 0 ? ", " : "";
    arguments += comma + "%a" + std::to_string(i) + ": tensor<8xf32>";
    operands += comma + "%a" + std::to_string(i);
    types += comma + "tensor<8xf32>";
  }
  const Outcome outcome = RunPass(
      kMesh + "func.func @main(" + arguments + ") -> (" + types +
          ") {\n  %0:1000000 = stablehlo.optimization_barrier " + operands +
          " : " + types + "\n  return " + operands + " : " + types + "\n}\n",
      "sdy-propagation-pipeline");
  EXPECT_TRUE(outcome.ok);
}

TEST(Limits, MoreRegionsThanAnOpHasAreAnError) {
  std::string text = "\"a.b\"() (";
  for (int i = 0; i < 65536; ++i) text += i > 0 ? ", {}" : "{}";
  std::vector<Message> messages;
  EXPECT_FALSE(Program::Read("input", text + ") : () -> ()",
                             {.allow_unregistered_dialect = true}, messages));
  ASSERT_FALSE(messages.empty());
  EXPECT_EQ(messages[0].text, "an operation has at most 65535 regions");
}

// --- meshes and tensors

TEST(Limits, MeshesThatOverflowAreErrors) {
  const std::string huge = std::to_string(INT64_MAX);
  for (const std::string& axes :
       {"\"x\"=" + huge + ", \"y\"=2",
        std::string("\"x\"=4294967296, \"y\"=4294967296"),
        std::string("\"x\"=0"), std::string("\"x\"=-1")}) {
    EXPECT_FALSE(RunPass("sdy.mesh @m = <[" + axes + "]>").ok) << axes;
  }
  EXPECT_TRUE(RunPass("sdy.mesh @m = <[\"x\"=" + huge + "]>").ok);
}

// Calls everything that might allocate memory per device. The mesh is so large
// that one byte per device would be a terabyte.
TEST(Limits, NothingIsMadeForEachDevice) {
  const int64_t before = MostMegabytes();
  const std::string text =
      "sdy.mesh @mesh = <[\"x\"=1048576, \"y\"=1048576]>\n"
      "func.func @main(%a: tensor<1048576x1048576xf32> {sdy.sharding = "
      "#sdy.sharding<@mesh, [{\"x\"}, {\"y\":(2)1024}]>}) -> "
      "(tensor<1048576x1048576xf32> {sdy.sharding = #sdy.sharding<@mesh, "
      "[{\"y\"}, {}]>}) {\n"
      "  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : "
      "(tensor<1048576x1048576xf32>, tensor<1048576x1048576xf32>) -> "
      "tensor<1048576x1048576xf32>\n"
      "  %1 = sdy.sharding_constraint %0 <@mesh, [{}, {\"x\", \"y\"}]> : "
      "tensor<1048576x1048576xf32>\n"
      "  return %1 : tensor<1048576x1048576xf32>\n}\n";
  const Outcome sharded = RunPass(text, "sdy-propagation-pipeline");
  ASSERT_TRUE(sharded.ok) << sharded.messages;
  EXPECT_TRUE(RunPass(sharded.text, "xla-sdy-stablehlo-export-pipeline").ok);
  EXPECT_TRUE(RunPass(sharded.text, "xla-sdy-round-trip-export-pipeline").ok);
  EXPECT_TRUE(RunPass(text, "sdy-export-pipeline",
                      "enable-insert-explicit-collectives=true")
                  .ok);
  Errors error;
  const std::vector<std::string> tiles = {
      "{devices=[1048576,1048576]<=[1048576,1048576]T(1,0)}"};
  EXPECT_TRUE(FromHloShardings(tiles, {}, error)) << error.text();
  EXPECT_TRUE(ExplainHloSharding(tiles[0], "", error)) << error.text();
  std::vector<Message> messages;
  EXPECT_TRUE(PlanReshard({.mesh = "<[\"x\"=1048576, \"y\"=1048576]>",
                           .type = "1048576x1048576xf32",
                           .from = "[{\"x\"}, {\"y\"}]",
                           .to = "[{\"y\"}, {\"x\":(4)256}]",
                           .options = {.plan = PlanChoice::kBest}},
                          messages));
  EXPECT_LT(MostMegabytes() - before, 200);
}

TEST(Limits, TensorsWhoseSizesOverflowPropagate) {
  const std::string type =
      "tensor<4611686018427387904x4611686018427387904xf32>";
  const Outcome outcome =
      RunPass(kMesh + "func.func @main(%a: " + type +
                  " {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}) -> " +
                  type + " {\n  %0 = stablehlo.add %a, %a : " + type +
                  "\n  %1 = stablehlo.transpose %0, dims = [1, 0] : (" + type +
                  ") -> " + type + "\n  return %1 : " + type + "\n}\n",
              "sdy-propagation-pipeline");
  ASSERT_TRUE(outcome.ok) << outcome.messages;
  EXPECT_THAT(outcome.text, HasSubstr("[{}, {\"x\"}]"));
}

TEST(Limits, OddMeshesAndSizesPropagate) {
  for (const std::string& mesh :
       {std::string("<[]>"), std::string("<[\"x\"=1]>"),
        std::string("<[\"x\"=1, \"y\"=1]>")}) {
    for (const std::string& type :
         {std::string("tensor<0x8xf32>"), std::string("tensor<1x1xf32>"),
          std::string("tensor<8x0x0xf32>"), std::string("tensor<f32>")}) {
      const Outcome outcome = RunPass(
          "sdy.mesh @mesh = " + mesh + "\nfunc.func @main(%a: " + type +
              ") -> " + type + " {\n  %0 = stablehlo.add %a, %a : " + type +
              "\n  return %0 : " + type + "\n}\n",
          "sdy-propagation-pipeline");
      EXPECT_TRUE(outcome.ok) << outcome.messages;
    }
  }
}

// --- rules

TEST(Limits, RulesOfManyFactors) {
  // A tensor with 5000 dimensions, and its transpose.
  std::string dims, order;
  for (int i = 0; i < 5000; ++i) {
    dims += "2x";
    order = std::to_string(i) + (i > 0 ? ", " : "") + order;
  }
  const std::string type = "tensor<" + dims + "f32>";
  const Outcome outcome = RunPass(
      "func.func @main(%a: " + type + ") -> " + type +
          " {\n  %0 = stablehlo.transpose %a, dims = [" + order + "] : (" +
          type + ") -> " + type + "\n  return %0 : " + type + "\n}\n",
      "sdy-populate-op-sharding-rules");
  EXPECT_TRUE(outcome.ok);
  EXPECT_THAT(outcome.text, HasSubstr("z_4974"));
}

}  // namespace
}  // namespace shardflow::internal
