#ifndef SHARDFLOW_OPS_CODE_PLACES_H_
#define SHARDFLOW_OPS_CODE_PLACES_H_

#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

// Finds the place in the user's program that an op came from, if the op's
// location contains it. JAX writes the name stack and, nested inside it, the
// Python frames, innermost first:
//
//   loc("jit(step)/jvp(block0)/attention/mul"(
//       callsite("normalize"("model.py":53:11) at "loss"("model.py":80:4))))

namespace shardflow::internal {

// A Python frame. `function` may be empty, and `line` is 0 if it is unknown.
struct CodeFrame {
  std::string_view function, file;
  int line = 0;
  int column = 0;
};

// Returns the frames, innermost first; none if the location names no file.
std::vector<CodeFrame> FramesOf(const Module& m, Loc loc);

// Whether the file belongs to a library: it is in site-packages, flax/linen or
// a similar folder. Users who ask where an op comes from don't want to see
// library files.
bool IsLibraryFile(std::string_view file);

// Returns the place of the innermost frame that isn't in a library. If all
// frames are in libraries, returns the place of the innermost one. If there are
// no frames, returns the place in the program's text.
SourcePlace UserPlace(const Module& m, Loc loc);

// Returns the name stack, "jit(step)/jvp(block0)/attention/mul", or "" if the
// location has none.
std::string_view NameStack(const Module& m, Loc loc);

// Returns the part of the stack that the user named, without transformations,
// prefixed with kBackward if JAX transposed it to compute gradients:
//   "jit(step)/jvp(block0)/attention/mul" -> "block0/attention/mul"
//   "jit(step)/transpose(jvp(block0))/mul" -> "backward/block0/mul"
std::string StackLabel(std::string_view stack);
inline constexpr std::string_view kBackward = "backward/";
// Returns the user's name for the value: the label of an op result's stack, or
// the name in a function argument's location. May be empty.
std::string ValueLabel(const Module& m, ValueId value);
// Returns the label without its last step, which is the op: "block0/attention".
std::string_view ScopeOfLabel(std::string_view label);

// Returns the location of an op that is inlined at a call. Ops in JAX's private
// functions have no frames, and only the end of a name stack, so both are
// completed from the call:
//   "reduce_sum" at "jit(f)/loss/jit(log_softmax)"("model.py":7:3)
//   -> "jit(f)/loss/jit(log_softmax)/reduce_sum"(
//          callsite("reduce_sum" at "model.py":7:3))
// Any other `callee` is returned unchanged.
Loc CalledLoc(Module& m, Loc callee, Loc call);
// Reverses CalledLoc: returns the callee's location, or an unknown location if
// CalledLoc didn't make `loc`.
Loc LocBeforeCall(const Module& m, Loc loc);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CODE_PLACES_H_
