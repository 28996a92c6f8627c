#ifndef SHARDFLOW_COST_MEMORY_H_
#define SHARDFLOW_COST_MEMORY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "cost/local_program.h"
#include "cost/passes.h"

// Which values of a device's program are in memory, and when.
//
// Elementwise ops, broadcasts, slices and the like are computed inside the
// kernel that reads them, unless they are expensive or their reader needs its
// operands in memory (products, collectives, and reductions with what runs in
// their kernels). A kernel is a node that is in memory, with all that is
// computed on the way to it.

namespace shardflow::internal {

struct Kernel {
  NodeId node = kNoNode;
  int64_t bytes = 0;  // read and written
  int64_t flops = 0;
  int64_t executions = 1;
  NodeId main = kNoNode;  // the node inside with the most flops, or `node`
  // A range of Fusion::reads.
  uint32_t first_read = 0;
  uint32_t read_count = 0;
};

struct Fusion {
  std::vector<uint8_t> in_memory;  // by node
  std::vector<Kernel> kernels;     // in the order of the nodes
  std::vector<NodeId> reads;

  // Returns the nodes in memory that the kernel reads.
  std::span<const NodeId> ReadsOf(const Kernel& kernel) const {
    return {reads.data() + kernel.first_read, kernel.read_count};
  }
};
// `joined` is what FindReductionKernels returns (reduction_kernels.h).
Fusion Fuse(const LocalProgram& program, const Users& users,
            std::span<const NodeId> joined);

struct MemoryPoint {
  NodeId node = kNoNode;
  int64_t bytes = 0;  // of temporaries while the node runs
};

struct LiveValue {
  NodeId node = kNoNode;
  int64_t bytes = 0;
};

struct Temporaries {
  int64_t peak = 0;
  NodeId peak_node = kNoNode;
  std::vector<LiveValue> at_peak;  // largest first
  std::vector<MemoryPoint> curve;  // of the main function, in its order
};
// Runs the kernels in the order that XLA's depth-first memory scheduler
// chooses.
Temporaries MeasureTemporaries(const LocalProgram& program,
                               const Fusion& fusion,
                               const std::vector<int32_t>& combined);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_MEMORY_H_
