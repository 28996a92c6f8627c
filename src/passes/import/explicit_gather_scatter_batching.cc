#include <vector>

#include "passes/greedy.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool ExplicitGatherScatterBatching(Module& m, const NoOptions&, PassContext&) {
  std::vector<Pattern> patterns;
  AppendExplicitBatchingPatterns(patterns);
  RewriteGreedily(m, patterns);
  return true;
}

}  // namespace shardflow::internal
