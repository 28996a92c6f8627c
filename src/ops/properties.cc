#include "ops/properties.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "ir/walk.h"
#include "ops/compatible.h"
#include "ops/custom_call.h"
#include "ops/data_flow.h"
#include "ops/dialects.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

bool IsOffload(const Module& m, OpId op) {
  if (m.kind(op) != OpKind::kCustomCall) return false;
  const std::string_view target = CallTarget(m, op);
  return target == "MoveToDevice" || target == "MoveToHost";
}

bool BoolAttr(const Module& m, OpId op, NameId name) {
  const AttrId attr = m.attr(op, name);
  return m.attrs.Is(attr, AttrKind::kInteger) &&
         m.attrs.IntegerValue(attr) != 0;
}

bool IsStatic(const Module& m, ValueId value) {
  const TypeId type = m.type(value);
  return !m.types.IsTensor(type) || m.types.HasStaticShape(type);
}

}  // namespace

bool MightBeIsolated(const Module& m, OpId op) {
  return HasTrait(m, op, kIsolated) || m.kind(op) == OpKind::kUnknown;
}

bool IsOrdered(const Module& m, OpId op) {
  return m.kind(op) != OpKind::kModule && m.kind(op) != OpKind::kUnknown;
}

bool HasNoEffects(const Module& m, OpId op, bool inside_has_none) {
  if (HasTrait(m, op, kRecursiveEffects)) return inside_has_none;
  if (HasTrait(m, op, kPure)) return true;
  return m.kind(op) == OpKind::kCustomCall &&
         !BoolAttr(m, op, name::kHasSideEffect);
}

bool IsScalar(const Module& m, ValueId value) {
  const TypeId type = m.type(value);
  return m.types.IsTensor(type) && m.types.dims(type).empty();
}

bool IsSdy(const Module& m, OpId op) {
  return DialectOf(m.op_name(op)) == "sdy";
}

bool IsShardable(const Module& m, TypeId type) {
  return m.types.HasStaticShape(type) ||
         (m.dynamic_shapes() && m.types.IsTensor(type));
}

size_t RankOf(const Module& m, TypeId type) {
  return m.types.IsTensor(type) ? m.types.dims(type).size() : 0;
}

std::span<const int64_t> Shape(const Module& m, ValueId value) {
  const TypeId type = m.type(value);
  return m.types.IsTensor(type) ? m.types.dims(type)
                                : std::span<const int64_t>();
}

bool IsElementwise(const Module& m, OpId op) {
  if (HasTrait(m, op, kElementwise | kElementwiseForPropagation)) return true;
  return HasTrait(m, op, kElementwiseIfSameShape) && m.operand_count(op) == 1 &&
         m.result_count(op) == 1 &&
         std::ranges::equal(Shape(m, m.operand(op, 0)),
                            Shape(m, m.result(op, 0)));
}

Direction PassThroughDirection(const Module& m, OpId op) {
  if (HasTrait(m, op, kPassThrough) || IsElementwise(m, op) ||
      IsOffload(m, op)) {
    return Direction::kBoth;
  }
  return HasTrait(m, op, kPassThroughForward) ? Direction::kForward
                                              : Direction::kNone;
}

bool IsForwardLast(const Module& m, OpId op) {
  return HasTrait(m, op, kForwardLast);
}

bool IsPure(const Module& m, OpId op) {
  if (!HasTrait(m, op, kPure)) return false;
  // With dynamic shapes, an op is safe if its inputs have no dynamic dimension
  // where its results have a static one.
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (IsStatic(m, m.operand(op, i))) continue;
    const std::span<const int64_t> in = Shape(m, m.operand(op, i));
    for (int r = 0; r < m.result_count(op); ++r) {
      const std::span<const int64_t> out = Shape(m, m.result(op, r));
      if (in.size() != out.size()) return false;
      for (size_t d = 0; d < in.size(); ++d) {
        if (in[d] == kDynamicDim && out[d] != kDynamicDim) return false;
      }
    }
  }
  return true;
}

bool WouldBeTriviallyDead(const Module& m, OpId op) {
  if (HasTrait(m, op, kTerminator | kSymbol)) return false;
  if (m.region_count(op) == 0) return HasNoEffects(m, op, true);
  return WalkPreOrder(m, op, [&](OpId inner) {
    if (HasTrait(m, inner, kRecursiveEffects)) return WalkResult::kAdvance;
    return HasNoEffects(m, inner, false) ? WalkResult::kSkip
                                         : WalkResult::kStop;
  });
}

bool IsTriviallyDead(const Module& m, OpId op) {
  return !m.OpHasUses(op) && WouldBeTriviallyDead(m, op);
}

bool IsConstantLeaf(const Module& m, OpId op) {
  return HasTrait(m, op, kConstantLeaf);
}

bool IsConstantPreserving(const Module& m, OpId op) {
  return (HasTrait(m, op, kConstantPreserving) || IsElementwise(m, op)) &&
         IsPure(m, op);
}

bool IsScalarExpansion(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kBroadcastInDim && m.operand_count(op) == 1 &&
         IsScalar(m, m.operand(op, 0));
}

bool IsConstantLike(const Module& m, OpId op) {
  return HasTrait(m, op, kConstantLike) || m.kind(op) == OpKind::kSdyConstant;
}

bool IsDot(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kDot || m.kind(op) == OpKind::kDotGeneral;
}

bool IsReshape(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kReshape;
}

bool AlwaysNeedsCompatible(Module& m, OpId op) {
  return NeedsCompatible(m, op,
                         [&m](ValueId value) { return GetSharding(m, value); });
}

}  // namespace shardflow::internal
