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
// shows from which annotation each axis of the value came, and through which
// ops. If a neighbour of the value has an axis that the value lacks,
// propagation through the op between them is repeated, to find the test that
// refuses the axis.

namespace shardflow {

// A request. Exactly one of `value`, `argument` and `result` must be set.
struct ExplainRequest {
  // The function that contains the value. If empty, it is the main function
  // (@main or the only function). If the main function has no value with this
  // name in the text, it is the only other function that has one.
  std::string function = {};
  // The name of the value. It may be its name in the text, "%5", "%5#1" or
  // "%arg0": in the text that was read, if ReadOptions::keep_names was set,
  // otherwise in the text that Write prints. It may also be the user's name for
  // an argument or result of the function, or for an op inside, such as
  // "params['layer0']['wq']", "params/layer0/wq" or
  // "block0/attention/dot_general"; or a pattern (MatchesLabel in
  // shardflow/names.h) that matches only one of these. Or it is a position:
  // "arg/3", "res/0".
  std::string value = {};
  int argument = -1;  // the index of an argument of the function, from 0
  int result = -1;    // the index of a result of the function, from 0
  // The line on which the value is defined, if several values in a function
  // have this name; otherwise 0.
  int line = 0;
  bool conservative = false;  // the pass option conservative-propagation
  bool all_frames = false;    // whether to fill ExplainedPlace::frames
  // Whether to fill ExplainedValue::fixes: to try shardings that would give the
  // value an axis that it lacks, and find their effects. Each attempt takes a
  // propagation and a run of the cost model.
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
  std::string name;  // "%5#1", or "result 0 of @main"
  // The user's name for it, "params['layer0']['wq']"; empty if the program
  // doesn't contain it.
  std::string label;
  std::string function;  // the function that it belongs to
  ExplainedPlace place;
};

// An op through which an axis came or didn't come, and the factor of the op's
// sharding rule that links the two tensors `from` and `to`.
struct ExplainedOp {
  std::string name;  // "stablehlo.add"; empty if @main returns the value
  ExplainedPlace place;
  std::string rule;         // "([i, j],[i, j])->([i, j]) {i=8, j=16}"
  std::string factor;       // "i"
  std::string factor_type;  // "pass-through", "reduction", ...
  // The two tensors; the axis goes from the first to the second.
  std::string from, to;  // "operand 0", "result 0"
};

// One stop of an axis on its way to the value: a dimension of a tensor that has
// the axis, and how the axis came there.
struct ChainLink {
  // How the axis came there:
  // - "annotation": the user wrote it;
  // - "step": it came through an op;
  // - "constraint": it came from a constraint to the constraint's input;
  // - "group": it came from another value in a sharding group.
  std::string kind;
  ExplainedTensor tensor;
  int dimension = 0;
  // For "annotation": where the annotation is, and its whole sharding.
  std::string annotation;  // "argument 0 of @main", "sdy.sharding_constraint"
  std::string sharding;
  std::string spec;  // in JAX's notation: "P('x', None)"
  // For the other kinds: the op, and when it happened.
  ExplainedOp op;
  int64_t step = -1;  // the step's number in #sdy.propagation_edges
  int64_t user_priority = 0;
  int op_priority = 0;  // 1 to 5
};

// An axis that the value has.
struct ExplainedAxis {
  std::string axis;  // "\"data\"" or "\"data\":(1)2"
  int dimension = 0;
  std::vector<ChainLink> chain;  // its way to the value, annotation first
};

// An axis of a neighbour that didn't reach the value through the op between the
// neighbour and the value.
struct StoppedAxis {
  std::string axis;
  std::string part;  // the prefix of the axis that did arrive, or empty
  // The value's dimension; -1 if none corresponds to source_dimension.
  int dimension = -1;
  std::string reason;      // "conflict", ... (docs/explain.md lists them)
  std::string text;        // the reason as a sentence
  ExplainedTensor source;  // the neighbour that has the axis
  int source_dimension = 0;
  ExplainedOp op;  // the op between the neighbour and the value
  // The axis that was in the way, if any, and its tensor and dimension.
  std::string blocker;
  std::optional<ExplainedTensor> blocker_tensor;
  int blocker_dimension = -1;
  // The reason why the blocker came first: "annotation", "user-priority",
  // "op-priority", "order", or empty if that isn't known.
  std::string because;
  // The annotations from which the axis and the blocker came: links whose kind
  // is "annotation". Their `user_priority` is set.
  std::optional<ChainLink> source_from;
  std::optional<ChainLink> blocker_from;
};

// An axis of the mesh that a dimension of the value lacks.
struct AbsentAxis {
  int dimension = 0;
  std::string axis;
  // Why the dimension lacks the axis:
  // - "stopped": it was stopped next to the value (ExplainedValue::stopped);
  // - "lost": it was stopped farther away (`lost`);
  // - "other-dimension": another dimension of the value has it;
  // - "closed": an annotation on the value keeps axes out;
  // - "manual": the value is in a manual computation over the axis;
  // - "unrelated": no tensor that shares the dimension has it.
  std::string reason;
  std::string text;  // the reason in words
  // For "lost": the tensors after the value, up to and including the one at
  // which the axis was stopped. `lost` says why it was stopped there.
  std::vector<ExplainedTensor> path;
  std::optional<StoppedAxis> lost;
};

// A sharding that the user could add, and its effects.
struct TriedFix {
  ExplainedTensor tensor;  // the tensor that would get it
  // "constraint": jax.lax.with_sharding_constraint; "argument": in_shardings;
  // "result": out_shardings.
  std::string kind;
  std::string sharding;
  std::string spec;  // "P('x', None)"
  // Bytes on one device, before the fix (`..._before`) and after it; -1 if
  // unknown.
  int64_t tensor_bytes_before = -1, tensor_bytes = -1;  // bytes of the tensor
  int64_t sent_before = -1, sent = -1;                  // sent by collectives
  int64_t peak_before = -1, peak = -1;                  // the peak memory
  // The number of values whose shardings change; -1 if unknown.
  int64_t changed = -1;
};

// The explanation of one value.
struct ExplainedValue {
  ExplainedTensor tensor;
  std::string type;
  std::string sharding;              // after propagation; empty if none
  std::string spec;                  // "P('x', None)"; empty if none
  std::vector<ExplainedAxis> axes;   // the axes that it has
  std::vector<StoppedAxis> stopped;  // the axes that its neighbours have
  std::vector<AbsentAxis> absent;    // by dimension, then in mesh order
  // Shardings that the user could add; empty unless ExplainRequest::fixes is
  // set. Sorted by the bytes sent that they save, then by the peak memory that
  // they save, largest savings first.
  std::vector<TriedFix> fixes;
  // The manual axes of the manual computations (shard_map) around the value.
  std::vector<std::string> manual_axes;
  // Other facts as sentences: nothing uses the value, its sharding is trimmed
  // after propagation, ...
  std::vector<std::string> notes;
};

struct Explanation {
  // Usually there is one value. There are several if a function is called
  // several times, or if a constant is copied.
  std::vector<ExplainedValue> values;
};

// Explains a value of the program. No pass should have run on the program
// before, so that its annotations are those of the text. Returns nullopt after
// an error, which is in `messages`: no value has this name, say, or several do.
SHARDFLOW_EXPORT std::optional<Explanation> Explain(
    const Program& program, const ExplainRequest& request,
    std::vector<Message>& messages);

struct ExplanationTextOptions {
  bool spec = false;   // write shardings as JAX does: P('x', None)
  bool color = false;  // add escape sequences for colors in a terminal
};
// Returns the explanation as text for people, with a newline at the end.
SHARDFLOW_EXPORT std::string ExplanationText(
    const Explanation& explanation, const ExplanationTextOptions& options = {});
// Returns the explanation as JSON (docs/explain.md), with a newline at the end.
SHARDFLOW_EXPORT std::string ExplanationJson(const Explanation& explanation);

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_H_
