#ifndef SHARDFLOW_COST_SPMD_VISITOR_H_
#define SHARDFLOW_COST_SPMD_VISITOR_H_

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/intern.h"
#include "cost/spmd_dot.h"
#include "cost/spmd_emitter.h"
#include "cost/spmd_recipe.h"
#include "ir/module.h"
#include "ops/sliding.h"
#include "ops/symbols.h"
#include "ops/work.h"
#include "sharding/rule_template.h"

// Visits the ops of a program one after another, as XLA's partitioner does.
// Single ops are handled in spmd_shape.cc, spmd_window.cc, spmd_gather.cc and
// spmd_control.cc.

namespace shardflow::internal {

class SpmdVisitor {
 public:
  SpmdVisitor(const Module& m, const SymbolTable& symbols,
              const DigitMesh& mesh, LocalProgram& program)
      : m_(m),
        symbols_(symbols),
        mesh_(mesh),
        e_(mesh, program),
        values_(m.value_table_size()) {}

  // `is_local`: the program is already a per-device program.
  bool Run(OpId function, bool is_local, std::string& error);

  // --- recipes only, for cost/price.h; nothing is written to the program
  // Must be called first: the recipes are for all devices of the mesh.
  void SetGroupOfAll();
  // Sets a value's part and whether it is uniform. The recipes of its users
  // depend on both.
  void SetKnown(ValueId value, int32_t part, bool is_uniform) {
    values_[value.Slot()] = {part, kNoNode, is_uniform};
  }
  int64_t BytesOfPart(int32_t part) const {
    return e_.LocalBytes(parts_.Get(part));
  }
  int32_t ArgumentPart(ValueId argument, ShardingId sharding);
  const DigitList& DigitsOf(const RecipeStep& step) const {
    return e_.DigitsOf(step.digits);
  }
  // Returns null if the op has no recipe, or if the part of an operand hasn't
  // been set.
  const Recipe* RecipeOf(OpId op);
  // Returns the recipe that makes a result of the function from `value`, whose
  // part must have been set.
  const Recipe* RecipeOfEnd(ValueId value, ShardingId sharding);

 private:
  // A block whose ops are yet to be visited.
  struct Job {
    BlockId block;
    int32_t local = 0;         // its index in the program
    std::vector<Layout> ends;  // layouts for its terminator's operands
    DigitList group;           // the block's devices differ in these digits
  };

  void VisitBlock(const Job& job);
  // Writes the nodes of the op, using a recipe if possible.
  void Visit(OpId op);
  // Computes the nodes of the op.
  void Partition(OpId op);
  // Sets key_ to everything on which the op's recipe depends. Returns false if
  // the op has no recipe.
  bool MakeKey(OpId op);
  const Recipe& MakeRecipe(OpId op);
  std::string_view Key() const;
  // Whether the dimensions that the op's attributes name exist, so that they
  // can be looked up in layouts. (The program may not have been verified.)
  bool DimsFit(OpId op) const;
  void VisitEnd(OpId op, const Job& job);

  // --- values
  Part PartOf(ValueId value);
  void Define(ValueId value, Part part);
  Shape ShapeOf(ValueId value) const;
  size_t RankOf(ValueId value) const {
    const TypeId type = m_.type(value);
    return m_.types.IsTensor(type) ? m_.types.dims(type).size() : 0;
  }
  // Returns the layout of the value's sharding in the program, within the
  // group.
  Layout LayoutOf(ValueId value);
  Layout InGroup(Layout layout) const;
  void SetGroup(DigitList group);
  // Returns a part with the type of `value`, without a node.
  Part Blank(ValueId value, const Layout& layout) const;
  int64_t BytesOf(ValueId value, const Layout& layout) const;

