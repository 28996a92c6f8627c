#ifndef SHARDFLOW_PROPAGATE_WHY_NOT_H_
#define SHARDFLOW_PROPAGATE_WHY_NOT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "propagate/propagation.h"
#include "propagate/record.h"
#include "propagate/step_trace.h"
#include "sharding/direction.h"

// Why axes did not propagate to a value. After propagation, every op that
// relates a dimension of the value to a dimension of another tensor takes its
// step once more with a trace, which names the test that refused the axis.
//
//   %2 = stablehlo.add %0, %1      %0 [{"a"}, {?}]   %1 [{?}, {"a"}]
//
//   WhyNot(%2): "a" of %1 dimension 1, kOtherDimension: %2 has it in dimension
//   0
//
// An axis that several ops could propagate is listed once for each of them.

namespace shardflow::internal {

// Why an axis did not propagate to a tensor. Some reasons name the axis that
// was in the way (MissingAxis::blocker).
enum class MissingReason : uint8_t {
  kOtherDimension,  // `blocker` is on another dimension of the tensor
  kConflict,        // another tensor has `blocker` in place of the axis
  kReplicated,      // `blocker` is explicitly replicated
  kUnreduced,       // `blocker` is unreduced
  kClosed,          // the dimension is closed
  kNotDivisible,    // the axis doesn't divide the factor's size
  kOverflow,        // axes that don't divide the factor are in the way
  kSubAxis,         // conservative propagation doesn't move sub-axes
  kResultsRefuse,   // elementwise: the results don't have the axis
  kStridedView,     // an earlier factor of the dimension isn't fully sharded
  kBehind,          // `blocker`, an axis before this one, didn't propagate
  kBarrier,         // a propagation barrier doesn't let the axis pass
  kDirection,       // the op doesn't propagate in this direction
  kBlockedFactor,   // the rule blocks the factor
  kNoFactor,        // the value doesn't have the axis's factor
  kNoRule,          // the op has no sharding rule
  kMeshesDiffer,    // the tensors are on different meshes
  kUnsettled,       // propagating once more would add the axis
};

// An axis that did not propagate.
struct MissingAxis {
  MissingReason reason = MissingReason::kNoRule;
  AxisRef axis;
  // The prefix of the axis that did propagate.
  std::optional<AxisRef> part;
  TensorPlace source;
  int32_t source_dim = 0;
  int32_t target_dim = -1;  // -1: no dimension is related to the source
  OpId op;                  // None: a value that @main returns
  RuleId rule;
  int32_t factor = -1;
  RecordedEnd from, to;
  // The tensor of the op that refused the axis: `to`, except in the basic
  // strategy, which gives an axis to all tensors or to none.
  RecordedEnd refused_by;
  TensorPlace refused_place;
  // The axis that was in the way, and where it is.
  std::optional<AxisRef> blocker;
  TensorPlace blocker_place;
  RecordedEnd blocker_end;
  int32_t blocker_dim = -1;
  // The first run in which the op propagates in this direction.
  int earliest_run = 0;
};

// The nodes of the graph, indexed by the values that are their tensors, so that
// a question about one value doesn't need a search of all nodes.
class NodesByValue {
 public:
  explicit NodesByValue(const PropagationState& s);
  // Returns the nodes that have the value as a tensor, in program order.
  std::span<const Position> At(ValueId value) const;

 private:
  // The nodes of value v are at_[first_[v]] up to at_[first_[v + 1]].
  std::vector<uint32_t> first_;
  std::vector<Position> at_;
};

// Caches the traces of steps, because most of the ops that a report asks about
// take the same step as another op.
class StepTraces {
 public:
  // The trace is valid until the next call.
  const StepTrace& Get(Stepper& stepper, const StepInput& input);

 private:
  // The maximum number of traces. If there are more, all are dropped: programs
  // without equal ops don't benefit from them.
  static constexpr size_t kMost = 256;
  absl::flat_hash_map<std::vector<int32_t>, std::unique_ptr<StepTrace>> known_;
};

// Returns the axes that did not propagate to `place`: those that stop at ops
// with rules, in program order, then at ops without a rule, then at results of
// the main function. Call this at the end of a propagation, see
// PropagationWitness. Calls for several values can share `traces`.
std::vector<MissingAxis> WhyNot(PropagationState& s, const NodesByValue& nodes,
                                const TensorPlace& place, StepTraces& traces);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_WHY_NOT_H_
