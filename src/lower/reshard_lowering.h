#ifndef SHARDFLOW_LOWER_RESHARD_LOWERING_H_
#define SHARDFLOW_LOWER_RESHARD_LOWERING_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ir/module.h"
#include "lower/reshard_plan.h"
#include "lower/topology.h"
#include "ops/symbols.h"
#include "shardflow/plan_choice.h"
#include "sharding/compat.h"
#include "sharding/resolved.h"

// Turns a reshard in a program into ops: plans the reshard
// (lower/reshard_planner.h) and writes the steps of the plan as ops. Equal
// reshards are planned only once. ReadStep does the reverse and turns an op
// into a step.

namespace shardflow::internal {

// An op to write for a step of a plan. Only the operand isn't known yet.
struct PlannedOp {
  OpKind kind;
  AttrId attrs;
  ShardingId sharding;
};

// Sets `plan` to a plan whose only step is the collective `op`. The result of
// `op` must have a sharding. Returns false if `op` isn't an sdy collective, or
// if its axes aren't axes of the mesh.
bool ReadStep(const Module& m, OpId op, ResolvedMesh& mesh, ReshardPlan& plan);

class ReshardLowering {
 public:
  ReshardLowering(Module& m, const SymbolTable& symbols, PlanChoice choice,
                  Compat compat);
  ~ReshardLowering();
  ReshardLowering(const ReshardLowering&) = delete;
  ReshardLowering& operator=(const ReshardLowering&) = delete;

  // Returns the ops that reshard a tensor of this type. The list is valid as
  // long as this object exists. The shardings must have the rank of the tensor,
  // and their meshes must have the same axes. Returns nullopt if a sharding
  // isn't valid on its mesh.
  std::optional<std::span<const PlannedOp>> Plan(ShardingId from, ShardingId to,
                                                 TypeId type);

  // Returns how many seconds the reshard takes on the machine, or infinity if
  // there is no plan.
  double Seconds(ShardingId from, ShardingId to, TypeId type,
                 const Topology& machine);

  // Returns how many bytes a device sends in the reshard, or infinity if there
  // is no plan.
  double Bytes(ShardingId from, ShardingId to, TypeId type);

  // Writes the planned ops before `anchor`, with the source location of
  // `anchor`. The first op's operand is `value`. Returns the result of the last
  // op.
  ValueId Emit(ValueId value, std::span<const PlannedOp> plan, OpId anchor);

 private:
  struct Memo;
  // Sets `plan` and `problem` in memo_. Returns false if a sharding isn't
  // valid.
  bool MakePlan(ShardingId from, ShardingId to, TypeId type);

  Module& m_;
  const SymbolTable& symbols_;
  const PlanChoice choice_;
  const Compat compat_;
  std::unique_ptr<Memo> memo_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_LOWERING_H_
