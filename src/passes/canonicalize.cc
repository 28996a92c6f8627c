#include <vector>

#include "passes/greedy.h"
#include "passes/pass.h"

namespace shardflow::internal {

bool Canonicalize(Module& m, const CanonicalizeOptions& options,
                  PassContext& context) {
  std::vector<Pattern> patterns = CanonicalPatterns();
  // As in MLIR, `enable_patterns` only selects patterns. Dead ops are erased in
  // any case.
  std::erase_if(patterns, [&](const Pattern& p) {
    return !options.enable_patterns.empty() &&
           options.enable_patterns != p.label;
  });
  return RewriteGreedily(m, patterns, context);
}

}  // namespace shardflow::internal
