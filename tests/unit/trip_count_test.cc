#include "ops/trip_count.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "ir/module.h"
#include "ir/walk.h"
#include "ops/loop_invariants.h"
#include "ops/symbols.h"
#include "text/read.h"

namespace shardflow::internal {
namespace {

std::optional<Module> Parse(const std::string& text) {
  Diagnostics diagnostics;
  return ParseModule(std::make_shared<SourceBuffer>("test", text), {},
                     diagnostics);
}

// Returns a loop that starts at `start` and steps while `direction` holds.
std::string Loop(int64_t start, const std::string& direction, int64_t bound,
                 const std::string& change, int64_t step) {
  const auto constant = [](const char* name, int64_t value) {
    return "  %" + std::string(name) + " = stablehlo.constant dense<" +
           std::to_string(value) + "> : tensor<i32>\n";
  };
  return "func.func @main() -> tensor<i32> {\n" + constant("s", start) +
         constant("b", bound) + constant("d", step) +
         "  %r = stablehlo.while(%i = %s) : tensor<i32>\n"
         "    cond {\n"
         "      %p = stablehlo.compare " +
         direction +
         " : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
         "      stablehlo.return %p : tensor<i1>\n"
         "    } do {\n"
         "      %n = stablehlo." +
         change +
         " : tensor<i32>\n"
         "      stablehlo.return %n : tensor<i32>\n"
         "    }\n"
         "  return %r : tensor<i32>\n"
         "}\n";
}

std::optional<int64_t> TripsOf(const std::string& text) {
  const std::optional<Module> m = Parse(text);
  EXPECT_TRUE(m.has_value()) << text;
  if (!m) return std::nullopt;
  std::optional<int64_t> trips;
  WalkPreOrder(*m, m->root(), [&](OpId op) {
    if (m->op_name(op) == "stablehlo.while") trips = TripCount(*m, op);
  });
  return trips;
}

TEST(TripCount, Counters) {
  struct Row {
    int64_t start;
    const char* direction;
    int64_t bound;
    const char* change;
    int64_t step;
    std::optional<int64_t> trips;
  };
  const Row rows[] = {
      {0, "LT, %i, %b", 8, "add %i, %d", 1, 8},
      {0, "LT, %i, %b", 8, "add %d, %i", 3, 3},
      {0, "LE, %i, %b", 8, "add %i, %d", 1, 9},
      {0, "GT, %b, %i", 8, "add %i, %d", 1, 8},
      {8, "GT, %i, %b", 0, "subtract %i, %d", 1, 8},
      {8, "GE, %i, %b", 0, "subtract %i, %d", 2, 5},
      {0, "NE, %i, %b", 6, "add %i, %d", 2, 3},
      {5, "LT, %i, %b", 5, "add %i, %d", 1, 0},
      {9, "LT, %i, %b", 5, "add %i, %d", 1, 0},
      // These loops never end, or their trip count is unknown.
      {0, "LT, %i, %b", 8, "add %i, %d", 0, std::nullopt},
      {0, "LT, %i, %b", 8, "add %i, %d", -1, std::nullopt},
      {0, "NE, %i, %b", 5, "add %i, %d", 2, std::nullopt},
      {0, "EQ, %i, %b", 5, "add %i, %d", 1, std::nullopt},
      {0, "LT, %i, %b", 8, "multiply %i, %d", 2, std::nullopt},
      {0, "LT, %i, %b", 8, "subtract %d, %i", 2, std::nullopt},
      {0, "LT, %b, %b", 8, "add %i, %d", 1, std::nullopt},
  };
  for (const Row& row : rows) {
    const std::string text =
        Loop(row.start, row.direction, row.bound, row.change, row.step);
    EXPECT_EQ(TripsOf(text), row.trips) << text;
  }
}

TEST(CountExecutions, CallsAndLoopsMultiply) {
  std::string text = Loop(0, "LT, %i, %b", 5, "add %i, %d", 1);
  text.insert(text.find("      %n = "), "      func.call @f() : () -> ()\n");
  text +=
      "func.func private @f() {\n"
      "  func.call @g() : () -> ()\n"
      "  func.call @g() : () -> ()\n"
      "  return\n"
      "}\n"
      "func.func private @g() {\n"
      "  %c = stablehlo.constant dense<7> : tensor<i32>\n"
      "  return\n"
      "}\n"
      "func.func private @nobody() {\n"
      "  %c = stablehlo.constant dense<8> : tensor<i32>\n"
      "  return\n"
      "}\n";
  const std::optional<Module> m = Parse(text);
  ASSERT_TRUE(m.has_value());
  const Executions executions = CountExecutions(*m, SymbolTable(*m));
  EXPECT_TRUE(executions.unknown_loops.empty());
  int seen = 0;
  WalkPreOrder(*m, m->root(), [&](OpId op) {
    if (m->op_name(op) == "stablehlo.add") {
      ++seen;
      EXPECT_EQ(executions.Of(*m, op), 5);
    }
    if (m->op_name(op) != "stablehlo.constant") return;
    const OpId function = m->parent_op(op);
    const std::string name(m->names.Get(m->symbol(function)));
    if (name == "g") {
      EXPECT_EQ(executions.Of(*m, op), 10);
    }
    if (name == "nobody") {
      EXPECT_EQ(executions.Of(*m, op), 0);
    }
    if (name == "main") {
      EXPECT_EQ(executions.Of(*m, op), 1);
    }
    ++seen;
  });
  EXPECT_EQ(seen, 6);
}

// A call to a function that doesn't exist doesn't hide the loops.
TEST(CountExecutions, CallOfNothing) {
  std::string text = Loop(0, "LT, %i, %b", 5, "add %i, %d", 1);
  text.insert(text.find("      %n = "),
              "      func.call @absent() : () -> ()\n");
  const std::optional<Module> m = Parse(text);
  ASSERT_TRUE(m.has_value());
  const Executions executions = CountExecutions(*m, SymbolTable(*m));
  int64_t times = 0;
  WalkPreOrder(*m, m->root(), [&](OpId op) {
    if (m->op_name(op) == "stablehlo.add") times = executions.Of(*m, op);
  });
  EXPECT_EQ(times, 5);
}

// Prices are divided by the trip count, so it must not be zero, even for a loop
// that never runs.
TEST(TripCount, OfInvariants) {
  const struct {
    int64_t start, bound;
    double trips;
  } kCases[] = {{0, 3, 3}, {0, 1, 1}, {0, 0, 1}, {5, 0, 1}};
  for (const auto& c : kCases) {
    const std::optional<Module> m =
        Parse(Loop(c.start, "LT, %i, %b", c.bound, "add %i, %d", 1));
    ASSERT_TRUE(m);
    int found = 0;
    WalkPreOrder(*m, m->root(), [&](OpId op) {
      if (m->op_name(op) != "stablehlo.add") return;
      ++found;
      EXPECT_EQ(FindInvariant(*m, op, m->operand(op, 1)).trips, c.trips)
          << c.start << " to " << c.bound;
    });
    EXPECT_EQ(found, 1);
  }
}

}  // namespace
}  // namespace shardflow::internal
