#ifndef SHARDFLOW_OPS_REWRITE_H_
#define SHARDFLOW_OPS_REWRITE_H_

#include <string_view>
#include <vector>

#include "ir/module.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"

// Local rewrites: canonicalization patterns and what they are given.

namespace shardflow::internal {

// Through this a pattern changes the module; it notes which ops are worth
// another look.
class Rewriter {
 public:
  Rewriter(Module& m, const SymbolTable& symbols) : m(m), symbols(symbols) {}

  Module& m;
  const SymbolTable& symbols;
  // Ops to visit (again), oldest first. May hold erased ops.
  std::vector<OpId> touched;

  // A new op before `anchor`, of the kind's name, with one result.
  OpId CreateBefore(OpId anchor, OpKind kind, ValueId operand, TypeId type,
                    AttrId attrs);
  // Uses of `from` become uses of `to`.
  void ReplaceUses(ValueId from, ValueId to);
  // Erases an op without uses; what defines its operands is touched.
  void Erase(OpId op);
  // Both, for an op with one result.
  void Replace(OpId op, ValueId value);
};

// `apply` returns false if it changed nothing.
struct Pattern {
  OpKind kind;
  std::string_view label;  // see passes/options.h
  bool (*apply)(Rewriter& rewriter, OpId op);
};

// Both are in one block, and `a` stands before `b`.
bool ComesBefore(const Module& m, OpId a, OpId b);

// All canonicalization patterns, in the order in which those of one op are
// tried.
std::vector<Pattern> CanonicalPatterns();

// What CanonicalPatterns() is made of, by family.
void AppendCollectivePatterns(std::vector<Pattern>& patterns);
void AppendManualComputationPatterns(std::vector<Pattern>& patterns);
void AppendReshardPatterns(std::vector<Pattern>& patterns);

// Batching dimensions of gather and scatter that their indices imply, made
// explicit. Not a canonicalization.
void AppendExplicitBatchingPatterns(std::vector<Pattern>& patterns);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_REWRITE_H_
