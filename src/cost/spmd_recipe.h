#ifndef SHARDFLOW_COST_SPMD_RECIPE_H_
#define SHARDFLOW_COST_SPMD_RECIPE_H_

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/intern.h"
#include "cost/layout.h"
#include "cost/local_program.h"
#include "lower/step_kind.h"
#include "ops/work.h"

// What the partitioner writes for an op depends on the op's attributes and
// types and on how its operands and results are sharded, and on nothing else.
// Programs repeat themselves, so it is worked out once, as a *recipe* whose
// nodes are symbols, and written again for every equal op.

namespace shardflow::internal {

// A tensor on the devices of a group.
struct Part {
  NodeId node = kNoNode;
  Shape shape;    // in the group, of all shards together
  Layout layout;  // along digits of the group
  int64_t element_bytes = 0;
  DigitList group;  // the digits in which its devices differ
  // The layout was computed by the partitioner and isn't one of the program's.
  // XLA has two notations for layouts, and where there are copies it finds no
  // all_to_all from one notation to the other.
  bool is_computed = false;
};

// Parts without their nodes; equal ones share an id.
class PartStore {
 public:
  int32_t Intern(const Part& part);
  const Part& Get(int32_t id) const { return parts_[static_cast<size_t>(id)]; }

 private:
  std::deque<Part> parts_;
  BlobInterner ids_;
  std::string key_;  // of the last call
};

// A node, or a collective with its node. Its operands are symbols: 0, 1, ...
// are the op's operands, and the numbers after them the steps of the recipe.
struct RecipeStep {
  enum class Kind : uint8_t { kNode, kCollective, kSlice };
  Kind kind = Kind::kNode;
  Work work = Work::kOther;
  StepKind collective{};
  bool is_alias = false;
  bool is_uniform = false;
  bool full_rematerialization = false;
  uint32_t first_operand = 0, operand_count = 0;
  int32_t digits = -1;  // of a collective or slice (SpmdEmitter::DigitsId)
  int64_t bytes = 0;    // of the result
  int64_t flops = 0;
  int64_t held = 0;  // bytes on a device before a collective
  int64_t group = 1;
  const char* cause = "";

  // Returns the node that the step becomes, without operands.
  CostNode Node(int32_t block, OpId source) const {
    CostNode node;
    node.work = work;
    node.is_alias = is_alias;
    node.is_uniform = is_uniform;
    node.bytes = bytes;
    node.flops = flops;
    node.block = block;
    node.source = source;
    return node;
  }
  // Returns the collective of that node. `along` are its digits.
  LocalCollective Collective(NodeId node, const DigitList& along,
                             OpId source) const {
    LocalCollective made;
    made.kind = collective;
    made.node = node;
    made.digits = along;
    made.group = group;
    made.held = held;
    made.after = bytes;
    made.source = source;
    made.full_rematerialization = full_rematerialization;
    made.cause = cause;
    return made;
  }
};

// Equal keys mean the same collective or slice of the same node, which is
// written once.
struct OnceKey {
  int32_t block;  // the block that they are in
  int32_t what;   // StepKind, or -1 for a slice
  NodeId operand;
  int32_t digits;
  int64_t bytes;

  static OnceKey Of(const RecipeStep& step, NodeId operand, int32_t block = 0) {
    const bool is_slice = step.kind == RecipeStep::Kind::kSlice;
    return {block, is_slice ? -1 : static_cast<int32_t>(step.collective),
            operand, step.digits, step.bytes};
  }
  friend bool operator==(const OnceKey&, const OnceKey&) = default;
  template <class H>
  friend H AbslHashValue(H h, const OnceKey& k) {
    return H::combine(std::move(h), k.block, k.what, k.operand, k.digits,
                      k.bytes);
  }
};

struct Recipe {
  // What a result becomes: one entry for each of the result's nodes, the last
  // of which is the one that its users read.
  struct Result {
    int32_t result = 0;
    int32_t part = 0;  // in the PartStore
    NodeId symbol = kNoNode;
  };

  int32_t op_operands = 0;
  std::vector<RecipeStep> steps;
  std::vector<NodeId> operands;
  std::vector<Result> results;

  std::span<const NodeId> OperandsOf(const RecipeStep& step) const {
    return {operands.data() + step.first_operand, step.operand_count};
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_SPMD_RECIPE_H_
