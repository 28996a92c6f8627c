#include <vector>

#include "passes/greedy.h"
#include "passes/pass.h"

namespace shardflow {

bool ExplicitGatherScatterBatching(Module& m, const NoOptions&, PassContext&) {
  std::vector<Pattern> patterns;
  AppendExplicitBatchingPatterns(patterns);
  RewriteGreedily(m, patterns);
  return true;
}

}  // namespace shardflow
