#ifndef SHARDFLOW_AUTO_H_
#define SHARDFLOW_AUTO_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/cost.h"
#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Finds annotations, instead of having them written (docs/auto.md).

namespace shardflow {

// How long a search goes on. With `steps` alone the answer is the same on every
// machine; with `seconds` it is the best one found by then.
struct SearchLimits {
  uint64_t seed = 0;
  std::optional<uint64_t> steps;
  std::optional<double> seconds;
  // Ends the search when it becomes true; the best plan so far is the answer.
  // It must outlive the call. Null: nobody ends the search.
  const std::atomic<bool>* stop = nullptr;
};

// What is asked for.
struct AutoOptions {
  // <["data"=4, "model"=2]>; empty: the program's own mesh; auto:8: the best
  // mesh of eight devices with one or two axes.
  std::string mesh;
  // The machine, as in CostOptions.
  std::string topology;
  // Bytes of memory that a device has; 0: no limit.
  int64_t memory = 0;
  // A step is a plan that is priced. Without limits: up to 3,000, fewer for a
  // large program (docs/auto.md).
  SearchLimits limits;
  RunOptions run = {};
};

// A plan that was found, with our estimate of its time and memory.
struct AutoPlan {
  // For each axis what is sharded along it. Where several of these could have
  // the axis, the first one gets it: "data: arg4 dim 0 (8192), arg2 dim 1
  // (32768)".
  std::vector<std::string> axes;
  double seconds = 0;
  int64_t peak = 0;
};

struct AutoReport {
  // The program with shardings on arguments, and on results that reuse the
  // memory of arguments, and with constraints inside. (The mesh is added if it
  // has none.)
  Program program;
  bool fits = false;  // in memory, by our estimate
  CostReport cost;    // of `program`, propagated as JAX does
  AutoPlan plan;
  int64_t constraints = 0;  // that were added
  // Plans that no other one beats in both time and memory, fastest first. They
  // are priced before propagation.
  std::vector<AutoPlan> front;
  uint64_t steps = 0;
};

// Finds shardings for a program: the fastest plan by our estimate
// (docs/auto.md) that fits into memory, else the one with the smallest peak.
// Shardings of arguments that the program has stay. Nullopt after an error.
SHARDFLOW_EXPORT std::optional<AutoReport> FindShardings(
    const Program& program, const AutoOptions& options,
    std::vector<Message>& messages);

// An answer to a cost graph: a choice for each of its nodes.
struct CostGraphAnswer {
  std::string name;  // of the graph
  std::vector<uint32_t> choice;
  bool fits = false;  // the choices are possible, and within the limit
  int64_t cost = 0;   // saturates at INT64_MAX
  int64_t peak = 0;   // the largest usage at one time
  std::optional<int64_t> usage_limit;
  uint64_t steps = 0;  // that the search took
};

// Searches for the cheapest choices of a graph in the JSON of the contest on
// intra-operator parallelism of ASPLOS 2025 (docs/auto.md): an automatic
// sharder's strategies as numbers. Without limits the search takes 20,000
// steps. Nullopt if `json` isn't such a graph; `messages` says why.
SHARDFLOW_EXPORT std::optional<CostGraphAnswer> SolveCostGraph(
    std::string_view json, const SearchLimits& limits,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_AUTO_H_
