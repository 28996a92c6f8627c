#include "api/run.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "api/convert.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "base/size_text.h"
#include "cost/exported.h"
#include "ir/walk.h"
#include "ops/attribute_names.h"
#include "ops/check_attributes.h"
#include "ops/known_sizes.h"
#include "ops/rule_lookup.h"
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

namespace {

Compat CompatOf(const RunOptions& options) {
  return options.jax ? Compat::kJaxlib012 : ToCompat(options.compat);
}

// XLA rejects programs with dynamic shapes, so a prediction of what JAX does
// must also reject them.
bool AllowsDynamicShapes(const RunOptions& options) {
  return options.dynamic_shapes && !options.jax;
}

}  // namespace

void FollowOptions(Module& m, const RunOptions& options) {
  m.SetRun(CompatOf(options), AllowsDynamicShapes(options));
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

bool RequireShardy(Program& program, const RunOptions& options,
                   std::vector<Message>& messages) {
  return options.jax ||
         program.Run("xla-require-shardy", "", options, messages);
}

bool PropagateToPrice(Program& program, const RunOptions& options, bool as_jax,
                      std::vector<Message>& messages) {
  return as_jax ? program.Run("xla-propagation-pipeline", "",
                              LikeJaxlib(options), messages)
                : shardflow::Propagate(program, {.run = options}, messages);
}

bool ExportToPrice(Program& program, const RunOptions& options,
                   std::vector<Message>& messages) {
  const Module& m = ProgramAccess::module(program);
  if (LooksExported(m)) return true;
  RunOptions run = options;
  run.auto_partitioner = nullptr;
  const bool all = HasUnknownExport(m) || MergesDifferentCopies(m);
  return program.Run(
      all ? "sdy-export-after-propagation" : "sdy-constant-or-scalar-merger",
      "", run, messages);
}

bool PrepareForXla(Program& program, const RunOptions& options, bool propagate,
                   bool as_jax, std::vector<Message>& messages) {
  return (propagate ? PropagateToPrice(program, options, as_jax, messages)
                    : ExportToPrice(program, options, messages)) &&
         program.Run("xla-inline-calls", "", LikeJaxlib(options), messages);
}

bool CanBePriced(const Program& program, std::string_view unknown,
                 std::vector<Message>& messages) {
  const Module& m = ProgramAccess::module(program);
  Diagnostics diagnostics;
  const bool known = SizesAreKnown(m, unknown, diagnostics) &&
                     CheckAttributeNames(m, diagnostics) &&
                     CheckOpAttributes(m, diagnostics);
  AppendMessages(diagnostics, m.source.get(), messages);
  return known;
}

namespace {

// Whether a block in the op contains more than its terminator.
bool HasBody(const Module& m, OpId op) {
  for (int i = 0; i < m.region_count(op); ++i) {
    for (const BlockId block : m.Blocks(m.region(op, i))) {
      if (m.block(block).first != m.block(block).last) return true;
    }
  }
  return false;
}

}  // namespace

void WarnOfUnpricedRegions(const Module& m, std::vector<Message>& messages) {
  if (m.op_count(OpKind::kUnknown) == 0) return;
  Diagnostics diagnostics;
  absl::flat_hash_set<std::string_view> told;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) != OpKind::kUnknown || !HasBody(m, op)) return;
    Error ignored;
    const RuleCost cost = CostByUser(m, op, ignored);
    if (cost.flops || cost.bytes || cost.temporaries) return;
    if (!told.insert(m.op_name(op)).second) return;
    diagnostics.Warning(
        m.Place(op),
        fmt::format("what is in the regions of '{}' has no price, because XLA "
                    "doesn't know the op; its rule may state what it costs",
                    m.op_name(op)));
  });
  AppendMessages(diagnostics, m.source.get(), messages);
}

namespace {

double WallSeconds() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

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
    : m_(m),
      options_(options),
      warnings_(warnings),
      context_(diagnostics),
      extensions_(m, ExtensionsOf(options), diagnostics) {
  context_.jax = options.jax;
  context_.compat = CompatOf(options);
  context_.extra_rules = options.extra_rules || options.jax;
  context_.dynamic_shapes = AllowsDynamicShapes(options);
  FollowOptions(m, options);
  context_.time_passes = options.time_passes;
  context_.memo = options.memoize;
  context_.allow_paths = options.allow_path_options;
  context_.dump_directory = options.dump_directory;
  if (options.auto_partitioner) {
    context_.auto_partitioner = [this](Module& module) {
      return CallAutoPartitioner(options_.auto_partitioner, module,
                                 context_.diagnostics);
    };
  }
  // Later runs don't repeat warnings, but they do repeat errors.
  context_.rule_warnings.reported = std::move(warnings.reported);
  if (options.stop != nullptr || options.progress || options.memory_limit > 0) {
    Watch();
  }
}

void RunContext::RestartClock() { start_ = last_progress_ = WallSeconds(); }

void RunContext::Watch() {
  if (context_.witness != nullptr) return;
  RestartClock();
  witness_.stopped = [this] { return Look(); };
  witness_.reason = &reason_;
  witness_.done = &done_;
  context_.witness = &witness_;
  context_.after_pass = [this](std::string_view flag, Module&) {
    done_ = -1;
    // The pass that has just ended still counts as the running pass.
    const std::string_view outer = std::exchange(context_.running, flag);
    const bool ends = Look();
    context_.running = outer;
    return !ends || ReportStopped();
  };
}

bool RunContext::Look() {
  if (IsStopped(options_)) {
    reason_ = {};
    return true;
  }
  if (!options_.progress && options_.memory_limit <= 0) return false;
  const auto bytes = static_cast<int64_t>(m_.MemoryBytes());
  if (options_.memory_limit > 0 && bytes > options_.memory_limit) {
    reason_.text = "the program takes " + SizeText(bytes) +
                   " of memory, more than the limit of " +
                   SizeText(options_.memory_limit);
    reason_.code = ErrorCode::kLimitExceeded;
    return true;
  }
  if (!options_.progress) return false;
  const double now = WallSeconds();
  const double between =
      static_cast<double>(options_.progress_milliseconds) / 1000;
  if (now - last_progress_ < between) return false;
  last_progress_ = now;
  // A session propagates without running the pass.
  const std::string_view running = context_.running.empty()
                                       ? kPassFlag<&UserPriorityPropagate>
                                       : context_.running;
  options_.progress(
      {.pass = running,
       .passes_done = static_cast<int64_t>(context_.timings.size()),
       .done = done_,
       .bytes = bytes,
       .seconds = now - start_});
  return false;
}

RunContext::~RunContext() { warnings_ = std::move(context_.rule_warnings); }

}  // namespace shardflow::internal
