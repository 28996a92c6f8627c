#ifndef SHARDFLOW_IR_USES_H_
#define SHARDFLOW_IR_USES_H_

#include "ir/module.h"

namespace shardflow::internal {

// Puts the uses of every value into the order that they would have after
// parsing: uses in an op's regions come before those by the op itself. The
// order of uses affects propagation.
void RenewUses(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_USES_H_
