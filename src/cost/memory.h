#ifndef SHARDFLOW_COST_MEMORY_H_
#define SHARDFLOW_COST_MEMORY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cost/local_program.h"
#include "cost/passes.h"

// Determines which values of a device's program are in memory, and when.
//
// Elementwise ops, broadcasts, slices and the like are computed inside the
// kernel that reads them, unless they are expensive or their reader needs its
// operands in memory (products, collectives, and reductions with everything
// that runs in their kernels). A kernel is a node that is in memory, together
// with the nodes that are computed inside it.

namespace shardflow::internal {

struct Kernel {
  NodeId node = kNoNode;
  int64_t bytes = 0;  // read and written
  int64_t flops = 0;
  int64_t executions = 1;
  NodeId main = kNoNode;  // the fused node with the most flops, or `node`
  // A range of Fusion::reads.
  uint32_t first_read = 0;
  uint32_t read_count = 0;
};

struct Fusion {
  std::vector<uint8_t> in_memory;  // indexed by node
  std::vector<Kernel> kernels;     // in the order of the nodes
  std::vector<NodeId> reads;
  std::vector<int32_t> kernel_of;  // indexed by node; -1 if none

  // Returns the nodes in memory that the kernel reads.
  std::span<const NodeId> ReadsOf(const Kernel& kernel) const {
    return {reads.data() + kernel.first_read, kernel.read_count};
  }
  std::span<const NodeId> ReadsOf(NodeId node) const {
    const int32_t kernel = kernel_of[static_cast<size_t>(node)];
    if (kernel < 0) return {};
    return ReadsOf(kernels[static_cast<size_t>(kernel)]);
  }
};
// `joined` must come from FindReductionKernels (reduction_kernels.h).
Fusion Fuse(const LocalProgram& program, const Users& users,
            std::span<const NodeId> joined);

// Removes nodes that aren't in memory from the blocks and sorts the others in
// the order in which XLA visits a computation after fusion: depth first from
// the results, first operands first.
void SortKernels(LocalProgram& program, const Fusion& fusion);

// Combines all_reduces along the same axes, as XLA does: consecutive
// all_reduces in the order of SortKernels, up to the first one that waits for
// another of them. Their operands live until the last operand is ready.
// Returns, for each collective, the first collective of its combination.
//
// XLA combines only all_reduces whose groups it writes in the same notation,
// which isn't known here. This affects the order of kernels: if the norms of
// gradients, which are scalars, are combined with gradients, the gradients of
// one layer have to wait for the gradients of other layers. With
// `scalars_apart`, all_reduces of scalars are not combined with others.
std::vector<int32_t> CombineAllReduces(const LocalProgram& program,
                                       const Fusion& fusion,
                                       bool scalars_apart);

struct MemoryPoint {
  NodeId node = kNoNode;
  int64_t bytes = 0;  // bytes of temporaries while the node runs
};

struct LiveValue {
  NodeId node = kNoNode;
  int64_t bytes = 0;
};

struct Temporaries {
  int64_t peak = 0;
  NodeId peak_node = kNoNode;
  std::vector<LiveValue> at_peak;  // largest first
  std::vector<MemoryPoint> curve;  // for the main function, as scheduled
};
// Simulates running the kernels in the order of XLA's depth-first memory
// scheduler.
Temporaries MeasureTemporaries(const LocalProgram& program,
                               const Fusion& fusion,
                               const std::vector<int32_t>& combined);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_MEMORY_H_
