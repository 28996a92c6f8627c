#include "shardflow/program.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "api/annotate.h"
#include "api/convert.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "api/source_text.h"
#include "api/verify_after.h"
#include "base/cpu_time.h"
#include "base/diagnostics.h"
#include "base/source.h"
#include "bytecode/read.h"
#include "bytecode/write.h"
#include "ir/module.h"
#include "ir/walk.h"
#include "json/input.h"
#include "json/read.h"
#include "json/write.h"
#include "ops/functions.h"
#include "ops/internal_attrs.h"
#include "ops/op_def.h"
#include "ops/user_names.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "passes/save_module.h"
#include "shardflow/json.h"
#include "sharding/print.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow {

using namespace internal;
namespace {

PrintOptions ToPrintOptions(const WriteOptions& options) {
  PrintOptions print_options;
  print_options.debug_info = options.debug_info;
  print_options.local_scope = options.local_scope;
  print_options.generic = options.generic_form;
  return print_options;
}

// Runs the pass. If there is a dump folder, saves the program there before and
// after the pass. `next_dump` is the number of the next file.
bool RunAndDump(const PassRow& pass, std::string_view options, Module& m,
                PassContext& context, int& next_dump) {
  const auto run = [&] {
    return !context.diagnostics.HasErrors() && pass.run(m, options, context);
  };
  if (context.dump_directory.empty()) return run();
  context.dump_index = next_dump;
  if (next_dump == 0) (void)SaveModule(m, "", "input_module", context);
  const int first = context.dump_index;
  bool ok = run();
  // Pipelines write their own dumps.
  if (ok && context.dump_index == first) {
    ok = SaveModule(m, "", "after_" + std::string(pass.flag), context);
  }
  next_dump = context.dump_index;
  return ok;
}

// Reports an error and returns false if a pass has failed on the program, or if
// the compat mode doesn't exist.
bool CanRun(bool failed, const RunOptions& options,
            std::vector<Message>& messages) {
  const bool known = options.compat == CompatMode::kShardy202608 ||
                     options.compat == CompatMode::kJaxlib012;
  if (!failed && known) return true;
  messages.push_back(
      {.text = failed ? std::string(kNothingLeft)
                      : "unknown compat mode " +
                            std::to_string(static_cast<int>(options.compat)),
       .code = ErrorCode::kInvalidArgument});
  return false;
}

}  // namespace

