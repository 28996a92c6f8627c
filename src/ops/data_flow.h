#ifndef SHARDFLOW_OPS_DATA_FLOW_H_
#define SHARDFLOW_OPS_DATA_FLOW_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "ir/module.h"
#include "ops/op_def.h"
#include "sharding/compat.h"

// Data-flow edges. Some ops, such as barriers and loops, only pass values on.
// An edge is a set of values that stand for one value as it is passed on, and
// that share one sharding. For example, this loop has two edges:
//
//   %r:2 = stablehlo.while(%a = %x, %b = %y) cond {...}
//     do { ... stablehlo.return %c, %d }
//
// The *sources* of edge 0 are %x and %c (sources are uses: operands of the op
// or of a terminator inside it), and its *targets* are %r#0 and %a in both
// regions. One target is the edge's *owner* (%r#0); the edge has the owner's
// sharding. Passes may represent the edge by an op, `sdy.data_flow_edge %r#0`,
// which is then the only user of the owner and holds the sharding.
//
// A DataFlowDef in an op's definition describes the op's edges, so that other
// code needs no special cases for the op. For an op added by a caller
// (ops/extensions.h), a DataFlowInterface may compute them instead.

namespace shardflow::internal {

enum class EdgeTransform : uint8_t {
  // Converts a sharding from the target's side of the op's boundary to the
  // sources' side.
  kBeforeEdgePropagation,
  // Converts a sharding from the sources' side to the target's side.
  kAfterEdgePropagation,
};

// An edge of an op added by a caller. It consists of results and operands of
// the op, arguments of its regions, and operands of their terminators.
struct FlowEdge {
  ValueId owner;
  std::vector<ValueId> other_targets;
  std::vector<UseId> sources;
};

class DataFlowInterface {
 public:
  virtual ~DataFlowInterface() = default;
  virtual std::vector<FlowEdge> Edges(const Module& m, OpId op) const = 0;
  // Returns what is wrong with the first edge that Edges leaves out or that
  // can't carry shardings.
  virtual std::optional<Error> FindEdgeFault(const Module& m,
                                             OpId op) const = 0;
  virtual ShardingId TransformTargetSharding(Module& m, OpId op, ValueId target,
                                             ShardingId sharding,
                                             EdgeTransform transform) const = 0;
};

// Describes the edges of an op. Each result of the op owns an edge.
struct DataFlowDef {
  // Whether operand i is a source of result i.
  bool operands_to_results = false;
  // Whether argument i of region 0 owns an edge, whose source is operand i.
  bool operands_to_args = false;
  // The range of regions in which operand i of each terminator is a source of
  // result i. For `last_source_region`, -1 means the last region of the op.
  int first_source_region = 0;
  int last_source_region = -1;
  // Whether argument i of every region is a target (not the owner) of result
  // i's edge.
  bool args_are_targets = false;
  // Like Shardy, EdgeOfSource assumes that operand i of the op, and operand i
  // of any terminator in it, is a source of result i. It does so even if there
  // is no such edge, for example for the index of a `case` or the predicate
  // that a `while` condition returns. With operands_to_args, it only finds
  // edges whose sources are operands of terminators.

  // Whether shardings have manual axes outside the op, but not inside it.
  bool has_manual_axes = false;
  // Whether an edge owner's axes must divide its dimensions.
  bool keep_divisible = false;
  // Returns whether a version of Shardy has these edges. Null if all versions
  // have them.
  bool (*is_in)(Compat) = nullptr;
  // If set, used instead of everything above except keep_divisible.
  const DataFlowInterface* custom = nullptr;

