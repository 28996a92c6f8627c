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

// Where the sharding of a value comes from, and what kept other axes away.
//
//   auto e = shardflow::Explain(program, {.value = "%4"}, messages);
//   if (e) std::cout << shardflow::ExplanationText(*e);
//
// A copy of the program is propagated (as by sdy-propagation-pipeline) with a
// record of every axis that moves. Each axis of the value is followed back
// through the record to the annotation that brought it. For each axis that a
// neighbour of the value has and the value lacks, the step of the op between
// them is taken again to find the test that refuses the axis.

namespace shardflow {

// Exactly one of value, argument and result is set.
struct ExplainRequest {
  // The function that has the value; empty: @main, or the only function, or the
  // only one that has a value of the name.
  std::string function = {};
  // "%5", "%5#1", "%arg0": the name in the text that was read, if the program
  // was read with ReadOptions::keep_names; else the name that Write prints. Or
  // the user's name of an argument or a result of the function, or of an op
  // inside, in either spelling, with `*` for anything in a step:
  // "params['layer0']['wq']", "params/layer0/wq",
  // "block0/attention/dot_general".
  std::string value = {};
  int argument = -1;
  int result = -1;
  // Of several values of one name in a function, the one defined on this line.
  int line = 0;
  bool conservative = false;  // conservative-propagation
  bool all_frames = false;    // fill ExplainedPlace::frames
  // Try shardings that give the value an axis that it lacks, and say what they
  // change (ExplainedValue::fixes). Each one takes a propagation and a run of
  // the cost model.
  bool fixes = false;
  RunOptions run = {};  // but verify_after and dump_directory
};

struct ExplainedPlace {
  std::string file;
  int line = 0;  // 0: unknown
  int column = 0;
  // With ExplainRequest::all_frames the frames of the Python stack, innermost
  // first; else `file` and `line` are the innermost one outside of libraries.
  std::vector<SourceFrame> frames = {};
};

// A value, or a result of the main function.
struct ExplainedTensor {
  std::string name;  // "%5#1", or "result 0 of @main"
  // The user's name for it: "params['layer0']['wq']"; empty if the program has
  // none.
  std::string label;
  std::string function;  // where the text defines it
  ExplainedPlace place;
};

// An op between two tensors. Factors are those of its sharding rule.
struct ExplainedOp {
  std::string name;  // "stablehlo.add"; empty: a value that @main returns
  ExplainedPlace place;
  std::string rule;         // "([i, j],[i, j])->([i, j]) {i=8, j=16}"
  std::string factor;       // "i"
  std::string factor_type;  // "pass-through", "reduction", ...
  std::string from, to;     // "operand 0", "result 0"
};

// An axis in a dimension of a tensor, and what brought it there.
struct ChainLink {
  // "annotation"; "step": through the op; "constraint": a constraint that gives
  // its input its sharding; "group": from another value of a sharding group.
  std::string kind;
  ExplainedTensor tensor;
  int dimension = 0;
  // "annotation": what the annotation is, and all of it.
  std::string annotation;  // "argument 0 of @main", "sdy.sharding_constraint"
  std::string sharding;
  std::string spec;  // the same as JAX writes it: "P('x', None)"
  // The others:
  ExplainedOp op;
  int64_t step = -1;  // as in #sdy.propagation_edges
  int64_t user_priority = 0;
  int op_priority = 0;  // 1..5
};

struct ExplainedAxis {
  std::string axis;  // "\"data\"" or "\"data\":(1)2"
  int dimension = 0;
  std::vector<ChainLink> chain;  // from the annotation on
};

struct StoppedAxis {
  std::string axis;
  std::string part;    // the prefix of it that did come, or empty
  int dimension = -1;  // of the value; -1: none is related to it
  std::string reason;  // see docs/explain.md
  std::string text;    // the reason in a sentence
  ExplainedTensor source;
  int source_dimension = 0;
  ExplainedOp op;
  // What stood in the way, where there is such a thing.
  std::string blocker;  // an axis
  std::optional<ExplainedTensor> blocker_tensor;
  int blocker_dimension = -1;
  // Why the blocker came first: "annotation", "user-priority", "op-priority",
  // "order" or empty.
  std::string because;
  // Where the axis, and the one in its way, were annotated: links of the kind
  // "annotation", whose priority is `user_priority`.
  std::optional<ChainLink> source_from;
  std::optional<ChainLink> blocker_from;
};

// An axis of the mesh that a dimension does not have.
struct AbsentAxis {
  int dimension = 0;
  std::string axis;
  // "stopped": next to the value, see ExplainedValue::stopped; "lost": farther
  // away, see `lost`; "other-dimension": another dimension of the value has it;
  // "closed": an annotation of the value lets nothing come; "manual": the value
  // is in a manual computation over it; "unrelated": no tensor that shares the
  // dimension has it.
  std::string reason;
  std::string text;
  // "lost": the tensors on the way from the value to where the axis is. The
  // last one did not get the axis, for the reason in `lost`.
  std::vector<ExplainedTensor> path;
  std::optional<StoppedAxis> lost;
};

// A sharding that the user could ask for, and what it would change.
struct TriedFix {
  ExplainedTensor tensor;  // of which it would be the sharding
  // "constraint": jax.lax.with_sharding_constraint; "argument": in_shardings;
  // "result": out_shardings.
  std::string kind;
  std::string sharding;
  std::string spec;  // "P('x', None)"
  // For one device, without it and with it; -1: unknown.
  int64_t tensor_bytes_before = -1, tensor_bytes = -1;
  int64_t sent_before = -1, sent = -1;  // by collectives
  int64_t peak_before = -1, peak = -1;  // of memory
  int64_t changed = -1;                 // values whose shardings differ
};

struct ExplainedValue {
  ExplainedTensor tensor;
  std::string type;
  std::string sharding;  // after propagation; empty: none
  std::string spec;      // "P('x', None)"; empty: none
  std::vector<ExplainedAxis> axes;
  std::vector<StoppedAxis> stopped;
  std::vector<AbsentAxis> absent;  // by dimension, in the order of the mesh
  // With ExplainRequest::fixes; the first is the nearest to the value.
  std::vector<TriedFix> fixes;
  // The manual axes of manual computations (shard_map) that it is in.
  std::vector<std::string> manual_axes;
  // Other facts: nothing uses the value, its sharding is cut at the end, ...
  std::vector<std::string> notes;
};

struct Explanation {
  // One, or one for each call of a function and each copy of a constant.
  std::vector<ExplainedValue> values;
};

// Explains the program as it was read: the annotations count, not what passes
// made of them. Nullopt after an error.
SHARDFLOW_EXPORT std::optional<Explanation> Explain(
    const Program& program, const ExplainRequest& request,
    std::vector<Message>& messages);

struct ExplanationTextOptions {
  bool spec = false;   // shardings as JAX writes them
  bool color = false;  // with escape sequences for a terminal
};
// For people; ends in a newline.
SHARDFLOW_EXPORT std::string ExplanationText(
    const Explanation& explanation, const ExplanationTextOptions& options = {});
// See docs/explain.md for the format; ends in a newline.
SHARDFLOW_EXPORT std::string ExplanationJson(const Explanation& explanation);

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_H_
