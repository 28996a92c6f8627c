#ifndef SHARDFLOW_PASSES_XLA_USES_H_
#define SHARDFLOW_PASSES_XLA_USES_H_

#include "ir/module.h"

namespace shardflow::internal {

// Brings the uses of every value into the order in which a parser would make
// them: those in an op's regions come before those by the op. XLA's passes
// build a program again, and the order of uses affects propagation.
void RenewUses(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_XLA_USES_H_
