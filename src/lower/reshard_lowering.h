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

// Turns a reshard in a program into ops: plans it (lower/reshard_planner.h) and
// writes the plan's steps as ops. Equal reshards are planned once. ReadStep
// does the reverse, from an op to a step.

namespace shardflow::internal {

// A step of a plan as an op, except for its operand.
struct PlannedOp {
  OpKind kind;
  AttrId attrs;
  ShardingId sharding;
};

// Reads the collective `op`, whose result must have a sharding, as the only
// step of `plan`. Returns false if `op` isn't a collective of sdy, or if its
// axes aren't those of the mesh.
bool ReadStep(const Module& m, OpId op, ResolvedMesh& mesh, ReshardPlan& plan);

// Returns the number of bits of one element of the tensor; 8 if not known.
int64_t ElementBits(const TypeStore& types, TypeId tensor);

class ReshardLowering {
 public:
  ReshardLowering(Module& m, const SymbolTable& symbols, PlanChoice choice,
                  Compat compat);
  ~ReshardLowering();
  ReshardLowering(const ReshardLowering&) = delete;
  ReshardLowering& operator=(const ReshardLowering&) = delete;

  // Returns the ops that reshard a tensor of `type`; valid for the life of this
  // object. The shardings must have the rank of the tensor, and their meshes
  // the same axes. Returns nullopt if a sharding isn't valid on its mesh.
  std::optional<std::span<const PlannedOp>> Plan(ShardingId from, ShardingId to,
                                                 TypeId type);

  // Returns how long the reshard takes on the machine; infinity if there is no
  // plan.
  double Seconds(ShardingId from, ShardingId to, TypeId type,
                 const Topology& machine);

  // Returns the bytes that a device sends in the reshard; infinity if there is
  // no plan.
  double Bytes(ShardingId from, ShardingId to, TypeId type);

  // Writes the planned ops before `anchor`, with its source location. Returns
  // the result of the last op.
  ValueId Emit(ValueId value, std::span<const PlannedOp> plan, OpId anchor);

 private:
  struct Memo;
  // Fills in the memo's plan and problem. Returns false for invalid shardings.
  bool MakePlan(ShardingId from, ShardingId to, TypeId type);

  Module& m_;
  const SymbolTable& symbols_;
  const PlanChoice choice_;
  const Compat compat_;
  std::unique_ptr<Memo> memo_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_LOWERING_H_
