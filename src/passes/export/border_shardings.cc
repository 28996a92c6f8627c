#include "passes/export/border_shardings.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "ops/data_flow.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Returns the longest prefix of `dim`'s axes whose size divides `size`. The
// last axis may be shortened to a sub-axis.
//
//   <"x"=4, "y"=2>   {"x"}, size 4: {"x"}         {"x"}, size 2: {"x":(1)2}
//                    {"x", "y"}, size 4: {"x"}    {"x"}, size 3: {}
DimSharding Divisible(ShardingStore& store, const DimSharding& dim,
                      int64_t size, const Mesh& mesh) {
  const int64_t shards = ShardedSize(store, dim, mesh);
  if (size % shards == 0) return dim;
  std::vector<AxisRef> kept;
  for (const AxisRef& axis : store.axes(dim.axes)) {
    const int64_t axis_size = AxisSize(axis, mesh);
    const int64_t common = std::gcd(axis_size, size);
    if (common == 1) break;
    if (common < axis_size) {
      kept.push_back(AxisRef::Sub(axis.name, PreSize(axis), common));
      break;
    }
    kept.push_back(axis);
    size /= common;
  }
  return {store.InternAxes(kept), dim.closed, kNoPriority};
}

}  // namespace

bool KeepsDivisible(const Module& m, OpId op) {
  const DataFlowDef* const def = DataFlow(m, op);
  return def != nullptr && def->keep_divisible;
}

ShardingId DivisibleShardings::Of(ShardingId sharding, TypeId type) {
  if (sharding.IsNone() || !m_.types.HasStaticShape(type)) return sharding;
  const auto [at, is_new] = known_.try_emplace(std::pair(sharding, type));
  if (!is_new) return at->second;
  const std::span<const int64_t> shape = m_.types.dims(type);
  TensorSharding result(m_.shardings.Get(sharding));
  const MeshId mesh = symbols_.FindMesh(m_, result.mesh);
  if (result.dims.size() != shape.size() || !mesh) return at->second = sharding;
  for (size_t i = 0; i < shape.size(); ++i) {
    result.dims[i] = Divisible(m_.shardings, result.dims[i], shape[i],
                               m_.shardings.mesh(mesh));
  }
  return at->second = m_.shardings.Intern(result);
}

ShardingId ExportedLike(ShardingStore& store, ShardingId sharding) {
  TensorSharding closed(store.Get(ClosedLike(store, sharding)));
  for (DimSharding& dim : closed.dims) {
    if (!HasAxes(dim)) dim = WithoutPriority(dim);
  }
  return store.Intern(closed);
}

ShardingId WithoutSubAxes(Module& m, ShardingId sharding) {
  TensorSharding result(m.shardings.Get(sharding));
  for (DimSharding& dim : result.dims) {
    if (dim.closed) continue;
    const std::span<const AxisRef> axes = m.shardings.axes(dim.axes);
    const auto sub = std::find_if(axes.begin(), axes.end(),
                                  [](const AxisRef& a) { return !a.IsFull(); });
    dim =
        SliceAxes(m.shardings, dim, 0, static_cast<size_t>(sub - axes.begin()));
  }
  return m.shardings.Intern(result);
}

}  // namespace shardflow::internal
