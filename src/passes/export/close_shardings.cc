#include <vector>

#include "ops/sharding_walk.h"
#include "passes/export/border_shardings.h"
#include "passes/pass.h"

namespace shardflow::internal {

// Closes every sharding and drops its replicated axes.
bool CloseShardings(Module& m, const NoOptions& /*options*/,
                    PassContext& /*context*/) {
  // The closed form of each ShardingId, computed once: a program has far fewer
  // shardings than values.
  std::vector<ShardingId> closed(m.shardings.sharding_count());
  TransformShardings(m, m.root(),
                     [&](ShardingId sharding, const ShardedTensor&) {
                       if (sharding.Slot() >= closed.size())
                         closed.resize(sharding.Slot() + 1);
                       ShardingId& result = closed[sharding.Slot()];
                       if (!result)
                         result = ExportedLike(m.shardings, sharding);
                       return result;
                     });
  return true;
}

}  // namespace shardflow::internal
