#include "ops/trip_count.h"

#include <cstddef>
#include <string_view>

#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/call_graph.h"
#include "ops/functions.h"
#include "ops/known_values.h"
#include "ops/op_kind.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

// A comparison of a counter with a bound, such as `counter < bound`.
struct Comparison {
  enum Kind { kLess, kLessOrEqual, kGreater, kGreaterOrEqual, kNotEqual };
  Kind kind = kLess;
  int counter = 0;  // index of the argument of the condition
  int64_t bound = 0;
};

std::optional<Comparison::Kind> KindOf(std::string_view direction) {
  if (direction == "LT") return Comparison::kLess;
  if (direction == "LE") return Comparison::kLessOrEqual;
  if (direction == "GT") return Comparison::kGreater;
  if (direction == "GE") return Comparison::kGreaterOrEqual;
  if (direction == "NE") return Comparison::kNotEqual;
  return std::nullopt;
}

// Returns the kind of the comparison after its sides are exchanged: `bound <
// counter` becomes `counter > bound`.
Comparison::Kind Mirrored(Comparison::Kind kind) {
  switch (kind) {
    case Comparison::kLess:
      return Comparison::kGreater;
    case Comparison::kLessOrEqual:
      return Comparison::kGreaterOrEqual;
    case Comparison::kGreater:
      return Comparison::kLess;
    case Comparison::kGreaterOrEqual:
      return Comparison::kLessOrEqual;
    case Comparison::kNotEqual:
      return Comparison::kNotEqual;
  }
  return kind;
}

// Returns the value's index among the arguments of `block`, or -1.
int ArgumentIndex(const Module& m, ValueId value, BlockId block) {
  return m.arg_block(value) == block ? m.index(value) : -1;
}

// Returns the name of an enum attribute's value, or "" if there is none.
std::string_view EnumName(const Module& m, OpId op, std::string_view attr,
                          EnumId id) {
  const std::optional<int64_t> value = EnumValue(m, op, attr, id);
  if (!value) return {};
  for (const EnumCaseRow& row : Enum(id).cases) {
    if (row.value == *value) return row.name;
  }
  return {};
}

// Returns the comparison in the loop's condition; nullopt if the condition
// doesn't compare an argument with a constant.
std::optional<Comparison> ReadCondition(const Module& m, BlockId condition,
                                        const ValueSource& source) {
  const OpId end = m.terminator(condition);
  if (end.IsNone() || m.operand_count(end) != 1) return std::nullopt;
  const OpId compare = m.def(m.operand(end, 0));
  if (compare.IsNone() || m.kind(compare) != OpKind::kCompare) {
    return std::nullopt;
  }
  const std::optional<Comparison::Kind> kind = KindOf(EnumName(
      m, compare, "comparison_direction", EnumId::kComparisonDirection));
  if (!kind) return std::nullopt;
  for (const int side : {0, 1}) {
    const int counter = ArgumentIndex(m, m.operand(compare, side), condition);
    const std::optional<int64_t> bound =
        SplatInt(m, m.operand(compare, 1 - side), source);
    if (counter < 0 || !bound) continue;
    return Comparison{side == 0 ? *kind : Mirrored(*kind), counter, *bound};
  }
  return std::nullopt;
}

// Returns the constant that one iteration of the body adds to an argument;
// nullopt if there is no such constant.
std::optional<int64_t> StepOf(const Module& m, BlockId body, int counter,
                              const ValueSource& source) {
  const OpId end = m.terminator(body);
  if (end.IsNone() || counter >= m.operand_count(end)) return std::nullopt;
  const OpId op = m.def(m.operand(end, counter));
  if (op.IsNone()) return std::nullopt;
  const bool adds = m.kind(op) == OpKind::kAdd;
  if (!adds && m.kind(op) != OpKind::kSubtract) return std::nullopt;
  for (const int side : {0, 1}) {
    if (ArgumentIndex(m, m.operand(op, side), body) != counter) continue;
    if (!adds && side == 1) return std::nullopt;
    const std::optional<int64_t> step =
        SplatInt(m, m.operand(op, 1 - side), source);
    if (!step || *step == INT64_MIN) return std::nullopt;
    return adds ? *step : -*step;
  }
  return std::nullopt;
}

