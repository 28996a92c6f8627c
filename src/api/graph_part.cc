#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "shardflow/graph.h"

// Finds the part of a graph that is near a value.

namespace shardflow {
namespace {

// Ops and arguments are numbered together, as rows: all ops first, then all
// arguments.
class PartFinder {
 public:
  PartFinder(const ProgramGraph& graph, size_t limit)
      : graph_(graph), limit_(limit) {
    for (size_t i = 0; i < graph.ops.size(); ++i) {
      for (const int operand : graph.ops[i].operands) {
        if (operand >= 0) users_[operand].push_back(static_cast<int>(i));
      }
    }
    for (size_t v = 0; v < graph.values.size(); ++v) {
      const GraphValue& value = graph.values[v];
      if (value.is_argument && value.op >= 0) {
        arguments_[value.op].push_back(static_cast<int>(v));
      }
    }
    for (size_t i = 0; i < graph.ops.size(); ++i) {
      const GraphOp& op = graph.ops[i];
      if (op.terminator && op.parent >= 0) {
        terminators_[op.parent].push_back(static_cast<int>(i));
      }
    }
  }

  GraphPart Find(const std::vector<int>& values, int depth) {
    for (const int value : values) AddValue(value, 0);
    while (!queue_.empty()) {
      const auto [row, distance] = queue_.front();
      queue_.pop_front();
      if (distance < depth) AddNeighbours(row, distance + 1);
    }
    GraphPart part;
    part.left_out = left_out_;
    for (const int row : taken_) {
      if (IsArgument(row)) {
        part.arguments.push_back(row - OpCount());
      } else {
        part.ops.push_back(row);
      }
    }
    std::ranges::sort(part.ops);
    std::ranges::sort(part.arguments);
    return part;
  }

 private:
  struct Visit {
    int row;
    int distance;
  };

  int OpCount() const { return static_cast<int>(graph_.ops.size()); }
  bool IsArgument(int row) const { return row >= OpCount(); }

  bool IsFunction(int op) const {
    const GraphOp& row = graph_.ops[static_cast<size_t>(op)];
    return row.function < 0 ||
           graph_.functions[static_cast<size_t>(row.function)].op == op;
  }

  void Add(int row, int distance) {
    if (!IsArgument(row) && IsFunction(row)) return;
    if (!seen_.insert(row).second) return;
    if (taken_.size() >= limit_) {
      ++left_out_;
      return;
    }
    taken_.push_back(row);
    queue_.push_back({row, distance});
  }

  void AddValue(int value, int distance) {
    const GraphValue& row = graph_.values[static_cast<size_t>(value)];
    Add(row.is_argument ? OpCount() + value : row.op, distance);
  }

  void AddUsers(int value, int distance) {
    const auto users = users_.find(value);
    if (users == users_.end()) return;
    for (const int user : users->second) Add(user, distance);
  }

  void AddNeighbours(int row, int distance) {
    if (IsArgument(row)) {
      const int value = row - OpCount();
      Add(graph_.values[static_cast<size_t>(value)].op, distance);
      return AddUsers(value, distance);
    }
    const GraphOp& op = graph_.ops[static_cast<size_t>(row)];
    // Two values aren't neighbours just because a function returns both.
    if (op.terminator && op.parent >= 0 && IsFunction(op.parent)) return;
    for (const int operand : op.operands) {
      if (operand >= 0) AddValue(operand, distance);
    }
    if (distance > 1 && op.name.ends_with(".constant")) return;
    for (int r = 0; r < op.result_count; ++r) {
      AddUsers(op.first_result + r, distance);
    }
    if (op.terminator && op.parent >= 0) Add(op.parent, distance);
    const auto inside = terminators_.find(row);
    if (inside != terminators_.end()) {
      for (const int end : inside->second) Add(end, distance);
    }
    const auto arguments = arguments_.find(row);
    if (arguments == arguments_.end()) return;
    for (const int argument : arguments->second) AddValue(argument, distance);
  }

  const ProgramGraph& graph_;
  const size_t limit_;
  std::unordered_map<int, std::vector<int>> users_;
  // The arguments of each op.
  std::unordered_map<int, std::vector<int>> arguments_;
  // The terminators inside each op.
  std::unordered_map<int, std::vector<int>> terminators_;
  std::unordered_set<int> seen_;
  std::vector<int> taken_;
  std::deque<Visit> queue_;
  size_t left_out_ = 0;
};

}  // namespace

GraphPart PartAround(const ProgramGraph& graph, const std::vector<int>& values,
                     int depth, size_t limit) {
  return PartFinder(graph, limit).Find(values, depth);
}

namespace {

// Whether the op is nested in another op and computes scalars, like the body of
// a reduction.
bool IsInReduction(const ProgramGraph& graph, const GraphOp& op) {
  const int home = graph.functions[static_cast<size_t>(op.function)].op;
  if (op.parent < 0 || op.parent == home) return false;
  const GraphValue& value = graph.values[static_cast<size_t>(op.first_result)];
  const GraphTensor& tensor = graph.tensors[static_cast<size_t>(value.tensor)];
  return tensor.shape && tensor.shape->empty();
}

}  // namespace

GraphPart PartOfScope(const ProgramGraph& graph, std::string_view scope,
                      size_t limit) {
  const auto is_inside = [&](std::string_view path) {
    return path.starts_with(scope) &&
           (path.size() == scope.size() || path[scope.size()] == '/');
  };
  GraphPart part;
  std::unordered_set<int> ops, arguments;
  const auto take = [&](std::unordered_set<int>& known, int row) {
    if (known.contains(row)) return;
    if (ops.size() + arguments.size() >= limit) {
      ++part.left_out;
    } else {
      known.insert(row);
    }
  };
  std::vector<size_t> inside;
  for (size_t i = 0; i < graph.ops.size(); ++i) {
    const GraphOp& op = graph.ops[i];
    if (op.result_count == 0 || op.function < 0 || scope.empty() ||
        !is_inside(ScopeOf(op)) || IsInReduction(graph, op)) {
      continue;
    }
    inside.push_back(i);
    take(ops, static_cast<int>(i));
  }
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const GraphValue& value = graph.values[v];
    if (value.is_argument && !value.label.empty() && !scope.empty() &&
        is_inside(LabelPath(value.label))) {
      take(arguments, static_cast<int>(v));
    }
  }
  for (const size_t i : inside) {
    for (const int operand : graph.ops[i].operands) {
      if (operand < 0) continue;
      const GraphValue& value = graph.values[static_cast<size_t>(operand)];
      if (value.is_argument || value.op < 0) {
        take(arguments, operand);
      } else {
        take(ops, value.op);
      }
    }
  }
  part.ops.assign(ops.begin(), ops.end());
  part.arguments.assign(arguments.begin(), arguments.end());
  std::ranges::sort(part.ops);
  std::ranges::sort(part.arguments);
  return part;
}

std::vector<std::string> ManualAxesAround(const ProgramGraph& graph,
                                          int value) {
  std::vector<std::string> axes;
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  int op = row.op;
  if (op >= 0 && !row.is_argument) {
    op = graph.ops[static_cast<size_t>(op)].parent;
  }
  for (; op >= 0; op = graph.ops[static_cast<size_t>(op)].parent) {
    const GraphOp& around = graph.ops[static_cast<size_t>(op)];
    const std::span<const std::string> manual = around.manual_axes();
    axes.insert(axes.end(), manual.begin(), manual.end());
  }
  return axes;
}

}  // namespace shardflow
