#ifndef SHARDFLOW_COST_PASSES_H_
#define SHARDFLOW_COST_PASSES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cost/local_program.h"
#include "ir/module.h"
#include "ops/work.h"

// Changes that compilers make to a device's program before it runs, as far as
// its cost depends on them.

namespace shardflow::internal {

// Removes nodes that nothing needs, and their collectives.
void RemoveDeadNodes(LocalProgram& program);

// Turns an all_reduce into a reduce_scatter if all its readers take only their
// device's part.
void FindReduceScatters(LocalProgram& program);
// Whether a reader that does this work passes its operand on without changing
// which elements a device has. If so, its own readers count instead. At most
// kMaxPassedReaders are looked at.
bool PassesOn(Work work);
constexpr size_t kMaxPassedReaders = 64;
// Whether the largest slice that is read, of `taken` bytes, is no larger than a
// device's part of the `held` bytes.
bool IsPart(int64_t taken, int64_t held, int64_t group);

// Makes one node of those that compute the same of the same operands, as XLA
// does before it fuses. Products and collectives stay, since totals count them.
void MergeEqualNodes(const Module& m, LocalProgram& program);

// Matrix products take and give tensors with the dimensions in any order, so a
// transpose next to one costs nothing and becomes an alias.
void FoldTransposes(LocalProgram& program);

// Where a tensor is added to the result of a scatter into zeros, as in the
// gradient of a lookup in logits, scatters into that tensor: the zeros are
// never made.
void FoldScatters(const Module& m, LocalProgram& program);

// The readers of each node.
struct Users {
  std::vector<uint32_t> first;  // one more entry than there are nodes
  std::vector<NodeId> users;

  std::span<const NodeId> Of(NodeId node) const {
    const auto i = static_cast<size_t>(node);
    return {users.data() + first[i], first[i + 1] - first[i]};
  }
};
Users UsersOf(const LocalProgram& program);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PASSES_H_
