#include "shardflow/session.h"

#include <algorithm>
#include <utility>

#include "api/annotate.h"
#include "api/convert.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "api/sharding_info.h"
#include "ops/edit.h"
#include "ops/extensions.h"
#include "ops/functions.h"
#include "passes/options.h"
#include "passes/pass.h"
#include "passes/propagation/propagate.h"
#include "propagate/incremental.h"

namespace shardflow {
namespace {

constexpr std::string_view kTooMuch = "more than half of the run changes";

}  // namespace

struct SHARDFLOW_HIDDEN Session::Impl {
  Impl(Program program, SessionOptions session_options)
      : base(std::move(program)),
        options(session_options),
        extensions(options.run.registry != nullptr
                       ? &OpRegistryAccess::Get(*options.run.registry)
                       : nullptr) {
    ProgramAccess::module(base).compat =
        static_cast<uint8_t>(ToCompat(options.run.compat));
  }

  Module& base_module() { return ProgramAccess::module(base); }
  Module& work_module() { return ProgramAccess::module(*work); }

  std::optional<Program> FreshCopy();
  bool Replay(std::vector<Message>& messages);
  bool RunAll(Diagnostics& found);
  bool Say(const std::optional<Message>& error, std::vector<Message>& messages);
  bool Edit(ValueRef ref, const std::optional<ShardingInfo>& sharding,
            std::vector<Message>& messages);
  void EditStarted(ValueId value, const std::optional<ShardingInfo>& sharding);
  void EditStartedResult(OpId function, int i,
                         const std::optional<ShardingInfo>& sharding);

  Program base;
  SessionOptions options;
  const OpExtensions* extensions;
  RuleWarnings warnings;
  Diagnostics diagnostics;  // of the run; what it refers to outlives it
  SessionStats stats;

