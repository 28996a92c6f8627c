#ifndef SHARDFLOW_PROPAGATE_STEP_TRACE_H_
#define SHARDFLOW_PROPAGATE_STEP_TRACE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "sharding/direction.h"
#include "sharding/projection.h"

// The trace of a step: why axes did not propagate. It is filled in by the code
// that refuses an axis, so an explanation can't disagree with what happened.
//
//   rule      ([i, j],[i, j])->([i, j])             add
//   tensors   [{"a"}, {?}], [{?}, {"a"}], [{?}, {?}]
//   wanted    i: "a"   j: "a"
//   cuts      result, factor j: "a" refused, because factor i has "a"
//
// A step without a StepTrace records nothing.

namespace shardflow::internal {

// Why an axis, or a part of it, can't be on a factor of a tensor.
enum class Refusal : uint8_t {
  kOtherFactor,    // another factor of the tensor has it
  kReplicated,     // it is explicitly replicated in the tensor
  kUnreduced,      // it is unreduced in the tensor
  kClosed,         // the factor's dimension is closed
  kOverflow,       // overflow axes, which the factor can't take, are in its way
  kNotDivisible,   // it doesn't divide the factor's size
  kSubAxis,        // conservative: sub-axes are not propagated
  kResultsRefuse,  // elementwise: a result can't take it, so operands don't
};

// Why a test cut an axis.
struct RefusedAxis {
  Refusal why = Refusal::kClosed;
  ResolvedAxis blocker;     // for kOtherFactor, kReplicated and kUnreduced
  size_t other_factor = 0;  // for kOtherFactor
};

struct AxisCut {
  size_t tensor = 0;
  size_t factor = 0;
  ResolvedAxis wanted;
  // The part of the axis that is left: a shorter prefix, or nothing.
  std::optional<ResolvedAxis> left;
  RefusedAxis reason;
};

// Two tensors have different axes at the same position of one factor's lists:
// from there on they have nothing in common.
struct MergeConflict {
  size_t tensor = 0;  // the later of the two
  ResolvedAxis axis;  // the later tensor's axis
  size_t other_tensor = 0;
  ResolvedAxis other_axis;
  size_t position = 0;  // position in the lists
};

struct StepTrace {
  enum class Outcome : uint8_t {
    kStepped,
    kNoRule,
    kNoSharding,    // no tensor has a sharding
    kMeshesDiffer,  // two meshes differ, or one is unknown
    kSingleDevice,  // the common mesh is a maximal one
    kInvalid,       // a sharding doesn't fit the rule or the mesh
  };
  Outcome outcome = Outcome::kNoRule;
  Projection before, after;
  // Indexed by factor.
  std::vector<Direction> directions;
  std::vector<std::vector<ResolvedAxis>> wanted;
  std::vector<std::optional<MergeConflict>> conflicts;
  std::vector<AxisCut> cuts;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_STEP_TRACE_H_
