#include "shardflow/session.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "api/annotate.h"
#include "api/convert.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "api/sharding_info.h"
#include "ops/edit.h"
#include "ops/extensions.h"
#include "ops/functions.h"
#include "ops/verify.h"
#include "passes/options.h"
#include "passes/pass.h"
#include "passes/propagation/propagate.h"
#include "passes/save_module.h"
#include "propagate/incremental.h"

namespace shardflow {

using namespace internal;
namespace {

constexpr std::string_view kTooMuch = "more than half of the run changes";
constexpr std::string_view kFailed = "the last run failed";
constexpr std::string_view kWasStopped = "the last run was stopped";

bool Say(const std::optional<Message>& error, std::vector<Message>& messages) {
  if (error) messages.push_back(*error);
  return !error;
}

Message WrongArgument(std::string text) {
  return {.text = std::move(text), .code = ErrorCode::kInvalidArgument};
}

}  // namespace

struct SHARDFLOW_HIDDEN Session::Impl {
  Impl(Program program, SessionOptions session_options)
      : base(std::move(program)), options(std::move(session_options)) {
    base_module().compat = static_cast<uint8_t>(ToCompat(options.run.compat));
    if (options.run.registry == nullptr) return;
    registry.emplace(OpRegistryAccess::Share(*options.run.registry));
    options.run.registry = &*registry;
    bound.emplace(*ExtensionsOf(options.run), base_module().names);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  // Returns what a session becomes when it is moved away.
  static std::unique_ptr<Impl> Nothing() {
    return std::make_unique<Impl>(ProgramAccess::Nothing(), SessionOptions());
  }

  Module& base_module() { return ProgramAccess::module(base); }
  Module& work_module() { return ProgramAccess::module(*work); }

  // --- edits
  bool Edit(ValueRef ref, const std::optional<ShardingInfo>& sharding,
            std::vector<Message>& messages);
  void EditStarted(ValueId value, const std::optional<ShardingInfo>& sharding);
  void EditStartedResult(OpId function, int i,
                         const std::optional<ShardingInfo>& sharding);

  // --- propagation; errors are in `diagnostics`
  bool Propagate();
  std::string WhyReplay() const;
  bool Update();
  bool Replay();
  bool RunAll();
  bool RunPass();
  bool Check();
  bool Stopped();
  // Discards the recorded run, so that the next propagation starts from
  // scratch.
  bool Drop(std::string_view why);
  // Makes a fresh copy of the program to work on; returns the previous one.
  std::optional<Program> FreshCopy();
  void CountChanges(const Program& before);

  // Returns a copy of the propagated program that isn't bound to the caller's
  // ops, with or without the rules that propagation made.
  Program CopyOfWork(bool with_rules) const;

  PriorityPropagateOptions PassOptions() const;
  static Schedule PassSchedule(const PriorityPropagateOptions& pass);

  Program base;
  SessionOptions options;
  // A copy of the caller's registry, so that it lives as long as the session.
  std::optional<OpRegistry> registry;
  std::optional<BoundExtensions> bound;  // by the names in `base`
  RuleWarnings warnings;
  Diagnostics diagnostics;  // of the run, which refers to them
  SessionStats stats;
  int dump_index = 0;

  // The propagated program and the state of its propagation. Declared in this
  // order because each refers to the one before it.
  std::optional<Program> work;
  std::optional<RunContext> run;
  // Null if something prevents updates, so that each propagation starts from
  // scratch.
  std::unique_ptr<IncrementalPropagation> engine;
  std::string obstacle;
};

// --- edits

// Repeats an annotation in the propagated copy: in the shardings with which the
// engine's next run starts. The original program has already accepted it.
void Session::Impl::EditStarted(ValueId value,
                                const std::optional<ShardingInfo>& sharding) {
  const auto initial = [&](ValueId v) {
    return engine->initial(engine->SlotOf(v));
  };
  const PlannedAnnotation plan =
      PlanAnnotation(work_module(), initial, value, sharding);
  for (const ColumnWrite& write : plan.writes) {
    const SlotId slot = engine->SlotOf(write.value);
    if (write.sharding != engine->initial(slot)) {
      engine->SetInitial(slot, write.sharding);
    }
  }
}

void Session::Impl::EditStartedResult(
    OpId function, int i, const std::optional<ShardingInfo>& sharding) {
  const SlotId slot = engine->SlotOfResult(function, i);
  // Results of other functions take no part in propagation.
  if (!slot) return;
  engine->SetInitial(
      slot,
      PlanResultAnnotation(work_module(), function, i, sharding).sharding);
}

bool Session::Impl::Edit(ValueRef ref,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages) {
  Module& m = base_module();
  const ValueId value = ToId(m, ProgramAccess::origin(base), ref);
  if (!value) {
    return Say(WrongArgument(std::string(
                   base.ok() ? "the program has no such value" : kNothingLeft)),
               messages);
  }
  const KnownExtensions known(m, bound ? &*bound : nullptr);
  if (!Say(AnnotateVerified(m, value, sharding), messages)) return false;
  if (engine) EditStarted(value, sharding);
  return true;
}

// --- propagation

bool Session::Impl::Drop(std::string_view why) {
  engine.reset();
  obstacle = why;
  return false;
}

std::optional<Program> Session::Impl::FreshCopy() {
  engine.reset();
  run.reset();
  std::optional<Program> last = std::exchange(work, base.Clone());
  run.emplace(work_module(), options.run, warnings, diagnostics);
  return last;
}

// Returns the options of the pass that a session stands for.
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
                                  UserPriorityMode::kHeed, run->context());
  stats.visits = run->context().ops_visited;
  return ok;
}

