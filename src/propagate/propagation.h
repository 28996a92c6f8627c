#ifndef SHARDFLOW_PROPAGATE_PROPAGATION_H_
#define SHARDFLOW_PROPAGATE_PROPAGATION_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/op_cache.h"
#include "ops/rule_builder.h"
#include "ops/rule_lookup.h"
#include "propagate/dependents.h"
#include "propagate/graph.h"
#include "propagate/groups.h"
#include "propagate/record.h"
#include "propagate/schedule.h"
#include "propagate/step.h"
#include "sharding/mesh_table.h"

// The state of a propagation pass, and one visit to an op.

namespace shardflow::internal {

struct PropagationState;

inline constexpr std::string_view kStopped = "the run was stopped";

// Why a run stops.
struct StopReason {
  std::string text{kStopped};
  ErrorCode code = ErrorCode::kStopped;
};

// Hooks that let a caller watch a propagation and stop it.
struct PropagationWitness {
  // If set, records every step. Otherwise propagation makes a recorder of its
  // own if the options request a record.
  Recorder* recorder = nullptr;
  // Called at the end, while the state, with nodes and rules, still exists.
  std::function<void(PropagationState&)> at_end;
  // Called from time to time. If it returns true, propagation ends with the
  // error `reason`.
  std::function<bool()> stopped;
  const StopReason* reason = nullptr;  // if null, the default reason
  // If not null, the fraction of propagation that is done is written here
  // before `stopped` is called.
  double* done = nullptr;
};

// Reports why the witness, which may be null, stopped the run.
void ReportStop(const PropagationWitness* witness, Diagnostics& diagnostics);

struct PropagationOptions {
  Schedule schedule;
  // If `rules.memo` is off, steps aren't cached, either.
  RuleOptions rules;
  // Keeps the rules of ops in the module; otherwise all rules except custom
  // ones are removed at the end.
  bool keep_rules = false;
  RecordOptions record;
  const PropagationWitness* witness = nullptr;
};

// The outcome of an op's first visit, for ops where it depends only on the op's
// key (ops/op_cache.h).
struct OpLook {
  RuleId rule;           // None: nothing propagates through the op
  uint8_t op_class = 0;  // the op's class if no operand has another use
  bool elementwise = false;
};

// A value that the main function returns, and the result that it becomes.
struct ReturnedValue {
  ValueId value;
  int result = 0;
  RuleId rule;  // the identity rule
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
  Dependents dependents;
  RuleLookup rules;
  Stepper stepper;
  OpCache<OpLook> looks;
  int run = 0;                // index into the schedule
  int64_t user_priority = 0;  // priority of the current round
  // If null, nothing is recorded.
  Recorder* recorder = nullptr;
  MainResults main_results;
  // If not null, every value whose sharding is written is appended to it.
  std::vector<ValueId>* written = nullptr;

  // For each rule, whether all factors are pass-through; -1 if not known yet.
  std::vector<int8_t> only_pass_through;
  // For each kind of op, whether its ops may have an OpLook; -1 if not known
  // yet. Only used if the module has no extensions.
  std::vector<int8_t> kind_has_look;
  // Scratch memory.
  std::vector<ShardingId> shardings;
  std::vector<OpId> doomed;
};

// Sets `input` to the input of a step through the node in the current run. The
// current shardings of its tensors are stored in `s.shardings`. Returns false
// if none of the tensors has a sharding.
bool GatherStep(PropagationState& s, Position position, const Node& node,
                ClassDirections directions, StepInput& input);
// Returns the input of the step between a returned value and the function
// result that it becomes. Sets `shardings`, which the input refers to, to the
// shardings of these two.
StepInput MainResultStep(PropagationState& s, const ReturnedValue& returned,
                         std::span<ShardingId, 2> shardings);

// Returns the input of a step through an op whose node is direct, in the
// current run, with the given shardings of its tensors.
inline StepInput DirectStep(const PropagationState& s, Position position,
                            std::span<const ShardingId> shardings) {
  const Worklist& worklist = s.graph.worklist;
  const auto run = static_cast<size_t>(s.run);
  const auto op_class = static_cast<size_t>(worklist.Class(position));
  const ClassDirections directions = s.table.directions[op_class][run];
  return {.rule = s.m.rule(s.graph.op(position)),
          .shardings = shardings,
          .directions = {directions.pass_through, directions.other, {}},
          .strategy = s.options.schedule[run].strategy,
          .conservative = s.options.rules.conservative,
          .elementwise = worklist.Has(position, kIsElementwise)};
}

// Visits the op at `position` in the current run: erases it if it is dead, else
// propagates between its tensors and pushes the ops that depend on what
// changed. Returns true if a tensor changed.
bool VisitOp(PropagationState& s, Position position);

// --- setting shardings outside of a visit
//
// Ops that have the value as a tensor become unsettled, but they aren't pushed.

// Replaces the value's sharding in the module's column.
void RestoreSharding(PropagationState& s, ValueId value, ShardingId sharding);
// Sets the sharding as a visit would: where the value's sharding is held, and
// for its whole group.
void AssignSharding(PropagationState& s, ValueId value, ShardingId sharding);

// Returns the rule of an op through which `operands` tensors of this type flow
// unchanged into one result.
RuleId IdentityRule(Module& m, TypeId tensor, size_t operands);

// --- functions in dead_ops.cc

// If the op at `position` is trivially dead, erases it with everything in it,
// pushes the ops that may be dead because of that, and returns true.
bool EraseIfDead(PropagationState& s, Position position);

// --- functions in node.cc

// Makes the op's node if it has none yet, and gives the op its class.
void PrepareNode(PropagationState& s, Position position);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_PROPAGATION_H_
