#ifndef SHARDFLOW_LOWER_RESHARD_LOWERING_H_
#define SHARDFLOW_LOWER_RESHARD_LOWERING_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "lower/reshard_plan.h"
#include "ops/compat.h"
#include "ops/symbols.h"
#include "shardflow/plan_choice.h"
#include "sharding/resolved.h"

// From a reshard in a program to ops: plans it (lower/reshard_planner.h) and
// writes the plan. Equal reshards are planned once. And back, from an op to a
// step.

namespace shardflow::internal {

// A step of a plan, but for its operand.
struct PlannedOp {
  OpKind kind;
  AttrId attrs;
  ShardingId sharding;
};

// The collective `op` as the one step of `plan`. False: it is no collective of
// sdy, or its axes are not those of the mesh. Its result has a sharding.
bool ReadStep(const Module& m, OpId op, ResolvedMesh& mesh, ReshardPlan& plan);

// Bits of an element of a tensor type; 8 for those whose size isn't known.
int64_t ElementBits(const TypeStore& types, TypeId tensor);

class ReshardLowering {
 public:
  ReshardLowering(Module& m, const SymbolTable& symbols, PlanChoice choice,
                  Compat compat);
  ~ReshardLowering();
  ReshardLowering(const ReshardLowering&) = delete;
  ReshardLowering& operator=(const ReshardLowering&) = delete;

  // The ops that take a tensor of `type` from one sharding to the other. The
  // shardings have the rank of the tensor and are on meshes of the same axes.
  // Valid for the life of this object. Nullopt: one of the shardings isn't
  // valid on its mesh.
  std::optional<std::span<const PlannedOp>> Plan(ShardingId from, ShardingId to,
                                                 TypeId type);

  // Writes them before `anchor`, with its location. Returns the last result.
  ValueId Emit(ValueId value, std::span<const PlannedOp> plan, OpId anchor);

 private:
  struct Memo;
  Module& m_;
  const SymbolTable& symbols_;
  const PlanChoice choice_;
  const Compat compat_;
  std::unique_ptr<Memo> memo_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_LOWERING_H_
