#include "tool/show_groups.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "shardflow/names.h"
#include "tool/scope_tree.h"
#include "tool/table.h"

namespace shardflow {
namespace {

void AddTensor(const GraphTensor& tensor, TensorGroup& group) {
  ++group.tensors;
  const bool is_whole = std::ranges::all_of(
      tensor.shards, [](int64_t shards) { return shards == 1; });
  group.unsharded += is_whole && !tensor.shape->empty();
  group.bytes = AddBytes(group.bytes, tensor.bytes);
  group.local_bytes = AddBytes(group.local_bytes, tensor.local_bytes);
}

// Returns the first `depth` steps of a path, but never the last step. For
// example, the result is "params/blocks" for "params/blocks/0/wq" and a depth
// of 2.
std::string FirstSteps(std::string_view path, int depth) {
  size_t end = 0;
  for (int i = 0; i < depth; ++i) {
    const size_t slash = path.find('/', end == 0 ? 0 : end + 1);
    if (slash == std::string_view::npos) break;
    end = slash;
  }
  // A path with a single step, such as "tokens", is its own group.
  return std::string(end == 0 ? path : path.substr(0, end));
}

// Returns, for each box, the first `depth` scopes of its path.
std::vector<std::string> ScopesOf(const ScopeTree& tree, int depth) {
  std::vector<std::string> scopes(tree.boxes().size());
  for (size_t b = 0; b < scopes.size(); ++b) {
    const ScopeBox& box = tree.boxes()[b];
    if (box.parent >= 0) scopes[b] = scopes[static_cast<size_t>(box.parent)];
    if (box.op >= 0 || box.scopes > depth) continue;
    if (!scopes[b].empty()) scopes[b] += '/';
    scopes[b] += box.label;
  }
  return scopes;
}

}  // namespace

std::vector<TensorGroup> GroupsOf(const ProgramGraph& graph, int depth) {
  const ScopeTree tree(graph);
  const std::vector<std::string> scopes = ScopesOf(tree, depth);
  std::vector<TensorGroup> groups;
  std::map<std::pair<bool, std::string>, size_t> known;
  const auto find = [&](bool is_argument, std::string scope) {
    const auto [at, added] =
        known.try_emplace({is_argument, scope}, groups.size());
    if (added) groups.push_back({std::move(scope), is_argument, 0, 0, 0, 0});
    return at->second;
  };
  const int main = MainOf(graph);
  if (main < 0) return groups;
  for (const int argument :
       graph.functions[static_cast<size_t>(main)].arguments) {
    const GraphValue& value = graph.values[static_cast<size_t>(argument)];
    const GraphTensor& tensor =
        graph.tensors[static_cast<size_t>(value.tensor)];
    if (!tensor.shape) continue;
    AddTensor(tensor,
              groups[find(true, FirstSteps(LabelPath(value.label), depth))]);
  }
  const size_t arguments = groups.size();
  // The group of each box, found when first needed. Index 0 is for ops outside
  // all boxes.
  std::vector<std::optional<size_t>> of_boxes(scopes.size() + 1);
  for (const GraphValue& value : graph.values) {
    if (value.is_argument || value.op < 0) continue;
    const GraphTensor& tensor =
        graph.tensors[static_cast<size_t>(value.tensor)];
    if (!tensor.shape ||
        graph.ops[static_cast<size_t>(value.op)].function != main) {
      continue;
    }
    const auto box = static_cast<size_t>(tree.OfOp(value.op) + 1);
    std::optional<size_t>& group = of_boxes[box];
    if (!group) group = find(false, box == 0 ? "" : scopes[box - 1]);
    AddTensor(tensor, groups[*group]);
  }
  std::stable_sort(groups.begin() + static_cast<std::ptrdiff_t>(arguments),
                   groups.end(),
                   [](const TensorGroup& a, const TensorGroup& b) {
                     return a.local_bytes > b.local_bytes;
                   });
  return groups;
}

}  // namespace shardflow
