#ifndef SHARDFLOW_EXPLAIN_H_
#define SHARDFLOW_EXPLAIN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/names.h"
#include "shardflow/program.h"

// Explains where the axes in a value's sharding come from, and why it lacks
// other axes.
//
//   auto e = shardflow::Explain(program, {.value = "%4"}, messages);
//   if (e) std::cout << shardflow::ExplanationText(*e);
//
// To explain a value, a copy of the program is propagated (as by
// sdy-propagation-pipeline), and every move of an axis is recorded. The record
// shows which annotation each axis of the value came from, and through which
// ops. If a neighbour of the value has an axis that the value lacks,
// propagation through the op between them is repeated, to find the check that
// rejects the axis.

namespace shardflow {

// A request. Exactly one of `value`, `argument` and `result` must be set.
struct ExplainRequest {
  // The function that contains the value. "" stands for the main function
  // (@main or the only function) or, if that has no value with this name in the
  // text, the only other function that has one.
  std::string function = {};
  // The value, given in one of these ways:
  // - its name in the text, such as "%5", "%5#1" or "%arg0". This is the text
  //   that was read if ReadOptions::keep_names was set, otherwise the text that
  //   Write prints.
  // - the user's name for an argument or result of the function, or for an op
  //   inside, such as "params['layer0']['wq']", "params/layer0/wq" or
  //   "block0/attention/dot_general".
  // - a pattern (see MatchesLabel in shardflow/names.h) that matches only one
  //   of the user's names.
  // - a position, such as "arg/3" or "res/0".
  std::string value = {};
  int argument = -1;  // the index of an argument of the function, from 0
  int result = -1;    // the index of a result of the function, from 0
  // The line that defines the value. Only needed if several values in the
  // function have this name; otherwise 0.
  int line = 0;
  bool conservative = false;  // the pass option conservative-propagation
  bool all_frames = false;    // whether to fill in ExplainedPlace::frames
  // Whether to fill in ExplainedValue::fixes. This tries shardings that would
  // give the value an axis that it lacks, and finds their effects. Each attempt
  // takes a propagation and a run of the cost model.
  bool fixes = false;
  RunOptions run = {};  // verify_after and dump_directory are ignored
};

// A place in the program's source.
struct ExplainedPlace {
  std::string file;
  int line = 0;    // from 1; 0 if unknown
  int column = 0;  // from 1; 0 if unknown
  // All Python frames, innermost first; empty unless ExplainRequest::all_frames
  // is set. (`file` and `line` are those of the innermost frame that isn't in a
  // library.)
  std::vector<SourceFrame> frames = {};
};

// A value, or a result of the main function.
struct ExplainedTensor {
  std::string name;  // e.g. "%5#1" or "result 0 of @main"
  // The user's name for it, e.g. "params['layer0']['wq']"; empty if the program
  // doesn't contain one.
  std::string label;
  std::string function;  // the function that it belongs to
  ExplainedPlace place;
};

// An op that passed an axis on or stopped it, and the factor of the op's
// sharding rule that links the tensors `from` and `to`.
struct ExplainedOp {
  std::string name;  // "stablehlo.add"; empty if @main returns the value
  ExplainedPlace place;
  std::string rule;         // "([i, j],[i, j])->([i, j]) {i=8, j=16}"
  std::string factor;       // "i"
  std::string factor_type;  // "pass-through", "reduction", ...
  // The tensors between which the axis moves, e.g. "operand 0" and "result 0".
  std::string from, to;
};

// A link in the chain from an annotation to the value: a dimension that has the
// axis, and how the axis got there.
struct ChainLink {
  // How the axis got there:
  // - "annotation": the user wrote it;
  // - "step": it came through an op;
  // - "constraint": it came from a constraint to the constraint's input;
  // - "group": it came from another value in a sharding group.
  std::string kind;
  ExplainedTensor tensor;
  int dimension = 0;
  // --- only for "annotation"

  // Where the annotation is, e.g. "argument 0 of @main" or
  // "sdy.sharding_constraint".
  std::string annotation;
  std::string sharding;  // the whole sharding
  std::string spec;      // in JAX's notation, e.g. "P('x', None)"
  // --- only for the other kinds

