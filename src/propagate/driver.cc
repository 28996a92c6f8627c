#include "propagate/driver.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"
#include "propagate/settle_guard.h"
#include "propagate/setup.h"
#include "propagate/user_priority.h"

namespace shardflow {
namespace {

// False if the program has functions but no main one.
bool FindMain(const Module& m, OpId& main, Diagnostics& diagnostics) {
  main = MainFunction(m);
  if (main || Functions(m).empty()) return true;
  diagnostics.Error(m.Place(m.root()), "Failed to lookup function: main");
  return false;
}

MainResults FindMainResults(Module& m, OpId main) {
  MainResults results{main, {}};
  const OpId returned = main ? ReturnOp(m, main) : OpId::None();
  if (returned.IsNone()) return results;
  for (int i = 0; i < m.operand_count(returned); ++i) {
    const ValueId value = m.operand(returned, i);
    const TypeId type = m.type(value);
    if (!m.types.HasStaticShape(type)) continue;  // tokens
    results.values.push_back({value, i, IdentityRule(m, type, 1)});
  }
  return results;
}

}  // namespace

SettleGuard MakeSettleGuard(const PropagationState& s) {
  size_t axes = 0;
  for (size_t i = 0; i < s.m.shardings.mesh_count(); ++i) {
    axes = std::max(axes, s.m.shardings.mesh(MeshId(i)).axes.size());
  }
  return SettleGuard(s.graph.size(), axes);
}

void PropagateMainResult(PropagationState& s, const ReturnedValue& returned) {
  const MainResults& results = s.main_results;
  const auto index = static_cast<size_t>(returned.result);
  ShardingId shardings[2];
  const StepInput input = MainResultStep(s, returned, shardings);
  if (shardings[0] == shardings[1]) return;
  const std::span<const StepChange> changes = s.stepper.Step(input);
  if (s.recorder != nullptr && !changes.empty()) {
    const ValueId holder = GetShardableValue(s.m, returned.value);
    const ValueId values[] = {holder, holder};
    s.recorder->Record(
        s.stepper,
        {{results.function, returned.rule, values, 1, returned.result}, input});
  }
  for (const StepChange& change : changes) {
    if (change.tensor == 0) {
      AssignSharding(s, returned.value, change.sharding);
    } else {
      SetResultSharding(s.m, results.function, index, change.sharding);
    }
  }
}

PropagationState::PropagationState(Module& module,
                                   const PropagationOptions& opts,
                                   const MeshTable& meshes,
                                   const ShardingGroups& sharding_groups,
                                   RuleWarnings& warnings,
                                   Diagnostics& diagnostics)
    : m(module),
      options(opts),
      groups(sharding_groups),
      table(opts.schedule),
      graph(module),
      listeners(graph),
      rules(m,
            {.conservative = opts.conservative,
             .compat = opts.compat,
             .extra = opts.extra_rules,
             .memo = opts.memo},
            warnings, diagnostics),
      stepper(module.shardings, module.rules, meshes) {
  graph.worklist.SetSettledRuns(table.settled_runs);
  stepper.SetMemo(opts.memo);
}

StepInput MainResultStep(PropagationState& s, const ReturnedValue& returned,
                         std::span<ShardingId, 2> shardings) {
  shardings[0] = GetSharding(s.m, returned.value);
  shardings[1] = ResultSharding(s.m, s.main_results.function,
                                static_cast<size_t>(returned.result));
  return {.rule = returned.rule,
          .shardings = shardings,
          .directions = {},
          .strategy = s.options.schedule[static_cast<size_t>(s.run)].strategy};
}

namespace {

// The members of a group take its one sharding.
void SyncGroups(Module& m, ShardingGroups& groups, Recorder* recorder,
                Diagnostics& diagnostics) {
  if (recorder == nullptr || !recorder->has_history() || groups.empty()) {
    groups.Sync(m, diagnostics);
    return;
  }
  std::vector<ShardingId> before(m.value_table_size());
  for (size_t i = 0; i < before.size(); ++i) before[i] = m.sharding(ValueId(i));
  groups.Sync(m, diagnostics);
  for (size_t i = 0; i < before.size(); ++i) {
    const ValueId value(i);
    const ShardingId now = m.sharding(value);
    if (now == before[i]) continue;
    for (const ValueId member : groups.MembersOf(value)) {
      const ValueId holder = GetShardableValue(m, member);
      if (!holder || holder.Slot() >= before.size()) continue;
      if (holder == value || before[holder.Slot()] != now) continue;
      recorder->RecordCopy(value, before[i], now, holder);
      break;
    }
  }
}

}  // namespace

bool StartPropagation(Module& m, const PropagationOptions& options,
                      RuleWarnings& warnings, Diagnostics& diagnostics,
                      Propagation& p) {
  OpId main;
  if (!FindMain(m, main, diagnostics)) return false;
  // Before groups: their members' shardings are not the user's.
  Recorder* recorder =
      options.witness != nullptr ? options.witness->recorder : nullptr;
  if (recorder == nullptr && options.record.any()) {
    p.own_recorder = std::make_unique<Recorder>(m, options.record);
    recorder = p.own_recorder.get();
  }
  p.meshes = Meshes(m);
  if (!p.groups.Collect(m, diagnostics)) return false;
  SyncGroups(m, p.groups, recorder, diagnostics);
  p.state.emplace(m, options, p.meshes, p.groups, warnings, diagnostics);
  p.state->recorder = recorder;
  p.state->main_results = FindMainResults(m, main);
  return true;
}

namespace {

void PropagateMainResults(PropagationState& s) {
  for (const ReturnedValue& returned : s.main_results.values) {
    PropagateMainResult(s, returned);
  }
}

// Whether somebody wants no more of it.
bool IsStopped(const PropagationState& s, Diagnostics& diagnostics) {
  const PropagationWitness* const witness = s.options.witness;
  if (witness == nullptr || !witness->stopped || !witness->stopped()) {
    return false;
  }
  diagnostics.Error({}, std::string(kStopped), ErrorCode::kStopped);
  return true;
}

// Visits ops until none waits. False if that has no end, or is stopped.
bool RunWorklist(Propagation& p, Diagnostics& diagnostics) {
  constexpr int64_t kVisitsBetweenLooks = 256;
  PropagationState& s = *p.state;
  PropagationGraph& graph = s.graph;
  SettleGuard guard = MakeSettleGuard(s);
  for (int32_t op; (op = graph.worklist.Pop()) >= 0; ++p.visits) {
    if (p.visits % kVisitsBetweenLooks == 0 && IsStopped(s, diagnostics)) {
      return false;
    }
    if (!VisitOp(s, op)) continue;
    const auto tensors = static_cast<size_t>(graph.NodeAt(op).tensor_count);
    if (guard.Allows(op, tensors)) continue;
    diagnostics.Error(s.m.Place(graph.op(op)),
                      "propagation does not settle: the shardings of the "
                      "tensors of this op change back and forth");
    return false;
  }
  return true;
}

bool RunSchedule(Propagation& p, Diagnostics& diagnostics) {
  PropagationState& s = *p.state;
  const int runs = static_cast<int>(s.options.schedule.size());
  for (s.run = 0; s.run < runs; ++s.run) {
    if (s.recorder != nullptr) s.recorder->SetTime({s.user_priority, s.run});
    PropagateMainResults(s);
    Worklist& worklist = s.graph.worklist;
    worklist.Start(s.run);
    if (!RunWorklist(p, diagnostics)) return false;
    worklist.Stop();
    PropagateMainResults(s);
  }
  return true;
}

void Finish(Propagation& p, PropagationStats* stats) {
  PropagationState& s = *p.state;
  if (s.options.witness != nullptr && s.options.witness->at_end) {
    s.run = static_cast<int>(s.options.schedule.size()) - 1;
    s.options.witness->at_end(s);
  }
  if (!s.options.keep_rules) EraseMadeRules(s.m);
  if (s.recorder != nullptr) s.recorder->Save();
  if (stats == nullptr) return;
  stats->visits += p.visits;
  stats->steps += s.stepper.calls();
  stats->steps_computed += s.stepper.misses();
}

}  // namespace

bool Propagate(Module& m, const PropagationOptions& options,
               RuleWarnings& warnings, Diagnostics& diagnostics,
               PropagationStats* stats) {
  Propagation p;
  if (!StartPropagation(m, options, warnings, diagnostics, p)) return false;
  if (!RunSchedule(p, diagnostics)) return false;
  Finish(p, stats);
  return true;
}

bool PropagateByUserPriority(Module& m, const PropagationOptions& options,
                             RuleWarnings& warnings, Diagnostics& diagnostics,
                             const std::function<void(int64_t)>& after_priority,
                             PropagationStats* stats) {
  Propagation p;
  if (!StartPropagation(m, options, warnings, diagnostics, p)) return false;
  PropagationState& s = *p.state;
  UserPriorities priorities(s, p.meshes);
  if (!RunSchedule(p, diagnostics)) return false;
  int64_t previous = 0;
  for (const UserPriorities::Round& round : priorities.later_rounds()) {
    if (after_priority) after_priority(previous);
    s.user_priority = round.priority;
    priorities.Begin(round);
    if (!RunSchedule(p, diagnostics)) return false;
    previous = round.priority;
  }
  Finish(p, stats);
  return true;
}

}  // namespace shardflow
