#ifndef SHARDFLOW_VIEWS_H_
#define SHARDFLOW_VIEWS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/handles.h"
#include "shardflow/names.h"
#include "shardflow/program.h"
#include "shardflow/reshard.h"
#include "shardflow/sharding.h"

// Looks into a program: at its functions and ops, and at the sharding and shape
// of every value and what each device holds of it.
//
//   ProgramView view(program);
//   for (OpRef op : view.Ops(view.Body(view.FindFunction("main")))) {
//     for (ValueRef result : view.Results(op)) {
//       use(view.Name(op), view.Sharding(result), view.LocalShape(result));
//     }
//   }

namespace shardflow {

// A view is a pointer to the program, which must outlive it, and shows the
// program as it is when asked. Many threads may look at a program while nobody
// changes it. Questions about what is not there (an empty handle, one of
// another program, a thing that a pass removed, a number out of range) are
// answered with nothing: an empty handle, list or string, nullopt, 0 or false.
class SHARDFLOW_EXPORT ProgramView {
 public:
  // `registry` is the one that the program was run with, so that data-flow
  // edges of the embedder's own ops are known here, too; it must outlive the
  // view. Null: none.
  explicit ProgramView(const Program& program,
                       const OpRegistry* registry = nullptr)
      : program_(&program), registry_(registry) {}
  const Program& program() const { return *program_; }

  // --- meshes and functions, in the order of the program
  std::vector<MeshInfo> Meshes() const;
  std::optional<MeshInfo> FindMesh(std::string_view name) const;
  std::vector<OpRef> Functions() const;
  OpRef FindFunction(std::string_view name) const;
  // "main": the name of a function or mesh.
  std::string Symbol(OpRef op) const;
  // The first block of the op's first region.
  BlockRef Body(OpRef op) const;
  std::vector<ValueRef> Returned(OpRef function) const;

  // --- ops
  bool Contains(OpRef op) const;
  bool Contains(ValueRef value) const;
  // "stablehlo.add"; valid while the program lives.
  std::string_view Name(OpRef op) const;
  std::vector<ValueRef> Operands(OpRef op) const;
  std::vector<ValueRef> Results(OpRef op) const;
  // An attribute of the op's own dictionary, as MLIR writes it; empty: there is
  // none. (Shardings of values are elsewhere.)
  std::string Attribute(OpRef op, std::string_view name) const;
  int RegionCount(OpRef op) const;
  std::vector<BlockRef> Blocks(OpRef op, int region) const;
  std::vector<OpRef> Ops(BlockRef block) const;
  std::vector<ValueRef> Arguments(BlockRef block) const;
  // The op around the block, or around the op's block.
  OpRef Parent(BlockRef block) const;
  OpRef Parent(OpRef op) const;

  // --- values
  // Empty for the argument of a block.
  OpRef DefiningOp(ValueRef value) const;
  // The block of which the value is an argument; empty for a result.
  BlockRef OwningBlock(ValueRef value) const;
  // The newest use first, as in MLIR. An op that uses it twice is listed twice.
  std::vector<OpRef> Users(ValueRef value) const;
  // "tensor<8x16xf32>"
  std::string Type(ValueRef value) const;
  // Number of elements along each dimension, -1 for one without a fixed size.
  // Nullopt: it is not a tensor of known rank.
  std::optional<std::vector<int64_t>> Shape(ValueRef value) const;
  // "f32"
  std::string ElementType(ValueRef value) const;

  // The sharding as the ops that use the value see it. Nullopt: none.
  // - Values that share a data-flow edge (a loop's result and the arguments of
  //   its regions) have one sharding, that of the edge.
  // - Arguments of an sdy.manual_computation have it without the manual axes.
  std::optional<ShardingInfo> Sharding(ValueRef value) const;
  // "#sdy.sharding<@mesh, [{"data"}, {}]>"
  std::string ShardingText(ValueRef value) const;
  std::optional<ShardingInfo> ResultSharding(OpRef function, int i) const;

  // --- the user's names for things (shardflow/names.h); empty if unknown
  // For an argument of a function "params['layer0']['wq']", for an op's result
  // the label of its name stack, "block0/attention/mul".
  std::string Label(ValueRef value) const;
  std::string ResultLabel(OpRef function, int i) const;
  // "jit(step)/transpose(jvp(block0))/attention/mul"
  std::string NameStack(OpRef op) const;
  // The Python frames, innermost first.
  std::vector<SourceFrame> Frames(OpRef op) const;
  // The values of a function whose label matches the pattern (MatchesLabel):
  // its arguments first, then the results of ops in order.
  std::vector<ValueRef> FindLabelled(OpRef function,
                                     std::string_view pattern) const;

  // The shape on one device, in elements; without a sharding the whole shape.
  // In the body of an sdy.manual_computation shapes are local to the manual
  // axes already: this divides them further.
  std::optional<std::vector<int64_t>> LocalShape(ValueRef value) const;
  // See DeviceSlices in shardflow/sharding.h. Empty if the value has no
  // sharding.
  std::vector<DeviceSlice> Slices(ValueRef value) const;

 private:
  const Program* program_;
  const OpRegistry* registry_;
};

// One reshard of a program: the steps between a value and what its users see.
struct PlannedReshard {
  ValueRef value;                    // before
  ValueRef result;                   // after the last step
  std::optional<ShardingInfo> from;  // nullopt: no sharding, replicated
  std::optional<ShardingInfo> to;
  // The ops that do it, one for each of `steps`, in order.
  std::vector<OpRef> ops;
  // "all_gather", ... with bytes for one device, see shardflow/reshard.h; or
  // one step "reshard", not yet a collective, whose bytes are not known (0).
  std::vector<ReshardStep> steps;
};

// The communication that the program has as ops, in its order: those of
// InsertReshards (as "reshard") and LowerToCollectives (shardflow/passes.h),
// and other collectives of sdy. A chain of ops, each the only use of the one
// before, counts as one reshard.
SHARDFLOW_EXPORT std::vector<PlannedReshard> CommunicationPlan(
    const Program& program);

}  // namespace shardflow

#endif  // SHARDFLOW_VIEWS_H_
