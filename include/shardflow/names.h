#ifndef SHARDFLOW_NAMES_H_
#define SHARDFLOW_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"

// The user's names for values and ops, if the program contains them. JAX's
// `as_text(debug_info=True)` contains the names of arguments, and the name
// stack and Python frames of every op. They are available as TensorInfo::label,
// GraphValue::label, GraphOp::label and in ProgramView.
//
//   MatchesLabel("params/*/wq", "params['layer0']['wq']");  // true

namespace shardflow {

// Whether the label matches `pattern`. Both may be written as JAX does,
// "opt[0].mu['w']", or as a path, "opt/0/mu/w". In the pattern `*` stands for
// anything within a step, and a step `**` for any number of steps.
SHARDFLOW_EXPORT bool MatchesLabel(std::string_view pattern,
                                   std::string_view label);

// What a value, or a result of a function, may be called. Texts may be empty.
// `argument` and `result` are -1 unless it is an argument or a result of the
// main function.
struct TensorNames {
  std::string_view text;  // its name in the text: "%5", "%5#1", "%arg0"
  std::string_view label;
  std::string_view op_label;  // of the op whose result it is
  int argument = -1;
  int result = -1;
};

// How well a name fits a value; later enumerators are better fits. A name that
// fits several values refers to those that it fits best, so the user's own
// names take precedence.
enum class NameFit {
  kNone,
  kText,      // "%5" or "5"; without "#1" it means all results of the op
  kPosition,  // "arg/3", "res/0"
  kLabel,     // as MatchesLabel
};
SHARDFLOW_EXPORT NameFit FitOf(std::string_view name, const TensorNames& names);

// Returns the hint for a message about an unknown `name`: DidYouMean or, if
// none of `names` is similar, the first of them ("; there are x, w and 3 more")
// and the positions that exist ("arg/0 to arg/3").
SHARDFLOW_EXPORT std::string OtherNames(std::string_view name,
                                        const std::vector<std::string>& names,
                                        size_t arguments, size_t results);

// Returns the label as a path.
SHARDFLOW_EXPORT std::string LabelPath(std::string_view label);

// Returns the part of a name stack that the user named, without
// transformations. It begins with `backward/` if JAX transposed the op:
// "jit(step)/jvp(block0)/attention/mul" -> "block0/attention/mul"
// "jit(step)/transpose(jvp(block0))/mul" -> "backward/block0/mul"
SHARDFLOW_EXPORT std::string StackLabel(std::string_view stack);

// A Python frame.
struct SourceFrame {
  std::string function;  // empty if unknown
  std::string file;
  int line = 0;  // 0 if unknown
  int column = 0;
};

// Returns "; did you mean params/wq or params/wk?", with those of `names` that
// are most similar to the unknown `name`, or "" if none is similar.
SHARDFLOW_EXPORT std::string DidYouMean(std::string_view name,
                                        const std::vector<std::string>& names);

// Whether the file belongs to a library: below site-packages, flax/linen and
// the like. An op's place is shown as its innermost frame outside of libraries.
SHARDFLOW_EXPORT bool IsLibraryFile(std::string_view file);

}  // namespace shardflow

#endif  // SHARDFLOW_NAMES_H_
