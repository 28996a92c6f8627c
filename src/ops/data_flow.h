#ifndef SHARDFLOW_OPS_DATA_FLOW_H_
#define SHARDFLOW_OPS_DATA_FLOW_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ir/module.h"
#include "ops/compat.h"
#include "ops/op_def.h"

// Data-flow edges: where an op with regions (or a barrier) only passes values
// on, all that a value passes through is sharded in one way.
//
//   %r:2 = stablehlo.while(%a = %x, %b = %y) cond {...}
//     do { ... stablehlo.return %c, %d }
//
// has two edges. Edge 0 has the *sources* %x and %c (uses: operands of the op
// or of a terminator in it) and the *targets* %r#0 and %a in both regions. One
// target is the edge's *owner* (%r#0); the sharding of the edge is the owner's.
// Passes may make the edge an op, `sdy.data_flow_edge %r#0`, which is then the
// only user of the owner and holds the sharding.
//
// Which ops have edges, and which, is a DataFlowDef in the op's definition;
// nobody else names those ops. Of an op that a caller adds (ops/extensions.h)
// it may be a DataFlowInterface, which says everything in code.

namespace shardflow::internal {

enum class EdgeTransform : uint8_t {
  // From how the target is seen to how the sources are.
  kBeforeEdgePropagation,
  // Back.
  kAfterEdgePropagation,
};

// An edge of an op that a caller adds. It names results and operands of the op,
// arguments of its regions, and operands of their terminators.
struct FlowEdge {
  ValueId owner;
  std::vector<ValueId> other_targets;
  std::vector<UseId> sources;
};

class DataFlowInterface {
 public:
  virtual ~DataFlowInterface() = default;
  virtual std::vector<FlowEdge> Edges(const Module& m, OpId op) const = 0;
  virtual ShardingId TransformTargetSharding(Module& m, OpId op, ValueId target,
                                             ShardingId sharding,
                                             EdgeTransform transform) const = 0;
};

// Results own an edge each, `index` by `index`.
struct DataFlowDef {
  // Operand i is a source of result i.
  bool operands_to_results = false;
  // Operand i is the source of argument i of region 0, which owns the edge.
  bool operands_to_args = false;
  // Operand i of the terminators of these regions is a source of result i.
  // `last_source_region` -1: all from the first on.
  int first_source_region = 0;
  int last_source_region = -1;
  // Argument i of every region is a target (not the owner) of result i's edge.
  bool args_are_targets = false;
  // The reference takes operand i, and operand i of any terminator inside, for
  // a source of result i when it asks which edge a *use* feeds; also where
  // there is no such edge, as with the index of a `case` or the predicate that
  // a `while` condition returns. EdgeOfSource answers the same.
  //
  // For operands_to_args it finds edges of terminator operands only.

  // Shardings outside have manual axes, those inside don't.
  bool has_manual_axes = false;
  // Shardings of edge owners have to divide the dimensions.
  bool keep_divisible = false;
  // Null: in every version.
  bool (*is_in)(Compat) = nullptr;
  // Answers instead of all of the above but keep_divisible.
  const DataFlowInterface* custom = nullptr;

