#ifndef SHARDFLOW_PASSES_PASS_H_
#define SHARDFLOW_PASSES_PASS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_time.h"
#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/compat.h"
#include "ops/rule_lookup.h"
#include "passes/options.h"

// A pass is one function and one row in pass_list.def:
//
//   PASS(CloseShardings, "sdy-close-shardings", NoOptions, "Closes ...")
//
// declares `bool CloseShardings(Module&, const NoOptions&, PassContext&)`,
// which stands in a file named as the flag (export/close_shardings.cc). It
// returns false after an error that it reported. Flags, `pass{option=value}`
// strings and help follow from the row and from the option struct's fields.
// A pipeline is a pass whose function runs others (pipelines.cc).

namespace shardflow::internal {

// How long a pass took and what it left.
struct PassTiming {
  std::string_view flag;
  double seconds = 0;  // of CPU time
  size_t ops = 0;      // afterwards, the module itself included
  size_t bytes = 0;    // that the module then holds
};

struct PropagationWitness;  // propagate/propagation.h

// Looks at the module after a pass; false after an error that it reported.
using PassObserver = std::function<bool(std::string_view flag, Module& module)>;

// What passes share in one run. Not for use from several threads.
struct PassContext {
  explicit PassContext(Diagnostics& d) : diagnostics(d) {}

  Diagnostics& diagnostics;
  Compat compat = Compat::kShardy202608;
  // What propagates does first what XLA does before Shardy (passes/xla/).
  bool jax = false;
  // Rules for ops for which the reference has none (--extra-rules).
  bool extra_rules = false;
  // Steps of propagation and rules of ops are remembered; off to test that
  // this changes nothing.
  bool memo = true;
  // What was already said about ops without a rule.
  RuleWarnings rule_warnings;
  // Rows are added in the order in which passes end.
  std::vector<PassTiming> timings;
  // Of propagation, for reports: visits of ops, steps (see propagate/step.h),
  // and those that were computed because no equal one had been before.
  int64_t ops_visited = 0;
  int64_t steps = 0;
  int64_t steps_computed = 0;
  // Whom passes that propagate tell what they do; may be null.
  const PropagationWitness* witness = nullptr;
  // Called after every pass that succeeds, those of pipelines included; may be
  // empty.
  PassObserver after_pass;
  // Called after propagation, before reshards are inserted; false after an
  // error that it reported. May be empty.
  std::function<bool(Module&)> auto_partitioner;
  // Number of the next dumped module (dump-directory options).
  int dump_index = 0;
  // Whether options of passes may name files and folders.
  bool allow_paths = true;
  // Where modules are dumped if no option says so; empty: nowhere.
  std::string dump_directory;
};

// How a pass asks for sharding rules.
inline RuleOptions RuleOptionsOf(const PassContext& context) {
  return {.compat = context.compat,
          .extra = context.extra_rules,
          .memo = context.memo};
}

#define PASS(function, flag, Options, summary) \
  bool function(Module& module, const Options& options, PassContext& context);
#include "passes/pass_list.def"
#undef PASS

// The flag of a pass function.
template <auto Function>
inline constexpr std::string_view kPassFlag = "";
#define PASS(function, flag, Options, summary) \
  template <>                                  \
  inline constexpr std::string_view kPassFlag<&function> = flag;
#include "passes/pass_list.def"
#undef PASS

// Runs one pass with its timing: `Run<SymbolDce>(m, NoOptions{}, context)`.
template <auto Function, class Options>
[[nodiscard]] bool Run(Module& module, const Options& options,
                       PassContext& context) {
  module.compat = static_cast<uint8_t>(context.compat);
  const double start = CpuSeconds();
  const bool ok = Function(module, options, context);
  const double took = CpuSeconds() - start;
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

// A row of the pass table, with the types erased.
struct PassRow {
  std::string_view flag;
  std::string_view summary;
  // Parses `options` ("a=true b=3") and runs. Unknown options, bad values and
  // the pass's own errors are reported in the context's diagnostics.
  bool (*run)(Module& module, std::string_view options, PassContext& context);
  // Appends a row for each option: name, default, help.
  std::vector<OptionHelp> (*options)();
};

std::span<const PassRow> AllPasses();
// Also knows aliases (see kAliases in pass.cc). Null if there is none.
const PassRow* FindPass(std::string_view flag);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_PASS_H_
