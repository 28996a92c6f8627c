#include "shardflow/auto.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "api/auto_limits.h"
#include "api/convert.h"
#include "auto/cost_graph.h"
#include "auto/graph_search.h"
#include "base/error.h"

namespace shardflow {

namespace internal {

std::function<bool()> StopOf(const SearchLimits& limits) {
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> end;
  if (limits.seconds) {
    end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(*limits.seconds));
  }
  return [end, stop = limits.stop] {
    return (stop != nullptr && stop->load(std::memory_order_relaxed)) ||
           (end && Clock::now() >= *end);
  };
}

}  // namespace internal

using namespace internal;
namespace {

constexpr uint64_t kDefaultSteps = 20000;

}  // namespace

std::optional<CostGraphAnswer> SolveCostGraph(std::string_view json,
                                              const SearchLimits& limits,
                                              std::vector<Message>& messages) {
  GraphSearchOptions options;
  // Start the clock first, so that the time limit includes reading.
  options.stop = StopOf(limits);
  Error error;
  const std::optional<CostGraph> graph = ReadCostGraph(json, error);
  if (!graph) {
    AddError(error, "<graph>", json, messages);
    return std::nullopt;
  }
  options.seed = limits.seed;
  options.steps = limits.steps     ? *limits.steps
                  : limits.seconds ? UINT64_MAX
                                   : kDefaultSteps;
  GraphAnswer found = SearchGraph(*graph, options);
  CostGraphAnswer answer;
  answer.name = graph->name;
  answer.choice = std::move(found.choice);
  answer.fits = found.fits;
  answer.cost = found.cost;
  answer.peak = found.peak;
  answer.usage_limit = graph->usage_limit;
  answer.steps = found.steps;
  return answer;
}

}  // namespace shardflow
