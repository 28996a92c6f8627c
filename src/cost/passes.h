#ifndef SHARDFLOW_COST_PASSES_H_
#define SHARDFLOW_COST_PASSES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cost/local_program.h"
#include "ir/module.h"
#include "ops/work.h"

// Changes that compilers make to a device's program before it runs, limited to
// those that affect its cost.

namespace shardflow::internal {

// The readers of each node.
struct Users {
  // Indexed by node: where its readers begin in `users`. The last element is
  // the end of `users`.
  std::vector<uint32_t> first;
  std::vector<NodeId> users;

  std::span<const NodeId> Of(NodeId node) const {
    const auto i = static_cast<size_t>(node);
    return {users.data() + first[i], first[i + 1] - first[i]};
  }
};
Users UsersOf(const LocalProgram& program);

// Removes unused nodes and their collectives.
void RemoveDeadNodes(LocalProgram& program);

// Turns an all_reduce into a reduce_scatter if each of its readers uses only
// the device's own part.
void FindReduceScatters(LocalProgram& program);
// Whether a reader that does this work passes its operand on without changing
// which elements a device has. If so, the reader's own readers are checked
// instead (at most kMaxPassedReaders in total).
bool PassesOn(Work work);
constexpr size_t kMaxPassedReaders = 64;
// Whether the largest slice that is read, `taken` bytes, is no larger than a
// device's part of the `held` bytes.
bool IsPart(int64_t taken, int64_t held, int64_t group);

// Merges nodes that compute the same function of the same operands, as XLA does
// before fusion. Products and collectives are not merged, since totals count
// them.
void MergeEqualNodes(const Module& m, LocalProgram& program);

// Turns transposes next to matrix products into aliases: products read and
// write tensors with the dimensions in any order, so such a transpose costs
// nothing.
void FoldTransposes(const Users& users, LocalProgram& program);

// If a tensor is added to the result of a scatter into zeros, as in the
// gradient of a lookup in logits, makes the scatter write into that tensor, so
// that the zeros are never made.
void FoldScatters(const Module& m, LocalProgram& program);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PASSES_H_
