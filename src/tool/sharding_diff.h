#ifndef SHARDFLOW_TOOL_SHARDING_DIFF_H_
#define SHARDFLOW_TOOL_SHARDING_DIFF_H_

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shardflow/graph.h"

// Which shardings of two programs differ.
//
// Values are matched function by function, in order, by what makes them: the
// op and its type. So it doesn't matter how they are named, and an op that only
// one of the programs has (a reshard, say) shifts nothing.

namespace shardflow {

struct ShardedItem {
  std::string function;  // "main"
  std::string value;     // "%5", "parameter 0", "result 1"
  std::string op;        // "stablehlo.add"; empty: parameter or result
  std::string type;
  std::string sharding;  // or empty
  int line = 0;          // in the text; 0: unknown

  // Of values that may be the same.
  bool Matches(const ShardedItem& other) const;
};

struct MeshItem {
  std::string name, text;
};

// What is compared, of one program.
struct ShardingList {
  std::vector<MeshItem> meshes;
  std::vector<ShardedItem> items;  // function by function
};

// Parameters, results of functions and of ops, as far as they are tensors.
ShardingList ListShardings(const ProgramGraph& graph);

// Nullopt: there is none on that side. Indices into the lists.
struct ItemPair {
  std::optional<size_t> a, b;
};

struct ShardingDiff {
  // Of both sides, by name, where the texts differ; empty: there is none.
  std::vector<std::pair<MeshItem, MeshItem>> meshes;
  std::vector<ItemPair> items;  // those that differ, in order
  size_t matched = 0;
  size_t changed = 0;  // of those
  size_t only_a = 0, only_b = 0;

  bool empty() const { return meshes.empty() && items.empty(); }
};

ShardingDiff DiffShardings(const ShardingList& a, const ShardingList& b);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHARDING_DIFF_H_
