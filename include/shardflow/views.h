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

// Provides read access to a program: its functions and ops, the sharding and
// shape of every value, and the part of it that each device holds.
//
//   ProgramView view(program);
//   for (OpRef op : view.Ops(view.Body(view.FindFunction("main")))) {
//     for (ValueRef result : view.Results(op)) {
//       use(view.Name(op), view.Sharding(result), view.LocalShape(result));
//     }
//   }

namespace shardflow {

// A view is a pointer to a program, which must outlive it. It always shows the
// current state of the program. Several threads may use views of a program
// while nobody changes it. For an argument that is not valid (an empty handle,
// a handle of another program or of something that a pass removed, an index out
// of range), functions return an empty handle, list or string, nullopt, 0 or
// false.
class SHARDFLOW_EXPORT ProgramView {
 public:
  // `registry` is the one with which the program was run, or null. With it, the
  // view knows the data-flow edges of the embedder's own ops. It must outlive
  // the view.
  explicit ProgramView(const Program& program,
                       const OpRegistry* registry = nullptr)
      : program_(&program), registry_(registry) {}
  const Program& program() const { return *program_; }

  // --- meshes and functions, in the order of the program
  std::vector<MeshInfo> Meshes() const;
  std::optional<MeshInfo> FindMesh(std::string_view name) const;
  std::vector<OpRef> Functions() const;
  OpRef FindFunction(std::string_view name) const;
  // Returns the name of a function or mesh: "main".
  std::string Symbol(OpRef op) const;
  // Returns the first block of the op's first region.
  BlockRef Body(OpRef op) const;
  std::vector<ValueRef> Returned(OpRef function) const;

  // --- ops
  bool Contains(OpRef op) const;
  bool Contains(ValueRef value) const;
  // Returns the name, such as "stablehlo.add". It is valid while the program
  // lives.
  std::string_view Name(OpRef op) const;
  std::vector<ValueRef> Operands(OpRef op) const;
  std::vector<ValueRef> Results(OpRef op) const;
  // Returns an attribute of the op in MLIR's notation, or "" if there is none.
  // (Shardings of values aren't among the attributes.)
  std::string Attribute(OpRef op, std::string_view name) const;
  int RegionCount(OpRef op) const;
  std::vector<BlockRef> Blocks(OpRef op, int region) const;
  std::vector<OpRef> Ops(BlockRef block) const;
  std::vector<ValueRef> Arguments(BlockRef block) const;
  // Return the op around the block, or around the op's block.
  OpRef Parent(BlockRef block) const;
  OpRef Parent(OpRef op) const;

  // --- values
  // Returns the op that the value is a result of; empty for a block argument.
  OpRef DefiningOp(ValueRef value) const;
  // Returns the block of which the value is an argument; empty for a result.
  BlockRef OwningBlock(ValueRef value) const;
  // Returns the users, newest use first, as in MLIR. An op that uses the value
  // twice is listed twice.
  std::vector<OpRef> Users(ValueRef value) const;
  // Returns the type: "tensor<8x16xf32>".
  std::string Type(ValueRef value) const;
  // Returns the number of elements in each dimension, -1 if it isn't fixed.
  // Returns nullopt if the value isn't a tensor of known rank.
  OptionalShape Shape(ValueRef value) const;
  // Returns the element type: "f32".
  std::string ElementType(ValueRef value) const;

  // Returns the sharding as the ops that use the value see it, or nullopt.
  // - Values that share a data-flow edge (a loop's result and the arguments of
  //   its regions) have the same sharding, that of the edge.
  // - For an argument of an sdy.manual_computation, the manual axes are left
  //   out.
  std::optional<ShardingInfo> Sharding(ValueRef value) const;
  // Returns the sharding as text: "#sdy.sharding<@mesh, [{"data"}, {}]>".
  std::string ShardingText(ValueRef value) const;
  std::optional<ShardingInfo> ResultSharding(OpRef function, int i) const;

  // --- the user's names (shardflow/names.h); empty if unknown. For an argument
  // of a function: "params['layer0']['wq']"; for an op's result, the label of
  // the op's name stack: "block0/attention/mul".
  std::string Label(ValueRef value) const;
  std::string ResultLabel(OpRef function, int i) const;
  // Returns the name stack: "jit(step)/transpose(jvp(block0))/attention/mul".
  std::string NameStack(OpRef op) const;
  // Returns the Python frames, innermost first.
  std::vector<SourceFrame> Frames(OpRef op) const;
  // Returns the values of a function whose labels match the pattern
  // (MatchesLabel): first its arguments, then the results of ops in order.
  std::vector<ValueRef> FindLabelled(OpRef function,
                                     std::string_view pattern) const;

  struct Named {
    std::vector<ValueRef> values;
    std::vector<int> results;  // indices of the function's results
  };
  // Returns the values and results to which `name` refers. It may be a label or
  // a pattern for labels, a position such as "arg/3", or a name in the text,
  // "%5" (see FitOf in shardflow/names.h). Names in the text are those in the
  // text that was read, if ReadOptions::keep_names was set and no pass has run
  // since; otherwise those that Write prints.
  Named FindNamed(OpRef function, std::string_view name) const;

  // Returns the shape on one device, in elements, which is the whole shape if
  // there is no sharding. It includes padding: sizes are rounded up where
  // shards don't divide a dimension. A size that isn't fixed is -1. In the body
  // of an sdy.manual_computation shapes are already local to the manual axes;
  // this divides them further.
  OptionalShape LocalShape(ValueRef value) const;
  // Return what a device, or each of them in mesh order, holds without padding
  // (see DeviceSlice in shardflow/sharding.h). Nothing is returned if the value
  // has no sharding, or a size that isn't fixed; Slices also returns nothing
  // for more than kMaxListedDevices.
  std::optional<DeviceSlice> SliceOf(ValueRef value, int64_t device) const;
  std::vector<DeviceSlice> Slices(ValueRef value) const;

 private:
  const Program* program_;
  const OpRegistry* registry_;
};

// One reshard in a program: the steps from a value to the resharded value that
// ops use.
struct PlannedReshard {
  ValueRef value;                    // before the first step
  ValueRef result;                   // after the last step
  std::optional<ShardingInfo> from;  // nullopt: no sharding, so replicated
  std::optional<ShardingInfo> to;
  // The ops that communicate, one for each of `steps`.
  std::vector<OpRef> ops;
  // The steps, such as "all_gather", each with the bytes that one device sends
  // (see shardflow/reshard.h). A reshard that hasn't been lowered is one step,
  // "reshard", with 0 for its unknown bytes. Where sizes aren't fixed, bytes
  // are unknown, too.
  std::vector<ReshardStep> steps;
  // An op of yours, the only one of `ops`, runs all steps inside. There is no
  // value, and the steps have no shardings.
  bool inside = false;
};

// Returns the communication, in program order: the ops that InsertReshards (as
// "reshard") and LowerToCollectives (shardflow/passes.h) insert, and other
// collectives of sdy. A chain of ops, each of which is the only user of the one
// before, counts as one reshard.
SHARDFLOW_EXPORT std::vector<PlannedReshard> CommunicationPlan(
    const Program& program);
// Returns the same together with the collectives that ops run inside
// (OpRegistry::SetCommunication). Returns nullopt, with an error in `messages`,
// if what the registry says of an op can't be right.
SHARDFLOW_EXPORT std::optional<std::vector<PlannedReshard>> CommunicationPlan(
    const Program& program, const OpRegistry& registry,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_VIEWS_H_
