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

// Computes what a collective costs: the bytes that a device sends, and the
// time. All code that prices collectives uses this model, including the search
// for the best plan and the reports.
//
// The bytes are the most that any device sends (or receives). S is the number
// of bytes that a device holds before the step, and n is the number of devices
// in a group.
//
//   all_slice, *_to_unreduced    nothing
//   all_gather                   (n - 1) S
//   all_to_all, reduce_scatter   (n - 1) S / n
//   all_reduce                   2 (n - 1) S / n
//   collective_permute           S
//
// S includes padding, which collectives send like all other data. If the model
// has a topology, it also computes the time (lower/topology.h). Otherwise all
// times are 0.

namespace shardflow::internal {

// The properties of a collective that determine its price.
struct StepLoad {
  StepKind kind = StepKind::kAllSlice;
  // The bytes that a device holds before the step (S). A dimension that will be
  // cut into n parts is first padded to a multiple of n.
  int64_t held = 0;
  // Additional bytes that a device has to fetch from its neighbours because the
  // parts before and after the step don't line up (lower/reshard_cost.h).
  int64_t realigned = 0;
  int64_t group = 1;  // number of devices in a group (n)
  // The axes along which the devices of a group differ. For a permute, all axes
  // along which devices may exchange data.
  ResolvedList axes;
};

struct StepCost {
  int64_t bytes = 0;   // saturates at INT64_MAX
  double seconds = 0;  // 0 if the model has no topology

  friend bool operator==(const StepCost&, const StepCost&) = default;
};

// A copyable cost model. A default-constructed model has no topology: it counts
// only bytes, and plans are compared by their bytes.
class CostModel {
 public:
  CostModel() = default;
  // Makes a model with a topology, in which devices are numbered by the device
  // ids of the mesh (or, if the axes of the mesh have links of their own, by
  // their places in it).
  CostModel(Topology topology, const Mesh& mesh);

  // Returns the price of a collective.
  StepCost Price(const StepLoad& load) const;

  // Describes the links that the slowest group uses (see LinksOf in
  // lower/topology.h). Returns "" without a topology.
  std::string LinksOf(const StepLoad& load) const;

  // Whether gathering (or slicing) along several axes at once costs as much as
  // doing so axis by axis. This is true of bytes but not of time, since each
  // step has its own latency.
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
