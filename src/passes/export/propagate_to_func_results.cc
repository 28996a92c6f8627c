#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/symbols.h"
#include "passes/export/main_function.h"
#include "passes/pass.h"
#include "sharding/compat.h"

namespace shardflow::internal {
namespace {

bool IsSingleDevice(const Module& m, const MeshTable& meshes,
                    ShardingId sharding) {
  if (!sharding) return false;
  const MeshId mesh = meshes.Find(m.shardings.Get(sharding).mesh);
  return mesh && m.shardings.mesh(mesh).IsMaximal();
}

}  // namespace

// Gives the results of all functions except main the shardings of the returned
// values. The user determines the shardings of main's results; missing ones are
// filled in only if the compat mode is a version of Shardy that does so.
bool PropagateToFuncResults(Module& m, const NoOptions& /*options*/,
                            PassContext& context) {
  OpId main;
  if (!FindMainFunction(m, context.diagnostics, main)) return false;
  const bool fill_main = MainResultsTakeShardings(context.compat);
  const MeshTable meshes = Meshes(m);
  for (OpId function : Functions(m)) {
    const OpId end = ReturnOp(m, function);
    if (!end) continue;
    for (int i = 0; i < m.operand_count(end); ++i) {
      const auto index = static_cast<size_t>(i);
      if (function == main &&
          (!fill_main || ResultSharding(m, function, index))) {
        continue;
      }
      ShardingId sharding = GetSharding(m, m.operand(end, i));
      if (!ResultsTakeSingleDevice(context.compat) &&
          IsSingleDevice(m, meshes, sharding)) {
        sharding = ShardingId::None();
      }
      SetResultSharding(m, function, index, sharding);
    }
  }
  return true;
}

}  // namespace shardflow::internal
