#ifndef SHARDFLOW_OPS_PROPERTIES_H_
#define SHARDFLOW_OPS_PROPERTIES_H_

#include <span>

#include "ir/module.h"
#include "sharding/direction.h"

// Questions about an op whose answer is not only a trait of its kind.

namespace shardflow::internal {

// Of a tensor type: rank 0. Other types are no scalars.
bool IsScalar(const Module& m, ValueId value);
// Dims of a tensor; empty for any other type (tokens have rank 0).
std::span<const int64_t> Shape(const Module& m, ValueId value);

// Elementwise for propagation: also a bitcast_convert of equal width, and the
// sdy ops that only restrict their input (constraint, reshard, barrier).
bool IsElementwise(const Module& m, OpId op);

// The directions in which op-priority propagation takes the op first: kBoth
// for ops that only pass elements through, kForward for some, else kNone.
Direction PassThroughDirection(const Module& m, OpId op);
// Op-priority propagation keeps forward propagation through it (a broadcast)
// for its last step.
bool IsForwardLast(const Module& m, OpId op);

// No side effects, and safe to run where it would not have run. Ops with
// dynamic shapes may be unsafe.
bool IsPure(const Module& m, OpId op);
// --- what its regions are

// Values from outside must not be used inside; or the op is not known, and it
// might be so.
bool MightBeIsolated(const Module& m, OpId op);
// Values are defined before their uses. Not so in the body of a module, nor,
// perhaps, in an op that is not known.
bool IsOrdered(const Module& m, OpId op);

// --- effects

// Nothing but its results comes of the op, if nothing but its own results
// comes of any op in its regions: `inside_has_none` (asked once for each op by
// those who walk inside out).
bool HasNoEffects(const Module& m, OpId op, bool inside_has_none);
// No use of its results, and erasing it changes nothing else: MLIR's notion,
// with what ops in its regions do.
bool IsTriviallyDead(const Module& m, OpId op);
// The same without a look at uses.
bool WouldBeTriviallyDead(const Module& m, OpId op);

// --- what explicit reshards treat in a way of its own

// dot and dot_general.
bool IsDot(const Module& m, OpId op);
bool IsReshape(const Module& m, OpId op);
// The op must not see operands in conflict even where only the reshards that a
// partitioner can't do without are made: a concatenate whose operands are
// sharded in another way than its result; mhlo.ragged_dot.
bool AlwaysNeedsCompatible(Module& m, OpId op);

// --- constant expressions (which import copies for each user)

// A constant or an iota.
bool IsConstantLeaf(const Module& m, OpId op);
// Pure, and a constant expression if its operands are: elementwise ops,
// broadcast_in_dim, reshape, slice. (Calls and named computations depend on
// what they run: the pass looks at them.)
bool IsConstantPreserving(const Module& m, OpId op);
// A broadcast_in_dim of a scalar.
bool IsScalarExpansion(const Module& m, OpId op);
// MLIR's ConstantLike trait or sdy.constant.
bool IsConstantLike(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PROPERTIES_H_
