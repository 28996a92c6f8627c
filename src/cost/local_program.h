#ifndef SHARDFLOW_COST_LOCAL_PROGRAM_H_
#define SHARDFLOW_COST_LOCAL_PROGRAM_H_

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"

#include "cost/layout.h"
#include "ir/module.h"
#include "lower/step_kind.h"
#include "ops/work.h"

// The program that one device runs, reduced to the parts that determine its
// cost: collectives, and nodes that have bytes and flops and read other nodes.
// It is made either by imitating XLA's partitioner (cost/spmd.h), or from a
// program that has been lowered already. Memory and time are computed from it
// (cost/memory.h, cost/estimate.h).

namespace shardflow::internal {

// Converts an exact sum of nonnegative sizes to 64 bits. Returns INT64_MAX if
// it is larger.
inline int64_t Saturated(absl::int128 sum) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  return sum > kMax ? kMax : static_cast<int64_t>(sum);
}

using NodeId = int32_t;
constexpr NodeId kNoNode = -1;

struct CostNode {
  Work work = Work::kOther;
  // The node has no memory of its own: it is a view, or the result of a loop,
  // which uses the memory of the operand.
  bool is_alias = false;
  bool is_argument = false;  // whether it is an argument of the main function
  bool is_block_argument = false;
  bool is_uniform = false;  // all elements are equal
  int64_t bytes = 0;        // bytes of the result
  int64_t flops = 0;
  uint32_t first_operand = 0;
  uint32_t operand_count = 0;
  int32_t collective = -1;
  int32_t first_block = -1;  // the first block that a loop or conditional runs
  int32_t block_count = 0;
  int32_t block = 0;  // the block that contains it
  OpId source;        // None if the partitioner added the node
  // The number of the copy of `source`, if the calls to its function were not
  // inlined in the module.
  int32_t copy = 0;
  ValueId value;  // the value that the node is a part of; may be None

  bool HasSourceOf(const CostNode& other) const {
    return source == other.source && copy == other.copy;
  }
  bool IsConstant() const {
    return work == Work::kNone && !is_argument && !is_block_argument;
  }
};

// Nodes that run one after another: the main function, or a block inside it.
struct LocalBlock {
  std::vector<NodeId> nodes;
  std::vector<NodeId> arguments;
  std::vector<NodeId> results;
  int64_t executions = 1;  // number of executions in one run of the program
  int32_t parent = -1;     // the node that runs this block
  // The outermost block to which nodes of this block can move: the block itself
  // unless it is the body of a loop.
  int32_t outermost = 0;
};

// Bytes are counted as in CostModel's StepLoad.
struct LocalCollective {
  StepKind kind = StepKind::kAllGather;
  NodeId node = kNoNode;
  DigitList digits;   // digits in which a group's members differ
  int64_t group = 1;  // number of members of a group
  int64_t held = 0;   // bytes on a device before it runs
  int64_t after = 0;  // bytes on a device after it has run
  int64_t executions = 1;
  OpId source;  // the op that needs it
  // Whether the tensor was replicated because the partitioner had no better way
  // to reshard it.
  bool full_rematerialization = false;
  const char* cause = "";  // "operand", "partial sums", ...
};

// The bytes that a node reads and writes, if they can't be computed from its
// operands and result.
struct ToldBytes {
  NodeId node = kNoNode;
  int64_t bytes = 0;
};

struct LocalProgram {
  std::vector<CostNode> nodes;
  std::vector<NodeId> operands;
  std::vector<LocalBlock> blocks;  // block 0 is the main function
  std::vector<LocalCollective> collectives;
  // Collectives inside ops that the caller has defined. They have no nodes and
  // aren't combined with other collectives, but their time and bytes are
  // counted.
  std::vector<LocalCollective> inner_collectives;
  std::vector<OpId> unknown_loops;
  std::vector<ToldBytes> told_bytes;  // in the order of the nodes

  std::span<const NodeId> OperandsOf(const CostNode& node) const {
    return {operands.data() + node.first_operand, node.operand_count};
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_LOCAL_PROGRAM_H_
