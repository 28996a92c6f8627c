#ifndef SHARDFLOW_NAMES_H_
#define SHARDFLOW_NAMES_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"

// The names that the user gave to values and ops. Not every program contains
// them. JAX's `as_text(debug_info=True)` writes the names of arguments, and the
// name stack and Python frames of every op. These names are in
// TensorInfo::label, GraphValue::label and GraphOp::label, and ProgramView
// returns them.
//
//   MatchesLabel("params/*/wq", "params['layer0']['wq']");  // true

namespace shardflow {

// Whether the label matches `pattern`. Both may be in JAX's form, such as
// `opt[0].mu['w']`, or a path, such as `opt/0/mu/w`. In the pattern, `*` stands
// for any text within a step of the path, and the step `**` for any number of
// steps. The label may begin with a step `backward/` that the pattern lacks
// (see StackLabel).
SHARDFLOW_EXPORT bool MatchesLabel(std::string_view pattern,
                                   std::string_view label);

// The names of a value, or of a result of a function. Any of them may be empty.
struct TensorNames {
  // The name in the module's text: "%5", "%5#1", "%arg0".
  std::string_view text;
  std::string_view label;     // the user's name for it
  std::string_view op_label;  // the user's name for the op whose result it is
  int argument = -1;          // position among the function's arguments, or -1
  int result = -1;            // position among the function's results, or -1
};

// How well a name fits a value, from worst to best. If a name fits several
// values, it refers only to those that it fits best, so the user's own names
// take precedence.
enum class NameFit {
  kNone,
  kText,      // "%5" or "5", which also fits "%5#0", "%5#1", ...
  kPosition,  // "arg/3", "res/0"
  kLabel,     // a label or a pattern; see MatchesLabel
};
// Returns how well `name` fits a value with these names.
SHARDFLOW_EXPORT NameFit FitOf(std::string_view name, const TensorNames& names);

// Returns a hint to add to a message about an unknown `name`. `names` are the
// known names; `arguments` and `results` are the numbers of arguments and
// results of the function. If some names are similar, the hint is DidYouMean's.
// Otherwise it lists the first few names ("; there are x, w and 3 more") and
// the positions ("arg/0 to arg/3"). It is "" if there are no arguments and no
// results.
SHARDFLOW_EXPORT std::string OtherNames(std::string_view name,
                                        const std::vector<std::string>& names,
                                        size_t arguments, size_t results);

// Returns the label as a path: "opt[0].mu['w']" -> "opt/0/mu/w". A label that
// already is a path is returned unchanged.
SHARDFLOW_EXPORT std::string LabelPath(std::string_view label);

// Returns the part of a name stack that the user named, without the names of
// transformations such as jit and jvp. If JAX transposed the op, the result
// begins with `backward/`.
// "jit(step)/jvp(block0)/attention/mul" -> "block0/attention/mul"
// "jit(step)/transpose(jvp(block0))/mul" -> "backward/block0/mul"
SHARDFLOW_EXPORT std::string StackLabel(std::string_view stack);

// A frame of the Python call stack that created an op.
struct SourceFrame {
  std::string function;  // empty if unknown
  std::string file;
  int line = 0;    // from 1; 0 if unknown
  int column = 0;  // from 1; 0 if unknown
};

// Returns a hint to add to a message about an unknown `name`, such as "; did
// you mean params/wq or params/wk?". It lists up to three of the known `names`,
// most similar first. Returns "" if none is similar.
SHARDFLOW_EXPORT std::string DidYouMean(std::string_view name,
                                        const std::vector<std::string>& names);

// Whether a source file belongs to a library, judging by its path: it contains
// site-packages, flax/linen or the like. The place of an op in reports is its
// innermost frame that isn't in a library.
SHARDFLOW_EXPORT bool IsLibraryFile(std::string_view file);

}  // namespace shardflow

#endif  // SHARDFLOW_NAMES_H_
