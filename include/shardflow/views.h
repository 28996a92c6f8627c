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

// Read access to a program: its functions and ops, the sharding and shape of
// each value, and the part of each value that a device holds.
//
//   ProgramView view(program);
//   for (OpRef op : view.Ops(view.Body(view.FindFunction("main")))) {
//     for (ValueRef result : view.Results(op)) {
//       use(view.Name(op), view.Sharding(result), view.LocalShape(result));
//     }
//   }

namespace shardflow {

// A view refers to a program, which must outlive it, and always shows the
// program's current state. Several threads may use views of a program as long
// as it isn't changed.
//
// Member functions accept any argument. If a handle is empty, belongs to
// another program, or refers to something that a pass removed, or if an index
// is out of range, they return an empty handle, list or string, nullopt, 0 or
// false.
class SHARDFLOW_EXPORT ProgramView {
 public:
  // `registry` is the registry that the program was run with, or null. It
  // defines the data-flow edges of your own ops, and must outlive the view.
  explicit ProgramView(const Program& program,
                       const OpRegistry* registry = nullptr)
      : program_(&program), registry_(registry) {}
  const Program& program() const { return *program_; }

  // --- meshes and functions, in program order
  std::vector<MeshInfo> Meshes() const;
  std::optional<MeshInfo> FindMesh(std::string_view name) const;
  std::vector<OpRef> Functions() const;
  OpRef FindFunction(std::string_view name) const;
  // Returns the name of a function or mesh, such as "main"; "" for other ops.
  std::string Symbol(OpRef op) const;
  // Returns the first block of the op's first region; for a function, its body.
  BlockRef Body(OpRef op) const;
  // Returns the operands of the function's return op.
  std::vector<ValueRef> Returned(OpRef function) const;

  // --- ops

  bool Contains(OpRef op) const;  // whether the op is in the program now
  bool Contains(ValueRef value) const;
  // Returns the op's name, such as "stablehlo.add". The text is valid as long
  // as the program exists.
  std::string_view Name(OpRef op) const;
  std::vector<ValueRef> Operands(OpRef op) const;
  std::vector<ValueRef> Results(OpRef op) const;
  // Returns an attribute of the op in MLIR's notation, or "" if the op doesn't
  // have it. (Shardings of the op's values don't count as attributes.)
  std::string Attribute(OpRef op, std::string_view name) const;
  int RegionCount(OpRef op) const;
  std::vector<BlockRef> Blocks(OpRef op, int region) const;
  std::vector<OpRef> Ops(BlockRef block) const;
  std::vector<ValueRef> Arguments(BlockRef block) const;
  // Return the op that encloses the block or op.
  OpRef Parent(BlockRef block) const;
  OpRef Parent(OpRef op) const;

  // --- values

  // Returns the op that defines the value; empty for the argument of a block.
  OpRef DefiningOp(ValueRef value) const;
  // Returns the block that has the value as an argument; empty for the result
  // of an op.
  BlockRef OwningBlock(ValueRef value) const;
  // Returns the ops that use the value, most recent use first, as in MLIR. An
  // op that uses the value twice is listed twice.
  std::vector<OpRef> Users(ValueRef value) const;
  // Returns the type, such as "tensor<8x16xf32>".
  std::string Type(ValueRef value) const;
  // Returns the size of each dimension, where -1 stands for a dynamic size.
  // Returns nullopt if the value isn't a tensor of known rank.
  OptionalShape Shape(ValueRef value) const;
  // Returns the element type, such as "f32"; "" if the value isn't a tensor.
  std::string ElementType(ValueRef value) const;

  // Returns the sharding as seen by the ops that use the value, or nullopt if
  // the value has none. Values that share a data-flow edge (a loop's result and
  // the arguments of its regions) all have the sharding of the edge. For an
  // argument of an sdy.manual_computation, the manual axes are left out.
  std::optional<ShardingInfo> Sharding(ValueRef value) const;
  // Returns the sharding as text, such as `#sdy.sharding<@mesh, [{"data"},
  // {}]>`, or "" if the value has none.
  std::string ShardingText(ValueRef value) const;
  // Returns the sharding of result `i` in the signature of a function, counted
  // from 0, or nullopt if it has none.
  std::optional<ShardingInfo> ResultSharding(OpRef function, int i) const;

  // --- the user's names (shardflow/names.h)
  //
  // If the program doesn't contain these names, the functions return an empty
  // string or list.

