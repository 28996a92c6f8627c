#include "api/run.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "api/convert.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "shardflow/passes.h"

namespace shardflow::internal {

const OpExtensions* ExtensionsOf(const RunOptions& options) {
  return options.registry != nullptr ? &OpRegistryAccess::Get(*options.registry)
                                     : nullptr;
}

bool IsStopped(const RunOptions& options) {
  return options.stop != nullptr &&
         options.stop->load(std::memory_order_relaxed);
}

RunOptions WithoutDumps(RunOptions options) {
  options.dump_directory.clear();
  return options;
}

RunOptions LikeJaxlib(RunOptions options) {
  options.compat = CompatMode::kJaxlib012;
  options.extra_rules = true;
  return options;
}

KnownOps::KnownOps(Module& m, const RunOptions& options)
    : bound_(options.registry == nullptr
                 ? std::nullopt
                 : std::optional<BoundExtensions>(
                       std::in_place, *ExtensionsOf(options), m.names)),
      known_(m, bound_ ? &*bound_ : nullptr) {}

bool PropagateToPrice(Program& program, const RunOptions& options, bool as_jax,
                      std::vector<Message>& messages) {
  return as_jax ? program.Run("xla-propagation-pipeline", "",
                              LikeJaxlib(options), messages)
                : shardflow::Propagate(program, {.run = options}, messages);
}

namespace {

// Moves the module into a Program, calls the partitioner with it, and moves the
// module back.
bool CallAutoPartitioner(const AutoPartitioner& partitioner, Module& m,
                         Diagnostics& diagnostics) {
  const BoundExtensions* const extensions = m.extensions;
  Program program = ProgramAccess::Make(std::move(m), NewOrigin());
  std::vector<Message> messages;
  const bool ok = partitioner(program, messages);
  const bool is_whole = program.ok();
  m = std::move(ProgramAccess::module(program));
  m.extensions = extensions;
  for (const Message& message : messages) {
    if (message.kind == MessageKind::kError) {
      diagnostics.Error({}, message.text, message.code);
    } else {
      diagnostics.Warning({}, message.text);
    }
  }
  if (ok && is_whole) return true;
  if (ok || messages.empty()) {
    diagnostics.Error({}, ok ? "the auto-partitioner left no program"
                             : "the auto-partitioner failed");
  }
  return false;
}

}  // namespace

RunContext::RunContext(Module& m, const RunOptions& options,
                       RuleWarnings& warnings, Diagnostics& diagnostics)
    : warnings_(warnings),
      context_(diagnostics),
      extensions_(m, ExtensionsOf(options), diagnostics) {
  context_.jax = options.jax;
  context_.compat = options.jax ? Compat::kJaxlib012 : ToCompat(options.compat);
  context_.extra_rules = options.extra_rules || options.jax;
  m.compat = context_.compat;
  context_.memo = options.memoize;
  context_.allow_paths = options.allow_path_options;
  context_.dump_directory = options.dump_directory;
  if (options.auto_partitioner) {
    context_.auto_partitioner = [&options, &diagnostics](Module& module) {
      return CallAutoPartitioner(options.auto_partitioner, module, diagnostics);
    };
  }
  // A warning isn't repeated in later runs, but an error is.
  context_.rule_warnings.reported = std::move(warnings.reported);
  if (options.stop != nullptr) SetStop(options.stop);
}

void RunContext::SetStop(const std::atomic<bool>* stop) {
  stop_ = stop;
  if (context_.witness != nullptr) return;
  const auto stopped = [this] {
    return stop_ != nullptr && stop_->load(std::memory_order_relaxed);
  };
  witness_.stopped = stopped;
  context_.witness = &witness_;
  context_.after_pass = [this, stopped](std::string_view, Module&) {
    const bool ends = stopped();
    if (ends) {
      context_.diagnostics.Error({}, std::string(kStopped),
                                 ErrorCode::kStopped);
    }
    return !ends;
  };
}

RunContext::~RunContext() { warnings_ = std::move(context_.rule_warnings); }

}  // namespace shardflow::internal
