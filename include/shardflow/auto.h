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
// every machine. If `seconds` is set, the answer is the best one found in that
// time.
struct SearchLimits {
  uint64_t seed = 0;
  std::optional<uint64_t> steps;
  std::optional<double> seconds;
  // When this flag becomes true, the search ends with the best plan so far. The
  // flag must outlive the call. May be null.
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
  // Whether plans may change the program's own shardings. Shardings at the
  // boundary of a manual computation never change.
  bool reconsider = false;
  // Also fill AutoReport::decisions. This may price a few hundred more plans.
  bool explain = false;
  RunOptions run = {};
};

// A plan found by the search, with estimates of its time and memory.
struct AutoPlan {
  // What is sharded along each axis: "data: dim 0 of argument 4 x (8192), dim 1
  // of argument 2 w (32768)". Each dimension represents all dimensions that are
  // sharded alike (docs/auto.md). If a tensor has several of these, only the
  // first one is sharded along the axis.
  std::vector<std::string> axes;
  double seconds = 0;
  int64_t peak = 0;
};

// The plan with one decision changed, with estimates of its time and memory.
struct AutoAlternative {
  std::string change;  // "not along data", "along model instead"
  double seconds = 0;
  int64_t peak = 0;
  bool fits = false;
};

// A decision of a plan: whether a dimension is sharded along an axis.
struct AutoDecision {
  // "dim 0 of argument 2 params['wq'] (32768)", which represents all dimensions
  // that are sharded alike. If empty, the decision is whether parameters are
  // replicated along the axis.
  std::string dimension;
  std::string axis;  // empty: the dimension isn't sharded
  std::vector<AutoAlternative> alternatives;  // fastest first
};

struct AutoReport {
  // The program with shardings on arguments and on results that reuse the
  // memory of arguments, and with constraints inside. If the given program has
  // no mesh, one is added.
  Program program;
  bool fits = false;  // whether we estimate that it fits into memory
  CostReport cost;    // of `program`, propagated as JAX does
  AutoPlan plan;
  int64_t constraints = 0;  // number of constraints added
  // Plans that no other plan beats in both time and memory, fastest first.
  // Their time and memory are estimated before propagation.
  std::vector<AutoPlan> front;
  // What the plan decides, and what the alternatives would cost, estimated
  // before propagation. Empty unless AutoOptions::explain is set.
  std::vector<AutoDecision> decisions;
  uint64_t steps = 0;
  // The program's own shardings were better than any plan, so `program` is the
  // given program.
  bool keeps_given = false;
  // The estimate for the given program; `axes` is empty. Nullopt if the given
  // program doesn't use the mesh of the plan.
  std::optional<AutoPlan> given;
};

// Finds shardings for a program: the fastest plan by our estimate
// (docs/auto.md) that fits into memory, or else the one with the smallest peak
// memory. Keeps the program's own shardings unless `reconsider` is set. Returns
// nullopt after an error.
SHARDFLOW_EXPORT std::optional<AutoReport> FindShardings(
    const Program& program, const AutoOptions& options,
    std::vector<Message>& messages);

// A solution of a cost graph: a choice for each node.
struct CostGraphAnswer {
  std::string name;  // the name of the graph
  std::vector<uint32_t> choice;
  bool fits = false;  // whether the choices are possible and within the limit
  int64_t cost = 0;   // saturates at INT64_MAX
  int64_t peak = 0;   // the largest memory usage at any time
  std::optional<int64_t> usage_limit;
  uint64_t steps = 0;  // number of steps of the search
};

// Searches for the cheapest choices in a cost graph, given in the JSON format
// of the contest on intra-operator parallelism at ASPLOS 2025 (docs/auto.md). A
// choice is the number of a node's sharding strategy. Without limits, the
// search takes 20,000 steps. Returns nullopt if `json` isn't such a graph;
// `messages` says why.
SHARDFLOW_EXPORT std::optional<CostGraphAnswer> SolveCostGraph(
    std::string_view json, const SearchLimits& limits,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_AUTO_H_
