#include "ops/simplify.h"

#include "passes/greedy.h"
#include "passes/pass.h"

// XLA simplifies each function separately before it converts a program to HLO,
// and so before calls are inlined. We do the same because the form of an op
// can decide its sharding: a broadcast_in_dim that only adds dimensions of size
// 1 has a different rule from the reshape that it becomes.

namespace shardflow::internal {

bool XlaSimplify(Module& m, const NoOptions& /*options*/,
                 PassContext& context) {
  std::vector<Pattern> patterns;
  AppendArithmeticPatterns(patterns);
  AppendShapePatterns(patterns);
  AppendSlicePatterns(patterns);
  return RewriteGreedily(m, patterns, context,
                         {.move_constants = false, .keep_sharded = true});
}

bool XlaSimplifyImport(Module& m, const NoOptions& /*options*/,
                       PassContext& context) {
  std::vector<Pattern> patterns;
  AppendImportPatterns(patterns);
  return RewriteGreedily(m, patterns, context,
                         {.move_constants = false, .keep_sharded = true});
}

}  // namespace shardflow::internal
