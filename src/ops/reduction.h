#ifndef SHARDFLOW_OPS_REDUCTION_H_
#define SHARDFLOW_OPS_REDUCTION_H_

#include <optional>
#include <vector>

#include "ir/module.h"
#include "ops/builder.h"
#include "ops/op_kind.h"

// Finds the ops that the body of a stablehlo.reduce uses to combine elements.
// They also determine how the devices' results for their shards can be
// combined.

namespace shardflow::internal {

// Returns, for each result, the op (add, multiply, maximum, minimum, and, or,
// xor) that the body uses to combine two elements, or kUnknown if the body
// computes this result in any other way.
std::vector<OpKind> CombiningOps(const Module& m, OpId reduce);
// Like CombiningOps, but for a region that combines two elements into one.
OpKind CombiningOp(const Module& m, RegionId region);

// Returns the reduction that a collective can use to combine partial results.
// Returns nullopt if there is none, or if the results would need different
// reductions.
std::optional<ReductionKind> CollectiveOf(const Module& m, OpId reduce);

// Returns, for each result, a scalar that each device can start from when it
// reduces its elements: one that changes nothing, or the op's initial value if
// combining it more than once has no further effect. Returns an empty list if
// the op isn't a reduce, or if no such scalar is known for one of the results.
// Creates new constants with `b`.
std::vector<ValueId> NeutralStarts(Module& m, Builder& b, OpId reduce);

// Returns the scalar that changes nothing when an op of this kind combines it
// with an element of the type; None if it isn't known.
ValueId Neutral(Module& m, Builder& b, OpKind kind, TypeId element);
// Fills the empty region of a reduction with an op of this kind, which combines
// two scalars.
void FillReduction(Module& m, OpId reduce, OpKind kind, TypeId scalar);
// Whether all elements of `value` are known to be neutral for ops of `kind`.
bool IsNeutral(const Module& m, OpKind kind, ValueId value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_REDUCTION_H_
