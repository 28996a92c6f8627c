#include <vector>

#include "ops/sharding_walk.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

namespace shardflow {

// Every sharding becomes closed and loses its replicated axes.
bool CloseShardings(Module& m, const NoOptions& /*options*/,
                    PassContext& /*context*/) {
  // By sharding: a program has far fewer of them than values.
  std::vector<ShardingId> closed(m.shardings.sharding_count());
  TransformShardings(m, m.root(),
                     [&](ShardingId sharding, const ShardedTensor&) {
                       if (sharding.Slot() >= closed.size())
                         closed.resize(sharding.Slot() + 1);
                       ShardingId& result = closed[sharding.Slot()];
                       if (!result) result = ClosedLike(m.shardings, sharding);
                       return result;
                     });
  return true;
}

}  // namespace shardflow
