#include <algorithm>

#include "ops/functions.h"
#include "passes/export/main_function.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Removes, from each open dimension, the first sub-axis and all axes after it.
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

}  // namespace

// Removes sub-axes from open dimensions of main's arguments and results.
bool RemoveSubAxesInInputOutputShardings(Module& m,
                                         const NoOptions& /*options*/,
                                         PassContext& context) {
  OpId function;
  if (!FindMainFunction(m, context.diagnostics, function)) return false;
  if (!function) return true;
  const TypeId type = FunctionType(m, function);
  for (size_t i = 0; i < m.types.input_count(type); ++i) {
    if (const ShardingId sharding = ArgSharding(m, function, i)) {
      SetArgSharding(m, function, i, WithoutSubAxes(m, sharding));
    }
  }
  for (size_t i = 0; i < m.types.result_count(type); ++i) {
    if (const ShardingId sharding = ResultSharding(m, function, i)) {
      SetResultSharding(m, function, i, WithoutSubAxes(m, sharding));
    }
  }
  return true;
}

}  // namespace shardflow::internal
