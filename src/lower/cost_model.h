#ifndef SHARDFLOW_LOWER_COST_MODEL_H_
#define SHARDFLOW_LOWER_COST_MODEL_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "lower/step_kind.h"
#include "lower/topology.h"
#include "sharding/resolved.h"
#include "sharding/sharding.h"

// What one collective costs. This is the only place with formulas: the search
// for the best plan, the reports, and whoever else prices communication ask
// here.
//
// Bytes are those that one device sends, and receives, at most. S is what a
// device holds before the step, n the number of devices of a group.
//
//   all_slice, *_to_unreduced    nothing
//   all_gather                   (n - 1) S
//   all_to_all, reduce_scatter   (n - 1) S / n
//   all_reduce                   2 (n - 1) S / n
//   collective_permute           S
//
// S counts padding, which collectives move like anything else. With a topology
// there is also time (lower/topology.h).

namespace shardflow::internal {

// A collective, as far as its price depends on it.
struct StepLoad {
  StepKind kind = StepKind::kAllSlice;
  // S: bytes on one device before the step. What is cut into n parts is padded
  // until it can be.
  int64_t held = 0;
  // Bytes that a device has to fetch from its neighbours in addition, since the
  // parts before and after the step don't line up (lower/reshard_cost.h).
  int64_t realigned = 0;
  int64_t group = 1;  // n
  // The axes along which the devices of a group differ. For a permute, all axes
  // along which devices may change places.
  ResolvedList axes;
};

struct StepCost {
  int64_t bytes = 0;   // saturates at INT64_MAX
  double seconds = 0;  // 0 where the model knows no machine

  friend bool operator==(const StepCost&, const StepCost&) = default;
};

// A value: copy it, hand it on. The default model knows bytes alone, so that
// plans are compared by their bytes.
class CostModel {
 public:
  CostModel() = default;
  // Devices have the numbers that the mesh gives them.
  CostModel(Topology topology, const Mesh& mesh);

  StepCost Price(const StepLoad& load) const;

  // Whether the price of gathering (or slicing) along several axes at once is
  // the sum of the prices axis by axis. (Bytes are; of latencies there are as
  // many as steps.)
  bool IsAdditive() const { return !topology_.has_value(); }

 private:
  double SecondsOf(const StepLoad& load) const;

  std::optional<Topology> topology_;
  Mesh mesh_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_COST_MODEL_H_
