#ifndef SHARDFLOW_PROPAGATE_FACTOR_BASIC_H_
#define SHARDFLOW_PROPAGATE_FACTOR_BASIC_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "propagate/step_trace.h"
#include "sharding/direction.h"
#include "sharding/projection.h"

// The basic strategy: along each factor, all tensors get the same axes. For
// example, tensor 2 gets the axis "a" along i here, and tensor 1 gets nothing
// along j, because "b" and "c" differ:
//
//              i        j        k
//   tensor 0   "a","b"  -        ?          i: "a" is common; "b" would follow,
//   tensor 1   "a"      "b"      ?          but tensor 1 has it elsewhere
//   tensor 2   ?        "c",?    -
//
// "-" means that the tensor doesn't have the factor, and "?" that it is open.
// Factors are processed in order of index, each with the changes made by those
// before it.
//
// The aggressive strategy is built from the same parts.

namespace shardflow::internal {

// The input of a strategy. The strategy changes the projection.
struct FactorStep {
  Projection& projection;
  std::span<const Direction> directions;  // one for each factor
  bool conservative = false;              // don't propagate sub-axes
  bool elementwise = false;               // the op is elementwise
  StepTrace* trace = nullptr;             // the trace to fill; may be null
};

// Whether no sub-axis propagates along the factor. If the factor's size is
// unknown, none does, because a user who doesn't know the size can only choose
// whole axes.
inline bool KeepsAxesWhole(const FactorStep& step, size_t factor) {
  return step.conservative || !step.projection.rule().HasSize(factor);
}

// Scratch memory of the strategies, kept from step to step.
struct FactorScratch {
  std::vector<ResolvedAxis> axes;
  ResolvedPool pool;
  std::vector<ResolvedList> axes_per_factor;
  struct Source {
    int64_t tensor_size = -1;
    int64_t axes_size = 0;
    int64_t tensor = -1;
    int64_t factor = 0;
  };
  std::vector<Source> order;
};

// Expands the factor shardings of `step.projection`. Sets `updated[t]` for each
// tensor t in which a factor was expanded; other elements are unchanged.
void PropagateBasic(const FactorStep& step, FactorScratch& scratch,
                    std::span<uint8_t> updated);

// Sets `axes` to the longest list along `factor` that no tensor contradicts:
// each tensor has the list, or only a prefix of it, or continues it with axes
// on which the tensors differ. In the forward direction only operands may
// lengthen the list, in the backward direction only results; the other tensors
// can only cut it. Conflicts with other factors, replicated axes and the like
// are left to the functions below.
//
//   ["a", "b"] and ["a", "c"]        ->  ["a"]
//   ["a"], [] and ["a", "b"]         ->  ["a", "b"]
//   ["a":(1)2, "b"] and ["a":(1)4]   ->  ["a":(1)2]
// If the tensors contradict each other, `conflict` says where.
void CompatibleMajorAxes(const Projection& projection, size_t factor,
                         Direction direction, std::vector<ResolvedAxis>& axes,
                         std::optional<MergeConflict>* conflict = nullptr);
// Calls CompatibleMajorAxes for a step, and fills in the step's trace.
void WantedAxes(const FactorStep& step, size_t factor,
                std::vector<ResolvedAxis>& axes);

// Narrows `axis` to its longest prefix that is on no other factor of the
// tensor. Returns false if there is none. If the axis was cut, `why` is set.
bool CutAcrossFactors(const Projection& projection, size_t tensor,
                      size_t factor, ResolvedAxis& axis,
                      RefusedAxis* why = nullptr);

// Narrows `axis` to its longest prefix that the tensor already has along
// `factor` or could get there; returns false if there is none. The prefix must
// not be replicated or unreduced. To get it, the factor must also be open and
// without overflow axes, and either be minor-most or divisible by
// `sharded_size` (the size of the axes before it) times the size of the prefix.
// If `axis` was cut, `why` is set.
bool CutWithinFactor(const Projection& projection, size_t tensor, size_t factor,
                     int64_t sharded_size, ResolvedAxis& axis,
                     RefusedAxis* why = nullptr);

// Receives the axis that was cut and the reason. `tensor` and `factor` say
// where the cut is; a test that goes through several tensors sets `tensor` to
// the one that caused the cut.
struct CutWitness {
  StepTrace* trace = nullptr;
  size_t tensor = 0;
  size_t factor = 0;
  RefusedAxis reason;

  RefusedAxis* why() { return trace != nullptr ? &reason : nullptr; }
  void Refused(const ResolvedAxis& wanted, std::optional<ResolvedAxis> left) {
    if (trace == nullptr) return;
    trace->cuts.push_back({tensor, factor, wanted, left, reason});
  }
};

// Narrows `axes` one by one with `cut(sharded_size, axis)`. The list then ends
// with the first axis that was narrowed, or before it if nothing is left of
// that axis. If `whole` is set, an axis that is cut in part is also dropped.
template <class Cut>
void TruncateByConflicts(const ResolvedMesh& mesh, bool whole,
                         std::vector<ResolvedAxis>& axes, CutWitness& witness,
                         Cut cut) {
  int64_t sharded_size = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    ResolvedAxis axis = axes[i];
    if (!cut(sharded_size, axis)) {
      witness.Refused(axes[i], std::nullopt);
      axes.resize(i);
      return;
    }
    if (whole && !mesh.IsFull(axis)) {
      if (axis == axes[i]) witness.reason = {Refusal::kSubAxis, {}, 0};
      witness.Refused(axes[i], std::nullopt);
      axes.resize(i);
      return;
    }
    if (axis != axes[i]) {
      witness.Refused(axes[i], axis);
      axes[i] = axis;
      axes.resize(i + 1);
      return;
    }
    if (__builtin_mul_overflow(sharded_size, axis.size(), &sharded_size)) {
      sharded_size = INT64_MAX;
    }
  }
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_FACTOR_BASIC_H_
