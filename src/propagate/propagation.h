#ifndef SHARDFLOW_PROPAGATE_PROPAGATION_H_
#define SHARDFLOW_PROPAGATE_PROPAGATION_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
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

struct PropagationState;

// Someone who wants to know what happens and how it ends.
struct PropagationWitness {
  // Takes the record instead of one of the propagation's own.
  Recorder* recorder = nullptr;
  // Called when all is done and everything is still there: nodes, rules, ....
  std::function<void(PropagationState&)> at_end;
  // Asked now and then. True: propagation ends there, with the error kStopped.
  std::function<bool()> stopped;
};

inline constexpr std::string_view kStopped = "the run was stopped";

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
  const PropagationWitness* witness = nullptr;
};

// A value that the main function returns, and the result that it becomes.
struct ReturnedValue {
  ValueId value;
  int result = 0;
  RuleId rule;  // the identity
};

struct MainResults {
  OpId function;
  std::vector<ReturnedValue> values;
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
  int run = 0;                // index into the schedule
  int64_t user_priority = 0;  // of the round
  // Null: nothing is recorded.
  Recorder* recorder = nullptr;
  MainResults main_results;
  // If not null: every value whose place in the column is written, in order.
  std::vector<ValueId>* written = nullptr;

  // By rule: whether all factors are pass-through; -1: not looked at yet.
  std::vector<int8_t> only_pass_through;
  // Scratch.
  std::vector<ShardingId> shardings;
  std::vector<OpId> doomed;
};

// The step through the tensors of a node as they stand, in the run at hand. The
// list of shardings is in `s.shardings`. False: none has a sharding.
bool GatherStep(PropagationState& s, int32_t position, const Node& node,
                ClassDirections directions, StepInput& input);
// The step between a returned value and the function's result; `shardings` has
// room for two.
StepInput MainResultStep(PropagationState& s, const ReturnedValue& returned,
                         std::span<ShardingId, 2> shardings);

// Visits the op at `position` in the run at hand: erases it if nothing needs
// it, else propagates between its tensors, and puts whom that concerns on the
// worklist. True if a tensor changed.
bool VisitOp(PropagationState& s, int32_t position);

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

// --- node.cc

// Makes the op's node if it has none yet, and gives the op its class.
void PrepareNode(PropagationState& s, int32_t position);

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_PROPAGATION_H_
