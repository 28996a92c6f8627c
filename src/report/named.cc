#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/similar.h"
#include "ops/user_names.h"
#include "shardflow/graph.h"
#include "shardflow/names.h"

namespace shardflow {
namespace {

class Finder {
 public:
  Finder(const ProgramGraph& graph, std::string_view name,
         std::string_view function)
      : graph_(graph), name_(name), main_(MainOf(graph)) {
    if (function.empty()) return;
    only_ = -2;  // no function, unless the loop below finds it
    for (size_t f = 0; f < graph.functions.size(); ++f) {
      if (graph.functions[f].name == function) only_ = static_cast<int>(f);
    }
    main_ = only_;
  }

  NamedTensors Run() {
    for (size_t v = 0; v < graph_.values.size(); ++v) {
      const GraphValue& value = graph_.values[v];
      if (value.op < 0) continue;
      if (only_ != -1 && FunctionOf(graph_, static_cast<int>(v)) != only_)
        continue;
      values_.Add(FitOfValue(value), static_cast<int>(v));
    }
    for (size_t f = 0; f < graph_.functions.size(); ++f) {
      const int function = static_cast<int>(f);
      if (only_ != -1 && function != only_) continue;
      const auto& labels = graph_.functions[f].result_labels;
      for (size_t i = 0; i < labels.size(); ++i) {
        const int index = static_cast<int>(i);
        TensorNames names;
        names.label = labels[i];
        if (function == main_) names.result = index;
        results_.Add(FitOf(name_, names), {function, index});
      }
    }
    KeepBetter(values_, results_);
    PreferArguments();
    return {std::move(values_.found), std::move(results_.found)};
  }

 private:
  // Drops the ops that have the name of an argument that was found, such as the
  // reshards of it that passes insert: the name is the argument's.
  void PreferArguments() {
    std::set<std::string> arguments;
    for (const int v : values_.found) {
      const GraphValue& value = graph_.values[static_cast<size_t>(v)];
      if (value.is_argument && !value.label.empty()) {
        arguments.insert(internal::NamePath(value.label));
      }
    }
    if (arguments.empty()) return;
    std::erase_if(values_.found, [&](int v) {
      const GraphValue& value = graph_.values[static_cast<size_t>(v)];
      return !value.is_argument &&
             arguments.contains(internal::NamePath(
                 graph_.ops[static_cast<size_t>(value.op)].label()));
    });
  }

  NameFit FitOfValue(const GraphValue& value) {
    TensorNames names;
    names.text = value.name;
    names.label = value.label;
    if (value.is_argument) {
      const bool is_border =
          main_ >= 0 &&
          graph_.functions[static_cast<size_t>(main_)].op == value.op;
      if (is_border) names.argument = value.index;
      return FitOf(name_, names);
    }
    const NameFit fit = FitOf(name_, names);
    return fit != NameFit::kLabel && FitsOp(value.op) ? NameFit::kLabel : fit;
  }

  // Whether the name fits the op. The last answer is cached, because
  // neighbouring ops often share a label.
  bool FitsOp(int row) {
    const GraphOp& op = graph_.ops[static_cast<size_t>(row)];
    if (op.label().empty() && op.stack().empty()) return false;
    const std::pair key(op.label().data(), op.stack().data());
    if (key != last_) {
      last_ = key;
      TensorNames names;
      names.label = op.label();
      names.op_label = op.stack();
      last_fits_ = FitOf(name_, names) == NameFit::kLabel;
    }
    return last_fits_;
  }

  const ProgramGraph& graph_;
  const std::string_view name_;
  int only_ = -1;  // -1 means all functions
  int main_;
  std::pair<const char*, const char*> last_ = {};
  bool last_fits_ = false;
  internal::BestFit<int> values_;
  internal::BestFit<GraphResult> results_;
};

}  // namespace

int FunctionOf(const ProgramGraph& graph, int value) {
  const GraphValue& row = graph.values[static_cast<size_t>(value)];
  if (row.op < 0) return -1;
  // The op of a function's argument is the function itself.
  for (size_t f = 0; row.is_argument && f < graph.functions.size(); ++f) {
    if (graph.functions[f].op == row.op) return static_cast<int>(f);
  }
  return graph.ops[static_cast<size_t>(row.op)].function;
}

NamedTensors FindNamed(const ProgramGraph& graph, std::string_view name,
                       std::string_view function) {
  return Finder(graph, name, function).Run();
}

int ReturnedValue(const ProgramGraph& graph, const GraphResult& result) {
  const GraphFunction& function =
      graph.functions[static_cast<size_t>(result.function)];
  const auto index = static_cast<size_t>(result.index);
  for (const GraphOp& op : graph.ops) {
    if (op.terminator && op.parent == function.op &&
        index < op.operands.size()) {
      return op.operands[index];
    }
  }
  return -1;
}

std::string OtherNames(const ProgramGraph& graph, std::string_view name) {
  // The user may have given only the last part of a path, such as
  // "dot_general".
  const std::string deeper = "**/" + std::string(name);
  if (!name.empty() && !name.starts_with('%') &&
      !FindNamed(graph, deeper).empty()) {
    return internal::DidYouMean(std::vector<std::string>{deeper});
  }
  // No more values are collected once there are this many names, because
  // comparing them would take too long.
  constexpr size_t kCompared = 20000;
  const bool by_text = name.starts_with('%');
  std::vector<std::string> names;
  size_t arguments = 0, results = 0;
  if (const int main = MainOf(graph); main >= 0) {
    const GraphFunction& function = graph.functions[static_cast<size_t>(main)];
    arguments = function.arguments.size();
    results = function.results.size();
    for (const int argument : function.arguments) {
      const GraphValue& value = graph.values[static_cast<size_t>(argument)];
      names.push_back(by_text || value.label.empty()
                          ? std::string(value.name)
                          : internal::NamePath(value.label));
    }
    for (const std::string& label : function.result_labels) {
      if (!label.empty()) names.push_back(internal::NamePath(label));
    }
  }
  std::string_view last;
  for (const GraphValue& value : graph.values) {
    if (names.size() >= kCompared) break;
    if (value.is_argument || value.op < 0) continue;
    if (value.named) names.emplace_back(value.name);
    const std::string_view label =
        graph.ops[static_cast<size_t>(value.op)].label();
    if (by_text || label.empty() || label == last) continue;
    names.push_back(internal::NamePath(label));
    last = label;
  }
  return internal::OtherNames(name, std::move(names), arguments, results);
}

}  // namespace shardflow