  // --- ops
  void VisitConstant(OpId op);
  // Returns operand `i`, resharded to the layout of result `i`.
  Part PassOn(OpId op, int i);
  void VisitView(OpId op);
  void VisitBarrier(OpId op);
  void VisitReshape(OpId op);
  void VisitElementwise(OpId op, Work work);
  void VisitBroadcast(OpId op);
  void VisitTranspose(OpId op);
  void VisitReverse(OpId op);
  void VisitReduce(OpId op);
  void VisitContraction(OpId op);
  void VisitConvolution(OpId op, const Contraction& contraction,
                        DotProblem problem);
  void VisitConcatenate(OpId op);
  void VisitSort(OpId op);
  void VisitPad(OpId op);
  void VisitSlice(OpId op);
  void VisitDynamicSlice(OpId op);
  void VisitUpdateSlice(OpId op);
  void VisitWindow(OpId op);
  void VisitGather(OpId op);
  void VisitScatter(OpId op);
  void VisitLoop(OpId op);
  void VisitBranches(OpId op);
  void VisitManual(OpId op);
  void VisitNamed(OpId op);
  void VisitCollective(OpId op, Work work);
  // Replicates the operands; each device computes the whole op.
  void VisitWhole(OpId op, Work work);
  // Adds the collectives that the op runs inside, if it is the caller's.
  void AddInnerCollectives(OpId op);
  // Returns the op's cost according to the user's rule for it.
  RuleCost CostByRule(OpId op);
  // For an op whose tensors have the same dimensions. The dimensions `dims`
  // aren't sharded while the op runs.
  void VisitWithWholeDims(OpId op, Work work, std::span<const int64_t> dims);

  // Returns the layout with the digits of `dim` moved to the first dimension
  // outside `whole` that they divide, or removed if there is none.
  Layout MovedAway(std::span<const int64_t> shape, const Layout& layout,
                   size_t dim, std::span<const int64_t> whole) const;
  // Adds the nodes that fetch elements from neighbours along a dimension. The
  // device with shard i of `part` needs the `size` elements that begin at
  // start + i * size.
  NodeId ExchangeHalos(const Part& part, size_t dim, int64_t start,
                       int64_t size, NodeId node);
  // Whether there is more than one shard, and the number of shards divides both
  // sizes.
  bool IsCutEvenly(const DigitList& digits, int64_t a, int64_t b) const;
  void FetchWindows(Part& part, const SlidingDim& slide, int64_t windows);
  // Return the digits in which the members of a collective's groups differ,
  // according to its attribute; `all` if the attribute is missing or
  // unreadable.
  DigitList DigitsOfAxes(AttrId groups, const DigitList& all) const;
  DigitList CollectiveDigits(OpId op, const DigitList& all) const;
  int32_t NewBlock(int64_t executions, int32_t parent);
  // Defines the arguments of a block: the first ones with `layouts`, any others
  // replicated.
  void DefineArguments(BlockId block, int32_t local,
                       std::span<const Layout> layouts);

  const Module& m_;
  const SymbolTable& symbols_;
  const DigitMesh& mesh_;
  SpmdEmitter e_;
  // A value's part, as an index in parts_ (which has no nodes), and its node.
  struct Known {
    int32_t part = -1;
    NodeId node = kNoNode;
    bool is_uniform = false;  // all elements of the node are equal
  };
  void Define(ValueId value, Known known);

  PartStore parts_;
  std::vector<Known> values_;  // by value
  std::vector<int32_t> key_;
  std::vector<uint8_t> is_uniform_;  // of the operands
  std::vector<NodeId> nodes_;        // of the operands
  BlobInterner recipe_ids_;
  std::deque<Recipe> recipes_;
  Recipe* made_ = nullptr;  // the recipe that is being made,
  OpId made_for_;           // for this op
  // By sharding: the index of its layout in layouts_; -1 if not computed yet.
  std::vector<int32_t> layout_of_;
  std::vector<Layout> layouts_;
  std::vector<Job> jobs_;
  DigitList group_;
  int32_t group_id_ = -1;  // equal groups have equal ids
  std::string error_;
};

// Returns the layout with which every element stays on its device when a tensor
// of the shape `from` is reshaped to `to`; nullopt if there is none.
std::optional<Layout> ReshapeLayout(std::span<const int64_t> from,
                                    std::span<const int64_t> to,
                                    const Layout& layout,
                                    const DigitMesh& mesh);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_SPMD_VISITOR_H_
