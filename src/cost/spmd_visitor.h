#ifndef SHARDFLOW_COST_SPMD_VISITOR_H_
#define SHARDFLOW_COST_SPMD_VISITOR_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/intern.h"
#include "base/vector_bytes.h"
#include "cost/exported.h"
#include "cost/inlined_values.h"
#include "cost/spmd_dot.h"
#include "cost/spmd_emitter.h"
#include "cost/spmd_recipe.h"
#include "cost/visits.h"
#include "ir/module.h"
#include "ops/properties.h"
#include "ops/sliding.h"
#include "ops/symbols.h"
#include "ops/work.h"
#include "sharding/rule_template.h"

// Visits the ops of a program one after another, as XLA's partitioner does.
// Single ops are handled in spmd_shape.cc, spmd_window.cc, spmd_gather.cc and
// spmd_control.cc.
//
// The nodes of an op come from its recipe (cost/spmd_recipe.h), which depends
// on the parts of its operands and on shardings. Run writes the recipes of all
// visits, one after another; cost/price.h requests only those that change.

namespace shardflow::internal {

class SpmdVisitor {
 public:
  // `visits` are the visits in the main function. `exported` finds the changes
  // that export will make; it is null for a per-device program.
  SpmdVisitor(const Module& m, const SymbolTable& symbols,
              const DigitMesh& mesh, const Visits& visits,
              LocalProgram& program, ExportedShardings* exported);

  // Writes the whole program. Returns false if there is an error().
  bool Run();

  // --- recipes only, for cost/price.h; nothing is written to the program

  // Sets the part of a value and whether it is uniform. Recipes need both.
  void SetKnown(int32_t value, int32_t part, bool is_uniform) {
    values_[static_cast<size_t>(value)] = {part, kNoNode, is_uniform};
  }
  int64_t BytesOfPart(int32_t part) const {
    return e_.LocalBytes(parts_.Get(part));
  }
  // Returns the part of argument `i` of a block. For an inner block it depends
  // on the shardings of the results of the op that runs the block.
  int32_t ArgumentPart(int32_t block, int32_t i);
  const DigitList& DigitsOf(const RecipeStep& step) const {
    return e_.DigitsOf(step.digits);
  }
  // Remembers the look of each visit, which is the part of its key that never
  // changes. This saves time if recipes are requested repeatedly.
  void KeepLooks() { looks_.assign(visits_.visits.size(), -1); }
  // Returns the recipe of a visit. The parts of its operands must have been
  // set.
  const Recipe& RecipeOf(const Visit& visit);
  // Sets the digits in which devices differ inside a manual computation, as
  // given by the recipe of its entry (Recipe::group). Returns whether that
  // changes anything.
  bool SetScope(int32_t scope, int32_t group) {
    int32_t& old = scopes_[static_cast<size_t>(scope)];
    return std::exchange(old, group) != group;
  }
  // Returns the memory used by recipes and by the data of visits.
  size_t MemoryBytes() const {
    return VectorBytes(values_) + VectorBytes(symbols_of_) +
           VectorBytes(looks_) + look_ids_.MemoryBytes() +
           form_ids_.MemoryBytes() + recipe_ids_.MemoryBytes() +
           recipes_.size() * sizeof(Recipe);
  }
  // True if there has been no error so far; error() is the first error.
  bool ok() const { return error_.message.empty(); }
  const Error& error() const { return error_; }
  // Returns the value whose sharding decides the layout of `value`: the result
  // of the sdy.data_flow_edge that is its only user, if it has one.
  static ValueId HolderOf(const Module& m, ValueId value);

 private:
  // Keeps the error if it is the first one.
  void Fail(Error error) {
    if (ok()) error_ = std::move(error);
  }
  void Write(const Visit& visit);
  void WriteArguments(int32_t block);
  // Adds the collectives inside an op that the caller has defined.
  void AddInnerCollectives(OpId op, int32_t block);
  // Computes the nodes of the visit.
  void Partition(const Visit& visit);
  void PartitionOp(OpId op);
  // Partitions an op together with the reshards that export adds around it.
  void PartitionWithReshards(OpId op);
  // Sets operands_, and key_ to everything on which the recipe depends.
  void MakeKey(const Visit& visit);
  // HasLook says whether MakeKeyByLook can make the key. This is faster, but
  // doesn't set operands_.
  bool HasLook(const Visit& visit) const;
  void MakeKeyByLook(const Visit& visit);
  int32_t LookOf(const Visit& visit);
  // Returns the recipe's form (see Recipe::form).
  int32_t FormOf(const Recipe& recipe);
  void AddValueToKey(ValueId value);
  void ReadOperands(const Visit& visit);
  std::string_view Key() const;
  // Returns the layout that a result of a block must have, or nullopt if it may
  // have any.
  std::optional<Layout> LayoutOfEnd(const Visit& visit);
  // Returns the value that is result `i` of the visit.
  ValueId ResultOf(const Visit& visit, int32_t i) const;

  // --- values

