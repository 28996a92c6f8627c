#ifndef SHARDFLOW_OPS_REDUCTION_H_
#define SHARDFLOW_OPS_REDUCTION_H_

#include <optional>
#include <vector>

#include "ir/module.h"
#include "ops/builder.h"
#include "ops/op_kind.h"

// What the body of a stablehlo.reduce computes, and so how the results that
// devices get from their shards are combined.

namespace shardflow::internal {

// For each result the op (add, multiply, maximum, minimum, and, or, xor) that
// combines two elements, if the body is such ops and nothing else. kUnknown:
// the body does something else to this result.
std::vector<OpKind> CombiningOps(const Module& m, OpId reduce);

// The collective that combines partial results. Nothing if there is none, or if
// the results would need different ones.
std::optional<ReductionKind> CollectiveOf(const Module& m, OpId reduce);

// For each result a scalar that a part of the elements can be reduced from: it
// changes nothing, or nothing more if it is combined more than once. Empty if
// it is no reduce, or if nothing is known of its body. New constants are
// written with `b`.
std::vector<ValueId> NeutralStarts(Module& m, Builder& b, OpId reduce);

// The scalar that changes nothing when an op of this kind combines it with an
// element of the type. None: unknown for the type.
ValueId Neutral(Module& m, Builder& b, OpKind kind, TypeId element);
// Whether all elements of the value are known to be so.
bool IsNeutral(const Module& m, OpKind kind, ValueId value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_REDUCTION_H_
