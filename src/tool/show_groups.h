#ifndef SHARDFLOW_TOOL_SHOW_GROUPS_H_
#define SHARDFLOW_TOOL_SHOW_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "shardflow/graph.h"

// The tensors of the main function, grouped by the user's scopes: parameters,
// the optimizer's state and the batch by the paths of arguments, the results of
// ops by name stacks.

namespace shardflow {

struct TensorGroup {
  std::string scope;  // "params/blocks"; "": in none
  bool arguments = false;
  size_t tensors = 0;
  size_t unsharded = 0;  // of these, non-scalars that every device holds whole
  // The sum for all tensors, although results of ops aren't all alive at
  // once.
  int64_t bytes = 0;
  int64_t local_bytes = 0;
};

// Groups by the first `depth` steps of scopes: first arguments, in the order of
// the function, then results of ops, largest first.
std::vector<TensorGroup> GroupsOf(const ProgramGraph& graph, int depth);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_GROUPS_H_
