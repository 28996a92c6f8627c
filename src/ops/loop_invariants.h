#ifndef SHARDFLOW_OPS_LOOP_INVARIANTS_H_
#define SHARDFLOW_OPS_LOOP_INVARIANTS_H_

#include <functional>

#include "ir/module.h"

namespace shardflow::internal {

// A value that the loops (stablehlo.while) around an op don't change.
struct Invariant {
  // The outermost loop that doesn't change the value; `value` is defined
  // outside it. None if the op isn't in a loop or the innermost loop around it
  // may change the value.
  OpId loop;
  ValueId value;
  // How many times the op runs each time `loop` is reached. A loop with an
  // unknown trip count counts as two iterations, and a loop that never runs as
  // one.
  double trips = 1;
};

// Whether the op is directly inside a loop. If not, FindInvariant() finds
// nothing.
bool IsInLoopBody(const Module& m, OpId op);

// Follows `value`, an operand of `op`, outward through the loops around the op
// that leave it unchanged, and finds the outside value that it equals in each
// iteration:
//
//   %r:2 = stablehlo.while(%i = %0, %w = %arg0)      // %w is %arg0
//     do { ... op %w ... stablehlo.return %j, %w }
Invariant FindInvariant(const Module& m, OpId op, ValueId value);

// Removes the operands of a loop that its body passes on unchanged and for
// which `wanted`, called with the operand's index, returns true. The regions
// and the users of the results then use the values outside the loop directly.
// Does nothing to ops that aren't loops.
//
//   while(%i = %0, %w = %arg0) { ... dot %h, %w ... return %j, %w }
//   while(%i = %0)             { ... dot %h, %arg0 ... return %j }
void CaptureInvariants(Module& m, OpId loop,
                       const std::function<bool(int)>& wanted);

// Removes loop operands that the body passes on unchanged and doesn't use
// otherwise.
void DropUnusedInvariants(Module& m);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_LOOP_INVARIANTS_H_
