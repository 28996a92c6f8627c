#include "tool/scope_tree.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "shardflow/names.h"
#include "tool/naming.h"
#include "tool/picture.h"

namespace shardflow {
namespace {

// Scopes nested deeper than this get no boxes, because the size of a tree's
// text is quadratic in its depth.
constexpr int kMostScopes = 24;

// Drops the last step: "params/blocks/0/wq" -> "params/blocks/0".
std::string_view WithoutLast(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? "" : path.substr(0, slash);
}

// Returns text such as "model.py:12" for an op from a Python file, or "" for
// any other op.
std::string LineOf(const GraphOp& op) {
  if (op.line <= 0 || !op.file().ends_with(".py")) return "";
  return PlaceShown(op);
}

}  // namespace

std::string OpCalled(const GraphOp& op) {
  std::string label(ShortOpName(op));
  if (!op.target().empty()) label.append(" ").append(op.target());
  return label;
}

ScopeTree::ScopeTree(const ProgramGraph& graph)
    : graph_(graph),
      of_ops_(graph.ops.size(), -1),
      inside_(graph.ops.size(), -1),
      of_values_(graph.values.size(), -1),
      crowded_(graph.ops.size(), false) {
  FindCrowded();
  std::vector<bool> has_inner(graph.ops.size(), false);
  for (const GraphOp& op : graph.ops) {
    if (op.parent >= 0) has_inner[static_cast<size_t>(op.parent)] = true;
  }
  for (size_t i = 0; i < graph.ops.size(); ++i) {
    const int row = static_cast<int>(i);
    AddOp(row);
    if (!has_inner[i]) continue;
    inside_[i] = static_cast<int>(boxes_.size());
    const GraphOp& op = graph.ops[i];
    const int around = of_ops_[i];
    boxes_.push_back(
        {around,
         IsFunction(graph, i)
             ? "@" + graph.functions[static_cast<size_t>(op.function)].name
             : OpCalled(op),
         row, around < 0 ? 0 : boxes_[static_cast<size_t>(around)].scopes});
  }
  for (size_t v = 0; v < graph.values.size(); ++v) {
    const GraphValue& value = graph.values[v];
    if (!value.is_argument || value.op < 0) continue;
    const int around = inside_[static_cast<size_t>(value.op)];
    of_values_[v] = AddScopes(around, WithoutLast(LabelPath(value.label)));
  }
}

void ScopeTree::FindCrowded() {
  constexpr size_t kMostOps = 150;
  std::vector<size_t> counts(graph_.ops.size());
  for (const GraphOp& op : graph_.ops) {
    if (op.parent >= 0 && ScopeOf(op).empty()) {
      ++counts[static_cast<size_t>(op.parent)];
    }
  }
  for (size_t i = 0; i < counts.size(); ++i) {
    crowded_[i] = counts[i] > kMostOps;
  }
}

void ScopeTree::AddOp(int row) {
  const GraphOp& op = graph_.ops[static_cast<size_t>(row)];
  if (op.parent < 0) return;
  int around = inside_[static_cast<size_t>(op.parent)];
  std::string_view scope = ScopeOf(op);
  const std::string_view outer =
      ScopeOf(graph_.ops[static_cast<size_t>(op.parent)]);
  const bool is_below =
      !outer.empty() && scope.starts_with(outer) &&
      (scope.size() == outer.size() || scope[outer.size()] == '/');
  if (is_below) {
    scope.remove_prefix(std::min(scope.size(), outer.size() + 1));
  }
  if (scope.empty() && crowded_[static_cast<size_t>(op.parent)]) {
    if (const std::string line = LineOf(op); !line.empty()) {
      around = AddScope(around, line);
    }
  }
  of_ops_[static_cast<size_t>(row)] = AddScopes(around, scope);
}

int ScopeTree::AddScopes(int around, std::string_view path) {
  while (!path.empty()) {
    const size_t end = std::min(path.find('/'), path.size());
    around = AddScope(around, path.substr(0, end));
    if (boxes_[static_cast<size_t>(around)].scopes >= kMostScopes) break;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return around;
}

int ScopeTree::AddScope(int around, std::string_view step) {
  const auto [at, added] = known_.try_emplace({around, std::string(step)},
                                              static_cast<int>(boxes_.size()));
  if (added) {
    const int outer =
        around < 0 ? 0 : boxes_[static_cast<size_t>(around)].scopes;
    boxes_.push_back({around, std::string(step), -1, outer + 1});
  }
  return at->second;
}

std::string ScopeTree::ArgumentLabel(int value) const {
  const GraphValue& row = graph_.values[static_cast<size_t>(value)];
  const std::string path = LabelPath(row.label);
  return path.empty() ? std::string(row.name)
                      : path.substr(path.rfind('/') + 1);
}

std::string ScopeTree::PathOf(int box) const {
  std::vector<int> steps;
  for (; box >= 0; box = boxes_[static_cast<size_t>(box)].parent) {
    steps.push_back(box);
  }
  std::string path;
  for (size_t i = steps.size(); i > 0; --i) {
    const ScopeBox& step = boxes_[static_cast<size_t>(steps[i - 1])];
    if (!path.empty()) path += '/';
    path += step.label;
    // The number distinguishes loops with the same label.
    if (step.op >= 0 && !step.label.starts_with('@')) {
      path += fmt::format("_{}", step.op);
    }
  }
  return path;
}

}  // namespace shardflow
