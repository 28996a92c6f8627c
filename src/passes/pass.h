#ifndef SHARDFLOW_PASSES_PASS_H_
#define SHARDFLOW_PASSES_PASS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cpu_time.h"
#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/rule_lookup.h"
#include "passes/options.h"
#include "sharding/compat.h"

// A pass is one function and one row in pass_list.def:
//
//   PASS(CloseShardings, "sdy-close-shardings", NoOptions, "Closes ...")
//
// declares `bool CloseShardings(Module&, const NoOptions&, PassContext&)`,
// which is defined in a file named after the flag (export/close_shardings.cc).
// It returns false after reporting an error. Flags, `pass{option=value}`
// strings and help are derived from the row and from the option struct. A
// pipeline is a pass whose function runs other passes (pipelines.cc).

namespace shardflow::internal {

// How long a pass took, and the size of the module afterwards.
struct PassTiming {
  std::string_view flag;
  double seconds = 0;  // CPU time
  size_t ops = 0;      // including the module op itself
  size_t bytes = 0;    // memory used by the module
};

struct PropagationWitness;  // propagate/propagation.h

// Called with the module after a pass. Returns false after reporting an error.
using PassObserver = std::function<bool(std::string_view flag, Module& module)>;

// State that the passes of one run share. Must not be used by several threads.
struct PassContext {
  explicit PassContext(Diagnostics& d) : diagnostics(d) {}

  Diagnostics& diagnostics;
  Compat compat = Compat::kShardy202608;
  // Whether propagation starts with the steps that XLA runs before Shardy
  // (passes/xla/).
  bool jax = false;
  // Whether to use rules for ops for which Shardy has none (--extra-rules).
  bool extra_rules = false;
  // Whether shardings propagate through tensors with dimensions of unknown size
  // (--dynamic-shapes).
  bool dynamic_shapes = false;
  // Whether ops may rely on communication that Shardy lacks: collectives for
  // other reductions, and exchanges between neighbours.
  bool any_collective = false;
  // Whether to resolve conflicts with the reshards that send the fewest bytes,
  // rather than as Shardy does.
  bool fewest_bytes = false;
  // Whether reshards of values that a loop doesn't change will later be moved
  // out of the loop, so that their cost counts only once.
  bool hoist_reshards = false;
  // Whether to resolve the conflicts of ops with custom rules as well. Shardy
  // leaves them to XLA's partitioner.
  bool resolve_custom = false;
  // Whether new collectives may all have the same channel, because the pipeline
  // gives each one its own channel at the end (SeparateChannels).
  bool shared_channel = false;
  // Whether the program of a device has the forms that this version of Shardy
  // writes. (Those of shardflow-partition-pipeline don't depend on versions.)
  bool shardy_forms = true;
  // Whether to measure the time of passes.
  bool time_passes = false;
  // Whether steps of propagation and rules of ops are cached. Turned off to
  // test that caching makes no difference.
  bool memo = true;
  // The rules that passes of a pipeline have found, or null.
  RuleMemo* found_rules = nullptr;
  // The warnings about ops without a rule that were already given.
  RuleWarnings rule_warnings;
  // One entry per pass, in the order in which the passes finished.
  std::vector<PassTiming> timings;
  // The pass that is currently running. In a pipeline, the innermost one.
  std::string_view running;
  // Counters that propagation updates, for reports.
  int64_t ops_visited = 0;
  int64_t steps = 0;  // see propagate/step.h
  // Steps that had to be computed because no equal one came before.
  int64_t steps_computed = 0;
  // Watches passes that propagate, and can stop the run; may be null.
  const PropagationWitness* witness = nullptr;
  // Called after every pass that succeeds, including those in pipelines; may be
  // empty.
  PassObserver after_pass;
  // Called after propagation, before reshards are inserted. Returns false after
  // reporting an error. May be empty.
  std::function<bool(Module&)> auto_partitioner;
  // The number that the next dumped module gets (see the dump-directory
  // options).
  int dump_index = 0;
  // Whether options of passes may name files and folders.
  bool allow_paths = true;
  // The folder to which modules are dumped unless an option names another. If
  // it is empty, modules are dumped only where an option names a folder.
  std::string dump_directory;
};

// Returns the options that passes use to request sharding rules.
inline RuleOptions RuleOptionsOf(const PassContext& context) {
  return {.compat = context.compat,
          .extra = context.extra_rules,
          .exchanges = context.any_collective,
          .memo = context.memo,
          .found = context.found_rules};
}
// Like RuleOptionsOf, but always with the extra rules, which include those for
// elementwise chlo ops.
inline RuleOptions AllRulesOf(const PassContext& context) {
  RuleOptions options = RuleOptionsOf(context);
  options.extra = true;
  return options;
}

// The version of Shardy whose forms the program of a device has.
inline Compat LocalFormsOf(const PassContext& context) {
  return context.shardy_forms ? context.compat : Compat::kShardy202608;
}

#define PASS(function, flag, Options, summary) \
  bool function(Module& module, const Options& options, PassContext& context);
#include "passes/pass_list.def"
#undef PASS

// The flag of the pass that this function implements.
template <auto Function>
inline constexpr std::string_view kPassFlag = "";
#define PASS(function, flag, Options, summary) \
  template <>                                  \
  inline constexpr std::string_view kPassFlag<&function> = flag;
#include "passes/pass_list.def"
#undef PASS

// Makes the module store shardings as the context's version of Shardy does.
inline void FollowContext(Module& module, const PassContext& context) {
  module.SetRun(context.compat, context.dynamic_shapes);
}

// Runs one pass and lists it in `timings`, as in
// `Run<SymbolDce>(m, NoOptions{}, context)`.
template <auto Function, class Options>
[[nodiscard]] bool Run(Module& module, const Options& options,
                       PassContext& context) {
  const std::string_view outer =
      std::exchange(context.running, kPassFlag<Function>);
  FollowContext(module, context);
  const double start = context.time_passes ? CpuSeconds() : 0;
  const bool ok = Function(module, options, context);
  const double took = context.time_passes ? CpuSeconds() - start : 0;
  context.running = outer;
  context.timings.push_back(
      {kPassFlag<Function>, took, module.op_count(), module.MemoryBytes()});
  if (ok && context.after_pass) {
    return context.after_pass(kPassFlag<Function>, module);
  }
  return ok;
}
template <auto Function>
[[nodiscard]] bool Run(Module& module, PassContext& context) {
  return Run<Function>(module, NoOptions{}, context);
}

// Unless XLA's own steps run first (context.jax), fails if the program's only
// shardings are GSPMD's, which propagation would ignore.
[[nodiscard]] bool RequireShardy(Module& m, PassContext& context);

// A row of the pass table, without the types of the options.
struct PassRow {
  std::string_view flag;
  std::string_view summary;
  // Parses `options` ("a=true b=3") and runs the pass. Unknown options, bad
  // values and the pass's own errors are reported in the context's diagnostics.
  bool (*run)(Module& module, std::string_view options, PassContext& context);
  // Returns a row for each option: name, default, help.
  std::vector<OptionHelp> (*options)();
};

std::span<const PassRow> AllPasses();
// Returns the pass with this flag or alias (see kAliases in pass.cc), or null.
const PassRow* FindPass(std::string_view flag);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_PASS_H_
