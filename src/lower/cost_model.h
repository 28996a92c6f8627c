#ifndef SHARDFLOW_LOWER_COST_MODEL_H_
#define SHARDFLOW_LOWER_COST_MODEL_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lower/step_kind.h"
#include "lower/topology.h"
#include "sharding/resolved.h"
#include "sharding/sharding.h"

// What one collective costs. Everything that prices communication uses this,
// including the search for the best plan and the reports.
//
// Bytes are the most that any one device sends (or receives). S is what a
// device holds before the step, n the number of devices in a group.
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

// The properties of a collective on which its price depends.
struct StepLoad {
  StepKind kind = StepKind::kAllSlice;
  // S: bytes on one device before the step. A dimension to be cut into n parts
  // is first padded until n divides it.
  int64_t held = 0;
  // Bytes that a device has to fetch from its neighbours in addition, because
  // the parts before and after the step don't line up (lower/reshard_cost.h).
  int64_t realigned = 0;
  int64_t group = 1;  // n
  // The axes along which the devices of a group differ. For a permute, all axes
  // along which devices may exchange data.
  ResolvedList axes;
};

struct StepCost {
  int64_t bytes = 0;   // saturates at INT64_MAX
  double seconds = 0;  // 0 if the model has no topology

  friend bool operator==(const StepCost&, const StepCost&) = default;
};

// A value type: copy it freely. The default model has no topology and counts
// bytes alone, so plans are compared by their bytes.
class CostModel {
 public:
  CostModel() = default;
  // The topology's devices are numbered by the device ids of the mesh.
  CostModel(Topology topology, const Mesh& mesh);

  StepCost Price(const StepLoad& load) const;

  // Returns the links that the slowest group uses (lower/topology.h); empty
  // without a topology.
  std::string LinksOf(const StepLoad& load) const;

  // Whether gathering (or slicing) along several axes at once costs the sum of
  // the prices axis by axis. Bytes add up; time doesn't, since each step adds
  // its latency.
  bool IsAdditive() const { return !topology_.has_value(); }

 private:
  // Calls `visit` with the device ids of each group.
  template <class Visit>
  void ForEachGroup(const StepLoad& load, Visit visit) const;
  double SecondsOf(const StepLoad& load, std::span<const int64_t> group) const;

  std::optional<Topology> topology_;
  Mesh mesh_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_COST_MODEL_H_
