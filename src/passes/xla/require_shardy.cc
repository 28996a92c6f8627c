#include "passes/gspmd/marks.h"
#include "passes/pass.h"

// Propagation ignores GSPMD's shardings. A program that has only those would
// silently end up replicated, so it is rejected.

namespace shardflow::internal {

bool XlaRequireShardy(Module& m, const NoOptions&, PassContext& context) {
  const OpId op = FindGspmdOnly(m);
  if (op.IsNone()) return true;
  Message& error = context.diagnostics.Error(
      m.Place(op),
      "the shardings of this program are GSPMD's (mhlo.sharding), which "
      "propagation does not read");
  error.notes.push_back(NoteAt(
      {},
      "`shardflow gspmd import FILE` turns them into Shardy's, and --jax "
      "(RunOptions::jax) does so first"));
  return false;
}

bool RequireShardy(Module& m, PassContext& context) {
  return context.jax || Run<XlaRequireShardy>(m, context);
}

}  // namespace shardflow::internal
