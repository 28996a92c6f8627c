#ifndef SHARDFLOW_GRAPH_H_
#define SHARDFLOW_GRAPH_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/names.h"
#include "shardflow/program.h"
#include "shardflow/sharding.h"

// A program as tables, for reports and pictures: which values each op uses, how
// each value is sharded, and which part of it a device holds. The tables are a
// copy. The string views, spans and pointers in their rows refer to memory that
// the graph shares with its copies; they are valid as long as the graph or one
// of its copies exists.
//
//   auto graph = shardflow::MakeGraph(program, {.propagate = true}, messages);
//   for (const GraphValue& v : graph->values) {
//     const GraphTensor& t = graph->tensors[v.tensor];
//     use(v.name, t.type, t.sharding, t.local_shape, t.local_bytes);
//   }
//
// Rows refer to each other by index, where -1 means none. Functions that take
// an index require a valid one.

namespace shardflow {

// A mesh of the program, or a mesh that is inlined in a sharding.
struct GraphMesh {
  MeshInfo mesh;        // nameless if inlined
  std::string text;     // <["x"=2, "y"=4]>
  int64_t devices = 1;  // INT64_MAX if there are too many to count
};

// A type with a sharding. All values with this type and this sharding share the
// row.
struct GraphTensor {
  std::string type;     // "tensor<8x16xf32>"
  std::string element;  // "f32"; "" if the type isn't a tensor
  // The size of each dimension; nullopt unless the type is a tensor of static
  // shape.
  std::optional<std::vector<int64_t>> shape;
  std::string sharding;  // "<@mesh, [{"x"}, {}]>"; may be empty
  std::string spec;      // "P('x', None)"; empty without a sharding
  std::optional<ShardingInfo> sharding_info;
  int mesh = -1;                // the mesh of the sharding
  std::vector<int64_t> shards;  // number of shards of each dimension
  // The size of a shard in each dimension. (The last devices may hold less.)
  std::vector<int64_t> local_shape;
  // The size of the whole tensor in bytes; -1 if unknown. Elements smaller than
  // a byte are packed, except i1, which takes a byte.
  int64_t bytes = -1;
  int64_t local_bytes = -1;  // bytes of the part on one device; -1 if unknown
};

// A value of the program.
struct GraphValue {
  // The value's name, such as "%5", "%5#1" or "%arg0". Values that passes add
  // have no names; for these, this is a description such as "result 0 of
  // sdy.all_gather".
  std::string_view name;
  // For an argument of a function, the user's name, e.g.
  // "params['layer0']['wq']". For the gradient of an argument, a name made from
  // the argument's name, e.g. "grad/params/layer0/wq". Otherwise empty. (For op
  // results, see GraphOp::label.)
  std::string_view label;
  int tensor = 0;  // index in ProgramGraph::tensors
  // The op whose result the value is; for an argument, the op that contains the
  // region.
  int op = -1;
  int index = 0;       // index among the op's results or the block's arguments
  bool named = false;  // whether `name` is a name, not a description
  bool is_argument = false;
};

// The data that the ops from one place in the source have in common (see the
// functions of GraphOp). Most ops of a program come from a few places, so many
// ops share a row.
struct GraphPlace {
  std::string_view label = {}, stack = {}, file = {};
  std::span<const SourceFrame> frames = {};
};
// The data that most ops lack, and the ops' rules, few of which differ.
struct GraphOpDetails {
  std::string_view target = {}, rule = {};
  std::span<const std::string> manual_axes = {};
};

// An op of the program.
struct GraphOp {
  std::string_view name;          // "stablehlo.add"
  std::span<const int> operands;  // indices of values
  int parent = -1;                // the enclosing op
  int function = -1;              // the enclosing function
  // The first of its results, which are consecutive in ProgramGraph::values.
  int first_result = -1;
  int result_count = 0;
  // The op's place: its innermost Python frame that isn't in a library or, if
  // there is none, its place in the text. file() returns the file.
  int line = 0;    // from 1; 0 if unknown
  int column = 0;  // from 1; 0 if unknown
  bool terminator = false;
  // Whether the op is from the dialect sdy, whose ops shard and move values but
  // compute nothing new. (False for sdy.constant, which is a constant like any
  // other.)
  bool sdy = false;
  // --- only set if GraphRequest::rules is set

  // Whether ops of this kind are expected to have a rule, so that a missing one
  // deserves a warning.
  bool wants_rule = false;
  // Whether any result is a tensor. If so, and the op has no rule, propagation
  // stops here.
  bool has_tensors = false;

  static constexpr GraphPlace kNoPlace = {};
  static constexpr GraphOpDetails kNoDetails = {};
  const GraphPlace* place = &kNoPlace;  // never null, nor is `details`
  const GraphOpDetails* details = &kNoDetails;

