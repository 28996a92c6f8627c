#ifndef SHARDFLOW_PASSES_XLA_USES_H_
#define SHARDFLOW_PASSES_XLA_USES_H_

#include "ir/module.h"

namespace shardflow::internal {

// Puts the uses of every value into the order in which a parser would have
// made them (ops in regions before the op around them). Passes of XLA build a
// program anew, and the order of uses shows through propagation.
void RenewUses(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_XLA_USES_H_