bool Session::Impl::Stopped() {
  diagnostics.Error({}, std::string(kStopped), ErrorCode::kStopped);
  return Drop(kWasStopped);
}

// Propagates through the fresh copy.
bool Session::Impl::RunAll() {
  Module& m = work_module();
  if (!AllShapesValid(m, diagnostics)) return false;
  obstacle = ObstacleTo(m);
  if (!obstacle.empty()) return RunPass();
  const PriorityPropagateOptions pass = PassOptions();
  PassContext& context = run->context();
  engine = std::make_unique<IncrementalPropagation>(
      m, PropagationOptionsOf(pass, PassSchedule(pass), context));
  if (!engine->Start(context.rule_warnings, diagnostics)) return false;
  switch (engine->Run()) {
    case Outcome::kDone:
      break;
    case Outcome::kStopped:
      return Stopped();
    case Outcome::kUnsettled:
    case Outcome::kGivenUp:
      // The pass reports what is wrong.
      FreshCopy();
      obstacle = kFailed;
      return RunPass();
  }
  stats.visits = engine->stats().visits;
  obstacle = engine->obstacle();
  if (!obstacle.empty()) engine.reset();
  return true;
}

bool Session::Impl::Replay() {
  const std::optional<Program> last = FreshCopy();
  if (diagnostics.HasErrors() || !RunAll() || diagnostics.HasErrors()) {
    return Drop(IsStopped(options.run) ? kWasStopped : kFailed);
  }
  CountChanges(last ? *last : base);
  return true;
}

void Session::Impl::CountChanges(const Program& before) {
  // Ids of shardings differ from one copy to the other.
  stats.values_changed = 0;
  const Module& now = work_module();
  const Module& then = ProgramAccess::module(before);
  // Groups whose members disagree get constraints, perhaps in only one of the
  // copies. So only values that both copies have are compared.
  const size_t values =
      std::min(now.value_table_size(), then.value_table_size());
  for (size_t i = 0; i < values; ++i) {
    const ShardingId a = now.sharding(ValueId(i));
    const ShardingId b = then.sharding(ValueId(i));
    const bool same = a && b ? ToInfo(now.shardings, now.names, a) ==
                                   ToInfo(then.shardings, then.names, b)
                             : a.IsNone() == b.IsNone();
    stats.values_changed += same ? 0 : 1;
  }
}

bool Session::Impl::Update() {
  const int64_t full_runs = engine->stats().full_runs;
  switch (engine->Update()) {
    case Outcome::kDone:
      break;
    case Outcome::kStopped:
      return Stopped();
    case Outcome::kUnsettled:
    case Outcome::kGivenUp:
      ++stats.replays;
      stats.replay_reason = "the update does not settle";
      return Replay();
  }
  stats.visits = engine->stats().visits;
  stats.values_changed = engine->stats().values_changed;
  if (engine->stats().full_runs > full_runs) {
    ++stats.replays;
    stats.replay_reason = kTooMuch;
  }
  return true;
}

// Returns why the next propagation can't be an update, or "" if it can.
std::string Session::Impl::WhyReplay() const {
  if (engine) return std::string(engine->obstacle());
  return work ? obstacle : "it is the first";
}

