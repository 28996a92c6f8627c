#ifndef SHARDFLOW_COST_PASSES_H_
#define SHARDFLOW_COST_PASSES_H_

#include <vector>

#include "cost/local_program.h"

// What compilers do to a device's program before it runs, as far as its cost
// depends on it.

namespace shardflow::internal {

// Takes out nodes that nothing needs, and their collectives.
void RemoveDeadNodes(LocalProgram& program);

// An all_reduce of which every reader takes its device's part alone is a
// reduce_scatter.
void FindReduceScatters(LocalProgram& program);

// Products take their operands, and give their results, in any order of the
// dimensions: transposes beside them are other names.
void FoldTransposes(LocalProgram& program);

// All_reduces along the same axes that don't wait for each other become one:
// their operands live until all are there. By collective: the one that it runs
// with.
std::vector<int32_t> CombineAllReduces(const LocalProgram& program);

// Lists of the readers of each node.
struct Users {
  std::vector<uint32_t> first;  // one more than nodes
  std::vector<NodeId> users;

  std::span<const NodeId> Of(NodeId node) const {
    const auto i = static_cast<size_t>(node);
    return {users.data() + first[i], first[i + 1] - first[i]};
  }
};
Users UsersOf(const LocalProgram& program);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PASSES_H_
