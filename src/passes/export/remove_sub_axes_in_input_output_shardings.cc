#include "ops/functions.h"
#include "passes/export/border_shardings.h"
#include "passes/export/main_function.h"
#include "passes/pass.h"

namespace shardflow::internal {

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