  Part PartOf(int i) const;  // operand `i`; its node is the recipe's symbol
  // Makes `part` the part of a result of the op that is being visited.
  void Define(ValueId result, Part part);
  void DefineResult(int32_t i, Part part);
  // Makes `part`, resharded to `wanted`, the part of the result.
  void DefineResharded(ValueId result, const Part& part, const Layout& wanted);
  DimSizes ShapeOf(ValueId value) const;
  size_t RankOf(ValueId value) const {
    return internal::RankOf(m_, m_.type(value));
  }
  // Returns the layout of the value's sharding in the program, within the
  // group.
  Layout LayoutOf(ValueId value);
  Layout LayoutOf(ShardingId sharding, size_t rank);
  // Returns the value's sharding as seen by its readers in the exported
  // program.
  ShardingId SeenSharding(ValueId value) const;
  // Returns the sharding in which the value is computed. If export reshards a
  // result of the op that is being visited, this is the sharding before the
  // reshard.
  ShardingId ShardingOf(ValueId value) const;
  Layout InGroup(Layout layout) const;
  void SetGroup(int32_t id);
  int32_t GroupId(const DigitList& group);
  // Returns the manual axes of dimension `d` of an argument of a manual
  // computation's body.
  DigitList ManualDigits(OpId op, ValueId argument, size_t d) const;
  // Returns the layout of such an argument, including the manual axes.
  Layout LayoutOutside(OpId op, ValueId argument);
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
  void VisitRotation(OpId op);
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
  void VisitEntry(OpId op);
  void VisitExit(const Visit& visit);
  void VisitCollective(OpId op, Work work);
  // Returns how many dimensions of the op's tensors stay split, from the first.
  size_t SplitBatchDims(OpId op);
  // Replicates the operands, except along their first `batch` dimensions; each
  // device computes the whole op.
  void VisitWhole(OpId op, Work work, size_t batch = 0);
  // Visits an op whose tensors all have the same dimensions. The dimensions
  // `dims` aren't sharded while the op runs.
  void VisitWithWholeDims(OpId op, Work work, std::span<const int64_t> dims);

  // Returns the layout with the digits of `dim` moved to the first dimension
  // outside `whole` that they divide, or removed if there is none.
  Layout MovedAway(std::span<const int64_t> shape, const Layout& layout,
                   size_t dim, std::span<const int64_t> whole) const;
  // The elements that devices need along a dimension: the device with shard i
  // needs the `size` elements that begin at start + i * step.
  struct ShardWindow {
    int64_t start = 0, step = 0, size = 0;
  };
  // Adds the nodes that fetch elements of `part` from neighbours.
  NodeId ExchangeHalos(const Part& part, size_t dim, const ShardWindow& window,
                       NodeId node);
  // Whether there is more than one shard, and the number of shards divides both
  // sizes.
  bool IsCutEvenly(const DigitList& digits, int64_t a, int64_t b) const;
  void FetchWindows(Part& part, const SlidingDim& slide, int64_t windows);
  // Return the digits in which the members of a collective's groups differ,
  // according to its attribute; `all` if the attribute is missing or
  // unreadable.
  DigitList DigitsOfAxes(AttrId groups, const DigitList& all) const;
  DigitList CollectiveDigits(OpId op, const DigitList& all) const;
  // Whether a Shardy reduction (IsSdyReduction) sums partial results that come
  // from an argument of the main function.
  bool SumsArgument(OpId op) const;
  // Returns the digits along which such a reduction has anything to sum.
  DigitList SummedDigits(OpId op) const;

  const Module& m_;
  const SymbolTable& symbols_;
  const DigitMesh& mesh_;
  const Visits& visits_;
  ExportedShardings* const exported_;
  InlinedValues inlined_;
  SpmdEmitter e_;
  // A value's part, as an index in parts_ (which has no nodes), and its node.
  struct Known {
    int32_t part = -1;
    NodeId node = kNoNode;
    bool is_uniform = false;  // all elements of the node are equal
  };
  // An operand of the visit whose recipe is requested. Operands that are the
  // same value share a symbol.
  struct Operand {
    int32_t part = -1;
    NodeId symbol = kNoNode;
  };

  PartStore parts_;
  std::vector<Known> values_;        // indexed by value number (Visits)
  std::vector<int32_t> symbols_of_;  // indexed by value number; negative: none
  std::vector<int32_t> scopes_;      // indexed by scope: its group
  std::vector<int32_t> key_;
  std::vector<Operand> operands_;
  std::vector<uint8_t> is_uniform_;  // whether each operand is uniform
  std::vector<NodeId> nodes_;        // the node of each operand
  RuleCost rule_cost_;               // according to the user's rule for the op
  bool sums_argument_ = false;       // SumsArgument of the op
  // The look of each visit, which is the part of its key that doesn't depend on
  // shardings; -1 if not known yet. Empty unless looks are kept.
  std::vector<int32_t> looks_;
  BlobInterner look_ids_, form_ids_;
  BlobInterner recipe_ids_;
  std::deque<Recipe> recipes_;
  Recipe* made_ = nullptr;  // the recipe being made
  OpId made_for_;           // the op of this recipe
  // The changes around the op (ExportedShardings::ChangesAround).
  int32_t changes_ = ExportedShardings::kNoChanges;
  int32_t constant_ = -1;  // ExportedShardings::MergedConstant
  // Indexed by sharding: its layout in layouts_; -1 if not computed yet.
  std::vector<int32_t> layout_of_;
  std::vector<Layout> layouts_;
  DigitList group_;
  int32_t group_id_ = -1;  // equal groups have equal ids
  Error error_;            // the first one
};

// Returns the layout that keeps every element on its device when a tensor of
// the shape `from` is reshaped to `to`; nullopt if there is none.
std::optional<Layout> ReshapeLayout(std::span<const int64_t> from,
                                    std::span<const int64_t> to,
                                    const Layout& layout,
                                    const DigitMesh& mesh);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_SPMD_VISITOR_H_
