#ifndef SHARDFLOW_OPS_SIMPLIFY_H_
#define SHARDFLOW_OPS_SIMPLIFY_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ops/rewrite.h"

// The rewrites of xla-simplify, by family: those of StableHLO's simplification
// and folding that JAX's programs meet.

namespace shardflow::internal {

// Arithmetic, selects and comparisons of known scalars.
void AppendArithmeticPatterns(std::vector<Pattern>& patterns);
// Broadcasts, reshapes, transposes, iotas, concatenates, pads.
void AppendShapePatterns(std::vector<Pattern>& patterns);
// Slices and gathers at known places, tuples.
void AppendSlicePatterns(std::vector<Pattern>& patterns);

// Every one is a dimension of a tensor of that rank. (The verifier does not
// look at what StableHLO says of its own attributes.)
bool AreDimsOf(std::span<const int64_t> dims, size_t rank);

// Of what XLA reads back from HLO: reshapes, concatenates and tuples that
// change nothing.
void AppendImportPatterns(std::vector<Pattern>& patterns);

// An op with one result in place of `op`, with its location, before it.
// Operands, attributes and the type are the new op's.
void ReplaceByNew(Rewriter& r, OpId op, OpKind kind,
                  std::span<const ValueId> operands,
                  std::vector<NamedAttr> attrs);
// The same for an op before `op` that does not replace it.
ValueId CreateValue(Rewriter& r, OpId op, OpKind kind,
                    std::span<const ValueId> operands, TypeId type,
                    std::vector<NamedAttr> attrs = {});

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SIMPLIFY_H_
