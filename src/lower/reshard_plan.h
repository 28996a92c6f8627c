#ifndef SHARDFLOW_LOWER_RESHARD_PLAN_H_
#define SHARDFLOW_LOWER_RESHARD_PLAN_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sharding/resolved.h"

// How a tensor gets from one sharding to another: a plan, which is a sequence
// of collectives. A plan is data; lower/reshard_emit.h writes it as ops.
//
//   on <"x"=2, "y"=4>, 16x8:  [{"x"}, {"y"}]  to  [{"y"}, {}]
//
//   collective_permute                 [{"y":(1)2}, {"x", "y":(2)2}]
//   all_to_all  {"y":(2)2}: 1->0       [{"y"}, {"x"}]
//   all_gather  [{}, {"x"}]            [{"y"}, {}]
//
// Axes are resolved: integers bound to one mesh. What stands in a plan is what
// changes along the dimensions; what a step does to unreduced axes stands in
// `unreduced`.

namespace shardflow {

enum class StepKind : uint8_t {
  kAllSlice,           // each device keeps a part of what it has: no traffic
  kAllGather,          // parts of a group of devices are put together
  kAllToAll,           // a dimension is gathered, another one sliced
  kCollectivePermute,  // each device gets what one other device has
  kAllReduce,
  kReduceScatter,         // all_reduce and all_slice at once
  kShardedToUnreduced,    // the rest of the tensor is filled with zeros
  kReplicatedToUnreduced  // all devices of a group but one are zeros
};

// "all_slice", ...
std::optional<StepKind> FindStep(std::string_view name);
// Devices talk to each other in groups that the step's axes make.
bool IsCommunication(StepKind kind);

struct PlanStep {
  StepKind kind = StepKind::kAllSlice;
  // From the permute on that gets the devices into the target's order.
  bool on_target_mesh = false;
  int32_t source = 0;  // dimensions of an all_to_all
  int32_t target = 0;
  // The axes that the step is about: a list for each dimension; one list for
  // all_to_all, all_reduce and replicated_to_unreduced; none for a permute.
  uint32_t axes = 0;
  uint32_t layout = 0;     // of the dimensions afterwards, a list for each
  uint32_t unreduced = 0;  // the list of unreduced axes afterwards
};

// Reused from plan to plan: nothing is allocated once it is large enough.
class ReshardPlan {
 public:
  void Clear(size_t rank);

  size_t rank() const { return rank_; }
  std::span<const PlanStep> steps() const { return steps_; }
  ResolvedList list(uint32_t i) const {
    return ResolvedList(axes_).subspan(ends_[i], ends_[i + 1] - ends_[i]);
  }
  ResolvedList layout(const PlanStep& step, size_t dim) const {
    return list(step.layout + static_cast<uint32_t>(dim));
  }

  // Adding a step: its lists, in the order of their numbers, then the step.
  uint32_t AddList(ResolvedList list);
  uint32_t NextList() const { return static_cast<uint32_t>(ends_.size() - 1); }
  void AddStep(const PlanStep& step) { steps_.push_back(step); }

 private:
  size_t rank_ = 0;
  std::vector<PlanStep> steps_;
  std::vector<ResolvedAxis> axes_;
  std::vector<uint32_t> ends_;  // list i is [ends_[i], ends_[i + 1])
};

// What is asked for. Both shardings are valid on the mesh, and so is `shape`.
struct ReshardProblem {
  const Mesh* mesh = nullptr;
  std::span<const int64_t> shape;
  std::span<const ResolvedList> from;  // a list for each dimension
  std::span<const ResolvedList> to;
  ResolvedList unreduced;  // before and after
  // The target's mesh has the same axes, but its devices are in another order
  // (or it has another name).
  bool renumber = false;
  // A dimension that is padded differently before and after is not resharded
  // in part: it is replicated in between. Gathers take only what isn't wanted.
  // (The reference does so in jaxlib 0.12.)
  bool replicate_repadded = false;
};

// Whether each step does what it says to the layout before it, and the last
// one leaves the target (but for axes of size 1, which move nothing). Null if
// so, or what is wrong.
const char* FindPlanFault(const ReshardProblem& problem,
                          const ReshardPlan& plan);

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_RESHARD_PLAN_H_