Program::Program(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Program::~Program() = default;

void Program::Impl::Fail() {
  failed = true;
  module = NewModule();
  names.clear();
  origin = NewOrigin();
}

void Program::Impl::AddReports(const PassContext& context) {
  timings.insert(timings.end(), context.timings.begin(), context.timings.end());
  propagated.visits += context.ops_visited;
  propagated.steps += context.steps;
  propagated.steps_computed += context.steps_computed;
}

Program::Impl& Program::impl() const {
  if (impl_ == nullptr) {
    impl_ = std::make_unique<Impl>();
    impl_->Fail();
  }
  return *impl_;
}

Program::Program(Program&& other) noexcept : impl_(std::move(other.impl_)) {}
Program& Program::operator=(Program&& other) noexcept {
  impl_ = std::move(other.impl_);
  return *this;
}

Program Program::Clone() const {
  return Program(std::make_unique<Impl>(impl()));
}

std::optional<Program> Program::Read(std::string name, SourceText text,
                                     const ReadOptions& options,
                                     std::vector<Message>& messages) {
  const std::shared_ptr<const SourceBuffer> source = SourceTextAccess::ToBuffer(
      std::move(name), std::move(text), options.first_line);
  return ProgramAccess::Read(
      source, options,
      [&](const ParseOptions& parse_options, Diagnostics& diagnostics) {
        if (!LooksLikeJson(source->text())) {
          return ReadModule(source, parse_options, diagnostics);
        }
        Error fault;
        std::optional<Module> module =
            ReadModuleJson(source, parse_options, {}, fault);
        if (!module) ReportError(fault, *source, diagnostics);
        return module;
      },
      messages);
}

std::optional<Program> ProgramAccess::Read(
    std::shared_ptr<const SourceBuffer> source, const ReadOptions& options,
    const ModuleParser& parse, std::vector<Message>& messages) {
  Diagnostics diagnostics;
  ParseOptions parse_options;
  parse_options.allow_unregistered_dialects =
      options.allow_unregistered_dialect;
  auto impl = std::make_unique<Program::Impl>();
  if (options.keep_names) {
    // There is rarely more than one name in so many bytes, and room that stays
    // unused takes no memory.
    constexpr size_t kBytesForName = 80;
    impl->names.reserve(source->text().size() / kBytesForName);
    parse_options.names = &impl->names;
  }
  const auto timed = [&](std::string_view what, const auto& run) {
    const double start = CpuSeconds();
    const bool ok = run();
    const double took = CpuSeconds() - start;
    impl->timings.push_back(
        {what, took, impl->module.op_count(), impl->module.MemoryBytes()});
    return ok;
  };
  bool ok = timed("read", [&] {
    std::optional<Module> module = parse(parse_options, diagnostics);
    if (module) impl->module = std::move(*module);
    return module.has_value();
  });
  if (ok && options.verify) {
    ok = timed("verify",
               [&] { return VerifyModule(impl->module, diagnostics); });
  }
  AppendMessages(diagnostics, source.get(), messages);
  if (!ok) return std::nullopt;
  return Program(std::move(impl));
}

bool Program::Run(std::string_view pass, std::string_view options,
                  const RunOptions& run_options,
                  std::vector<Message>& messages) {
  if (!CanRun(impl().failed, run_options, messages)) return false;
  const PassRow* row = FindPass(pass);
  if (row == nullptr) {
    messages.push_back({.text = "unknown pass '" + std::string(pass) + "'",
                        .code = ErrorCode::kInvalidArgument});
    return false;
  }
  impl().names.clear();  // the names in the program as it was read
  Diagnostics diagnostics;
  bool ok = false;
  {
    RunContext run(impl().module, run_options, impl().rule_warnings,
                   diagnostics);
    ok = RunAndDump(*row, options, impl().module, run.context(),
                    impl().dump_index);
    impl().AddReports(run.context());
  }
  if (ok && run_options.verify_after) {
    ok = VerifyAfter(impl().module, diagnostics);
  }
  AppendMessages(diagnostics, impl().module.source.get(), messages);
  if (ok && !diagnostics.HasErrors()) return true;
  // Invalid options are reported before the pass begins.
  const bool began =
      std::ranges::any_of(diagnostics.all(), [](const Message& message) {
        return message.kind == MessageKind::kError &&
               message.code != ErrorCode::kInvalidArgument;
      });
  if (began) impl().Fail();
  return false;
}

Origin internal::NewOrigin() {
  static std::atomic<Origin> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool Program::Verify(std::vector<Message>& messages) {
  if (!CanRun(impl().failed, {}, messages)) return false;
  Diagnostics diagnostics;
  const double start = CpuSeconds();
  const bool ok = VerifyModule(impl().module, diagnostics);
  impl().timings.push_back({"verify", CpuSeconds() - start,
                            impl().module.op_count(),
                            impl().module.MemoryBytes()});
  AppendMessages(diagnostics, impl().module.source.get(), messages);
  return ok;
}

std::string Program::Write(const WriteOptions& options) const {
  std::string out;
  if (impl().failed) return out;
  const WithoutInternalAttrs m(impl().module);
  if (options.json) {
    WriteModuleJson(*m, {.debug_info = options.debug_info}, out);
  } else {
    PrintModule(*m, ToPrintOptions(options), out);
  }
  return out;
}

bool Program::Write(const std::function<bool(std::string_view)>& sink,
                    const WriteOptions& options) const {
  if (impl().failed) return false;
  const WithoutInternalAttrs m(impl().module);
  return options.json
             ? WriteModuleJson(*m, {.debug_info = options.debug_info}, sink)
             : PrintModule(*m, ToPrintOptions(options), sink);
}

std::optional<std::string> Program::WriteArtifact(
    std::string_view version, std::vector<Message>& messages) const {
  if (!CanRun(impl().failed, {}, messages)) return std::nullopt;
  Diagnostics diagnostics;
  std::string out;
  const bool ok = shardflow::WriteArtifact(*WithoutInternalAttrs(impl().module),
                                           version, out, diagnostics);
  AppendMessages(diagnostics, impl().module.source.get(), messages);
  if (!ok) return std::nullopt;
  return out;
}

std::vector<FunctionInfo> Program::Functions() const {
  const Module& m = impl().module;
  std::vector<FunctionInfo> functions;
  const auto tensor = [&](TypeId type, ShardingId sharding) {
    TensorInfo info;
    PrintType(m, type, info.type);
    if (sharding) {
      info.sharding = "#sdy.sharding" + ShardingText(m.shardings.Get(sharding),
                                                     m.shardings, m.names);
    }
    return info;
  };
  for (OpId op : m.Ops(m.body())) {
    if (!IsFunction(m, op)) continue;
    FunctionInfo& info = functions.emplace_back();
    info.name = m.names.Get(m.symbol(op));
    const TypeId type = FunctionType(m, op);
    for (size_t i = 0; i < m.types.input_count(type); ++i) {
      info.arguments.push_back(
          tensor(m.types.input(type, i), ArgSharding(m, op, i)));
      info.arguments.back().label = ArgumentName(m, op, i);
    }
    for (size_t i = 0; i < m.types.result_count(type); ++i) {
      info.results.push_back(
          tensor(m.types.result(type, i), ResultSharding(m, op, i)));
      info.results.back().label = ResultName(m, op, i);
    }
  }
  return functions;
}

namespace {

bool Say(const std::optional<Message>& error, std::vector<Message>& messages) {
  if (error) messages.push_back(*error);
  return !error;
}

}  // namespace

bool Program::SetSharding(ValueRef ref,
                          const std::optional<ShardingInfo>& sharding,
                          std::vector<Message>& messages) {
  const ValueId value = ToId(impl().module, impl().origin, ref);
  if (value) {
    return Say(AnnotateVerified(impl().module, value, sharding).error,
               messages);
  }
  messages.push_back({.text = impl().failed ? std::string(kNothingLeft)
                                            : "the program has no such value",
                      .code = ErrorCode::kInvalidArgument});
  return false;
}

bool Program::SetResultSharding(OpRef function, int i,
                                const std::optional<ShardingInfo>& sharding,
                                std::vector<Message>& messages) {
  const OpId op = ToId(impl().module, impl().origin, function);
  return Say(AnnotateResult(impl().module, op, i, sharding), messages);
}

int64_t Program::OpCount() const {
  int64_t count = -1;  // excludes the module op
  WalkPreOrder(impl().module, impl().module.root(), [&](OpId) { ++count; });
  return count;
}

bool Program::HasDebugInfo() const {
  const Module& m = impl().module;
  // Ops read from text without locations get their positions in that text as
  // locations. These don't count as debug info.
  const auto says = [&](Loc loc) {
    if (!loc.IsAttr() || m.attrs.Is(loc.attr(), AttrKind::kLocUnknown)) {
      return false;
    }
    if (!m.attrs.Is(loc.attr(), AttrKind::kLocFile)) return true;
    const NameId file = m.attrs.As<LocFileAttr>(loc.attr()).file;
    return m.source == nullptr || m.names.Get(file) != m.source->name();
  };
  bool any = false;
  for (const OpId function : internal::Functions(m)) {
    if (IsDeclaration(m, function)) continue;
    for (const ValueId arg : m.args(EntryBlock(m, function))) {
      any = any || says(m.arg_loc(arg));
    }
  }
  if (any) return true;
  WalkPreOrder(m, m.root(), [&](OpId op) { any = any || says(m.loc(op)); });
  return any;
}

bool Program::ok() const { return !impl().failed; }

PropagationCounts Program::Propagated() const { return impl().propagated; }

std::vector<PassReport> Program::Reports() const {
  std::vector<PassReport> reports;
  for (const PassTiming& timing : impl().timings) {
    reports.push_back({std::string(timing.flag), timing.seconds,
                       static_cast<int64_t>(timing.ops) - 1,
                       static_cast<int64_t>(timing.bytes)});
  }
  return reports;
}

}  // namespace shardflow
