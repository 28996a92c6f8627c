#include <vector>

#include "passes/greedy.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool ExplicitGatherScatterBatching(Module& m, const NoOptions& /*options*/,
                                   PassContext& context) {
  std::vector<Pattern> patterns;
  AppendExplicitBatchingPatterns(patterns);
  return RewriteGreedily(m, patterns, context);
}

}  // namespace shardflow::internal
