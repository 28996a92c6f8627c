#ifndef SHARDFLOW_NAMES_H_
#define SHARDFLOW_NAMES_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"

// The user's names for things, as far as the program has them: JAX's
// `as_text(debug_info=True)` gives the names of arguments, and for every op the
// name stack and the Python frames. They are in TensorInfo::label,
// GraphValue::label, GraphOp::label and ProgramView.
//
//   MatchesLabel("params/*/wq", "params['layer0']['wq']");  // true

namespace shardflow {

// Whether `pattern` stands for the label. Both may be written as JAX does,
// "opt[0].mu['w']", or as a path, "opt/0/mu/w". In the pattern `*` stands for
// anything within a step, and a step `**` for any number of steps.
SHARDFLOW_EXPORT bool MatchesLabel(std::string_view pattern,
                                   std::string_view label);

// The label as a path.
SHARDFLOW_EXPORT std::string LabelPath(std::string_view label);

// A name stack without transformations: what the user named.
// "jit(step)/transpose(jvp(block0))/attention/mul" -> "block0/attention/mul"
SHARDFLOW_EXPORT std::string StackLabel(std::string_view stack);

// A frame of the Python stack.
struct SourceFrame {
  std::string function;  // empty: unknown
  std::string file;
  int line = 0;  // 0: unknown
  int column = 0;
};

// "; did you mean params/wq or params/wk?", with those of `names` that are most
// like one that doesn't exist; "" if none is similar.
SHARDFLOW_EXPORT std::string DidYouMean(std::string_view name,
                                        const std::vector<std::string>& names);

// Whether the file is a library's: below site-packages, flax/linen and their
// like. The places that are shown are the innermost ones outside of libraries.
SHARDFLOW_EXPORT bool IsLibraryFile(std::string_view file);

}  // namespace shardflow

#endif  // SHARDFLOW_NAMES_H_
