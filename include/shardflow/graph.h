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
// copy. The string views and spans in their rows refer to memory that the graph
// shares with its copies; they are valid as long as one of these exists.
//
//   auto graph = shardflow::MakeGraph(program, {.propagate = true}, messages);
//   for (const GraphValue& v : graph->values) {
//     const GraphTensor& t = graph->tensors[v.tensor];
//     use(v.name, t.type, t.sharding, t.local_shape, t.local_bytes);
//   }
//
// Rows refer to each other by index, where -1 means none. Functions that take
// an index require one that is valid.

namespace shardflow {

// A mesh that the program has, or that is inlined in a sharding.
struct GraphMesh {
  MeshInfo mesh;        // has no name if it is inlined
  std::string text;     // <["x"=2, "y"=4]>
  int64_t devices = 1;  // INT64_MAX if there are too many to count
};

// A type with a sharding. All values with this type and this sharding share the
// row.
struct GraphTensor {
  std::string type;     // "tensor<8x16xf32>"
  std::string element;  // "f32"; "" if the type isn't a tensor
  // The size of each dimension. Nullopt unless the type is a tensor of fixed
  // size.
  std::optional<std::vector<int64_t>> shape;
  std::string sharding;  // "<@mesh, [{"x"}, {}]>"; may be empty
  std::string spec;      // "P('x', None)"; empty without a sharding
  std::optional<ShardingInfo> sharding_info;
  int mesh = -1;  // the mesh of the sharding
  // For each dimension, the number of shards, and the size of a shard. (The
  // last devices may hold less.)
  std::vector<int64_t> shards;
  std::vector<int64_t> local_shape;
  // The size of the tensor and of the part on one device, in bytes; -1 if
  // unknown. Elements smaller than a byte are packed, except i1, which takes a
  // byte.
  int64_t bytes = -1;
  int64_t local_bytes = -1;
};

// A value of the program.
struct GraphValue {
  // The value's name, such as "%5", "%5#1" or "%arg0". A value that a pass made
  // has no name; this is then a description, such as "result 0 of
  // sdy.all_gather".
  std::string_view name;
  bool named = false;  // whether `name` is a name and not a description
  // The user's name for an argument of a function, "params['layer0']['wq']", or
  // the name of an argument's gradient, "grad/params/layer0/wq". Empty for
  // other values. (For the results of ops see GraphOp::label.)
  std::string_view label;
  int tensor = 0;  // its type and sharding
  // The op whose result the value is. For an argument, the op that has the
  // region.
  int op = -1;
  bool is_argument = false;
  int index = 0;  // index among the op's results or the block's arguments
};

// An op of the program.
struct GraphOp {
  std::string_view name;    // "stablehlo.add"
  std::string_view target;  // "@kernel": callee, or target of a custom call
  int parent = -1;          // the op around it
  int function = -1;        // the function that it is in
  std::span<const int> operands;  // values
  // Its results are `result_count` values, beginning with this one.
  int first_result = -1;
  int result_count = 0;
  bool terminator = false;
  // The user's names for the op and the scopes around it: the name stack
  // without transformations, "block0/attention/mul". Empty if the program
  // doesn't contain names.
  std::string_view label;
  // The whole name stack, "jit(step)/transpose(jvp(block0))/attention/mul".
  std::string_view stack;
  // The op's place: its innermost Python frame that isn't in a library or, if
  // there is none, its place in the text.
  std::string_view file;
  int line = 0;    // from 1; 0 if unknown
  int column = 0;  // from 1; 0 if unknown
  // All Python frames, innermost first. Empty unless GraphRequest::frames is
  // set.
  std::vector<SourceFrame> frames;
  // The sharding rule as text; empty if the op has none. This and the next two
  // are set only if GraphRequest::rules is.
  std::string_view rule;
  // Whether ops of this kind should have a rule. If this op has none, it is
  // worth a warning.
  bool wants_rule = false;
  // Whether any result is a tensor. If so, an op without a rule stops
  // propagation.
  bool has_tensors = false;
  // The manual axes of a manual computation (shard_map), such as {"data"}.
  // Empty for other ops.
  std::vector<std::string> manual_axes;
};

// A function of the program.
struct GraphFunction {
  std::string name;
  int op = -1;                 // the function as an op
  std::vector<int> arguments;  // values
  std::vector<int> results;    // tensors
  // The user's name for each result, "result[0]['loss']"; may be empty.
  std::vector<std::string> result_labels;
};

struct ProgramGraph {
  std::vector<GraphMesh> meshes;  // meshes with names come first
  std::vector<GraphTensor> tensors;
  std::vector<GraphFunction> functions;
  std::vector<GraphOp> ops;  // in the order of the text
  std::vector<GraphValue> values;
  // The memory that the string views and spans in `ops` and `values` refer to.
  std::shared_ptr<const void> memory;
};

struct GraphRequest {
  RunOptions run = {};     // verify_after and dump_directory are ignored
  bool propagate = false;  // whether to propagate a copy of the program first
  bool rules = false;      // whether to fill GraphOp::rule
  bool frames = false;     // whether to fill GraphOp::frames
};

// Returns the index of the main function, which is the function "main" or the
// only function; -1 if there is none.
SHARDFLOW_EXPORT int MainOf(const ProgramGraph& graph);
// Returns the user's name for a value: its own GraphValue::label or, for the
// result of an op, the op's GraphOp::label. May be empty.
SHARDFLOW_EXPORT std::string_view LabelOf(const ProgramGraph& graph, int value);
// Returns the label of an op without its last step: "block0/attention".
SHARDFLOW_EXPORT std::string_view ScopeOf(const GraphOp& op);
// Returns the manual axes of all manual computations around the value. Along
// these axes, the value is only the part that one device holds. The innermost
// computation comes first.
SHARDFLOW_EXPORT std::vector<std::string> ManualAxesAround(
    const ProgramGraph& graph, int value);

// A result of a function.
struct GraphResult {
  int function = -1;
  int index = 0;  // counted from 0
};
// The values and results to which a name refers.
struct NamedTensors {
  std::vector<int> values;  // in order
  std::vector<GraphResult> results;
  bool empty() const { return values.empty() && results.empty(); }
};
// Finds the values and the results of functions to which a name refers (FitOf
// in shardflow/names.h). It searches the function named `function`, or all
// functions if that is empty. A position such as "arg/3" is one in `function`
// or, if that is empty, in the main function.
SHARDFLOW_EXPORT NamedTensors FindNamed(const ProgramGraph& graph,
                                        std::string_view name,
                                        std::string_view function = {});
// Returns the index of the function that a value belongs to, as its argument or
// inside it; -1 if there is none.
SHARDFLOW_EXPORT int FunctionOf(const ProgramGraph& graph, int value);
// Returns the index of the value that a function returns as this result; -1 if
// unknown.
SHARDFLOW_EXPORT int ReturnedValue(const ProgramGraph& graph,
                                   const GraphResult& result);
// Returns a hint to add to a message about a name that FindNamed doesn't find,
// as OtherNames (shardflow/names.h) does.
SHARDFLOW_EXPORT std::string OtherNames(const ProgramGraph& graph,
                                        std::string_view name);

// A part of a graph that is small enough to be drawn. The lists are sorted.
struct GraphPart {
  std::vector<int> ops;
  std::vector<int> arguments;  // arguments of functions or of regions
  // The number of ops and arguments that are left out because of the limit.
  size_t left_out = 0;
};
// Returns the ops and arguments that are at most `depth` ops away from the
// values. The search follows uses in both directions. If there are more than
// `limit` ops and arguments, it returns the nearest ones.
//
// The search doesn't go from a constant to the constant's other users, or from
// one result of a function to the others. It goes from an op with regions to
// the arguments and terminators of its regions, and from a terminator to the op
// around it.
SHARDFLOW_EXPORT GraphPart PartAround(const ProgramGraph& graph,
                                      const std::vector<int>& values, int depth,
                                      size_t limit = 40);
// Returns the ops and arguments of a scope, such as "block0/attention", and
// then the values that these ops use from outside. If there are more than
// `limit` ops and arguments, the last ones are left out.
SHARDFLOW_EXPORT GraphPart PartOfScope(const ProgramGraph& graph,
                                       std::string_view scope,
                                       size_t limit = 40);

// Returns the type without "tensor": "8x16xf32".
SHARDFLOW_EXPORT std::string_view TypeText(const GraphTensor& tensor);
// Returns the sharding as text: "[{"x"}, {}]". It includes the mesh unless the
// graph has only one named mesh. Returns "" if there is no sharding.
SHARDFLOW_EXPORT std::string_view ShardingText(const ProgramGraph& graph,
                                               const GraphTensor& tensor);
// Returns the op's place without folders, "train.py:12", or "" if it is
// unknown.
SHARDFLOW_EXPORT std::string PlaceText(const GraphOp& op);

// Returns the graph of a program, or nullopt after an error. It is also an
// error if the program's only shardings are GSPMD's, because the graph wouldn't
// show them, unless `run.jax` or `rules` is set. Values have their names in the
// text that was read, if ReadOptions::keep_names was set and no pass has run
// since; otherwise the names that Write prints.
SHARDFLOW_EXPORT std::optional<ProgramGraph> MakeGraph(
    const Program& program, const GraphRequest& request,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_GRAPH_H_
