// Runs random programs through passes and pipelines. After each pass the module
// must be valid, and the final text must read back and print as the same text.
// If a pass rejects a program, it must say why.

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/diagnostics.h"
#include "base/source.h"
#include "fuzz/bytes.h"
#include "fuzz/program.h"
#include "fuzz/targets.h"
#include "ir/module.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "text/read.h"
#include "text/write.h"

namespace shardflow::internal::fuzz {
namespace {

struct Step {
  std::string_view pass;
  std::string_view options = "";
};

// sdy-drop-sharding-and-mesh isn't among these passes: it leaves ops that refer
// to the dropped meshes, as in Shardy.
constexpr Step kPropagation[] = {{"sdy-propagation-pipeline"}};
constexpr Step kDedup[] = {
    {"sdy-propagation-pipeline", "dedup-functions-fully=true"}};
constexpr Step kCollectives[] = {
    {"sdy-import-pipeline"},
    {"sdy-flatten-call-graph"},
    {"symbol-dce"},
    {"sdy-import-func-calls"},
    {"symbol-dce"},
    {"sdy-apply-sharding-constraints"},
    {"sdy-sharding-group-import"},
    {"sdy-pre-order-funcs"},
    {"sdy-user-priority-propagate", "keep-sharding-rules=true"},
    {"sdy-export-named-computations"},
    {"sdy-propagate-to-func-results"},
    {"sdy-export-pipeline",
     "enable-insert-explicit-collectives=true inline-meshes=false"},
};
constexpr Step kExport[] = {
    {"sdy-propagation-pipeline"},
    {"xla-sdy-stablehlo-export-pipeline"},
    {"xla-sdy-stablehlo-import-pipeline"},
};
constexpr Step kRoundTrip[] = {
    {"xla-sdy-round-trip-export-pipeline"},
    {"xla-sdy-round-trip-import-pipeline"},
    {"sdy-propagation-pipeline"},
};
constexpr Step kDebug[] = {
    {"sdy-import-pipeline"},
    {"sdy-apply-sharding-constraints",
     "debug-sharding-origins=true debug-propagation-edge-sharding=true"},
    {"sdy-sharding-group-import"},
    {"sdy-op-priority-propagate",
     "debug-sharding-origins=true debug-propagation-edge-sharding=true"},
    {"sdy-sink-data-flow-edges",
     "sink-debug-sharding-origins=true "
     "sink-debug-propagation-edge-sharding=true"},
    {"sdy-close-shardings"},
};
constexpr Step kConservative[] = {
    {"sdy-lift-inlined-meshes"},
    {"sdy-manual-axes-cleanup"},
    {"sdy-add-data-flow-edges"},
    {"sdy-aggressive-propagate",
     "conservative-propagation=true "
     "propagation-strategy=basic-then-aggressive"},
    {"sdy-sink-data-flow-edges"},
    {"sdy-close-shardings"},
    {"sdy-insert-explicit-reshards", "enable-full-version=true"},
    {"sdy-reshard-to-collectives"},
    {"canonicalize"},
    {"cse"},
    {"sdy-inline-meshes"},
};
constexpr Step kCleanUp[] = {
    {"sdy-remove-size-one-axes"},
    {"sdy-constant-or-scalar-splitter"},
    {"sdy-explicit-gather-scatter-batching"},
    {"sdy-manual-axes-cleanup"},
    {"sdy-add-data-flow-edges"},
    {"sdy-basic-propagate"},
    {"sdy-sink-data-flow-edges"},
    {"sdy-constant-or-scalar-merger"},
    {"sdy-update-non-divisible-input-output-shardings"},
    {"sdy-remove-sub-axes-in-input-output-shardings"},
    {"sdy-close-shardings"},
    {"sdy-insert-explicit-reshards"},
};

constexpr std::span<const Step> kRuns[] = {
    kPropagation, kDedup, kCollectives,  kExport,
    kRoundTrip,   kDebug, kConservative, kCleanUp,
};

// To produce the same text as Shardy, we reproduce two of its faults (see
// docs/differences.md). Shardy's verifier and ours both reject the resulting
// programs. The first fault, an empty closed dimension with a priority, does no
// harm. The second one is a call, in a manual computation, to a function that
// is sharded along the manual axes. After this call, the passes may produce
// anything.
bool IsKept(std::string_view message) {
  return message.ends_with("is empty and closed but has a priority");
}
bool EndsTheRun(const Diagnostics& diagnostics) {
  return std::ranges::any_of(diagnostics.all(), [](const Message& d) {
    return d.text.ends_with(
        "is already bound by a parent sdy.manual_computation op");
  });
}

// Returns the first error other than the reproduced faults, or null.
const Message* FirstFault(const Diagnostics& diagnostics) {
  for (const Message& d : diagnostics.all()) {
    if (d.kind == MessageKind::kError && !IsKept(d.text)) return &d;
  }
  return nullptr;
}

std::optional<Module> Read(std::string_view text, Diagnostics& diagnostics) {
  std::optional<Module> m = ParseModule(
      std::make_shared<const SourceBuffer>("input", std::string(text)), {},
      diagnostics);
  if (m && !VerifyModule(*m, diagnostics)) return std::nullopt;
  return m;
}

std::string Print(const Module& m) {
  std::string text;
  PrintModule(m, {}, text);
  return text;
}

// Like MLIR's, our canonicalization merges equal constants even if their
// shardings differ. Collectives on such a constant then don't match its
// sharding.
constexpr std::string_view kBreaksCollectives = "canonicalize";

// Runs the passes. Returns false if one of them rejects the program, or breaks
// it in one of the ways described above.
bool RunAll(std::span<const Step> steps, bool is_jaxlib, bool memo, Module& m,
            std::string_view input) {
  Diagnostics diagnostics;
  PassContext context(diagnostics);
  context.compat = is_jaxlib ? Compat::kJaxlib012 : Compat::kShardy202608;
  context.memo = memo;
  FollowContext(m, context);
  bool is_broken = false;
  context.after_pass = [&](std::string_view flag, Module& module) {
    Diagnostics faults;
    if (is_broken || VerifyModule(module, faults)) return true;
    if (flag == kBreaksCollectives) {
      is_broken = true;
      return true;
    }
    const Message* const fault = FirstFault(faults);
    if (fault == nullptr) return true;
    if (EndsTheRun(faults)) {
      is_broken = true;
    } else {
      Fault(fmt::format("not valid after {}: {}", flag, fault->text), input,
            Print(module));
    }
    return true;
  };
  for (const Step& step : steps) {
    if (FindPass(step.pass)->run(m, step.options, context)) continue;
    if (!diagnostics.HasErrors()) {
      Fault(fmt::format("{} failed without an error", step.pass), input);
    }
    return false;
  }
  return !is_broken;
}

}  // namespace

// The first byte chooses the passes; the program is made from the rest.
void FuzzProgram(std::string_view input) {
  Bytes bytes(input);
  const size_t choice = bytes.Choose(256);
  const std::span<const Step> steps = kRuns[choice % std::size(kRuns)];
  const bool is_jaxlib = (choice & 8) != 0;
  const std::string text = MakeProgram(bytes);
  Diagnostics diagnostics;
  std::optional<Module> m = Read(text, diagnostics);
  if (!m) return;
  // Without the memo of steps and rules, the output must be the same.
  std::optional<Module> other;
  if ((choice & 0xf0) == 0xf0) other = *m;

  if (!RunAll(steps, is_jaxlib, true, *m, text)) return;
  const std::string first = Print(*m);
  if (other) {
    RunAll(steps, is_jaxlib, false, *other, text);
    const std::string second = Print(*other);
    if (first != second) Fault("depends on what is remembered", first, second);
  }
  std::optional<Module> again = Read(first, diagnostics);
  if (!again) {
    const Message* fault = FirstFault(diagnostics);
    if (fault == nullptr) return;  // a reproduced fault
    Fault("what was written is refused: " + fault->text, text, first);
  }
  const std::string second = Print(*again);
  if (first != second) Fault("the text changes", first, second);
}

}  // namespace shardflow::internal::fuzz