  ExplainedOp op;     // the op that the axis came through
  int64_t step = -1;  // the step's number in #sdy.propagation_edges
  int64_t user_priority = 0;
  int op_priority = 0;  // 1 to 5
};

// An axis that the value has.
struct ExplainedAxis {
  std::string axis;  // "\"data\"" or "\"data\":(1)2"
  int dimension = 0;
  std::vector<ChainLink> chain;  // the path from the annotation to the value
};

// An axis of a neighbour that didn't reach the value through the op between the
// neighbour and the value.
struct StoppedAxis {
  std::string axis;
  std::string part;  // the prefix of the axis that did arrive; may be empty
  // The dimension of the value that corresponds to source_dimension; -1 if
  // there is none.
  int dimension = -1;
  std::string reason;      // "conflict", ... (docs/explain.md lists them)
  std::string text;        // the reason as a sentence
  ExplainedTensor source;  // the neighbour that has the axis
  int source_dimension = 0;
  ExplainedOp op;       // the op between the neighbour and the value
  std::string blocker;  // the axis that was in the way; may be empty
  std::optional<ExplainedTensor> blocker_tensor;  // the tensor it shards
  int blocker_dimension = -1;  // the dimension that it shards
  // Why the blocker came first: "annotation", "user-priority", "op-priority" or
  // "order"; empty if unknown.
  std::string because;
  // The annotations that the axis and the blocker came from, as links of kind
  // "annotation" with `user_priority` set.
  std::optional<ChainLink> source_from;
  std::optional<ChainLink> blocker_from;
};

// An axis of the mesh that a dimension of the value lacks.
struct AbsentAxis {
  int dimension = 0;
  std::string axis;
  // Why the dimension lacks the axis:
  // - "stopped": the axis was stopped next to the value (see
  //   ExplainedValue::stopped);
  // - "lost": the axis was stopped farther away (see `lost`);
  // - "other-dimension": another dimension of the value has it;
  // - "closed": an annotation on the value keeps axes out;
  // - "manual": the value is in a manual computation over the axis;
  // - "unrelated": no tensor that shares the dimension has the axis.
  std::string reason;
  std::string text;  // the reason in words
  // Only for "lost": the tensors on the way from the value (excluded) to the
  // one at which the axis was stopped (included).
  std::vector<ExplainedTensor> path;
  std::optional<StoppedAxis> lost;  // only for "lost": why it was stopped there
};

// A sharding that the user could add, and its effects.
struct TriedFix {
  ExplainedTensor tensor;  // the tensor to be sharded
  // How to add the sharding in JAX: "constraint"
  // (jax.lax.with_sharding_constraint), "argument" (in_shardings) or "result"
  // (out_shardings).
  std::string kind;
  std::string sharding;
  std::string spec;  // "P('x', None)"
  // --- bytes on one device, before and after the fix; -1 if unknown
  int64_t tensor_bytes_before = -1, tensor_bytes = -1;  // size of the tensor
  int64_t sent_before = -1, sent = -1;                  // sent by collectives
  int64_t peak_before = -1, peak = -1;                  // peak memory
  // The number of values whose shardings change; -1 if unknown.
  int64_t changed = -1;
};

// Why a value is sharded along some axes and not along others.
struct ExplainedValue {
  ExplainedTensor tensor;
  std::string type;
  std::string sharding;              // after propagation; empty if none
  std::string spec;                  // "P('x', None)"; empty if none
  std::vector<ExplainedAxis> axes;   // the axes that it has
  std::vector<StoppedAxis> stopped;  // axes of neighbours that didn't reach it
  // By dimension, then in the order of the mesh.
  std::vector<AbsentAxis> absent;
  // Shardings that the user could add; empty unless ExplainRequest::fixes is
  // set. Sorted by the savings in bytes sent, then in peak memory, largest
  // first.
  std::vector<TriedFix> fixes;
  // The manual axes of the manual computations (shard_map) around the value.
  std::vector<std::string> manual_axes;
  // Other facts, as sentences: that nothing uses the value, that its sharding
  // is trimmed after propagation, and so on.
  std::vector<std::string> notes;
};

struct Explanation {
  // Usually just one; several if a function is called several times, or if a
  // constant is copied.
  std::vector<ExplainedValue> values;
};

// Explains a value of the program. Call it before any pass runs on the program,
// so that its annotations are still the ones in the text. On error, for example
// if there is no value with this name, or more than one, returns nullopt and
// adds the error to `messages`.
SHARDFLOW_EXPORT std::optional<Explanation> Explain(
    const Program& program, const ExplainRequest& request,
    std::vector<Message>& messages);

struct ExplanationTextOptions {
  bool spec = false;   // write shardings in JAX's notation: P('x', None)
  bool color = false;  // add escape sequences for colors in a terminal
};
// Returns the explanation as human-readable text, with a newline at the end.
SHARDFLOW_EXPORT std::string ExplanationText(
    const Explanation& explanation, const ExplanationTextOptions& options = {});
// Returns the explanation as JSON (docs/explain.md), with a newline at the end.
SHARDFLOW_EXPORT std::string ExplanationJson(const Explanation& explanation);

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_H_
