#include "ops/edit.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool DropShardingRules(Module& m, const NoOptions& /*options*/,
                       PassContext& /*context*/) {
  EraseMadeRules(m);
  return true;
}

}  // namespace shardflow::internal