  // The user's names for the op and its scopes: the name stack without
  // transformations, e.g. "block0/attention/mul". Empty if the program doesn't
  // contain names.
  std::string_view label() const { return place->label; }
  // The whole name stack, e.g.
  // "jit(step)/transpose(jvp(block0))/attention/mul".
  std::string_view stack() const { return place->stack; }
  std::string_view file() const { return place->file; }
  // All Python frames, innermost first. Empty unless GraphRequest::frames is
  // set.
  std::span<const SourceFrame> frames() const { return place->frames; }
  // The callee or custom call target, "@kernel"; may be empty.
  std::string_view target() const { return details->target; }
  // The sharding rule as text; empty if there is none, or unless
  // GraphRequest::rules is set.
  std::string_view rule() const { return details->rule; }
  // For a manual computation (shard_map), its manual axes, such as {"data"};
  // empty for other ops.
  std::span<const std::string> manual_axes() const {
    return details->manual_axes;
  }
};

// A function of the program.
struct GraphFunction {
  std::string name;
  int op = -1;                 // the function as an op
  std::vector<int> arguments;  // indices of values
  std::vector<int> results;    // indices of tensors
  // The user's name for each result, e.g. "result[0]['loss']"; may be empty.
  std::vector<std::string> result_labels;
};

struct ProgramGraph {
  std::vector<GraphMesh> meshes;  // meshes with names come first
  std::vector<GraphTensor> tensors;
  std::vector<GraphFunction> functions;
  std::vector<GraphOp> ops;  // in text order
  std::vector<GraphValue> values;
  // The memory that rows of `ops` and `values` refer to.
  std::shared_ptr<const void> memory;
};

struct GraphRequest {
  RunOptions run = {};     // verify_after and dump_directory are ignored
  bool propagate = false;  // whether to propagate a copy of the program first
  bool rules = false;      // whether to find GraphOp::rule
  bool frames = false;     // whether to find GraphOp::frames
  // If not null, this is set to the propagated copy. The cost of the copy, for
  // example, can then be found without propagating again (with
  // CostOptions::propagate unset). The copy's values no longer have their names
  // from the text.
  std::optional<Program>* propagated = nullptr;
};

// Returns the index of the main function ("main" or the only function), or -1
// if there is none.
SHARDFLOW_EXPORT int MainOf(const ProgramGraph& graph);
// Returns the user's name for a value: its own GraphValue::label or, for the
// result of an op, the op's GraphOp::label. May be empty.
SHARDFLOW_EXPORT std::string_view LabelOf(const ProgramGraph& graph, int value);
// Returns the label of an op without its last step, e.g. "block0/attention".
SHARDFLOW_EXPORT std::string_view ScopeOf(const GraphOp& op);
// Returns the manual axes of all manual computations around the value. Along
// these axes, the value is just the part that one device holds. The axes of the
// innermost computation come first.
SHARDFLOW_EXPORT std::vector<std::string> ManualAxesAround(
    const ProgramGraph& graph, int value);

// A result of a function.
struct GraphResult {
  int function = -1;
  int index = 0;  // counted from 0
};
// The values and results that a name refers to.
struct NamedTensors {
  std::vector<int> values;  // in order
  std::vector<GraphResult> results;
  bool empty() const { return values.empty() && results.empty(); }
};
// Finds the values and function results that a name refers to (see FitOf in
// shardflow/names.h) in the function named `function` or, if that is empty, in
// all functions. A position such as "arg/3" refers to `function` or, if that is
// empty, to the main function.
SHARDFLOW_EXPORT NamedTensors FindNamed(const ProgramGraph& graph,
                                        std::string_view name,
                                        std::string_view function = {});
// Returns the index of the function that has the value as an argument or in its
// body, or -1 if there is none.
SHARDFLOW_EXPORT int FunctionOf(const ProgramGraph& graph, int value);
// Returns the index of the value that is returned as `result`, or -1 if
// unknown.
SHARDFLOW_EXPORT int ReturnedValue(const ProgramGraph& graph,
                                   const GraphResult& result);
// Returns a hint for a message about a name that FindNamed doesn't find; see
// OtherNames in shardflow/names.h.
SHARDFLOW_EXPORT std::string OtherNames(const ProgramGraph& graph,
                                        std::string_view name);

// A part of a graph, small enough to draw. The lists are sorted.
struct GraphPart {
  std::vector<int> ops;
  std::vector<int> arguments;  // arguments of functions or of regions
  // The number of ops and arguments left out because of the limit.
  size_t left_out = 0;
};
// Returns the ops and arguments that are at most `depth` ops away from the
// values. The search follows uses in both directions. If there are more than
// `limit` ops and arguments, it returns the nearest ones.
//
// The search doesn't go from a constant to the constant's other users, or from
// one result of a function to the others. It goes from an op with regions to
// the arguments and terminators of its regions, and from a terminator to the
// enclosing op.
SHARDFLOW_EXPORT GraphPart PartAround(const ProgramGraph& graph,
                                      const std::vector<int>& values, int depth,
                                      size_t limit = 40);
// Returns the ops and arguments in a scope, such as "block0/attention",
// followed by the values that these ops use from outside. If there are more
// than `limit` ops and arguments, the last ones are left out.
SHARDFLOW_EXPORT GraphPart PartOfScope(const ProgramGraph& graph,
                                       std::string_view scope,
                                       size_t limit = 40);

// Returns the type without "tensor", e.g. "8x16xf32".
SHARDFLOW_EXPORT std::string_view TypeText(const GraphTensor& tensor);
// Returns the sharding as text, e.g. `[{"x"}, {}]`, preceded by the mesh unless
// the graph has only one named mesh. Returns "" if there is no sharding.
SHARDFLOW_EXPORT std::string_view ShardingText(const ProgramGraph& graph,
                                               const GraphTensor& tensor);
// Returns the op's place without folders, e.g. "train.py:12", or "" if unknown.
SHARDFLOW_EXPORT std::string PlaceText(const GraphOp& op);

// Returns the graph of a program, or nullopt on error. It is an error if the
// program has only GSPMD shardings, which the graph wouldn't show, unless
// `run.jax` or `rules` is set. If ReadOptions::keep_names was set and no pass
// has run since, values have the names from the text that was read; otherwise,
// they have the names that Write prints.
SHARDFLOW_EXPORT std::optional<ProgramGraph> MakeGraph(
    const Program& program, const GraphRequest& request,
    std::vector<Message>& messages);
// Like the overload above, but takes over the program instead of copying it,
// which saves time and memory.
SHARDFLOW_EXPORT std::optional<ProgramGraph> MakeGraph(
    Program&& program, const GraphRequest& request,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_GRAPH_H_
