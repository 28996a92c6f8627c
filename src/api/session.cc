#include "shardflow/session.h"

#include <memory>
#include <string>
#include <utility>

#include "api/annotate.h"
#include "api/convert.h"
#include "api/partition.h"
#include "api/run.h"
#include "api/session_access.h"
#include "api/session_impl.h"
#include "base/vector_bytes.h"
#include "ops/functions.h"
#include "propagate/slots.h"

namespace shardflow {

using namespace internal;

Message internal::WrongArgument(std::string text) {
  return {.text = std::move(text), .code = ErrorCode::kInvalidArgument};
}

Session::Impl::Work::Work(Program copy, const RunOptions& options,
                          RuleWarnings given, Diagnostics& diagnostics)
    : program(std::move(copy)),
      warnings(std::move(given)),
      run(module(), options, warnings, diagnostics) {
  // Needed even if there is no flag: the engine keeps the functions that it
  // finds in the context. If there were none, SetStop couldn't replace the flag
  // later.
  run.SetStop(options.stop);
}

Session::Impl::Impl(Program program, SessionOptions session_options)
    : base(std::move(program)), options(std::move(session_options)) {
  FollowOptions(base_module(), options.run);
  is_valid = base_module().verified();
  if (options.run.registry == nullptr) return;
  registry.emplace(OpRegistryAccess::Share(*options.run.registry));
  options.run.registry = &*registry;
  Rebind();
}

std::unique_ptr<Session::Impl> Session::Impl::Nothing() {
  return std::make_unique<Impl>(ProgramAccess::Nothing(), SessionOptions());
}

// --- edits

// Also writes the annotation into the propagated copy. The verifier has already
// accepted it in `base`.
void Session::Impl::EditStarted(ValueId value,
                                const std::optional<ShardingInfo>& sharding) {
  const Slots& slots = engine()->slots();
  const auto given = [&](ValueId v) { return engine()->given(slots.Of(v)); };
  const PlannedAnnotation plan =
      PlanImportedAnnotation(work_module(), given, value, sharding);
  for (const ColumnWrite& write : plan.writes) {
    const SlotId slot = slots.Of(write.value);
    if (write.sharding != engine()->given(slot)) {
      engine()->SetGiven(slot, write.sharding);
    }
  }
}

void Session::Impl::EditStartedResult(
    OpId function, int i, const std::optional<ShardingInfo>& sharding) {
  engine()->SetGiven(
      engine()->slots().OfResult(function, i),
      PlanResultAnnotation(work_module(), function, i, sharding).sharding);
}

bool Session::Impl::Edit(ValueRef ref,
                         const std::optional<ShardingInfo>& sharding,
                         std::vector<Message>& messages) {
  Module& m = base_module();
  const ValueId value = ToId(m, ProgramAccess::origin(base), ref);
  if (!value) {
    messages.push_back(WrongArgument(std::string(
        base.ok() ? "the program has no such value" : kNothingLeft)));
    return false;
  }
  const KnownExtensions known(m, bound ? &*bound : nullptr);
  const VerifiedAnnotation edit =
      AnnotateVerified(m, value, sharding, /*imported=*/true);
  if (edit.error) {
    messages.push_back(*edit.error);
    return false;
  }
  if (is_saving()) {
    undos.insert(undos.end(), edit.before.begin(), edit.before.end());
  }
  if (!steps.empty()) {
    steps.emplace_back(SetStep{value, sharding});
  } else if (live_engine() != nullptr) {
    EditStarted(value, sharding);
  }
  return true;
}

bool Session::Impl::EditResult(OpRef ref, int i,
                               const std::optional<ShardingInfo>& sharding,
                               std::vector<Message>& messages) {
  Module& m = base_module();
  const OpId function = ToId(m, ProgramAccess::origin(base), ref);
  const PlannedResult plan = PlanResultAnnotation(m, function, i, sharding);
  if (plan.error) {
    messages.push_back(*plan.error);
    return false;
  }
  const auto result = static_cast<size_t>(i);
  if (is_saving()) {
    undos.emplace_back(
        UndoResult{{function, i}, ResultSharding(m, function, result)});
  }
  internal::SetResultSharding(m, function, result, plan.sharding);
  if (!steps.empty()) {
    steps.emplace_back(SetResultStep{{function, i}, sharding});
  } else if (live_engine() != nullptr) {
    EditStartedResult(function, i, sharding);
  }
  return true;
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
  // Passes replace values, so names in the text are matched with values before
  // any pass runs. (The module stays where it is.)
  std::shared_ptr<const ValueNames> names;
  if (!ProgramAccess::names(program).empty()) {
    names = std::make_shared<const ValueNames>(ProgramAccess::module(program),
                                               ProgramAccess::names(program));
  }
  if (!RequireShardy(program, run, messages) ||
      !program.Run("sdy-import-for-propagation", "", run, messages)) {
    return std::nullopt;
  }
  // XLA's own steps are done; from here on, runs propagate as jaxlib does.
  if (std::exchange(run.jax, false)) {
    run = LikeJaxlib(std::move(run));
    run.dynamic_shapes = false;  // as in any run like JAX's
  }
  Session session(std::move(program), std::move(options));
  session.impl_->text_names = std::move(names);
  return session;
}

bool Session::SetSharding(ValueRef value,
                          const std::optional<ShardingInfo>& sharding,
                          std::vector<Message>& messages) {
  return impl_->Edit(value, sharding, messages);
}

bool Session::SetResultSharding(OpRef ref, int i,
                                const std::optional<ShardingInfo>& sharding,
                                std::vector<Message>& messages) {
  return impl_->EditResult(ref, i, sharding, messages);
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
  return ProgramView(impl_->work ? impl_->work->program : impl_->base,
                     impl_->options.run.registry);
}

Program Session::Result() const {
  return impl_->work ? impl_->CopyOfWork(/*with_rules=*/false)
                     : impl_->base.Clone();
}

std::optional<Program> Session::Exported(std::vector<Message>& messages) const {
  if (!impl_->work) {
    messages.push_back(WrongArgument("nothing has been propagated yet"));
    return std::nullopt;
  }
  Program program = impl_->CopyOfWork(/*with_rules=*/true);
  if (!program.Run("sdy-export-after-propagation", "", impl_->options.run,
                   messages)) {
    return std::nullopt;
  }
  return program;
}

std::optional<Program> SessionAccess::Partitioned(
    const Session& session, const std::string& pass_options, bool check,
    std::vector<Message>& messages) {
  std::optional<Program> program = session.Exported(messages);
  RunOptions run = session.impl_->options.run;
  run.jax = false;  // the session has already done what JAX does
  if (!program || !RunPartition(*program, pass_options, check, run, messages)) {
    return std::nullopt;
  }
  return program;
}

std::optional<Program> Session::Partitioned(
    const PartitionOptions& options, std::vector<Message>& messages) const {
  return SessionAccess::Partitioned(*this, PassOptionsOf(options),
                                    options.check, messages);
}

std::vector<ValueRef> Session::ChangedValues() const {
  const Origin origin = ProgramAccess::origin(impl_->base);
  // Propagation may have added values.
  const size_t count = ProgramAccess::module(impl_->base).value_table_size();
  std::vector<ValueRef> values;
  for (const ValueId value : impl_->Changed().values) {
    if (value.Slot() < count) values.push_back(ToRef(origin, value));
  }
  return values;
}

std::vector<ChangedResult> Session::ChangedResults() const {
  const Origin origin = ProgramAccess::origin(impl_->base);
  std::vector<ChangedResult> results;
  for (const FunctionResult& result : impl_->Changed().results) {
    results.push_back({ToRef(origin, result.function), result.result});
  }
  return results;
}

SessionStats Session::Stats() const { return impl_->stats; }

void Session::SetStop(const std::atomic<bool>* stop) {
  impl_->options.run.stop = stop;
  if (impl_->work != nullptr) impl_->work->run.SetStop(stop);
  for (const std::unique_ptr<Impl::Work>& other : impl_->parked) {
    if (other != nullptr) other->run.SetStop(stop);
  }
}

size_t Session::Impl::Work::MemoryBytes() const {
  const Module& m = ProgramAccess::module(program);
  size_t bytes = m.MemoryBytes();
  // The text is shared by all copies of the program.
  if (m.source != nullptr) bytes -= m.source->MemoryBytes();
  if (engine != nullptr) bytes += engine->MemoryBytes();
  if (price != nullptr) bytes += price->MemoryBytes();
  // An estimate of the memory that `names` needs for each value.
  constexpr size_t kBytesPerName = 32;
  if (names) bytes += m.value_table_size() * kBytesPerName;
  return bytes;
}

int64_t Session::MemoryBytes() const {
  const Impl& s = *impl_;
  size_t bytes = ProgramAccess::module(s.base).MemoryBytes() +
                 VectorBytes(s.saved) + VectorBytes(s.undos) +
                 VectorBytes(s.steps);
  if (s.work != nullptr) bytes += s.work->MemoryBytes();
  for (const std::unique_ptr<Impl::Work>& other : s.parked) {
    if (other != nullptr) bytes += other->MemoryBytes();
  }
  return static_cast<int64_t>(bytes);
}

}  // namespace shardflow
