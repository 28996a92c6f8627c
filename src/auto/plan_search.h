#ifndef SHARDFLOW_AUTO_PLAN_SEARCH_H_
#define SHARDFLOW_AUTO_PLAN_SEARCH_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "auto/plan.h"

// Searches for plans with low cost.
//
// Starts from the replicated program and from each colour alone, and makes
// moves as long as any helps: add a colour to an axis or to all axes, remove
// it, exchange two colours, make an exception to the order of colours, spare
// parameters, use two axes in the same way. Then makes a few random moves from
// the best plans and improves the results again. All of this is done for
// several prices of memory, so that both the fastest plans and those that use
// the least memory are found.

namespace shardflow::internal {

struct PlanScore {
  double seconds = 0;
  int64_t peak = 0;  // peak memory in bytes
};

struct ScoredPlan {
  Plan plan;
  PlanScore score;
};

struct PlanSearchOptions {
  uint64_t seed = 0;
  uint64_t steps = 2000;  // number of plans to evaluate
  // The number of plans to evaluate if the fastest one found doesn't fit into
  // memory.
  uint64_t steps_if_tight = 2000;
  // The memory of a device; 0 for no limit.
  int64_t memory = 0;
  size_t axes = 0;
  size_t colours = 0;
  bool may_spare_parameters = false;
  // Returns the exceptions to try along an axis of a plan; may be empty.
  std::function<std::vector<Plan::Exception>(const Plan&, size_t)> exceptions;
  std::function<bool()> stop;
};

// Plans with equal words (PlanShardings::WordsOf) are scored only once.
class PlanSearch {
 public:
  using Words = std::function<std::vector<uint64_t>(const Plan&)>;
  using Evaluate = std::function<PlanScore(const Plan&)>;

  PlanSearch(PlanSearchOptions options, Words words, Evaluate evaluate);
  ~PlanSearch();
  // Returns all plans found except those that another plan beats in both time
  // and memory, fastest first.
  std::vector<ScoredPlan> Run();
  // Returns the score of any plan. Counts as a step unless the score is cached.
  PlanScore Score(const Plan& plan);
  uint64_t steps() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_AUTO_PLAN_SEARCH_H_