  // The owner's sharding may be another one on the sources' side.
  bool Transforms() const { return has_manual_axes || custom != nullptr; }
};

// That of an op that a caller adds; null if there is none.
const DataFlowDef* ExtensionDataFlow(const Module& m, OpId op);

// Null if the op has no data-flow edges.
inline const DataFlowDef* DataFlow(const Module& m, OpId op) {
  const OpKind kind = m.kind(op);
  if (kind == OpKind::kUnknown && m.extensions != nullptr) {
    return ExtensionDataFlow(m, op);
  }
  const DataFlowDef* def = Def(kind).data_flow;
  if (def == nullptr || def->is_in == nullptr) return def;
  return def->is_in(static_cast<Compat>(m.compat)) ? def : nullptr;
}

// --- edges of an op, with or without an sdy.data_flow_edge

// The op that defines the value, or whose region it is an argument of.
OpId OwningOp(const Module& m, ValueId value);

// The block arguments, or the results, that own edges, in order.
std::vector<ValueId> ArgEdgeOwners(const Module& m, OpId op);
std::vector<ValueId> ResultEdgeOwners(const Module& m, OpId op);

// The owner of the edge that `target` (a result or block argument of an op
// with data flow) belongs to; None if there is none.
ValueId EdgeOwnerFromTarget(const Module& m, ValueId target);
// The owner of the edge that the use feeds; None if there is none.
ValueId EdgeOwnerFromSource(const Module& m, UseId source);

// Appends the sources of the owner's edge.
void AppendEdgeSources(const Module& m, ValueId owner,
                       std::vector<UseId>& sources);
// Appends the targets of the owner's edge other than the owner.
void AppendNonOwnerTargets(const Module& m, ValueId owner,
                           std::vector<ValueId>& targets);

// The owner's sharding in the module's column, as seen by the values around
// the target: inside a manual computation without the manual axes.
ShardingId EdgeOwnerSharding(Module& m, ValueId owner);
// What that would be if the column had `sharding` for the owner.
ShardingId SeenEdgeOwnerSharding(Module& m, ValueId owner, ShardingId sharding);
// The reverse; keeps the manual axes. If the op had no shardings of this sort
// at all, the other owners become fully open on the same mesh.
void SetEdgeOwnerSharding(Module& m, ValueId owner, ShardingId sharding);

// Adds or removes manual axes where `target`, an edge owner, is on the other
// side of a manual computation's border than its sources. None stays None.
ShardingId TransformTargetSharding(Module& m, ValueId target,
                                   ShardingId sharding,
                                   EdgeTransform transform);

// --- sdy.data_flow_edge ops

// The edge op that `target` or `source` belongs to, or None: the owner's only
// use is an sdy.data_flow_edge.
OpId EdgeOfTarget(const Module& m, ValueId target);
OpId EdgeOfSource(const Module& m, UseId source);
// Values that are the sources, and the other targets, of an edge op.
void AppendEdgeOpSources(const Module& m, OpId edge,
                         std::vector<ValueId>& sources);
void AppendEdgeOpNonOwnerTargets(const Module& m, OpId edge,
                                 std::vector<ValueId>& targets);
ShardingId TransformEdgeOpSharding(Module& m, OpId edge, ShardingId sharding,
                                   EdgeTransform transform);

// --- the sharding of any value

// The value that holds the sharding of `value`: itself, the result of its
// edge op, the owner of its edge, ... None if it can have none (an argument
// of a reduction body).
ValueId GetShardableValue(const Module& m, ValueId value);
// The same if the op that the value is a result of, or an argument in, has
// these data-flow edges (null: none). For ops of a caller while the module
// doesn't know the caller's extensions.
ValueId GetShardableValue(const Module& m, ValueId value,
                          const DataFlowDef* flow);
// What the value's users see. Interns where manual axes are taken away.
ShardingId GetSharding(Module& m, ValueId value);
// Does nothing if the value can have no sharding. The first sharding on an op
// of several results makes the other results fully open.
void SetSharding(Module& m, ValueId value, ShardingId sharding);

// --- manual axes (prefixes of dimensions)

// The axes that the column has for `holder`, a value as GetShardableValue
// returns it, but that its users don't see: the manual axes, if it is an
// argument of a manual computation. None: they see all of them.
AttrId HiddenManualAxes(const Module& m, ValueId holder);
// The number of leading axes that are in `manual` (of a kManualAxes
// attribute).
size_t ManualPrefix(std::span<const AxisRef> axes,
                    const WordList<NameId>& manual);

// What is outside a manual computation where `inner` is what is inside and
// `outer` was outside: `outer`'s manual axes, then `inner`'s axes. Unreduced
// axes stay those of `outer`.
ShardingId AddManualAxes(Module& m, ShardingId outer, ShardingId inner,
                         AttrId manual_axes);
// Removes the axes named in `manual_axes` (a kManualAxes attribute).
ShardingId EraseManualAxes(Module& m, ShardingId sharding, AttrId manual_axes);
// Keeps of each dimension only the manual axes.
ShardingId EraseFreeAxes(Module& m, ShardingId sharding, AttrId manual_axes);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_DATA_FLOW_H_