  // Whether the owner's sharding may differ from the sources' sharding.
  bool Transforms() const { return has_manual_axes || custom != nullptr; }
};

// Returns the definition for an op that a caller added, or null if it has no
// data-flow edges.
const DataFlowDef* ExtensionDataFlow(const Module& m, OpId op);

// Returns null if the op has no data-flow edges.
inline const DataFlowDef* DataFlow(const Module& m, OpId op) {
  const OpKind kind = m.kind(op);
  if (kind == OpKind::kUnknown && m.extensions != nullptr) {
    return ExtensionDataFlow(m, op);
  }
  const DataFlowDef* def = Def(kind).data_flow;
  if (def == nullptr || def->is_in == nullptr) return def;
  return def->is_in(m.compat()) ? def : nullptr;
}

// --- edges of an op, with or without an sdy.data_flow_edge

// Returns the op that defines the value, or, for an argument, the op whose
// region contains it.
OpId OwningOp(const Module& m, ValueId value);

// Return the block arguments, or the results, that own edges, in order.
std::vector<ValueId> ArgEdgeOwners(const Module& m, OpId op);
std::vector<ValueId> ResultEdgeOwners(const Module& m, OpId op);

// Returns the owner of the edge to which `target` (a result or block argument
// of an op with data flow) belongs, or None.
ValueId EdgeOwnerFromTarget(const Module& m, ValueId target);
// Returns the owner of the edge that the use feeds, or None.
ValueId EdgeOwnerFromSource(const Module& m, UseId source);

// Appends the sources of the owner's edge.
void AppendEdgeSources(const Module& m, ValueId owner,
                       std::vector<UseId>& sources);
// Appends the targets of the owner's edge, except for the owner.
void AppendNonOwnerTargets(const Module& m, ValueId owner,
                           std::vector<ValueId>& targets);

// Returns the owner's sharding as its users see it: without the manual axes
// inside a manual computation.
ShardingId EdgeOwnerSharding(Module& m, ValueId owner);
// Returns what EdgeOwnerSharding would return if the owner had the given
// sharding.
ShardingId SeenEdgeOwnerSharding(Module& m, ValueId owner, ShardingId sharding);
// Sets the owner's sharding. `sharding` leaves out the owner's manual axes,
// which don't change. If no owner of the op had a sharding before, the others
// become fully open on the same mesh.
void SetEdgeOwnerSharding(Module& m, ValueId owner, ShardingId sharding);

// Adds or removes manual axes if the edge owner `target` and its sources are on
// different sides of a manual computation's boundary. Returns None if the
// sharding is None.
ShardingId TransformTargetSharding(Module& m, ValueId target,
                                   ShardingId sharding,
                                   EdgeTransform transform);

// --- sdy.data_flow_edge ops

// Return the edge op to which `target` or `source` belongs: an
// sdy.data_flow_edge that is the only user of the owner. Return None if there
// is no such op.
OpId EdgeOfTarget(const Module& m, ValueId target);
OpId EdgeOfSource(const Module& m, UseId source);
// Append the sources of an edge op's edge, or its targets except for the owner.
void AppendEdgeOpSources(const Module& m, OpId edge,
                         std::vector<ValueId>& sources);
void AppendEdgeOpNonOwnerTargets(const Module& m, OpId edge,
                                 std::vector<ValueId>& targets);
ShardingId TransformEdgeOpSharding(Module& m, OpId edge, ShardingId sharding,
                                   EdgeTransform transform);

// --- the sharding of any value

// Returns the value that holds the sharding of `value`. This may be the value
// itself, the result of its edge op or the owner of its edge. Returns None for
// a value that can't have a sharding, such as an argument of a reduction body.
ValueId GetShardableValue(const Module& m, ValueId value);
// An overload that takes the data-flow edges of the op to which the value
// belongs (null if the op has none). Needed for ops added by a caller while the
// caller's extensions aren't set in the module.
ValueId GetShardableValue(const Module& m, ValueId value,
                          const DataFlowDef* flow);
// Returns the sharding that the value's users see. This may intern a sharding,
// if manual axes have to be removed.
ShardingId GetSharding(Module& m, ValueId value);
// Whether a dimension of the value has axes. May intern a sharding, too.
bool IsSharded(Module& m, ValueId value);
// Whether an operand or a result of the op is sharded.
bool IsSharded(Module& m, OpId op);
// Sets the value's sharding; does nothing if the value can't have one. If no
// result of the op had a sharding before, the other results become fully open.
void SetSharding(Module& m, ValueId value, ShardingId sharding);

// --- manual axes (they come first in each dimension)

// Returns the axes that the sharding of `holder` (a value returned by
// GetShardableValue) contains but that its users don't see: the manual axes if
// `holder` is an argument of a manual computation, otherwise None.
AttrId HiddenManualAxes(const Module& m, ValueId holder);
// Returns how many of the leading axes are in `manual`.
size_t ManualPrefix(std::span<const AxisRef> axes,
                    const WordList<NameId>& manual);

// Converts the sharding `inner` from the inside of a manual computation to the
// outside, where the previous sharding was `outer`. Each dimension gets the
// manual axes of `outer`, followed by the axes of `inner`. The unreduced axes
// come from `outer`.
ShardingId AddManualAxes(Module& m, ShardingId outer, ShardingId inner,
                         AttrId manual_axes);
// Removes the axes in `manual_axes`, a kManualAxes attribute.
ShardingId EraseManualAxes(Module& m, ShardingId sharding, AttrId manual_axes);
// Keeps only the manual axes of each dimension.
ShardingId EraseFreeAxes(Module& m, ShardingId sharding, AttrId manual_axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DATA_FLOW_H_
