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
// Values are first matched, function by function and in order, and then
// compared. Results of ops match if they have the same type and their ops have
// the same name; if both programs contain the user's names, these must also be
// the same. Arguments and results of functions are matched by the user's names
// if both programs contain them, otherwise by position. So value names in the
// text don't matter, and an op that only one of the programs has, such as a
// reshard, doesn't misalign the rest.
//
//   const ShardingList before = ListShardings(graph_of_old);
//   const ShardingList after = ListShardings(graph_of_new);
//   for (const ItemPair& pair : DiffShardings(before, after).items) ...

namespace shardflow {

// A value, or a result of a function, that is compared.
struct SHARDFLOW_EXPORT ShardedItem {
  std::string_view function = {};  // "main"
  // What the item is called in the function, e.g. "%5", "parameter 0", "result
  // 1".
  std::string_view value = {};
  std::string_view op = {};  // "stablehlo.add"; empty for a parameter or result
  std::string_view type = {};
  std::string_view sharding = {};  // empty if none
  std::string_view label = {};     // the user's name as a path; may be empty
  std::string_view spec = {};      // in JAX's notation; empty if none
  std::string_view file = {};      // see GraphOp::file
  int line = 0;                    // from 1; 0 if unknown
  int64_t local_bytes = -1;        // bytes on one device; -1 if unknown
  // The item's index in ProgramGraph::values or, for the result of a function,
  // in GraphFunction::results; -1 if unknown.
  int row = -1;
  // The index of the item's type and sharding in ProgramGraph::tensors; -1 if
  // unknown.
  int tensor = -1;
  bool is_result = false;  // whether it is the result of a function
  // The name in the module's text, e.g. "%arg0". Not used for matching. Empty
  // for results of functions, and for items read from golden files.
  std::string_view name = {};

  // Returns the item's place without folders, e.g. "step.py:12", or "" if
  // unknown.
  std::string Where() const;
  // Whether this item can be the same value as `other`, an item of another
  // program.
  bool Matches(const ShardedItem& other) const;
};

// A mesh, as text: <["data"=4]>.
struct MeshItem {
  std::string name, text;
};

// The meshes and shardings of one program, as DiffShardings compares them.
struct ShardingList {
  std::vector<MeshItem> meshes;
  std::vector<ShardedItem> items;  // grouped by function
  // The memory that the string views in `items` refer to. Copies share it.
  std::shared_ptr<const void> memory = nullptr;
};

// Lists the parameters and results of functions, and the tensors that ops
// compute. If `patterns` isn't empty, lists only items that match one of the
// patterns (see FindNamed in shardflow/graph.h).
SHARDFLOW_EXPORT ShardingList ListShardings(
    const ProgramGraph& graph, const std::vector<std::string>& patterns = {});

// Removes the items that match none of the patterns. Without patterns, removes
// nothing.
SHARDFLOW_EXPORT void KeepNamed(const std::vector<std::string>& patterns,
                                ShardingList& list);

// A value that differs: its index in each of the two lists, or nullopt if the
// list lacks the value.
struct ItemPair {
  std::optional<size_t> a, b;
  bool root = false;  // set by MarkRoots
};

// The differences between two lists, `a` and `b`.
struct ShardingDiff {
  // Meshes that have the same name but differ. If one program lacks the mesh,
  // its side of the pair is empty.
  std::vector<std::pair<MeshItem, MeshItem>> meshes;
  std::vector<ItemPair> items;    // the values that differ, in order
  size_t matched = 0;             // number of values that are in both lists
  size_t changed = 0;             // number of matched values that differ
  size_t only_a = 0, only_b = 0;  // number of values that one list lacks

  bool empty() const { return meshes.empty() && items.empty(); }
};

// Matches the items of the two lists and returns the differences.
SHARDFLOW_EXPORT ShardingDiff DiffShardings(const ShardingList& a,
                                            const ShardingList& b);

// In a diff of two propagated programs, finds the differences that caused the
// others: the values whose shardings already differed before propagation. Sets
// ItemPair::root for these and returns their number. `written_a` and
// `written_b` are the lists of the two programs before propagation; `b` is the
// list of the second program after propagation.
SHARDFLOW_EXPORT size_t MarkRoots(const ShardingList& written_a,
                                  const ShardingList& written_b,
                                  const ShardingList& b, ShardingDiff& diff);

// Returns how many bytes the arguments and results of "main" take on one
// device; -1 if a size is unknown, or if there are no arguments or results.
SHARDFLOW_EXPORT int64_t BorderBytes(const ShardingList& list);

}  // namespace shardflow

#endif  // SHARDFLOW_DIFF_H_
