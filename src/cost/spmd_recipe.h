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

// The nodes that the partitioner writes for an op depend only on the op's
// attributes and types and on the shardings of its operands and results.
// Programs contain many equal ops, so the result is computed once, as a
// *recipe* whose nodes are symbols, and written again for every equal op.

namespace shardflow::internal {

// A tensor that is distributed over the devices of a group.
struct Part {
  NodeId node = kNoNode;
  DimSizes shape;  // shape of all shards in the group together
  Layout layout;   // along digits of the group
  int64_t element_bits = 0;
  DigitList group;  // the digits in which the devices differ
  // Whether XLA's partitioner computed the layout; otherwise it is from the
  // program. XLA writes computed layouts in a different notation. If parts are
  // replicated, it can't use an all_to_all between layouts in different
  // notations.
  bool is_computed = false;
};

// Stores parts, without their nodes. Equal parts share an id.
class PartStore {
 public:
  int32_t Intern(const Part& part);
  const Part& Get(int32_t id) const { return parts_[static_cast<size_t>(id)]; }

 private:
  std::deque<Part> parts_;
  BlobInterner ids_;
  std::string key_;  // scratch
};

// A node, possibly with a collective. Its operands are symbols: 0, 1, ... are
// the op's operands, and the numbers after them are the recipe's steps.
struct RecipeStep {
  enum class Kind : uint8_t {
    kNode,
    kCollective,
    kSlice,
    // A constant, or a broadcast of a scalar. Export merges equal ones
    // (ExportedShardings::MergedConstant).
    kConstant,
  };
  Kind kind = Kind::kNode;
  Work work = Work::kOther;
  StepKind collective{};
  bool is_alias = false;
  bool is_uniform = false;
  bool full_rematerialization = false;
  uint32_t first_operand = 0, operand_count = 0;
  // The digits of a collective or slice (DigitsId), or a constant's number.
  int32_t digits = -1;
  int64_t bytes = 0;  // bytes of the result
  int64_t flops = 0;
  int64_t held = 0;  // bytes on a device before a collective
  int64_t group = 1;
  int64_t told = -1;  // bytes of memory that a rule states; -1: none
  const char* cause = "";

  // Returns the step's node, without operands.
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
  // Returns the step's collective, with the node `node` and the digits `along`.
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

// Collectives, slices or constants with equal keys are the same and share a
// node.
struct OnceKey {
  int32_t block;  // the block of the node
  RecipeStep::Kind kind;
  StepKind collective;  // of a collective
  NodeId operand;
  int32_t digits;
  int64_t bytes;

  static OnceKey Of(const RecipeStep& step, NodeId operand, int32_t block = 0) {
    return {block,   step.kind,   step.collective,
            operand, step.digits, step.bytes};
  }
  friend bool operator==(const OnceKey&, const OnceKey&) = default;
  template <class H>
  friend H AbslHashValue(H h, const OnceKey& k) {
    return H::combine(std::move(h), k.block, k.kind, k.collective, k.operand,
                      k.digits, k.bytes);
  }
};

struct Recipe {
  // A node of a result. If a result has several, its users read the last one.
  struct Result {
    int32_t result = 0;
    int32_t part = 0;  // index in the PartStore
    NodeId symbol = kNoNode;
  };

  int32_t op_operands = 0;
  // Recipes have the same form if their steps read the same symbols and the
  // same steps are results. The steps themselves may differ. -1 if there are
  // steps that ops can share.
  int32_t form = -1;
  std::vector<RecipeStep> steps;
  std::vector<NodeId> operands;
  std::vector<Result> results;
  NodeId runs = kNoNode;  // the symbol of the node that runs the op's blocks
  // The digits in which devices differ inside a manual computation
  // (SpmdEmitter::DigitsId). Only set in the recipe of its entry.
  int32_t group = -1;

  std::span<const NodeId> OperandsOf(const RecipeStep& step) const {
    return {operands.data() + step.first_operand, step.operand_count};
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_SPMD_RECIPE_H_
