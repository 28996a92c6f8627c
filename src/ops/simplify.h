#ifndef SHARDFLOW_OPS_SIMPLIFY_H_
#define SHARDFLOW_OPS_SIMPLIFY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ops/rewrite.h"

// The rewrites of xla-simplify, by family. They are the StableHLO
// simplifications and folders that matter for JAX programs.

namespace shardflow::internal {

// Appends patterns for arithmetic, comparisons and selects.
void AppendArithmeticPatterns(std::vector<Pattern>& patterns);
// Appends patterns for broadcasts, reshapes, transposes, concatenates and so
// on.
void AppendShapePatterns(std::vector<Pattern>& patterns);
// Appends patterns for slices and gathers at known positions, and for tuples.
void AppendSlicePatterns(std::vector<Pattern>& patterns);

// Replaces an op by its first operand if that has the type of its result.
bool RemoveIfSameType(Rewriter& r, OpId op);

// Returns the result of a binary integer op on `a` and `b`, which are the
// values of all elements of its operands (0 or 1 for i1). The result isn't
// truncated to the width of its type. Returns nullopt for other ops, and for
// divisions by zero or of negative numbers.
std::optional<int64_t> ComputedInt(const Module& m, OpId op, int64_t a,
                                   int64_t b);

// Whether all of `dims` are dimensions of a tensor with that rank. (The
// verifier doesn't check StableHLO's own attributes.)
bool AreDimsOf(std::span<const int64_t> dims, size_t rank);

// Appends patterns that remove reshapes that change nothing, and tuples that
// are only taken apart again. XLA's programs contain both after being read back
// from HLO.
void AppendImportPatterns(std::vector<Pattern>& patterns);

// Creates an op with one result before `op`, with the same location and result
// type, from `operands` and `attrs`. Replaces `op` with the new op.
void ReplaceByNew(Rewriter& r, OpId op, OpKind kind,
                  std::span<const ValueId> operands,
                  std::vector<NamedAttr> attrs);
// Inserts an op with a result of type `type` before `op`. Returns the result.
ValueId CreateValue(Rewriter& r, OpId op, OpKind kind,
                    std::span<const ValueId> operands, TypeId type,
                    std::vector<NamedAttr> attrs = {});

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SIMPLIFY_H_
