#ifndef SHARDFLOW_OPS_REWRITE_H_
#define SHARDFLOW_OPS_REWRITE_H_

#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"

// Local rewrites: canonicalization patterns, and the object through which they
// change the module.

namespace shardflow::internal {

// Patterns change the module through this object, which records the ops to
// visit again.
class Rewriter {
 public:
  Rewriter(Module& m, const SymbolTable& symbols) : m(m), symbols(symbols) {}

  Module& m;
  const SymbolTable& symbols;
  // The ops to visit (again), oldest first. The list may include erased ops.
  std::vector<OpId> touched;

  // Creates an op with one result before `anchor`.
  OpId CreateBefore(OpId anchor, OpKind kind, ValueId operand, TypeId type,
                    AttrId attrs);
  // Replaces all uses of `from` with `to`.
  void ReplaceUses(ValueId from, ValueId to);
  // Erases an op without uses, and adds the ops that define its operands to
  // `touched`.
  void Erase(OpId op);
  // Replaces the op's only result with `value` and erases the op.
  void Replace(OpId op, ValueId value);
};

// A rewrite of ops of one kind. `apply` returns false if it changed nothing.
struct Pattern {
  OpKind kind;
  std::string_view label;  // see passes/options.h
  bool (*apply)(Rewriter& rewriter, OpId op);
};

// Whether `a` and `b` are in the same block and `a` comes first.
bool ComesBefore(const Module& m, OpId a, OpId b);

// Returns all canonicalization patterns. Patterns for the same kind of op are
// tried in this order.
std::vector<Pattern> CanonicalPatterns();

// Append the patterns of one family. CanonicalPatterns() consists of these.
void AppendCollectivePatterns(std::vector<Pattern>& patterns);
void AppendManualComputationPatterns(std::vector<Pattern>& patterns);
void AppendReshardPatterns(std::vector<Pattern>& patterns);

// Appends the patterns that make batching dimensions explicit if the indices of
// a gather or scatter imply them. These patterns aren't canonicalizations.
void AppendExplicitBatchingPatterns(std::vector<Pattern>& patterns);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_REWRITE_H_
