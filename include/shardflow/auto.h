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

// Searches for the shardings that make a program run fastest (docs/auto.md).

namespace shardflow {

// How long a search may run. If only `steps` is set, the answer is the same on
// every machine. If `seconds` is set, the answer is the best one found in that
// time.
struct SearchLimits {
  uint64_t seed = 0;              // seed of the search's random numbers
  std::optional<uint64_t> steps;  // maximum number of steps
  std::optional<double> seconds;  // maximum time
  // A flag that any thread may set to true to end the search. The answer is
  // then the best plan so far. The flag must outlive the call. May be null.
  const std::atomic<bool>* stop = nullptr;
};

// The maximum number of devices of a mesh that is searched for ("auto:N").
inline constexpr int64_t kMaxAutoDevices = int64_t{1} << 20;

// Returns N for the text "auto:N", with N from 2 to kMaxAutoDevices. Returns
// nullopt for any other text.
SHARDFLOW_EXPORT std::optional<int64_t> AutoMeshDevices(std::string_view mesh);

// What to search for, and how long.
struct AutoOptions {
  // The mesh, such as `<["data"=4, "model"=2]>`, or "auto:8" for the best mesh
  // of eight devices with one or two axes. If empty, the program's own mesh is
  // used.
  std::string mesh;
  // The machine, as in CostOptions::topology.
  std::string topology;
  // The limit on the memory that the program uses on a device, in bytes; 0 for
  // no limit.
  int64_t memory = 0;
  // When to end the search. Each step prices one plan. If neither `steps` nor
  // `seconds` is set, the search takes up to 3,000 steps, and fewer for a large
  // program (docs/auto.md).
  SearchLimits limits;
  // Whether plans may change the program's own shardings. Shardings at the
  // boundary of a manual computation never change.
  bool reconsider = false;
  // Whether to also fill in AutoReport::decisions. This may require pricing a
  // few hundred more plans.
  bool explain = false;
  RunOptions run = {};
};

// A plan found by the search, with estimates of its time and memory.
struct AutoPlan {
  // One entry per axis: the dimensions sharded along it, as human-readable
  // text, e.g. "data: dim 0 of argument 4 x (8192), dim 1 of argument 2 w
  // (32768)". Each listed dimension stands for all dimensions that are sharded
  // alike (docs/auto.md). If several of these are in one tensor, only the first
  // is sharded along the axis.
  std::vector<std::string> axes;
  double seconds = 0;  // time of one run
  int64_t peak = 0;    // peak memory of a device, in bytes
};

// The plan after one decision is changed, with estimates of its time and
// memory.
struct AutoAlternative {
  std::string change;  // "not along data", "along model instead"
  double seconds = 0;  // time of one run
  int64_t peak = 0;    // peak memory of a device, in bytes
  bool fits = false;   // whether `peak` is within the limit
};

// A decision in a plan: whether a dimension is sharded along an axis.
struct AutoDecision {
  // The dimension, such as "dim 0 of argument 2 params['wq'] (32768)". It
  // stands for all dimensions that are sharded alike. If empty, the decision is
  // whether parameters are replicated along the axis.
  std::string dimension;
  std::string axis;  // empty if the dimension isn't sharded
  std::vector<AutoAlternative> alternatives;  // fastest first
};

// The result of a search.
struct AutoReport {
  // The program with the plan's shardings: on arguments, on results that reuse
  // the memory of arguments, and as constraints in the body. If the given
  // program has no mesh, one is added.
  Program program;
  // Whether `program` is estimated to fit into memory.
  bool fits = false;
  CostReport cost;  // the cost of `program` if it is propagated as in JAX
  AutoPlan plan;
  int64_t constraints = 0;  // number of constraints added
  // The plans that no other plan beats in both time and memory, fastest first.
  // Their time and memory are estimates made before propagation.
  std::vector<AutoPlan> front;
  // The decisions of the plan, and the cost of their alternatives, estimated
  // before propagation. Empty unless AutoOptions::explain is set.
  std::vector<AutoDecision> decisions;
  uint64_t steps = 0;  // number of steps of the search
  // Whether the program's own shardings were better than any plan. If so,
  // `program` is the given program.
  bool keeps_given = false;
  // The estimate for the given program (with empty `axes`), or nullopt if that
  // program doesn't use the plan's mesh.
  std::optional<AutoPlan> given;
};

// Finds shardings for a program. Of the plans that fit into memory, the one
// with the lowest estimated time is chosen; if none fits, the plan with the
// lowest peak memory (docs/auto.md). The program's own shardings are kept
// unless `reconsider` is set. On error, returns nullopt and adds the error to
// `messages`.
SHARDFLOW_EXPORT std::optional<AutoReport> FindShardings(
    const Program& program, const AutoOptions& options,
    std::vector<Message>& messages);

// A solution of a cost graph (see SolveCostGraph).
struct CostGraphAnswer {
  std::string name;  // the name of the graph
  // The index of the strategy chosen for each node.
  std::vector<uint32_t> choice;
  // Whether the choices can be combined, and are within the memory limit.
  bool fits = false;
  int64_t cost = 0;                    // the total cost, at most INT64_MAX
  int64_t peak = 0;                    // the largest memory usage at any time
  std::optional<int64_t> usage_limit;  // the graph's limit on memory usage
  uint64_t steps = 0;                  // number of steps of the search
};

// Chooses a sharding strategy for each node of a cost graph, searching for the
// lowest total cost. `json` is a graph in the format of the contest on
// intra-operator parallelism at ASPLOS 2025 (docs/auto.md). If neither `steps`
// nor `seconds` is set, the search takes 20,000 steps. Returns nullopt, with an
// error in `messages`, if `json` isn't such a graph.
SHARDFLOW_EXPORT std::optional<CostGraphAnswer> SolveCostGraph(
    std::string_view json, const SearchLimits& limits,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_AUTO_H_
