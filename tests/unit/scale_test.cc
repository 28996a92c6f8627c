#include <time.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "shardflow/shardflow.h"

// Checks that work grows linearly with the program. Programs of each kind are
// made in two sizes that differ by a factor of ten. Propagation may need ten
// times as many visits for the larger one. A quadratic pass would take a
// hundred times as long, so the CPU time must grow by far less.

namespace shardflow::internal {
namespace {

constexpr int kGrowth = 10;
constexpr double kMostTime = 4 * kGrowth;

const std::string kType = "tensor<8x16xf32>";
const std::string kHead =
    "sdy.mesh @mesh = <[\"a\"=2, \"b\"=4]>\n"
    "func.func @main(%arg0: " +
    kType + " {sdy.sharding = #sdy.sharding<@mesh, [{\"a\", ?}, {?}]>}) -> " +
    kType + " {\n";

std::string Value(int i) { return "%v" + std::to_string(i); }

// Returns the end of a function that returns `value`.
std::string Return(const std::string& value) {
  return "  return " + value + " : " + kType + "\n}\n";
}

std::string Call(int result, const std::string& callee,
                 const std::string& operand) {
  return "  " + Value(result) + " = call @" + callee + "(" + operand + ") : (" +
         kType + ") -> " + kType + "\n";
}

std::string FunctionHead(const std::string& name) {
  return "func.func private @" + name + "(%arg0: " + kType + ") -> " + kType +
         " {\n  %v0 = stablehlo.negate %arg0 : " + kType + "\n";
}

std::string Leaf(const std::string& name) {
  return FunctionHead(name) + Return("%v0");
}

// Returns a program with a chain of `size` ops.
std::string Chain(int size) {
  std::string text = kHead;
  std::string last = "%arg0";
  for (int i = 0; i < size; ++i) {
    text += "  " + Value(i) + " = stablehlo.add " + last + ", %arg0 : " + kType;
    text += "\n";
    last = Value(i);
  }
  return text + Return(last);
}

// Returns a program with `size` calls, either each to a different function or
// all to the same one.
std::string FanOut(int size, bool shared) {
  std::string text = kHead;
  std::string last = "%arg0";
  for (int i = 0; i < size; ++i) {
    text += Call(i, shared ? "f" : "f" + std::to_string(i), last);
    last = Value(i);
  }
  text += Return(last);
  if (shared) return text + Leaf("f");
  for (int i = 0; i < size; ++i) text += Leaf("f" + std::to_string(i));
  return text;
}

// Returns a program with `size` arguments, each with its own user priority.
std::string Priorities(int size) {
  std::string arguments, types, ops, returned;
  for (int i = 0; i < size; ++i) {
    const std::string comma = i > 0 ? ", " : "";
    const std::string number = std::to_string(i);
    arguments += comma + "%a" + number + ": " + kType +
                 " {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}p" + number +
                 ", {}]>}";
    types += comma + kType;
    ops += "  " + Value(i) + " = stablehlo.negate %a" + number + " : " + kType +
           "\n";
    returned += comma + Value(i);
  }
  return "sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func @main(" + arguments +
         ") -> (" + types + ") {\n" + ops + "  return " + returned + " : " +
         types + "\n}\n";
}

// Returns a program with `size` functions, each of which calls two others, down
// to helpers that all share.
std::string Tree(int size) {
  constexpr int kHelpers = 8;
  std::string text = kHead + Call(0, "f0", "%arg0") + Return("%v0");
  for (int i = 0; i < size; ++i) {
    text += FunctionHead("f" + std::to_string(i));
    int values = 1;
    for (const int callee : {2 * i + 1, 2 * i + 2}) {
      const std::string name = callee < size
                                   ? "f" + std::to_string(callee)
                                   : "h" + std::to_string(callee % kHelpers);
      text += Call(values, name, Value(values - 1));
      ++values;
    }
    text += Return(Value(values - 1));
  }
  for (int i = 0; i < kHelpers; ++i) text += Leaf("h" + std::to_string(i));
  return text;
}

double ProcessorSeconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         1e-9 * static_cast<double>(now.tv_nsec);
}

struct Cost {
  double seconds = 0;
  int64_t visits = 0;
};

// Returns the best of a few runs, including reading and writing.
Cost Measure(const std::string& text, std::string_view pipeline) {
  Cost best;
  for (int i = 0; i < 3; ++i) {
    std::vector<Message> messages;
    const double start = ProcessorSeconds();
    auto program = Program::Read("scale.mlir", text, {}, messages);
    EXPECT_TRUE(program);
    EXPECT_TRUE(program->Run(pipeline, "", {}, messages));
    EXPECT_FALSE(program->Write().empty());
    const double seconds = ProcessorSeconds() - start;
    best.seconds = i == 0 ? seconds : std::min(best.seconds, seconds);
    best.visits = program->Propagated().visits;
  }
  return best;
}

class ScaleTest : public testing::TestWithParam<std::string_view> {
 protected:
  static void ExpectProportional(const std::string& small,
                                 const std::string& large) {
    const Cost before = Measure(small, GetParam());
    const Cost after = Measure(large, GetParam());
    EXPECT_LE(after.visits, before.visits * kGrowth * 11 / 10);
    EXPECT_LE(after.seconds, before.seconds * kMostTime);
  }
};

TEST_P(ScaleTest, ChainOfOps) {
  ExpectProportional(Chain(2000), Chain(2000 * kGrowth));
}

TEST_P(ScaleTest, FunctionsCalledOnceEach) {
  ExpectProportional(FanOut(400, false), FanOut(400 * kGrowth, false));
}

TEST_P(ScaleTest, OneFunctionCalledOften) {
  ExpectProportional(FanOut(400, true), FanOut(400 * kGrowth, true));
}

TEST_P(ScaleTest, PrioritiesOfTheirOwn) {
  ExpectProportional(Priorities(400), Priorities(400 * kGrowth));
}

TEST_P(ScaleTest, FunctionsThatCallOthers) {
  ExpectProportional(Tree(400), Tree(400 * kGrowth));
}

// Returns the time that reading alone takes, as the best of a few runs.
double SecondsToRead(const std::string& text) {
  double best = 0;
  for (int i = 0; i < 3; ++i) {
    std::vector<Message> messages;
    const double start = ProcessorSeconds();
    EXPECT_TRUE(Program::Read("scale.mlir", text, {}, messages));
    const double seconds = ProcessorSeconds() - start;
    best = i == 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

TEST(ScaleReadTest, DimensionsOfATensor) {
  const auto text = [](int rank) {
    std::string shape;
    for (int i = 0; i < rank; ++i) shape += i % 2 == 0 ? "2x" : "?x";
    return "func.func private @f(tensor<" + shape + "f32>)\n";
  };
  EXPECT_LE(SecondsToRead(text(20000 * kGrowth)),
            SecondsToRead(text(20000)) * kMostTime);
}

TEST(ScaleReadTest, AxesOfASharding) {
  const auto text = [](int axes) {
    std::string mesh, dim;
    for (int i = 0; i < axes; ++i) {
      const std::string name = "\"a" + std::to_string(i) + "\"";
      mesh += (i > 0 ? ", " : "") + name + "=1";
      dim += (i > 0 ? ", " : "") + name;
    }
    return "sdy.mesh @mesh = <[" + mesh +
           "]>\nfunc.func private @f(tensor<8xf32> {sdy.sharding = "
           "#sdy.sharding<@mesh, [{" +
           dim + "}]>})\n";
  };
  EXPECT_LE(SecondsToRead(text(2000 * kGrowth)),
            SecondsToRead(text(2000)) * kMostTime);
}

INSTANTIATE_TEST_SUITE_P(Pipelines, ScaleTest,
                         testing::Values("sdy-import-pipeline",
                                         "sdy-propagation-pipeline"),
                         [](const auto& info) {
                           return info.param == "sdy-import-pipeline"
                                      ? "Import"
                                      : "Propagation";
                         });

}  // namespace
}  // namespace shardflow::internal