bool Session::Impl::Propagate() {
  if (!base.ok()) {
    diagnostics.Error({}, std::string(kNothingLeft),
                      ErrorCode::kInvalidArgument);
    return false;
  }
  if (IsStopped(options.run)) {
    diagnostics.Error({}, std::string(kStopped), ErrorCode::kStopped);
    return false;
  }
  stats.replay_reason = WhyReplay();
  if (stats.replay_reason.empty()) return Update() && Check();
  ++stats.replays;
  return Replay() && Check();
}

// Does what RunOptions ask for after a pass.
bool Session::Impl::Check() {
  if (options.run.verify_after && !VerifyModule(work_module(), diagnostics)) {
    return false;
  }
  if (options.run.dump_directory.empty()) return true;
  PassContext& context = run->context();
  context.dump_index = dump_index;
  const Program result = CopyOfWork(/*with_rules=*/false);
  const bool ok = SaveModule(ProgramAccess::module(result), "",
                             "after_session_propagate", context);
  dump_index = context.dump_index;
  return ok;
}

Program Session::Impl::CopyOfWork(bool with_rules) const {
  Program copy = work->Clone();
  Module& m = ProgramAccess::module(copy);
  {
    // Moves shardings of arguments of callers' ops back to attributes.
    Diagnostics none;
    const ScopedExtensions scoped(m, ExtensionsOf(options.run), none);
  }
  if (!with_rules) EraseMadeRules(m);
  return copy;
}

// --- the session

Session::Session(Program program, SessionOptions options)
    : impl_(std::make_unique<Impl>(std::move(program), std::move(options))) {}
Session::Session(Session&& other) noexcept
    : impl_(std::exchange(other.impl_, Impl::Nothing())) {}
Session& Session::operator=(Session&& other) noexcept {
  if (this != &other) impl_ = std::exchange(other.impl_, Impl::Nothing());
  return *this;
}
Session::~Session() = default;

std::optional<Session> Session::FromProgram(Program program,
                                            SessionOptions options,
                                            std::vector<Message>& messages) {
  RunOptions& run = options.run;
  // Fails if the only shardings are GSPMD's, which propagation would ignore.
  if (!run.jax && !program.Run("xla-require-shardy", "", run, messages)) {
    return std::nullopt;
  }
  if (!program.Run("sdy-import-for-propagation", "", run, messages)) {
    return std::nullopt;
  }
  // XLA's steps are done. What follows propagates as jaxlib does.
  if (std::exchange(run.jax, false)) {
    run = LikeJaxlib(std::move(run));
  }
  return Session(std::move(program), std::move(options));
}

bool Session::SetSharding(ValueRef value,
                          const std::optional<ShardingInfo>& sharding,
                          std::vector<Message>& messages) {
  return impl_->Edit(value, sharding, messages);
}

bool Session::SetResultSharding(OpRef ref, int i,
                                const std::optional<ShardingInfo>& sharding,
                                std::vector<Message>& messages) {
  Impl& s = *impl_;
  Module& m = s.base_module();
  const OpId function = ToId(m, ProgramAccess::origin(s.base), ref);
  if (!Say(AnnotateResult(m, function, i, sharding), messages)) return false;
  if (s.engine) s.EditStartedResult(function, i, sharding);
  return true;
}

bool Session::Propagate(std::vector<Message>& messages) {
  Impl& s = *impl_;
  ++s.stats.propagations;
  s.diagnostics = Diagnostics();
  const bool ok = s.Propagate();
  AppendMessages(s.diagnostics, s.base_module().source.get(), messages);
  return ok;
}

const Program& Session::Annotated() const { return impl_->base; }

ProgramView Session::View() const {
  return ProgramView(impl_->work ? *impl_->work : impl_->base,
                     impl_->options.run.registry);
}

Program Session::Result() const {
  return impl_->work ? impl_->CopyOfWork(/*with_rules=*/false)
                     : impl_->base.Clone();
}

std::optional<Program> Session::Exported(std::vector<Message>& messages) const {
  if (!impl_->work) {
    messages.push_back(WrongArgument("nothing was propagated yet"));
    return std::nullopt;
  }
  Program program = impl_->CopyOfWork(/*with_rules=*/true);
  if (!program.Run("sdy-export-after-propagation", "", impl_->options.run,
                   messages)) {
    return std::nullopt;
  }
  return program;
}

SessionStats Session::Stats() const { return impl_->stats; }

}  // namespace shardflow
