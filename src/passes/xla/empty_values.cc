#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/builder.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"

// Replaces each result without elements, such as a tensor<0x8xf32>, with a
// constant, as XLA's zero-sized HLO elimination does before Shardy runs. So no
// sharding flows through empty values, and an sdy.sharding_constraint of one
// has no effect.
//
// An empty argument stays, because the function's type does. A function that
// returns its empty argument returns a constant instead: JAX reports such
// results as replicated, too.

namespace shardflow::internal {
namespace {

bool IsEmpty(const Module& m, ValueId value) {
  return HasStaticShape(m, value) && m.types.ElementCount(m.type(value)) == 0;
}

// Whether the op may be needed for more than its results. If it has several
// results, this doesn't matter: in HLO, each is an op of its own, which takes
// an element of a tuple.
bool HasEffects(const Module& m, OpId op) {
  if (m.kind(op) == OpKind::kCustomCall) {
    return Bool(m, op, "has_side_effect", false);
  }
  return m.result_count(op) == 1 && !WouldBeTriviallyDead(m, op);
}

ValueId EmptyConstant(Module& m, ValueId value, OpId before) {
  Builder builder(m, m.op(before).parent, before, m.loc(before));
  return builder.Zero(m.type(value));
}

}  // namespace

bool XlaDropEmptyValues(Module& m, const NoOptions&, PassContext&) {
  // Few programs have such types.
  bool has_empty = false;
  for (size_t i = 0; i < m.types.size(); ++i) {
    const TypeId type(static_cast<int32_t>(i));
    has_empty |=
        m.types.HasStaticShape(type) && m.types.ElementCount(type) == 0;
  }
  if (!has_empty) return true;
  std::vector<OpId> ops;
  WalkPreOrder(m, m.root(), [&](OpId op) { ops.push_back(op); });
  for (const OpId op : ops) {
    const OpKind kind = m.kind(op);
    if (kind == OpKind::kConstant) continue;
    if (kind == OpKind::kFuncReturn) {
      for (int i = 0; i < m.operand_count(op); ++i) {
        const ValueId value = m.operand(op, i);
        if (m.def(value).IsNone() && IsEmpty(m, value)) {
          m.SetOperand(m.operand_use(op, i), EmptyConstant(m, value, op));
        }
      }
      continue;
    }
    if (HasEffects(m, op)) continue;
    for (int i = 0; i < m.result_count(op); ++i) {
      const ValueId result = m.result(op, i);
      if (m.HasUses(result) && IsEmpty(m, result)) {
        m.ReplaceAllUses(result, EmptyConstant(m, result, op));
      }
    }
  }
  return true;
}

}  // namespace shardflow::internal
