#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/walk.h"
#include "ops/builder.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"

// Replaces results without elements, such as a tensor<0x8xf32>, with constants.
// If an op has no effects, its operands without elements are also replaced. XLA
// does both before Shardy runs: StableHLO's simplification of zero-extent
// tensors, and the elimination of zero-sized HLO. So no sharding flows through
// empty values, an sdy.sharding_constraint on an empty value has no effect, and
// empty results of a function are replicated.

namespace shardflow::internal {
namespace {

// Whether the value has no elements, and a type that constants can have.
bool IsEmpty(const Module& m, ValueId value) {
  const TypeId type = m.type(value);
  if (!HasStaticShape(m, value) || m.types.ElementCount(type) != 0)
    return false;
  switch (m.types.kind(m.types.element(type))) {
    case TypeKind::kInteger:
    case TypeKind::kFloat:
    case TypeKind::kComplex:
      return true;
    default:
      return false;
  }
}

// Whether the op may be needed for more than its results. If it has several
// results, this doesn't matter: in HLO, each result is an op of its own, which
// extracts an element of a tuple.
bool HasEffects(const Module& m, OpId op) {
  return m.result_count(op) == 1 && !WouldBeTriviallyDead(m, op);
}

bool IsConstant(const Module& m, ValueId value) {
  const OpId def = m.def(value);
  return def && IsConstantLike(m, def);
}

ValueId EmptyConstant(Module& m, ValueId value, OpId before) {
  Builder builder = Builder::Before(m, before);
  return builder.Zero(m.type(value));
}

}  // namespace

bool XlaDropEmptyValues(Module& m, const NoOptions&, PassContext&) {
  // Few programs have types without elements.
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
    if (IsConstantLike(m, op)) continue;
    if (IsPure(m, op) || HasTrait(m, op, kTerminator)) {
      for (int i = 0; i < m.operand_count(op); ++i) {
        const ValueId value = m.operand(op, i);
        if (IsEmpty(m, value) && !IsConstant(m, value)) {
          m.SetOperand(m.operand_use(op, i), EmptyConstant(m, value, op));
        }
      }
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