  // Returns the label of a value. For an argument of a function, this is the
  // argument's name, such as "params['layer0']['wq']"; for the result of an op,
  // it is made from the op's name stack, as in "block0/attention/mul".
  std::string Label(ValueRef value) const;
  // Returns the name of result `i` of a function, such as "result[0]['loss']".
  std::string ResultLabel(OpRef function, int i) const;
  // Returns the op's name stack, such as
  // "jit(step)/transpose(jvp(block0))/attention/mul".
  std::string NameStack(OpRef op) const;
  // Returns the Python frames that created the op, innermost first.
  std::vector<SourceFrame> Frames(OpRef op) const;
  // Returns the values of a function whose labels match the pattern (see
  // MatchesLabel): first its arguments, then the results of its ops, in order.
  std::vector<ValueRef> FindLabelled(OpRef function,
                                     std::string_view pattern) const;

  struct Named {
    std::vector<ValueRef> values;
    std::vector<int> results;  // indices of the function's results
  };
  // Returns the values and results of a function that `name` refers to. The
  // name may be a label or a pattern for labels, a position such as "arg/3", or
  // a name in the text such as "%5". (FitOf in shardflow/names.h says which of
  // these takes precedence.) If ReadOptions::keep_names was set and no pass has
  // run since, the text is the one that was read; otherwise it is what Write
  // prints.
  Named FindNamed(OpRef function, std::string_view name) const;

  // Returns the local shape: the shape of the part on one device, in elements.
  // Without a sharding, this is the whole shape. It includes padding: sizes are
  // rounded up where shards don't divide a dimension evenly. A dynamic size is
  // -1. In the body of an sdy.manual_computation, shapes are already local to
  // the manual axes, and this divides them further. Returns nullopt if the
  // value isn't a tensor of known rank, or if its sharding doesn't fit.
  OptionalShape LocalShape(ValueRef value) const;
  // Return the slice that one device holds, or the slices of all devices in
  // mesh order, as DeviceSlices (shardflow/sharding.h) does. They return
  // nothing if the value has no sharding or has a dynamic size; Slices also
  // returns nothing for more than kMaxListedDevices devices.
  std::optional<DeviceSlice> SliceOf(ValueRef value, int64_t device) const;
  std::vector<DeviceSlice> Slices(ValueRef value) const;

 private:
  const Program* program_;
  const OpRegistry* registry_;
};

// Returns the name of the first op in the main function that belongs in a
// per-device program: a StableHLO collective, or an op that returns the
// device's id. Returns "" if there is none. Looks into loops and branches, but
// not into an sdy.manual_computation (a shard_map), where such ops are allowed.
// The text is valid as long as the program exists.
SHARDFLOW_EXPORT std::string_view FindPerDeviceOp(const Program& program);

// A reshard in a program: a chain of steps that turns a value into the
// resharded value that other ops use.
struct PlannedReshard {
  ValueRef value;   // the value before the first step
  ValueRef result;  // the value after the last step
  // The shardings of `value` and `result`. Nullopt means no sharding, that is,
  // replicated.
  std::optional<ShardingInfo> from;
  std::optional<ShardingInfo> to;
  // Bytes that a device holds before the first step; 0 if unknown, or if one of
  // your ops runs the steps internally.
  int64_t local_bytes = 0;
  // The ops that communicate, one for each step.
  std::vector<OpRef> ops;
  // The steps, such as "all_gather", each with the bytes that one device sends
  // (shardflow/reshard.h). A reshard that hasn't been lowered is a single step,
  // "reshard", with 0 for its unknown bytes. Bytes are also unknown where sizes
  // are dynamic.
  std::vector<ReshardStep> steps;
  // Whether one of your ops, ops[0], runs all steps internally. `value` and
  // `result` are then empty, and the steps have no shardings.
  bool inside = false;
};

// Returns the communication in the program, in program order. It consists of
// the reshards that InsertReshards (shardflow/passes.h) inserts, the
// collectives that LowerToCollectives turns them into, and other sdy
// collectives. A chain of ops counts as one reshard if each op is the only user
// of the op before it.
SHARDFLOW_EXPORT std::vector<PlannedReshard> CommunicationPlan(
    const Program& program);
// Like the function above, but includes the collectives that ops run internally
// (see OpRegistry::SetCommunication). Returns nullopt, with an error in
// `messages`, if a callback in the registry returns an invalid collective.
SHARDFLOW_EXPORT std::optional<std::vector<PlannedReshard>> CommunicationPlan(
    const Program& program, const OpRegistry& registry,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_VIEWS_H_
