#ifndef SHARDFLOW_OPS_PROPERTIES_H_
#define SHARDFLOW_OPS_PROPERTIES_H_

#include <span>

#include "ir/module.h"
#include "sharding/direction.h"

// Properties of ops that don't depend on their kind alone.

namespace shardflow::internal {

// Whether the value is a tensor of rank 0.
bool IsScalar(const Module& m, ValueId value);
// Whether shardings propagate to values of this type: tensors of known rank
// and, unless Module::dynamic_shapes() is set, of known sizes.
bool IsShardable(const Module& m, TypeId type);
// Returns the dimensions of a tensor; none for any other type, such as a token.
std::span<const int64_t> Shape(const Module& m, ValueId value);
// Returns the user of a value that has exactly one use, otherwise None.
inline OpId OnlyUser(const Module& m, ValueId value) {
  return m.HasOneUse(value) ? m.use(m.value(value).first_use).owner
                            : OpId::None();
}
inline bool HasStaticShape(const Module& m, ValueId value) {
  return m.types.HasStaticShape(m.type(value));
}

// Whether the op belongs to the sdy dialect.
bool IsSdy(const Module& m, OpId op);

// Whether propagation treats the op as elementwise. That includes a
// bitcast_convert that keeps the width, and the sdy ops that only restrict
// their input (constraint, reshard, barrier).
bool IsElementwise(const Module& m, OpId op);

// Returns the directions in which the first steps of op-priority propagation go
// through the op: kBoth for ops that only pass elements through, kForward for
// some others, and kNone for the rest.
Direction PassThroughDirection(const Module& m, OpId op);
// Whether only the last step of op-priority propagation goes forward through
// the op, as for a broadcast.
bool IsForwardLast(const Module& m, OpId op);

// Whether the op has no side effects and is safe to run where it otherwise
// wouldn't run. Ops with dynamic shapes may be unsafe.
bool IsPure(const Module& m, OpId op);
// --- regions

// Whether the op's regions might not be allowed to use values from outside.
// This has to be assumed for an unknown op.
bool MightBeIsolated(const Module& m, OpId op);
// Whether values in the op's regions must be defined before they are used. In
// the body of a module they needn't be, and in an unknown op perhaps not.
bool IsOrdered(const Module& m, OpId op);

// --- effects

// Whether the op does nothing but compute its results. `inside_has_none` states
// whether this is true of all ops in its regions; callers that visit the inner
// ops first already have the answer.
bool HasNoEffects(const Module& m, OpId op, bool inside_has_none);
// Whether the results have no uses and the op has no other effects. As in MLIR,
// these include the effects of the ops in its regions.
bool IsTriviallyDead(const Module& m, OpId op);
// Whether IsTriviallyDead would be true if the results had no uses.
bool WouldBeTriviallyDead(const Module& m, OpId op);

// Returns the rank of a tensor type, or 0 for any other type.
size_t RankOf(const Module& m, TypeId type);

// --- special cases of explicit reshards

// Whether the op is a dot or dot_general.
bool IsDot(const Module& m, OpId op);
bool IsReshape(const Module& m, OpId op);
// Whether conflicts between the op's shardings must always be resolved, even if
// export only inserts the reshards that a partitioner can't find itself. This
// is the case for a concatenate whose operands are sharded differently from its
// result, and for mhlo.ragged_dot.
bool AlwaysNeedsCompatible(Module& m, OpId op);

// --- constant expressions, which the import pipeline copies for each user

// Whether the op is an sdy.constant or an iota.
bool IsConstantLeaf(const Module& m, OpId op);
// Whether the op is pure, and is a constant expression if its operands are.
// Examples are elementwise ops, broadcast_in_dim, reshape and slice. (For calls
// and named computations, this depends on the ops inside, which the pass itself
// has to check.)
bool IsConstantPreserving(const Module& m, OpId op);
// Whether the op is a broadcast_in_dim of a scalar.
bool IsScalarExpansion(const Module& m, OpId op);
// Whether the op has MLIR's ConstantLike trait or is an sdy.constant.
bool IsConstantLike(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PROPERTIES_H_
