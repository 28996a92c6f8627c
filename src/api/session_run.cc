#include <string>
#include <string_view>
#include <utility>

#include "api/session_impl.h"
#include "api/verify_after.h"
#include "ops/edit.h"
#include "ops/extensions.h"
#include "passes/options.h"
#include "passes/pass.h"
#include "passes/propagation/propagate.h"
#include "passes/save_module.h"

// Propagates the program of a session.

namespace shardflow {

using namespace internal;
namespace {

constexpr std::string_view kFailed = "the last run failed";
constexpr std::string_view kWasStopped = "the last run was stopped";

}  // namespace

std::unique_ptr<Session::Impl::Work> Session::Impl::FreshWork() {
  RuleWarnings given = warned;
  if (work != nullptr) given = work->run.context().rule_warnings;
  restructured = false;
  steps.clear();
  return std::exchange(
      work, std::make_unique<Work>(base.Clone(), options.run, std::move(given),
                                   diagnostics));
}

// Returns the options of the pass whose result a session's propagation must
// equal.
PriorityPropagateOptions Session::Impl::PassOptions() const {
  PriorityPropagateOptions pass;
  pass.conservative_propagation = options.conservative;
  pass.keep_sharding_rules = true;
  return pass;
}

Schedule Session::Impl::PassSchedule(const PriorityPropagateOptions& pass) {
  return MakeSchedule(FactorStrategies(pass.propagation_strategy),
                      pass.run_op_priority_propagation);
}

// Runs the pass on the fresh copy.
bool Session::Impl::RunPass() {
  const PriorityPropagateOptions pass = PassOptions();
  const bool ok = PropagateModule(work_module(), pass, PassSchedule(pass),
                                  UserPriorityMode::kHeed, work->run.context());
  stats.visits = work->run.context().ops_visited;
  return ok;
}

bool Session::Impl::ReportStopped() {
  if (work != nullptr) return work->run.ReportStopped();
  ReportStop(nullptr, diagnostics);
  return false;
}

// Propagates the fresh copy, and records the run if possible.
bool Session::Impl::RunAll() {
  Module& m = work_module();
  if (!AllShapesValid(m, diagnostics)) return false;
  const PriorityPropagateOptions pass = PassOptions();
  PassContext& context = work->run.context();
  std::unique_ptr<IncrementalPropagation>& engine = work->engine;
  engine = std::make_unique<IncrementalPropagation>(
      m, PropagationOptionsOf(pass, PassSchedule(pass), context));
  if (!engine->Start(context.rule_warnings, diagnostics)) return false;
  switch (engine->Run()) {
    case Outcome::kDone:
      break;
    case Outcome::kStopped:
      return ReportStopped();
    case Outcome::kUnsettled:
      // Run the pass instead, so that it reports the error.
      FreshWork();
      work->obstacle = kFailed;
      return RunPass();
  }
  stats.visits = engine->stats().visits;
  work->obstacle = engine->obstacle();
  if (!work->obstacle.empty()) engine.reset();
  return true;
}

bool Session::Impl::Replay() {
  const bool was_restructured = restructured || !steps.empty();
  std::unique_ptr<Work> last = FreshWork();
  if (diagnostics.HasErrors() || !RunAll() || diagnostics.HasErrors()) {
    // The last propagated state remains, as if this run had never begun.
    restructured = was_restructured;
    must_replay = IsStopped(options.run) ? kWasStopped : kFailed;
    warned = work->run.context().rule_warnings;
    work = std::move(last);
    if (work != nullptr) work->run.context().rule_warnings = warned;
    return false;
  }
  must_replay = "";
  const KnownExtensions known(base_module(), bound ? &*bound : nullptr);
  changed = CompareShardings(work_module(),
                             last != nullptr ? last->module() : base_module());
  stats.values_changed = static_cast<int64_t>(changed->slots);
  if (is_saving()) parked.push_back(std::move(last));
  return true;
}

bool Session::Impl::Update() {
  work->run.RestartClock();
  switch (engine()->Update()) {
    case Outcome::kDone:
      break;
    case Outcome::kStopped:
      // The engine remains usable.
      if (!steps.empty()) engine()->TakeBackEdits();
      return ReportStopped();
    case Outcome::kUnsettled:
      if (!steps.empty()) engine()->TakeBackEdits();
      ++stats.replays;
      stats.replay_reason = "the update does not settle";
      return Replay();
  }
  FinishSteps();
  work->NoteChanges();
  changed.reset();
  stats.visits = engine()->stats().visits;
  stats.values_changed = static_cast<int64_t>(
      CountExisting(work_module(), engine()->slots(), engine()->changed()));
  stats.replay_reason = engine()->stats().why_full;
  if (!stats.replay_reason.empty()) ++stats.replays;
  return true;
}

// Returns why the next propagation must run from scratch, or "" if it can
// update the last result.
std::string Session::Impl::WhyReplay() {
  if (!must_replay.empty()) return std::string(must_replay);
  if (work == nullptr) return "it is the first";
  if (restructured) return "an op was added";
  if (engine() == nullptr) return work->obstacle;
  if (!steps.empty()) {
    const std::string why(MakeSteps());
    if (!why.empty()) engine()->TakeBackEdits();
    return why;
  }
  return engine()->Settle() ? "" : std::string(engine()->obstacle());
}

bool Session::Impl::Propagate() {
  if (!base.ok()) {
    diagnostics.Error({}, std::string(kNothingLeft),
                      ErrorCode::kInvalidArgument);
    return false;
  }
  if (IsStopped(options.run)) {
    ReportStop(nullptr, diagnostics);
    return false;
  }
  stats.replay_reason = WhyReplay();
  if (stats.replay_reason.empty()) return Update() && Check();
  ++stats.replays;
  return Replay() && Check();
}

// Verifies and dumps the program if RunOptions request this after a pass.
bool Session::Impl::Check() {
  if (options.run.verify_after && !VerifyAfter(work_module(), diagnostics)) {
    return false;
  }
  if (options.run.dump_directory.empty()) return true;
  PassContext& context = work->run.context();
  context.dump_index = dump_index;
  const Program result = CopyOfWork(/*with_rules=*/false);
  const bool ok = SaveModule(ProgramAccess::module(result), "",
                             "after_session_propagate", context);
  dump_index = context.dump_index;
  return ok;
}

Program Session::Impl::CopyOfWork(bool with_rules) const {
  Program copy = work->program.Clone();
  Module& m = ProgramAccess::module(copy);
  {
    // ~ScopedExtensions moves the argument shardings of callers' ops to
    // attributes.
    Diagnostics none;
    const ScopedExtensions scoped(m, ExtensionsOf(options.run), none);
  }
  if (!with_rules) EraseMadeRules(m);
  return copy;
}

// Returns the changes of the last propagation.
const ChangedShardings& Session::Impl::Changed() {
  if (changed) return *changed;
  changed.emplace();
  if (engine() == nullptr) return *changed;
  if (!work->shown) work->shown.emplace(work_module());
  *changed = FindChanged(work_module(), engine()->slots(), *work->shown,
                         engine()->changed());
  return *changed;
}

}  // namespace shardflow
