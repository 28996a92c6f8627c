#include "lower/cost_model.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lower/axes.h"
#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

// (n - 1) S / n, rounded up.
int64_t Exchanged(int64_t held, int64_t group) { return held - held / group; }

int64_t Bytes(const StepLoad& load) {
  switch (load.kind) {
    case StepKind::kAllSlice:
    case StepKind::kShardedToUnreduced:
    case StepKind::kReplicatedToUnreduced:
      return 0;
    case StepKind::kAllGather:
      return SaturatingProduct(load.group - 1, load.held);
    case StepKind::kAllToAll:
    case StepKind::kReduceScatter:
      return Exchanged(load.held, load.group);
    case StepKind::kAllReduce:
      return SaturatingProduct(2, Exchanged(load.held, load.group));
    case StepKind::kCollectivePermute:
      return load.held;
  }
  return 0;
}

// A digit, in base `count`, of a device's index in the mesh: index / stride %
// count.
struct MovingDigits {
  int64_t stride = 1;
  int64_t count = 1;
};

MovingDigits MovingDigitsOf(const Mesh& mesh, const ResolvedAxis& axis) {
  const auto a = static_cast<size_t>(axis.axis);
  int64_t stride = mesh.axes[a].size / axis.hi;
  for (size_t i = a + 1; i < mesh.axes.size(); ++i) stride *= mesh.axes[i].size;
  return {stride, axis.size()};
}

// Returns the digits in which the devices of a group differ. For a permute,
// returns all digits of every axis that it uses, even if only in part.
std::vector<MovingDigits> GroupDigits(const Mesh& mesh, const StepLoad& load) {
  std::vector<MovingDigits> digits;
  if (load.kind != StepKind::kCollectivePermute) {
    for (const ResolvedAxis& axis : load.axes) {
      digits.push_back(MovingDigitsOf(mesh, axis));
    }
    return digits;
  }
  for (size_t a = 0; a < mesh.axes.size(); ++a) {
    if (std::any_of(load.axes.begin(), load.axes.end(),
                    [&](const ResolvedAxis& axis) {
                      return axis.axis == static_cast<int64_t>(a);
                    })) {
      digits.push_back(MovingDigitsOf(
          mesh, {1, mesh.axes[a].size, static_cast<int64_t>(a)}));
    }
  }
  return digits;
}

}  // namespace

CostModel::CostModel(Topology topology, const Mesh& mesh)
    : topology_(std::move(topology)), mesh_(mesh) {}

template <class Visit>
void CostModel::ForEachGroup(const StepLoad& load, Visit visit) const {
  const std::vector<MovingDigits> digits = GroupDigits(mesh_, load);
  std::vector<int64_t> offsets = {0};
  for (const MovingDigits& digit : digits) {
    const size_t count = offsets.size();
    for (int64_t i = 1; i < digit.count; ++i) {
      for (size_t k = 0; k < count; ++k) {
        offsets.push_back(offsets[k] + i * digit.stride);
      }
    }
  }
  const bool by_place =
      mesh_.device_ids.empty() || topology_->kind == Topology::Kind::kAxes;
  std::vector<int64_t> group(offsets.size());
  const int64_t devices = mesh_.TotalSize();
  for (int64_t first = 0; first < devices; ++first) {
    if (std::any_of(digits.begin(), digits.end(),
                    [&](const MovingDigits& digit) {
                      return first / digit.stride % digit.count != 0;
                    })) {
      continue;
    }
    for (size_t i = 0; i < offsets.size(); ++i) {
      const int64_t place = first + offsets[i];
      group[i] =
          by_place ? place : mesh_.device_ids[static_cast<size_t>(place)];
    }
    visit(std::span<const int64_t>(group));
  }
}

double CostModel::SecondsOf(const StepLoad& load,
                            std::span<const int64_t> group) const {
  double seconds = Seconds(*topology_, load.kind, load.held, group);
  if (load.realigned > 0) {
    seconds += SecondsToSend(*topology_, load.realigned, group);
  }
  return seconds;
}

StepCost CostModel::Price(const StepLoad& load) const {
  StepCost cost;
  cost.bytes = SaturatingSum(Bytes(load), load.realigned);
  if (!topology_ || cost.bytes == 0) return cost;
  ForEachGroup(load, [&](std::span<const int64_t> group) {
    cost.seconds = std::max(cost.seconds, SecondsOf(load, group));
  });
  return cost;
}

std::string CostModel::LinksOf(const StepLoad& load) const {
  std::string links;
  if (!topology_) return links;
  double longest = -1;
  ForEachGroup(load, [&](std::span<const int64_t> group) {
    const double seconds = SecondsOf(load, group);
    if (seconds <= longest) return;
    longest = seconds;
    links = internal::LinksOf(*topology_, group);
  });
  return links;
}

}  // namespace shardflow::internal
