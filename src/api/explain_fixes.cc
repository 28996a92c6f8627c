#include "api/explain_fixes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "api/annotate.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "api/sharding_info.h"
#include "ops/functions.h"
#include "shardflow/cost.h"
#include "shardflow/graph.h"
#include "shardflow/message.h"
#include "shardflow/sharding.h"
#include "shardflow/spec.h"
#include "sharding/print.h"

namespace shardflow::internal {
namespace {

// Maximum number of fixes tried for each value.
constexpr size_t kMostFixes = 4;

// The properties of a propagated program that are used to compare fixes.
struct FixOutcome {
  std::optional<ProgramGraph> graph;
  std::optional<CostReport> cost;
};

class FixTrier {
 public:
  FixTrier(const Program& program, const RunOptions& run, const Module& m)
      : program_(program), run_(WithoutDumps(run)), m_(m) {}

  std::optional<TriedFix> Try(const FixCandidate& candidate) {
    Program changed = program_.Clone();
    Module& module = ProgramAccess::module(changed);
    TriedFix fix;
    fix.tensor = candidate.tensor;
    ShardingInfo sharding = ToInfo(m_.shardings, m_.names, candidate.sharding);
    const std::optional<Message> error =
        candidate.place
            ? AnnotateVerified(module, candidate.place, sharding).error
            : AnnotateResult(module, MainFunction(module), candidate.result,
                             sharding);
    if (error) return std::nullopt;
    const bool is_argument = candidate.place && module.IsArg(candidate.place);
    fix.kind = candidate.place.IsNone() ? "result"
               : is_argument            ? "argument"
                                        : "constraint";
    fix.spec = SpecText(sharding);
    fix.sharding = ShardingText(m_.shardings.Get(candidate.sharding),
                                m_.shardings, m_.names);
    if (!before_) before_ = OutcomeOf(program_);
    const FixOutcome after = OutcomeOf(changed);
    Compare(candidate, after, fix);
    return fix;
  }

 private:
  FixOutcome OutcomeOf(const Program& program) const {
    FixOutcome outcome;
    std::vector<Message> ignored;
    GraphRequest request;
    request.propagate = true;
    request.run = run_;
    std::optional<Program> propagated;
    request.propagated = &propagated;
    outcome.graph = MakeGraph(program, request, ignored);
    CostOptions options;
    options.run = run_;
    if (propagated) outcome.cost = Cost(*propagated, options, ignored);
    return outcome;
  }

  // Returns the tensor of the graph that the candidate is about, or -1 if a
  // pass removed it.
  static int TensorOf(const ProgramGraph& graph,
                      const FixCandidate& candidate) {
    if (candidate.place.IsNone()) {
      for (const GraphFunction& function : graph.functions) {
        const auto result = static_cast<size_t>(candidate.result);
        if (function.name == "main" && result < function.results.size()) {
          return function.results[result];
        }
      }
      return -1;
    }
    for (const GraphValue& value : graph.values) {
      if (value.named && value.name == candidate.tensor.name) {
        return value.tensor;
      }
    }
    return -1;
  }

  static int64_t BytesOf(const std::optional<ProgramGraph>& graph,
                         const FixCandidate& candidate) {
    const int tensor = graph ? TensorOf(*graph, candidate) : -1;
    return tensor < 0 ? -1
                      : graph->tensors[static_cast<size_t>(tensor)].local_bytes;
  }

  // Counts the values whose shardings differ. Skips values that passes made.
  static int64_t CountChanged(const ProgramGraph& a, const ProgramGraph& b) {
    std::unordered_map<std::string_view, std::vector<const std::string*>> specs;
    for (const GraphValue& value : a.values) {
      if (!value.named) continue;
      specs[value.name].push_back(
          &a.tensors[static_cast<size_t>(value.tensor)].spec);
    }
    std::unordered_map<std::string_view, size_t> seen;
    int64_t count = 0;
    for (const GraphValue& value : b.values) {
      if (!value.named) continue;
      const auto known = specs.find(value.name);
      const size_t index = seen[value.name]++;
      if (known == specs.end() || index >= known->second.size()) continue;
      count += *known->second[index] !=
               b.tensors[static_cast<size_t>(value.tensor)].spec;
    }
    return count;
  }

  void Compare(const FixCandidate& candidate, const FixOutcome& after,
               TriedFix& fix) const {
    fix.tensor_bytes_before = BytesOf(before_->graph, candidate);
    fix.tensor_bytes = BytesOf(after.graph, candidate);
    if (before_->graph && after.graph) {
      fix.changed = CountChanged(*before_->graph, *after.graph);
    }
    if (!before_->cost || !after.cost) return;
    fix.sent_before = before_->cost->communication.wire_bytes;
    fix.sent = after.cost->communication.wire_bytes;
    fix.peak_before = before_->cost->memory.peak;
    fix.peak = after.cost->memory.peak;
  }

  const Program& program_;
  const RunOptions run_;
  const Module& m_;
  std::optional<FixOutcome> before_;
};

// Compares savings per device: first bytes sent, then peak memory, then the
// bytes of the tensor itself. Fixes that couldn't be priced come last.
bool GainsMore(const TriedFix& a, const TriedFix& b) {
  const auto key = [](const TriedFix& fix) {
    return std::tuple(fix.sent < 0, fix.sent - fix.sent_before,
                      fix.peak - fix.peak_before,
                      fix.tensor_bytes - fix.tensor_bytes_before);
  };
  return key(a) < key(b);
}

}  // namespace

void TryFixes(const Program& program, const RunOptions& run, const Module& m,
              const std::vector<FixCandidate>& candidates,
              Explanation& explanation) {
  FixTrier trier(program, run, m);
  for (const FixCandidate& candidate : candidates) {
    std::vector<TriedFix>& fixes = explanation.values[candidate.value].fixes;
    if (fixes.size() >= kMostFixes || IsStopped(run)) continue;
    std::optional<TriedFix> fix = trier.Try(candidate);
    if (fix) fixes.push_back(std::move(*fix));
  }
  for (ExplainedValue& value : explanation.values) {
    std::stable_sort(value.fixes.begin(), value.fixes.end(), GainsMore);
  }
}

}  // namespace shardflow::internal
