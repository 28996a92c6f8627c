#include "lower/reshard_fuse.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "lower/axes.h"

namespace shardflow::internal {
namespace {

class Fuser {
 public:
  Fuser(const ReshardProblem& problem, ReshardPlan& plan)
      : problem_(problem), plan_(plan) {}

  void Run() {
    const std::vector<PlanStep> steps(plan_.steps().begin(),
                                      plan_.steps().end());
    for (const PlanStep& step : steps) Add(step);
    plan_.SetSteps(std::move(done_));
  }

 private:
  // Appends the step to done_, merges it with the last step of done_, or drops
  // it.
  void Add(const PlanStep& step) {
    if (DoesNothing(step) || UndoesGather(step) || MakesReduceScatter(step)) {
      return;
    }
    done_.push_back(step);
    MergeAllToAlls();
  }

  ResolvedList HeldBefore(size_t dim) const {
    return done_.empty() ? problem_.from[dim] : plan_.layout(done_.back(), dim);
  }

  bool DoesNothing(const PlanStep& step) const {
    if (step.kind == StepKind::kAllReduce) {
      return plan_.list(step.axes).empty();
    }
    const bool permutes = step.kind == StepKind::kCollectivePermute;
    if (permutes && step.on_target_mesh &&
        (done_.empty() || !done_.back().on_target_mesh)) {
      return false;
    }
    if (!permutes && !HasAxesPerDim(step.kind)) return false;
    for (size_t d = 0; d < plan_.rank(); ++d) {
      if (permutes ? !ListsEqual(HeldBefore(d), plan_.layout(step, d))
                   : !plan_.axes(step, d).empty()) {
        return false;
      }
    }
    return true;
  }

  // Drops an all_slice right after an all_gather along the same axes, together
  // with the all_gather.
  bool UndoesGather(const PlanStep& step) {
    if (step.kind != StepKind::kAllSlice || done_.empty() ||
        done_.back().kind != StepKind::kAllGather) {
      return false;
    }
    for (size_t d = 0; d < plan_.rank(); ++d) {
      if (!ListsEqual(plan_.axes(done_.back(), d), plan_.axes(step, d))) {
        return false;
      }
    }
    done_.pop_back();
    return true;
  }

  // Merges an all_reduce and the all_slice right after it into a reduce_scatter
  // along the reduced axes. These axes must come first among the sliced axes of
  // their dimensions. A slice along the remaining axes is kept.
  bool MakesReduceScatter(const PlanStep& slice) {
    if (slice.kind != StepKind::kAllSlice || done_.empty() ||
        done_.back().kind != StepKind::kAllReduce) {
      return false;
    }
    const PlanStep reduce = done_.back();
    Axes left(plan_.list(reduce.axes).begin(), plan_.list(reduce.axes).end());
    std::vector<Axes> scattered(plan_.rank()), rest(plan_.rank());
    bool any_rest = false;
    for (size_t d = 0; d < plan_.rank(); ++d) {
      const ResolvedList axes = plan_.axes(slice, d);
      size_t n = 0;
      for (; n < axes.size(); ++n) {
        const auto at = std::find(left.begin(), left.end(), axes[n]);
        if (at == left.end()) break;
        left.erase(at);
      }
      scattered[d].assign(axes.begin(), axes.begin() + AsOffset(n));
      rest[d].assign(axes.begin() + AsOffset(n), axes.end());
      any_rest |= !rest[d].empty();
    }
    if (!left.empty()) return false;
    PlanStep scatter{.kind = StepKind::kReduceScatter,
                     .on_target_mesh = reduce.on_target_mesh,
                     .axes = AddLists(scattered)};
    for (size_t d = 0; d < plan_.rank(); ++d) {
      const ResolvedList held = plan_.layout(reduce, d);
      Axes after(held.begin(), held.end());
      for (const ResolvedAxis& axis : scattered[d]) AppendOrMerge(after, axis);
      scattered[d] = std::move(after);
    }
    scatter.layout = AddLists(scattered);
    scatter.unreduced = reduce.unreduced;
    done_.back() = scatter;
    if (any_rest) {
      PlanStep remaining = slice;
      remaining.axes = AddLists(rest);
      done_.push_back(remaining);
    }
    return true;
  }

  // Merges the last two steps if they are all_to_alls over disjoint dimensions.
  void MergeAllToAlls() {
    if (done_.size() < 2) return;
    const PlanStep &first = done_[done_.size() - 2], &second = done_.back();
    if (first.kind != StepKind::kAllToAll ||
        second.kind != StepKind::kAllToAll) {
      return;
    }
    std::vector<PlanMove> moves(plan_.moves(first).begin(),
                                plan_.moves(first).end());
    moves.insert(moves.end(), plan_.moves(second).begin(),
                 plan_.moves(second).end());
    std::vector<int32_t> dims;
    for (const PlanMove& move : moves) {
      dims.insert(dims.end(), {move.source, move.target});
    }
    std::sort(dims.begin(), dims.end());
    if (std::adjacent_find(dims.begin(), dims.end()) != dims.end()) return;
    std::sort(moves.begin(), moves.end(),
              [](const PlanMove& a, const PlanMove& b) {
                return a.source < b.source;
              });
    PlanStep merged = second;
    merged.first_move = plan_.AddMove(moves[0]);
    for (size_t i = 1; i < moves.size(); ++i) plan_.AddMove(moves[i]);
    merged.move_count = static_cast<uint32_t>(moves.size());
    done_.pop_back();
    done_.back() = merged;
  }

  uint32_t AddLists(const std::vector<Axes>& lists) {
    const uint32_t first = plan_.NextList();
    for (const Axes& list : lists) plan_.AddList(list);
    return first;
  }
  static ptrdiff_t AsOffset(size_t n) { return static_cast<ptrdiff_t>(n); }

  const ReshardProblem& problem_;
  ReshardPlan& plan_;
  std::vector<PlanStep> done_;
};

}  // namespace

void FuseSteps(const ReshardProblem& problem, ReshardPlan& plan) {
  Fuser(problem, plan).Run();
}

}  // namespace shardflow::internal
