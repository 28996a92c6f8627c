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

// Searches for the shardings with which a program runs fastest (docs/auto.md).

namespace shardflow {

// How long a search runs. If only `steps` is set, the answer is the same on
// every machine. With `seconds`, it is the best one found in that time.
struct SearchLimits {
  uint64_t seed = 0;
  std::optional<uint64_t> steps;
  std::optional<double> seconds;
  // Set it to true to end the search; the answer is then the best plan so far.
  // It must outlive the call. May be null.
  const std::atomic<bool>* stop = nullptr;
};

// Options of the search.
struct AutoOptions {
  // A mesh: <["data"=4, "model"=2]>. If empty, the program's own mesh is used.
  // "auto:8" stands for the best mesh of eight devices with one or two axes.
  std::string mesh;
  // The machine; see CostOptions.
  std::string topology;
  // The memory of a device in bytes; 0 for no limit.
  int64_t memory = 0;
  // A step prices one plan. Without limits, the search takes up to 3,000 steps,
  // and fewer for a large program (docs/auto.md).
  SearchLimits limits;
  // Drop the program's own shardings if another plan is better. Otherwise they
  // are kept, and plans have to fit them. Those at the border of a manual
  // computation are always kept.
  bool reconsider = false;
  // Also fill AutoReport::decisions. This may price a few hundred more plans.
  bool explain = false;
  RunOptions run = {};
};

// A plan found by the search, with estimates of its time and memory.
struct AutoPlan {
  // What is sharded along each axis: "data: dim 0 of argument 4 x (8192), dim 1
  // of argument 2 w (32768)". Each stands for all dimensions of its kind. If a
  // tensor has several of them, the first one gets the axis.
  std::vector<std::string> axes;
  double seconds = 0;
  int64_t peak = 0;
};

// The plan with one thing changed, and our estimate of its time and memory.
struct AutoAlternative {
  std::string change;  // "not along data", "along model instead"
  double seconds = 0;
  int64_t peak = 0;
  bool fits = false;
};

// One thing that a plan decides: whether a dimension is sharded along an axis.
struct AutoDecision {
  // "dim 0 of argument 2 params['wq'] (32768)" and all dimensions of its kind.
  // Empty: the decision is whether parameters are replicated along the axis.
  std::string dimension;
  std::string axis;  // empty: the dimension isn't sharded
  std::vector<AutoAlternative> alternatives;  // fastest first
};

struct AutoReport {
  // The program with shardings on arguments and on results that reuse the
  // memory of arguments, and with constraints inside. If the given program has
  // no mesh, one is added.
  Program program;
  bool fits = false;  // whether it fits into memory, as estimated
  CostReport cost;    // of `program`, propagated as JAX does
  AutoPlan plan;
  int64_t constraints = 0;  // number of constraints added
  // Plans that no other one beats in both time and memory, fastest first. Their
  // estimates are from before propagation.
  std::vector<AutoPlan> front;
  // What the plan decides, and what the alternatives would cost, estimated
  // before propagation. Empty unless AutoOptions::explain is set.
  std::vector<AutoDecision> decisions;
  uint64_t steps = 0;
  // The program's own shardings were better than any plan, so `program` is as
  // it was given.
  bool keeps_given = false;
  // The estimate for the program as it was given; `axes` is empty. Nullopt if
  // the program is on another mesh.
  std::optional<AutoPlan> given;
};

// Finds shardings for a program: the fastest plan by our estimate
// (docs/auto.md) that fits into memory, else the one with the smallest peak.
// Keeps the program's own unless `reconsider` is set. Nullopt after an error.
SHARDFLOW_EXPORT std::optional<AutoReport> FindShardings(
    const Program& program, const AutoOptions& options,
    std::vector<Message>& messages);

// An answer to a cost graph: a choice for each node.
struct CostGraphAnswer {
  std::string name;  // the name of the graph
  std::vector<uint32_t> choice;
  bool fits = false;  // whether the choices are possible and within the limit
  int64_t cost = 0;   // at most INT64_MAX
  int64_t peak = 0;   // the largest memory usage at any time
  std::optional<int64_t> usage_limit;
  uint64_t steps = 0;  // number of steps of the search
};

// Searches for the cheapest choices in a graph of costs, given in the JSON
// format of the contest on intra-operator parallelism at ASPLOS 2025
// (docs/auto.md): the strategies of an automatic sharder, as numbers. Without
// limits, the search takes 20,000 steps. Returns nullopt if `json` isn't such a
// graph; `messages` says why.
SHARDFLOW_EXPORT std::optional<CostGraphAnswer> SolveCostGraph(
    std::string_view json, const SearchLimits& limits,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_AUTO_H_
