#ifndef SHARDFLOW_TOOL_SHOW_GROUPS_H_
#define SHARDFLOW_TOOL_SHOW_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "shardflow/graph.h"

// Groups the tensors of the main function by the user's scopes. The scopes of
// arguments (parameters, the optimizer's state, the batch) are the paths of
// their names; those of op results are name stacks.

namespace shardflow {

struct TensorGroup {
  std::string scope;  // "params/blocks"; "" for those outside of all scopes
  bool arguments = false;  // whether they are arguments, not results of ops
  size_t tensors = 0;      // number of tensors
  // Number of tensors, other than scalars, that every device holds whole.
  size_t unsharded = 0;
  // The bytes of all tensors, and of their parts on one device. (Results of ops
  // are added up although they don't all exist at the same time.)
  int64_t bytes = 0;
  int64_t local_bytes = 0;
};

// Groups the tensors by the first `depth` steps of their scopes. Groups of
// arguments come first, in the order of the arguments. Groups of op results
// follow, the largest first.
std::vector<TensorGroup> GroupsOf(const ProgramGraph& graph, int depth);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_GROUPS_H_
