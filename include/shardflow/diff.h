#ifndef SHARDFLOW_DIFF_H_
#define SHARDFLOW_DIFF_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/graph.h"

// Finds which shardings of two programs differ.
//
// Values are matched function by function, in order. Values that ops compute
// match by the op's name, their type and, if both programs contain the user's
// names, that name. Arguments and results of functions match by the user's
// names if both programs contain them, otherwise by position. So the names of
// values in the text don't matter, and an op that is in only one of the
// programs (a reshard, say) doesn't shift the rest.
//
//   const ShardingList before = ListShardings(graph_of_old);
//   const ShardingList after = ListShardings(graph_of_new);
//   for (const ItemPair& pair : DiffShardings(before, after).items) ...

namespace shardflow {

struct SHARDFLOW_EXPORT ShardedItem {
  std::string_view function = {};  // "main"
  std::string_view value = {};     // "%5", "parameter 0", "result 1"
  std::string_view op = {};  // "stablehlo.add"; empty for a parameter or result
  std::string_view type = {};
  std::string_view sharding = {};  // empty if none
  std::string_view label = {};     // the user's name as a path; may be empty
  std::string_view spec = {};      // in JAX's notation; empty if none
  std::string_view file = {};      // see GraphOp::file
  int line = 0;                    // of the value; 0 if unknown
  int64_t local_bytes = -1;        // on each device; -1 if unknown
  // Its index in the graph's `values` (for a result, in GraphFunction::results)
  // and in `tensors`. -1 if unknown.
  int row = -1;
  int tensor = -1;
  bool is_result = false;  // whether it is the result of a function
  // Its name in the text, "%arg0", which is ignored in matching. Empty for
  // results of functions, and for items read from golden files.
  std::string_view name = {};

  // Returns the place, without folders: "step.py:12". Empty if unknown.
  std::string Where() const;
  // Whether this and `other` can be the same value in two programs.
  bool Matches(const ShardedItem& other) const;
};

struct MeshItem {
  std::string name, text;
};

// The parts of a program that are compared.
struct ShardingList {
  std::vector<MeshItem> meshes;
  std::vector<ShardedItem> items;  // grouped by function
  // What the views in `items` refer to. Copies share it.
  std::shared_ptr<const void> memory = nullptr;
};

// Lists the parameters and results of functions, and those results of ops that
// are tensors. With `patterns`, lists only those that a pattern matches, as in
// FindNamed (shardflow/graph.h).
SHARDFLOW_EXPORT ShardingList ListShardings(
    const ProgramGraph& graph, const std::vector<std::string>& patterns = {});

// Removes the items that no pattern matches. Without patterns, removes nothing.
SHARDFLOW_EXPORT void KeepNamed(const std::vector<std::string>& patterns,
                                ShardingList& list);

// Indices into the two lists. Nullopt if that list lacks the value.
struct ItemPair {
  std::optional<size_t> a, b;
  bool root = false;  // see MarkRoots
};

struct ShardingDiff {
  // The meshes whose text differs, by name. If a program lacks the mesh, its
  // item is empty.
  std::vector<std::pair<MeshItem, MeshItem>> meshes;
  std::vector<ItemPair> items;  // the values that differ, in order
  size_t matched = 0;
  size_t changed = 0;  // how many of the matched values differ
  size_t only_a = 0, only_b = 0;

  bool empty() const { return meshes.empty() && items.empty(); }
};

SHARDFLOW_EXPORT ShardingDiff DiffShardings(const ShardingList& a,
                                            const ShardingList& b);

// For a diff of propagated programs: sets ItemPair::root for the values whose
// shardings already differed before propagation (in `written_a` and
// `written_b`). They caused the other differences. `b` is the list of the
// second program in `diff`. Returns the number of roots.
SHARDFLOW_EXPORT size_t MarkRoots(const ShardingList& written_a,
                                  const ShardingList& written_b,
                                  const ShardingList& b, ShardingDiff& diff);

// Returns how many bytes of the main function's arguments and results each
// device holds, or -1 if unknown.
SHARDFLOW_EXPORT int64_t BorderBytes(const ShardingList& list);

}  // namespace shardflow

#endif  // SHARDFLOW_DIFF_H_
