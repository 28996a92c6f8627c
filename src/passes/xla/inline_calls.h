#ifndef SHARDFLOW_PASSES_XLA_INLINE_CALLS_H_
#define SHARDFLOW_PASSES_XLA_INLINE_CALLS_H_

#include "base/diagnostics.h"
#include "ir/module.h"

namespace shardflow::internal {

// Replaces every composite op with a call of its decomposition. A composite
// stays if the module doesn't have that function, or has it with other types.
void CallDecompositions(Module& m);

// Replaces every call and every composite op with the body of its callee, and
// erases functions that are no longer called. Calls to declarations stay.
// Returns false, with an error, if the calls are recursive or the program would
// grow too large. With `warn_of_lost`, warns if shardings of the callee's
// arguments and results are lost.
bool InlineAllCalls(Module& m, Diagnostics& diagnostics, bool warn_of_lost);

// Whether a call to the function can be replaced with the function's body.
bool CanInline(const Module& m, OpId call, OpId function);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_XLA_INLINE_CALLS_H_
