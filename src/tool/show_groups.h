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
  std::string scope;  // "params/blocks"; "": outside all scopes
  bool arguments = false;
  size_t tensors = 0;
  size_t unsharded = 0;  // non-scalars that every device holds whole
  // Sums over all tensors, although not all results of ops are alive at the
  // same time.
  int64_t bytes = 0;
  int64_t local_bytes = 0;
};

// Groups tensors by the first `depth` steps of their scopes. Groups of
// arguments come first, in the order of the function; then groups of op
// results, the largest group first.
std::vector<TensorGroup> GroupsOf(const ProgramGraph& graph, int depth);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_GROUPS_H_