// Returns the number of iterations for which the comparison holds if the
// counter begins at `start` and changes by `step` each time. Returns nullopt if
// the loop may never end or the numbers overflow.
std::optional<int64_t> Rounds(int64_t start, int64_t step,
                              const Comparison& comparison) {
  int64_t distance = 0;
  if (__builtin_sub_overflow(comparison.bound, start, &distance)) {
    return std::nullopt;
  }
  if (step == 0 || step == INT64_MIN || distance == INT64_MIN) {
    return std::nullopt;
  }
  if (comparison.kind == Comparison::kNotEqual) {
    if (distance % step != 0 || distance / step < 0) return std::nullopt;
    return distance / step;
  }
  const bool up = comparison.kind == Comparison::kLess ||
                  comparison.kind == Comparison::kLessOrEqual;
  if (!up) {
    distance = -distance;
    step = -step;
  }
  const bool inclusive = comparison.kind == Comparison::kLessOrEqual ||
                         comparison.kind == Comparison::kGreaterOrEqual;
  if (distance < 0 || (distance == 0 && !inclusive)) return 0;
  // The counter moves away from the bound.
  if (step < 0) return std::nullopt;
  if (inclusive) {
    if (distance == INT64_MAX) return std::nullopt;
    ++distance;
  }
  return (distance - 1) / step + 1;
}

// Counts how often the blocks of functions run.
class Counter {
 public:
  Counter(const Module& m, Executions& executions)
      : m_(m), executions_(executions) {}

  // Ops are visited in pre-order, so the count of a block is known before its
  // ops are visited.
  void CountFunction(OpId function, int64_t times) {
    SetBlocks(function, 0, times);
    WalkPreOrder(m_, function, [&](OpId op) {
      if (op != function && m_.region_count(op) > 0) CountRegions(op);
    });
  }

 private:
  void CountRegions(OpId op) {
    const int64_t times = executions_.Of(m_, op);
    if (m_.kind(op) == OpKind::kWhile && m_.region_count(op) == 2) {
      const std::optional<int64_t> trips = TripCount(m_, op);
      if (!trips) executions_.unknown_loops.push_back(op);
      SetBlocks(op, 0, times);
      SetBlocks(op, 1, SaturatingProduct(times, trips.value_or(1)));
      return;
    }
    for (int r = 0; r < m_.region_count(op); ++r) SetBlocks(op, r, times);
  }
  void SetBlocks(OpId op, int region, int64_t times) {
    for (const BlockId block : m_.Blocks(m_.region(op, region))) {
      executions_.blocks[block.Slot()] = times;
    }
  }

  const Module& m_;
  Executions& executions_;
};

}  // namespace

std::optional<int64_t> TripCount(const Module& m, OpId loop,
                                 const ValueSource& source) {
  if (m.kind(loop) != OpKind::kWhile || m.region_count(loop) != 2) {
    return std::nullopt;
  }
  const BlockId condition = m.first_block(m.region(loop, 0));
  const BlockId body = m.first_block(m.region(loop, 1));
  if (condition.IsNone() || body.IsNone()) return std::nullopt;
  const std::optional<Comparison> comparison =
      ReadCondition(m, condition, source);
  if (!comparison || comparison->counter >= m.operand_count(loop)) {
    return std::nullopt;
  }
  const std::optional<int64_t> start =
      SplatInt(m, m.operand(loop, comparison->counter), source);
  const std::optional<int64_t> step =
      StepOf(m, body, comparison->counter, source);
  if (!start || !step) return std::nullopt;
  return Rounds(*start, *step, *comparison);
}

Executions CountExecutions(const Module& m, const SymbolTable& symbols) {
  Executions executions;
  executions.blocks.assign(m.block_table_size(), 1);
  const CallGraph graph = KnownCallGraph(m, symbols);
  // How often each function runs, indexed by op. Callers are visited first.
  std::vector<int64_t> calls(m.op_table_size(), 0);
  const OpId main = MainFunction(m);
  Counter counter(m, executions);
  for (size_t i = graph.post_order.size(); i > 0; --i) {
    const CallGraph::Node& node = graph.post_order[i - 1];
    int64_t& times = calls[node.function.Slot()];
    if (times == 0 && (node.function == main || IsPublic(m, node.function))) {
      times = 1;
    }
    counter.CountFunction(node.function, times);
    for (const OpId call : node.calls) {
      const OpId callee = FindCallee(m, symbols, call);
      if (callee.IsNone()) continue;
      int64_t& count = calls[callee.Slot()];
      const int64_t more = executions.Of(m, call);
      count = more > INT64_MAX - count ? INT64_MAX : count + more;
    }
  }
  return executions;
}

}  // namespace shardflow::internal
