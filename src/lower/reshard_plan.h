#ifndef SHARDFLOW_LOWER_RESHARD_PLAN_H_
#define SHARDFLOW_LOWER_RESHARD_PLAN_H_

#include <cstdint>
#include <span>
#include <vector>

#include "lower/step_kind.h"
#include "sharding/resolved.h"
#include "sharding/sharding.h"

// A plan says how a tensor gets from one sharding to another, by a sequence of
// collectives. It is data: lower/reshard_planner.h makes it,
// lower/reshard_cost.h prices it, and lower/reshard_lowering.h writes it as
// ops.
//
//   on <"x"=2, "y"=4>, 16x8:  [{"x"}, {"y"}]  to  [{"y"}, {}]
//
//   collective_permute                 [{"y":(1)2}, {"x", "y":(2)2}]
//   all_to_all  {"y":(2)2}: 1->0       [{"y"}, {"x"}]
//   all_gather  [{}, {"x"}]            [{"y"}, {}]
//
// Axes are resolved: they are integers that are bound to one mesh
// (sharding/resolved.h).

namespace shardflow::internal {

// A move by an all_to_all: the last axes of dimension `source` become the last
// axes of dimension `target`.
struct PlanMove {
  int32_t source = 0;
  int32_t target = 0;
  uint32_t axes = 0;  // index of a list in the plan
};

// A step of a plan. It refers to lists of axes by their indices in the plan.
struct PlanStep {
  StepKind kind = StepKind::kAllSlice;
  // Whether this is the permute that puts the devices into the target's order,
  // or a later step.
  bool on_target_mesh = false;
  // The axes that the step uses: a list for each dimension (all_slice,
  // all_gather, reduce_scatter, sharded_to_unreduced), or one list (all_reduce,
  // replicated_to_unreduced). A permute has no list, and an all_to_all has
  // moves instead.
  uint32_t axes = 0;
  uint32_t first_move = 0;
  uint32_t move_count = 0;
  // The index of the first of `rank` lists: each dimension's axes after the
  // step.
  uint32_t layout = 0;
  // The index of the list of unreduced axes after the step.
  uint32_t unreduced = 0;
};

// Whether a step of this kind has a list of axes for each dimension.
bool HasAxesPerDim(StepKind kind);

// A plan. The object can be reused for one plan after another, without
// allocating memory once it is large enough.
class ReshardPlan {
 public:
  void Clear(size_t rank);

  size_t rank() const { return rank_; }
  std::span<const PlanStep> steps() const { return steps_; }
  ResolvedList list(uint32_t i) const {
    return ResolvedList(axes_).subspan(ends_[i], ends_[i + 1] - ends_[i]);
  }
  ResolvedList axes(const PlanStep& step, size_t dim) const {
    return list(step.axes + static_cast<uint32_t>(dim));
  }
  ResolvedList layout(const PlanStep& step, size_t dim) const {
    return list(step.layout + static_cast<uint32_t>(dim));
  }
  std::span<const PlanMove> moves(const PlanStep& step) const {
    return std::span(moves_).subspan(step.first_move, step.move_count);
  }

  // To add a step, first add its lists in ascending order of their indices,
  // then its moves, and then the step itself.
  uint32_t AddList(ResolvedList list);
  uint32_t NextList() const { return static_cast<uint32_t>(ends_.size() - 1); }
  uint32_t AddMove(const PlanMove& move);
  void AddStep(const PlanStep& step) { steps_.push_back(step); }
  void SetSteps(std::vector<PlanStep> steps) { steps_ = std::move(steps); }
  // Appends the steps of another plan of the same rank.
  void Append(const ReshardPlan& other);

 private:
  size_t rank_ = 0;
  std::vector<PlanStep> steps_;
  std::vector<PlanMove> moves_;
  std::vector<ResolvedAxis> axes_;
  std::vector<uint32_t> ends_ = {0};  // list i is [ends_[i], ends_[i + 1])
};

// The reshard to plan. Both shardings are valid on the mesh and for the shape.
struct ReshardProblem {
  const Mesh* mesh = nullptr;
  std::span<const int64_t> shape;
  int64_t element_bits = 8;
  std::span<const ResolvedList> from;  // a list for each dimension
  std::span<const ResolvedList> to;
  ResolvedList unreduced_from = {};
  ResolvedList unreduced_to = {};
  ReductionKind reduction_from = ReductionKind::kSum;
  ReductionKind reduction_to = ReductionKind::kSum;
  // Whether the target's mesh has a different device order or a different name.
  // Its axes must be the same.
  bool renumber = false;
  // Whether a dimension that is padded differently before and after is
  // replicated in between. Gathers then remove only axes that aren't wanted
  // anywhere. (Shardy does this in jaxlib 0.12.)
  bool replicate_repadded = false;
};

// Checks that each step changes the layout as it claims, and that the last step
// reaches the target (except for axes of size 1, which move nothing). Returns
// null if all is well, otherwise a description of the fault.
const char* FindPlanFault(const ReshardProblem& problem,
                          const ReshardPlan& plan);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_PLAN_H_
