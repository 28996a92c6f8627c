#ifndef SHARDFLOW_OPS_CODE_PLACES_H_
#define SHARDFLOW_OPS_CODE_PLACES_H_

#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

// Where in the user's program an op is from, as far as locations say. JAX
// writes the name stack and, inside it, the Python frames, innermost first:
//
//   loc("jit(step)/jvp(block0)/attention/mul"(
//       callsite("normalize"("model.py":53:11) at "loss"("model.py":80:4))))

namespace shardflow::internal {

// A frame of the stack: `function` may be empty, line 0 is unknown.
struct CodeFrame {
  std::string_view function, file;
  int line = 0;
  int column = 0;
};

// Innermost first. Empty: the location names no file.
std::vector<CodeFrame> FramesOf(const Module& m, Loc loc);

// The file belongs to a library that users do not mean when they ask where
// something is: it is below site-packages, flax/linen and their like.
bool IsLibraryFile(std::string_view file);

// The innermost frame that is no library's, or the innermost one; without any
// frame the place in the program's text.
SourcePlace UserPlace(const Module& m, Loc loc);

// "jit(step)/jvp(block0)/attention/mul"; empty: the location has none.
std::string_view NameStack(const Module& m, Loc loc);

// What the user named: the stack without transformations.
//   "jit(step)/transpose(jvp(block0))/attention/mul" -> "block0/attention/mul"
std::string StackLabel(std::string_view stack);
// The label without its last step, which is the op: "block0/attention".
std::string_view ScopeOfLabel(std::string_view label);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CODE_PLACES_H_
