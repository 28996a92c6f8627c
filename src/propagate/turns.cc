#include "propagate/turns.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "ops/symbols.h"

namespace shardflow::internal {
namespace {

// Sets `main`. Returns false if the program has functions but no main function.
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
    if (!IsShardable(m, type)) continue;  // tokens
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

bool PropagateMainResult(PropagationState& s, const ReturnedValue& returned) {
  const MainResults& results = s.main_results;
  const auto index = static_cast<size_t>(returned.result);
  ShardingId shardings[2];
  const StepInput input = MainResultStep(s, returned, shardings);
  if (shardings[0] == shardings[1]) return false;
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
  return !changes.empty();
}

void ListUnsettled(PropagationState& s) {
  const auto runs = (1u << s.options.schedule.size()) - 1;
  s.graph.worklist.ListUnsettled(static_cast<uint16_t>(runs));
}

bool IsStopped(const PropagationState& s, TurnIndex at) {
  const PropagationWitness* const witness = s.options.witness;
  if (witness == nullptr || !witness->stopped) return false;
  if (witness->done != nullptr) {
    const double turns = static_cast<double>(s.graph.size());
    *witness->done = (s.run + static_cast<double>(at.Slot()) / turns) /
                     static_cast<double>(s.options.schedule.size());
  }
  return witness->stopped();
}

void ReportStop(const PropagationWitness* witness, Diagnostics& diagnostics) {
  const StopReason reason = witness != nullptr && witness->reason != nullptr
                                ? *witness->reason
                                : StopReason();
  diagnostics.Error({}, reason.text, reason.code);
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
      dependents(graph),
      rules(m, opts.rules, warnings, diagnostics),
      stepper(module.shardings, module.rules, meshes) {
  graph.worklist.SetSettledRuns(table.settled_runs);
  stepper.SetMemo(opts.rules.memo);
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

bool StartPropagation(Module& m, const PropagationOptions& options,
                      RuleWarnings& warnings, Diagnostics& diagnostics,
                      Propagation& p) {
  OpId main;
  if (!FindMain(m, main, diagnostics)) return false;
  // The recorder reads the user's shardings, so it must be made before groups
  // change their members' shardings.
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

// --- results of the main function

uint8_t PendingResults::StrategyBit() const {
  const RunSpec& run = s_.options.schedule[static_cast<size_t>(s_.run)];
  return static_cast<uint8_t>(1u << static_cast<unsigned>(run.strategy));
}

void PendingResults::List() {
  const std::vector<ReturnedValue>& values = s_.main_results.values;
  is_listed_ = true;
  s_.written = &written_;
  settled_.resize(values.size());
  pending_ = IdSet<TurnIndex>(values.size());
  for (const RunSpec& run : s_.options.schedule) {
    all_strategies_ |=
        static_cast<uint8_t>(1u << static_cast<unsigned>(run.strategy));
  }
  for (size_t i = 0; i < values.size(); ++i) {
    Mark(TurnIndex(i));
    const ValueId holder = GetShardableValue(s_.m, values[i].value);
    if (holder) readers_[holder].push_back(TurnIndex(i));
  }
}

void PendingResults::Mark(TurnIndex at) {
  settled_[at.Slot()] = 0;
  pending_.Insert(at);
}

void PendingResults::MarkResult(int result) {
  const std::vector<ReturnedValue>& values = s_.main_results.values;
  const auto at =
      std::ranges::lower_bound(values, result, {}, &ReturnedValue::result);
  if (!is_listed_ || at == values.end() || at->result != result) return;
  Mark(TurnIndex(static_cast<size_t>(at - values.begin())));
}

void PendingResults::MarkWritten() {
  for (const ValueId value : written_) {
    const auto at = readers_.find(value);
    if (at == readers_.end()) continue;
    for (const TurnIndex reader : at->second) Mark(reader);
  }
  written_.clear();
}

TurnIndex PendingResults::Next() {
  TurnIndex at = next_;
  if (!is_listed_) {
    if (at.Slot() >= s_.main_results.values.size()) return TurnIndex::None();
  } else {
    MarkWritten();
    const auto is_settled = [&] {
      return (settled_[at.Slot()] & StrategyBit()) != 0;
    };
    at = pending_.NextFrom(at);
    while (at && is_settled()) {
      at = pending_.NextFrom(TurnIndex(at.index + 1));
    }
    if (!at) return at;
  }
  next_ = TurnIndex(at.index + 1);
  return at;
}

void PendingResults::Looked(TurnIndex at, bool changed) {
  if (!is_listed_ || changed) return;
  uint8_t& settled = settled_[at.Slot()];
  settled |= StrategyBit();
  if (settled == all_strategies_) pending_.Erase(at);
}

}  // namespace shardflow::internal
