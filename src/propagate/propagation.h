#ifndef SHARDFLOW_PROPAGATE_PROPAGATION_H_
#define SHARDFLOW_PROPAGATE_PROPAGATION_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/compat.h"
#include "ops/rule_lookup.h"
#include "propagate/graph.h"
#include "propagate/groups.h"
#include "propagate/notify.h"
#include "propagate/record.h"
#include "propagate/schedule.h"
#include "propagate/step.h"
#include "sharding/mesh_table.h"

// What a propagation pass works on, and one visit of an op.

namespace shardflow {

struct PropagationOptions {
  Schedule schedule;
  bool conservative = false;
  // Leaves the rules that were there or were made; otherwise all but custom
  // ones are removed.
  bool keep_rules = false;
  Compat compat = Compat::kShardy202608;
  // RuleOptions::extra.
  bool extra_rules = false;
  // Off: every step is computed and every rule made (for tests).
  bool memo = true;
  RecordOptions record;
};

struct PropagationState {
  PropagationState(Module& m, const PropagationOptions& options,
                   const MeshTable& meshes, const ShardingGroups& groups,
                   RuleWarnings& warnings, Diagnostics& diagnostics);

  Module& m;
  const PropagationOptions& options;
  const ShardingGroups& groups;
  ScheduleTable table;
  PropagationGraph graph;
  Listeners listeners;
  RuleLookup rules;
  Stepper stepper;
  int run = 0;  // index into the schedule
  // Null: nothing is recorded.
  std::unique_ptr<Recorder> recorder;

  // By rule: whether all factors are pass-through; -1: not looked at yet.
  std::vector<int8_t> only_pass_through;
  // Scratch.
  std::vector<ShardingId> shardings;
  std::vector<OpId> doomed;
};

// Visits the op at `position` in the run at hand: erases it if nothing needs
// it, else propagates between its tensors, and puts whom that concerns on the
// worklist.
void VisitOp(PropagationState& s, int32_t position);

// --- outside of any visit: nobody is told, but ops that have the value as a
// tensor are no longer settled.

// The value has a sharding in the module's column; this is another one.
void RestoreSharding(PropagationState& s, ValueId value, ShardingId sharding);
// As a visit would set it: where the value's sharding is held, and for all its
// group.
void AssignSharding(PropagationState& s, ValueId value, ShardingId sharding);

// The rule of an op through which `operands` tensors of this type flow
// unchanged into one result.
RuleId IdentityRule(Module& m, TypeId tensor, size_t operands);

// --- dead_ops.cc

// If the op at `position` is trivially dead, erases it with all that is in it,
// and puts ops on the worklist that may be dead because of it.
bool EraseIfDead(PropagationState& s, int32_t position);
// The op waits, and then the ops around it, up to the function.
void PushWithAncestors(PropagationGraph& graph, int32_t position);

// --- node.cc

// Makes the op's node if it has none yet, and gives the op its class.
void PrepareNode(PropagationState& s, int32_t position);

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_PROPAGATION_H_
