#include "sharding/reshape_layout.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sharding/axis.h"

namespace shardflow {
namespace {

// Where one axis cuts the row-major order of elements.
struct Cut {
  AxisRef axis;
  double stride;   // elements from one shard to the next
  int64_t prefix;  // dims before this one times the shards of more major
                   // axes of the dimension
  int64_t dim_size;
};

bool Near(double a, double b) { return std::abs(a - b) < 1e-6; }

// Neighbouring sub-axes (`minor` continued by the more major `major`) that cut
// as the one axis does that they are parts of.
bool Continues(const Cut& minor, const Cut& major, const Mesh& mesh,
               ReshapePolicy policy) {
  if (minor.axis.name != major.axis.name ||
      NextPreSize(major.axis, mesh) != PreSize(minor.axis)) {
    return false;
  }
  if (policy == ReshapePolicy::kSameElements) {
    return Near(major.stride,
                minor.stride * static_cast<double>(AxisSize(minor.axis, mesh)));
  }
  return minor.prefix == major.prefix ||
         (minor.prefix == SaturatingProduct(major.prefix, major.dim_size) &&
          AxisSize(major.axis, mesh) == major.dim_size);
}

// The cuts of a sharding, smallest stride first, parts of one axis merged.
std::vector<Cut> Cuts(const ShardingStore& store, const Mesh& mesh,
                      const ShardingView& sharding,
                      std::span<const int64_t> shape, ReshapePolicy policy) {
  std::vector<int64_t> prefixes(shape.size(), 1);
  for (size_t i = 1; i < shape.size(); ++i) {
    prefixes[i] = SaturatingProduct(prefixes[i - 1], shape[i - 1]);
  }
  std::vector<Cut> cuts;
  double elements = 1;  // in the dimensions after this one
  for (size_t i = shape.size(); i-- > 0;) {
    const std::span<const AxisRef> axes = store.axes(sharding.dims[i].axes);
    const auto size = static_cast<double>(shape[i]);
    int64_t preceding = TotalSize(axes, mesh);
    const double shard = size / static_cast<double>(preceding);
    double stride =
        elements *
        (policy == ReshapePolicy::kSameElements ? std::ceil(shard) : shard);
    for (size_t j = axes.size(); j-- > 0;) {
      const int64_t axis_size = AxisSize(axes[j], mesh);
      preceding /= axis_size;
      cuts.push_back({axes[j], stride,
                      SaturatingProduct(prefixes[i], preceding), shape[i]});
      stride *= static_cast<double>(axis_size);
    }
    elements *= size;
  }
  std::stable_sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    return a.stride < b.stride;
  });
  std::vector<Cut> merged;
  for (const Cut& cut : cuts) {
    if (!merged.empty() && Continues(merged.back(), cut, mesh, policy)) {
      Cut& last = merged.back();
      last.axis = Merge(cut.axis, last.axis, mesh);
      last.prefix = std::min(last.prefix, cut.prefix);
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
                             std::span<const int64_t> shape_b,
                             ReshapePolicy policy) {
  const std::vector<Cut> cuts_a = Cuts(store, mesh, a, shape_a, policy);
  const std::vector<Cut> cuts_b = Cuts(store, mesh, b, shape_b, policy);
  return std::equal(cuts_a.begin(), cuts_a.end(), cuts_b.begin(), cuts_b.end(),
                    [&](const Cut& x, const Cut& y) {
                      return x.axis == y.axis &&
                             (policy == ReshapePolicy::kSameElements
                                  ? Near(x.stride, y.stride)
                                  : x.prefix == y.prefix);
                    });
}

}  // namespace shardflow