  // The program that is propagated, and what knows how; in this order, so that
  // they go in the other one.
  std::optional<Program> work;
  std::optional<ScopedExtensions> scope;
  // Null: there is an obstacle, each propagation is a new one.
  std::unique_ptr<IncrementalPropagation> engine;
  std::string obstacle;
};

bool Session::Impl::Say(const std::optional<Message>& error,
                        std::vector<Message>& messages) {
  if (error) messages.push_back(*error);
  return !error;
}

// On the fresh copy of the program.
bool Session::Impl::RunAll(Diagnostics& found) {
  Module& m = work_module();
  if (!AllShapesValid(m, found)) return false;
  PriorityPropagateOptions pass;
  pass.conservative_propagation = options.conservative;
  const Schedule schedule =
      MakeSchedule(FactorStrategies(pass.propagation_strategy),
                   pass.run_op_priority_propagation);
  const auto plain = [&] {
    PassContext context(found);
    context.compat = ToCompat(options.run.compat);
    context.extra_rules = options.run.extra_rules;
    context.memo = options.run.memoize;
    context.rule_warnings.reported = std::move(warnings.reported);
    const bool ok = PropagateModule(work_module(), pass, schedule,
                                    UserPriorityMode::kHeed, context);
    warnings = std::move(context.rule_warnings);
    stats.visits = context.ops_visited;
    return ok;
  };
  obstacle = ObstacleTo(m);
  if (!obstacle.empty()) return plain();
  engine = std::make_unique<IncrementalPropagation>(
      m, PropagationOptions{.schedule = schedule,
                            .conservative = options.conservative,
                            .keep_rules = true,
                            .compat = ToCompat(options.run.compat),
                            .extra_rules = options.run.extra_rules,
                            .memo = options.run.memoize,
                            .record = {},
                            .witness = nullptr});
  if (!engine->Start(warnings, found)) return false;
  if (!engine->Run()) {
    // The pass says what is wrong.
    obstacle = "the last run failed";
    FreshCopy();
    return plain();
  }
  stats.visits = engine->stats().visits;
  obstacle = engine->obstacle();
  if (!obstacle.empty()) engine.reset();
  return true;
}

// Returns the copy so far.
std::optional<Program> Session::Impl::FreshCopy() {
  engine.reset();
  scope.reset();
  std::optional<Program> last = std::exchange(work, base.Clone());
  scope.emplace(work_module(), extensions, diagnostics);
  return last;
}

bool Session::Impl::Replay(std::vector<Message>& messages) {
  diagnostics = Diagnostics();
  const std::optional<Program> last = FreshCopy();
  const bool ok = !diagnostics.HasErrors() && RunAll(diagnostics);
  AppendMessages(diagnostics, base_module().source.get(), messages);
  if (!ok) {
    engine.reset();
    obstacle = "the last run failed";
    return false;
  }
  // Ids of shardings differ from one copy to the other.
  stats.values_changed = 0;
  const Module& now = work_module();
  const Module& then = ProgramAccess::module(last ? *last : base);
  // Groups whose members disagree get constraints, in one copy perhaps.
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
  return true;
}

// The annotation in the started run, whose shardings are those of its end.
void Session::Impl::EditStarted(ValueId value,
                                const std::optional<ShardingInfo>& sharding) {
  Module& m = work_module();
  std::vector<ValueId> values = AnnotatedTogether(m, value);
  values.push_back(value);
  std::vector<ShardingId> kept;
  for (const ValueId v : values) {
    kept.push_back(m.sharding(v));
    m.SetSharding(v, engine->initial(engine->SlotOf(v)));
  }
  // It was found good on the other copy.
  (void)Annotate(m, value, sharding).has_value();
  for (size_t i = 0; i < values.size(); ++i) {
    const int32_t slot = engine->SlotOf(values[i]);
    const ShardingId now = m.sharding(values[i]);
    if (now != engine->initial(slot)) engine->SetInitial(slot, now);
    m.SetSharding(values[i], kept[i]);
  }
}

void Session::Impl::EditStartedResult(
    OpId function, int i, const std::optional<ShardingInfo>& sharding) {
  Module& m = work_module();
  const auto index = static_cast<size_t>(i);
  const ShardingId kept = ResultSharding(m, function, index);
  (void)AnnotateResult(m, function, i, sharding).has_value();
  const int32_t slot = engine->SlotOfResult(function, i);
  // Results of other functions take no part.
  if (slot < 0) return;
  engine->SetInitial(slot, ResultSharding(m, function, index));
  shardflow::SetResultSharding(m, function, index, kept);
}

bool Session::Impl::Edit(ValueRef ref,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages) {
  const ValueId value = ToId(base_module(), ProgramAccess::origin(base), ref);
  if (!value) {
    return Say(Message{.text = "the program has no such value",
                       .code = ErrorCode::kInvalidArgument},
               messages);
  }
  if (!Say(Annotate(base_module(), value, sharding), messages)) return false;
  if (engine) EditStarted(value, sharding);
  return true;
}

Session::Session(Program program, SessionOptions options)
    : impl_(std::make_unique<Impl>(std::move(program), options)) {}
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

bool Session::SetSharding(ValueRef value, const ShardingInfo& sharding,
                          std::vector<Message>& messages) {
  return impl_->Edit(value, sharding, messages);
}

bool Session::ClearSharding(ValueRef value, std::vector<Message>& messages) {
  return impl_->Edit(value, std::nullopt, messages);
}

bool Session::SetResultSharding(OpRef ref, int i,
                                const std::optional<ShardingInfo>& sharding,
                                std::vector<Message>& messages) {
  Impl& s = *impl_;
  Module& m = s.base_module();
  const OpId function = ToId(m, ProgramAccess::origin(s.base), ref);
  if (!s.Say(AnnotateResult(m, function, i, sharding), messages)) return false;
  if (s.engine) s.EditStartedResult(function, i, sharding);
  return true;
}

bool Session::Propagate(std::vector<Message>& messages) {
  Impl& s = *impl_;
  ++s.stats.propagations;
  s.stats.replay_reason.clear();
  if (s.engine && s.engine->obstacle().empty()) {
    const int64_t full_runs = s.engine->stats().full_runs;
    if (!s.engine->Update()) {
      ++s.stats.replays;
      s.stats.replay_reason = "the update does not settle";
      return s.Replay(messages);
    }
    s.stats.visits = s.engine->stats().visits;
    s.stats.values_changed = s.engine->stats().values_changed;
    if (s.engine->stats().full_runs > full_runs) {
      ++s.stats.replays;
      s.stats.replay_reason = kTooMuch;
    }
    return true;
  }
  ++s.stats.replays;
  if (!s.work) {
    s.stats.replay_reason = "it is the first";
  } else {
    s.stats.replay_reason =
        s.engine ? std::string(s.engine->obstacle()) : s.obstacle;
  }
  return s.Replay(messages);
}

const Program& Session::Annotated() const { return impl_->base; }

ProgramView Session::View() const {
  return ProgramView(impl_->work ? *impl_->work : impl_->base);
}

Program Session::Result() const {
  const Impl& s = *impl_;
  if (!s.work) return s.base.Clone();
  Program result = s.work->Clone();
  Module& m = ProgramAccess::module(result);
  m.extensions = nullptr;
  {
    // Shardings of the arguments of callers' ops go back to attributes.
    Diagnostics none;
    const ScopedExtensions scope(m, s.extensions, none);
  }
  EraseMadeRules(m);
  return result;
}

SessionStats Session::Stats() const { return impl_->stats; }

}  // namespace shardflow
