#ifndef SHARDFLOW_TOOL_SHOW_GROUPS_H_
#define SHARDFLOW_TOOL_SHOW_GROUPS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "shardflow/graph.h"

// Groups the tensors of the main function by the user's scopes. The scopes of
// arguments (parameters, the optimizer's state, the batch) are the paths of
// their names. The scopes of op results are name stacks.

namespace shardflow {

struct TensorGroup {
  std::string scope;       // e.g. "params/blocks"; "" outside all scopes
  bool arguments = false;  // whether the tensors are arguments, not op results
  size_t tensors = 0;
  // The number of tensors, excluding scalars, that every device holds in full.
  size_t unsharded = 0;
  // The total size of the tensors in bytes. (Op results are all included,
  // although they don't all exist at the same time.)
  int64_t bytes = 0;
  int64_t local_bytes = 0;  // total size of the parts on one device
};

// Groups the tensors by the first `depth` steps of their scopes. Groups of
// arguments come first, in argument order, followed by groups of op results,
// largest first.
std::vector<TensorGroup> GroupsOf(const ProgramGraph& graph, int depth);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_GROUPS_H_
