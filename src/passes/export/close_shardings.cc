#include <vector>

#include "ops/sharding_walk.h"
#include "passes/pass.h"
#include "sharding/tensor.h"

namespace shardflow::internal {

// Closes a sharding. Dimensions without axes lose their priority, because no
// axes can be added to them. (Shardy keeps it, and its verifier then rejects
// that.)
ShardingId Closed(ShardingStore& store, ShardingId id) {
  TensorSharding closed(store.Get(ClosedLike(store, id)));
  for (DimSharding& dim : closed.dims) {
    if (!HasAxes(dim)) dim = WithoutPriority(dim);
  }
  return store.Intern(closed);
}

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
                       if (!result) result = Closed(m.shardings, sharding);
                       return result;
                     });
  return true;
}

}  // namespace shardflow::internal
