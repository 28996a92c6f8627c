#include "sharding/reshape_layout.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sharding/axis.h"

namespace shardflow::internal {
namespace {

// How one axis cuts the elements of a tensor, counted in row-major order.
struct Cut {
  AxisRef axis;
  double stride;  // distance in elements from one shard to the next
};

bool Near(double a, double b) { return std::abs(a - b) < 1e-6; }

// Whether the cuts by two neighbouring sub-axes, `major` and then `minor`, are
// together the same as a single cut by the merged axis.
bool Continues(const Cut& minor, const Cut& major, const Mesh& mesh) {
  return minor.axis.name == major.axis.name &&
         NextPreSize(major.axis, mesh) == PreSize(minor.axis) &&
         Near(major.stride,
              minor.stride * static_cast<double>(AxisSize(minor.axis, mesh)));
}

// Returns the cuts of a sharding, smallest stride first. Cuts that continue
// each other are merged.
std::vector<Cut> Cuts(const ShardingStore& store, const Mesh& mesh,
                      const ShardingView& sharding,
                      std::span<const int64_t> shape) {
  std::vector<Cut> cuts;
  double elements = 1;  // number of elements in the dimensions after this one
  for (size_t i = shape.size(); i-- > 0;) {
    const std::span<const AxisRef> axes = store.axes(sharding.dims[i].axes);
    const auto size = static_cast<double>(shape[i]);
    const auto shards = static_cast<double>(TotalSize(axes, mesh));
    double stride = elements * std::ceil(size / shards);
    for (size_t j = axes.size(); j-- > 0;) {
      cuts.push_back({axes[j], stride});
      stride *= static_cast<double>(AxisSize(axes[j], mesh));
    }
    elements *= size;
  }
  std::stable_sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    return a.stride < b.stride;
  });
  std::vector<Cut> merged;
  for (const Cut& cut : cuts) {
    if (!merged.empty() && Continues(merged.back(), cut, mesh)) {
      merged.back().axis = Merge(cut.axis, merged.back().axis, mesh);
    } else {
      merged.push_back(cut);
    }
  }
  return merged;
}

}  // namespace

bool SameLayoutAcrossReshape(const ShardingStore& store, const Mesh& mesh,
                             const ShardingView& a,
                             std::span<const int64_t> shape_a,
                             const ShardingView& b,
                             std::span<const int64_t> shape_b) {
  const std::vector<Cut> cuts_a = Cuts(store, mesh, a, shape_a);
  const std::vector<Cut> cuts_b = Cuts(store, mesh, b, shape_b);
  return std::equal(cuts_a.begin(), cuts_a.end(), cuts_b.begin(), cuts_b.end(),
                    [](const Cut& x, const Cut& y) {
                      return x.axis == y.axis && Near(x.stride, y.stride);
                    });
}

}  // namespace shardflow::internal
