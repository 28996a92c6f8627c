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

// Explains where the sharding of a value comes from, and what kept other axes
// away.
//
//   auto e = shardflow::Explain(program, {.value = "%4"}, messages);
//   if (e) std::cout << shardflow::ExplanationText(*e);
//
// A copy of the program is propagated (as by sdy-propagation-pipeline), and
// every move of an axis is recorded. The record shows from which annotation
// each axis of the value came, and through which ops. If a neighbour of the
// value has an axis that the value lacks, the step of the op between them is
// repeated to find the test that refuses the axis.

namespace shardflow {

// Exactly one of value, argument and result is set.
struct ExplainRequest {
  // The function with the value. If empty, it is @main, the only function, or
  // the only one that has a value with this name.
  std::string function = {};
  // The value's name, "%5", "%5#1" or "%arg0": the one in the text, if the
  // program was read with ReadOptions::keep_names, otherwise the one that Write
  // prints. It can also be the user's name for an argument or result of the
  // function, or for an op inside, in either notation, where `*` stands for
  // anything within a step: "params['layer0']['wq']", "params/layer0/wq",
  // "block0/attention/dot_general".
  std::string value = {};
  int argument = -1;
  int result = -1;
  // The line that defines the value, if several values in a function have this
  // name.
  int line = 0;
  bool conservative = false;  // the pass option conservative-propagation
  bool all_frames = false;    // fill ExplainedPlace::frames
  // Try shardings that give the value an axis that it lacks, and report what
  // they change (ExplainedValue::fixes). Each attempt takes a propagation and a
  // run of the cost model.
  bool fixes = false;
  RunOptions run = {};  // verify_after and dump_directory are ignored
};

struct ExplainedPlace {
  std::string file;
  int line = 0;  // 0 if unknown
  int column = 0;
  // With ExplainRequest::all_frames, all Python frames, innermost first;
  // otherwise empty. (`file` and `line` are those of the innermost frame
  // outside of libraries.)
  std::vector<SourceFrame> frames = {};
};

// A value, or a result of the main function.
struct ExplainedTensor {
  std::string name;  // "%5#1", or "result 0 of @main"
  // The user's name for it, "params['layer0']['wq']", or empty.
  std::string label;
  std::string function;  // the function that defines it
  ExplainedPlace place;
};

// An op between two tensors, and the factor of its sharding rule that links
// them.
struct ExplainedOp {
  std::string name;  // "stablehlo.add"; empty if @main returns the value
  ExplainedPlace place;
  std::string rule;         // "([i, j],[i, j])->([i, j]) {i=8, j=16}"
  std::string factor;       // "i"
  std::string factor_type;  // "pass-through", "reduction", ...
  std::string from, to;     // "operand 0", "result 0"
};

// An axis in a dimension of a tensor, and where it came from.
struct ChainLink {
  // "annotation"; "step": the axis came through the op; "constraint": it came
  // from a constraint to the constraint's input; "group": it came from another
  // value in a sharding group.
  std::string kind;
  ExplainedTensor tensor;
  int dimension = 0;
  // For "annotation": where it is, and its whole sharding.
  std::string annotation;  // "argument 0 of @main", "sdy.sharding_constraint"
  std::string sharding;
  std::string spec;  // in JAX's notation: "P('x', None)"
  // For the other kinds:
  ExplainedOp op;
  int64_t step = -1;  // see #sdy.propagation_edges
  int64_t user_priority = 0;
  int op_priority = 0;  // 1..5
};

struct ExplainedAxis {
  std::string axis;  // "\"data\"" or "\"data\":(1)2"
  int dimension = 0;
  std::vector<ChainLink> chain;  // the annotation comes first
};

struct StoppedAxis {
  std::string axis;
  std::string part;    // the prefix that did arrive, or empty
  int dimension = -1;  // of the value; -1 if none matches source_dimension
  std::string reason;  // see docs/explain.md
  std::string text;    // the reason as a sentence
  ExplainedTensor source;
  int source_dimension = 0;
  ExplainedOp op;
  // The axis that was in the way, if any, and its tensor and dimension.
  std::string blocker;
  std::optional<ExplainedTensor> blocker_tensor;
  int blocker_dimension = -1;
  // Why the blocker came first: "annotation", "user-priority", "op-priority",
  // "order" or empty.
  std::string because;
  // The annotations from which the axis and the blocker came: links of the kind
  // "annotation", with their `user_priority`.
  std::optional<ChainLink> source_from;
  std::optional<ChainLink> blocker_from;
};

// An axis of the mesh that a dimension doesn't have.
struct AbsentAxis {
  int dimension = 0;
  std::string axis;
  // "stopped": next to the value, see ExplainedValue::stopped; "lost": farther
  // away, see `lost`; "other-dimension": another dimension of the value has it;
  // "closed": an annotation on the value keeps axes out; "manual": the value is
  // in a manual computation over the axis; "unrelated": no tensor that shares
  // the dimension has it.
  std::string reason;
  std::string text;
  // For "lost": the tensors on the way from the value to where the axis is. The
  // last one didn't get the axis, for the reason in `lost`.
  std::vector<ExplainedTensor> path;
  std::optional<StoppedAxis> lost;
};

// A sharding that the user could add, and what it would change.
struct TriedFix {
  ExplainedTensor tensor;  // the tensor that would get it
  // "constraint": jax.lax.with_sharding_constraint; "argument": in_shardings;
  // "result": out_shardings.
  std::string kind;
  std::string sharding;
  std::string spec;  // "P('x', None)"
  // For one device, before and after the fix; -1 if unknown.
  int64_t tensor_bytes_before = -1, tensor_bytes = -1;
  int64_t sent_before = -1, sent = -1;  // bytes sent by collectives
  int64_t peak_before = -1, peak = -1;  // peak memory
  int64_t changed = -1;                 // values whose shardings change
};

struct ExplainedValue {
  ExplainedTensor tensor;
  std::string type;
  std::string sharding;  // after propagation; empty if none
  std::string spec;      // "P('x', None)"; empty if none
  std::vector<ExplainedAxis> axes;
  std::vector<StoppedAxis> stopped;
  std::vector<AbsentAxis> absent;  // by dimension, then in mesh order
  // Only filled with ExplainRequest::fixes. Those that reduce the bytes sent
  // most come first; among equals, those that reduce the peak memory most.
  std::vector<TriedFix> fixes;
  // The manual axes of the manual computations (shard_map) around the value.
  std::vector<std::string> manual_axes;
  // Other facts: nothing uses the value, its sharding is trimmed after
  // propagation, ...
  std::vector<std::string> notes;
};

struct Explanation {
  // Usually one. There are several if a function is called several times or a
  // constant is copied.
  std::vector<ExplainedValue> values;
};

// No pass should have run on the program, so that its annotations are those of
// the text. Returns nullopt after an error.
SHARDFLOW_EXPORT std::optional<Explanation> Explain(
    const Program& program, const ExplainRequest& request,
    std::vector<Message>& messages);

struct ExplanationTextOptions {
  bool spec = false;   // shardings in JAX's notation
  bool color = false;  // with escape sequences for a terminal
};
// Returns the explanation as text for people, with a newline at the end.
SHARDFLOW_EXPORT std::string ExplanationText(
    const Explanation& explanation, const ExplanationTextOptions& options = {});
// Returns the explanation as JSON (docs/explain.md), with a newline at the end.
SHARDFLOW_EXPORT std::string ExplanationJson(const Explanation& explanation);

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_H_
