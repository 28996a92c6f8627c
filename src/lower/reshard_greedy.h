#ifndef SHARDFLOW_LOWER_RESHARD_GREEDY_H_
#define SHARDFLOW_LOWER_RESHARD_GREEDY_H_

#include <cstdint>
#include <vector>

#include "lower/axes.h"
#include "lower/reshard_plan.h"

// Makes the default plan, which is the same as Shardy's, step by step (see its
// reshard_to_collectives.cc). The plan consists of rounds of
//
//   1. an all_slice along wanted axes that no dimension has,
//   2. a collective_permute, where axes of equal size can change places,
//   3. all_to_alls for axes that are on the wrong dimension,
//   4. an all_gather of the rest.
//
// If the sizes of all axes are powers of two, one round is enough. The planner
// fails or returns an incorrect plan on problems with sub-axes whose cuts don't
// fit together ("x":(1)2 and "x":(1)3 of "x"=6), and on some problems whose
// mesh has sizes that don't divide each other. So callers must check the plan
// with FindPlanFault.

namespace shardflow::internal {

class GreedyPlanner {
 public:
  // Stores the plan in `plan`. Returns false if the planner can't solve the
  // problem.
  [[nodiscard]] bool Plan(const ReshardProblem& problem, ReshardPlan& plan);

 private:
  // The position of an axis in the target, as of the last BuildPlaces. Like
  // Shardy, the planner uses it even when it is out of date.
  struct Place {
    ResolvedAxis axis;
    size_t dim = 0;
    size_t index = 0;
  };
  // Axes [begin, end) of the axes wanted on dimension `target`. Another
  // dimension is sliced along them before they move to `target`.
  struct SliceForAllToAll {
    size_t target = 0, begin = 0, end = 0;
  };

  void Begin(const ReshardProblem& problem);
  bool IsDone() const;
  void BuildPlaces();
  const Place* FindPlace(const ResolvedAxis& axis) const;
  bool InSet(const ResolvedAxis& axis) const;
  void AddToSet(const ResolvedAxis& axis);
  void RemoveFromSet(const ResolvedAxis& axis);
  void PopFromCurrent(size_t dim, size_t first);
  void SortAndAlign(Axes& split);

  bool FindSliceForAllToAll(size_t source, SliceForAllToAll& slice);
  void SliceForLaterAllToAlls();
  void SliceInPlace(size_t dim);
  bool PickSlicingAxes();
  void TryAllSlice();

  bool ShouldPermute();
  void PlaceWanted(size_t dim);
  void Permute();
  void TryPermute();

  bool IsRepadded(size_t dim) const;
  bool AnyBlocked() const;
  void Unblock(size_t dim);

  bool TryAllToAll(size_t source, bool out_of_order);
  void TryAllToAlls(bool out_of_order);
  size_t FirstToGather(size_t dim) const;
  void TryAllGather();

  // Assigns axes of `available` to dimensions with room. `available` is a
  // single list or, with `per_dim`, a list for each dimension. With `slicing`,
  // the current step also slices along these axes.
  void Distribute(Axes* available, bool per_dim, bool to_front, bool slicing);
  void AddStep(PlanStep step);

  const ReshardProblem* problem_ = nullptr;
  ReshardPlan* plan_ = nullptr;
  size_t rank_ = 0;
  bool on_target_mesh_ = false;
  bool broken_ = false;  // whether an assumption of Shardy's algorithm fails
  bool slices_ = false;

  // --- one entry per dimension (or more, after a problem of larger rank)
  std::vector<Axes> in_;       // its current axes, except the kept prefix
  std::vector<Axes> out_;      // its target axes, except the kept prefix
  std::vector<Axes> current_;  // its current axes
  std::vector<Axes> step_axes_;
  std::vector<Axes> old_in_;
  std::vector<int64_t> room_;
  std::vector<bool> seen_;
  // Whether a dimension has to be replicated before it gets its target axes.
  // Until then, those axes are in `aside_`, not in `out_`.
  std::vector<bool> blocked_;
  std::vector<Axes> aside_;

  Axes set_;  // all axes in in_
  std::vector<Place> places_;
  Axes wanted_, split_, ordered_in_, ordered_out_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_RESHARD_GREEDY_H_
