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

// A program as flat tables, for reports and pictures: which values each op
// uses, how each value is sharded, and which part of it a device holds. The
// tables are a copy; the texts and lists of operands in their rows are views of
// memory that the graph and its copies share, and are valid as long as one of
// those exists.
//
//   auto graph = shardflow::MakeGraph(program, {.propagate = true}, messages);
//   for (const GraphValue& v : graph->values) {
//     const GraphTensor& t = graph->tensors[v.tensor];
//     use(v.name, t.type, t.sharding, t.local_shape, t.local_bytes);
//   }
//
// Rows refer to each other by index; -1 means none.

namespace shardflow {

struct GraphMesh {
  MeshInfo mesh;        // without a name if it is inlined in a sharding
  std::string text;     // <["x"=2, "y"=4]>
  int64_t devices = 1;  // INT64_MAX if there are too many to count
};

// A type with a sharding. Values that agree in both share a row.
struct GraphTensor {
  std::string type;     // "tensor<8x16xf32>"
  std::string element;  // "f32"; "" if it isn't a tensor
  // Nullopt if it isn't a tensor of fixed size.
  std::optional<std::vector<int64_t>> shape;
  std::string sharding;  // "<@mesh, [{"x"}, {}]>"; may be empty
  std::string spec;      // "P('x', None)"; empty without a sharding
  std::optional<ShardingInfo> sharding_info;
  int mesh = -1;  // the mesh of the sharding
  // The number of shards in each dimension, and the most that one device holds.
  std::vector<int64_t> shards;
  std::vector<int64_t> local_shape;
  // -1 if unknown. Elements smaller than a byte are packed, except i1, which
  // takes a byte.
  int64_t bytes = -1;
  int64_t local_bytes = -1;
};

struct GraphValue {
  // "%5", "%5#1", "%arg0"; for values made by passes a description, such as
  // "result 0 of sdy.all_gather".
  std::string_view name;
  bool named = false;  // whether `name` is a name and not a description
  // The user's name for an argument of a function, "params['layer0']['wq']", or
  // the name of an argument's gradient, "grad/params/layer0/wq". Otherwise
  // empty: for other results of ops see GraphOp::label.
  std::string_view label;
  int tensor = 0;
  // The op whose result the value is, or whose region has it as an argument.
  int op = -1;
  bool is_argument = false;
  int index = 0;  // among the op's results or the block's arguments
};

struct GraphOp {
  std::string_view name;    // "stablehlo.add"
  std::string_view target;  // for custom calls and calls: "@kernel"
  int parent = -1;          // the op whose region it is in
  int function = -1;
  std::span<const int> operands;  // values
  int first_result = -1;
  int result_count = 0;
  bool terminator = false;
  // The user's names for the op and the scopes around it: the name stack
  // without transformations, "block0/attention/mul". May be empty.
  std::string_view label;
  std::string_view stack;  // "jit(step)/transpose(jvp(block0))/attention/mul"
  // The innermost frame outside of libraries, or else the place in the text.
  std::string_view file;
  int line = 0;  // 0 if unknown
  int column = 0;
  // With GraphRequest::frames, all Python frames, innermost first.
  std::vector<SourceFrame> frames;
  // With GraphRequest::rules, the sharding rule as text. May be empty.
  std::string_view rule;
  // Whether ops of this kind should have a rule, so that a missing one is worth
  // a warning.
  bool wants_rule = false;
  // Whether any result is a tensor, so that propagation stops at this op if it
  // has no rule.
  bool has_tensors = false;
  // For a manual computation (shard_map), its manual axes: {"data"}.
  std::vector<std::string> manual_axes;
};

struct GraphFunction {
  std::string name;
  int op = -1;
  std::vector<int> arguments;              // values
  std::vector<int> results;                // tensors
  std::vector<std::string> result_labels;  // "result[0]['loss']"; may be empty
};

struct ProgramGraph {
  std::vector<GraphMesh> meshes;  // named ones first
  std::vector<GraphTensor> tensors;
  std::vector<GraphFunction> functions;
  std::vector<GraphOp> ops;  // in the order of the text
  std::vector<GraphValue> values;
  // What the views in `ops` and `values` refer to.
  std::shared_ptr<const void> memory;
};

struct GraphRequest {
  RunOptions run = {};     // verify_after and dump_directory are ignored
  bool propagate = false;  // propagate a copy of the program first
  bool rules = false;      // fill GraphOp::rule
  bool frames = false;     // fill GraphOp::frames
};

// Returns the row of the main function, which is the only function or the one
// named "main"; -1 if there is none.
SHARDFLOW_EXPORT int MainOf(const ProgramGraph& graph);
// Returns the user's name for a value: GraphValue::label, or that of its op.
// May be empty.
SHARDFLOW_EXPORT std::string_view LabelOf(const ProgramGraph& graph, int value);
// Returns the label of an op without its last step: "block0/attention".
SHARDFLOW_EXPORT std::string_view ScopeOf(const GraphOp& op);
// Returns the manual axes of all manual computations around the value. Along
// these axes, the value is only the part that one device holds.
SHARDFLOW_EXPORT std::vector<std::string> ManualAxesAround(
    const ProgramGraph& graph, int value);

struct GraphResult {
  int function = -1;
  int index = 0;
};
// The values and results to which a name refers.
struct NamedTensors {
  std::vector<int> values;  // in order
  std::vector<GraphResult> results;
  bool empty() const { return values.empty() && results.empty(); }
};
// Finds the values, and the results of functions, to which a name refers (FitOf
// in shardflow/names.h): in the function called `function`, or in all functions
// if that is empty. Positions, as in "arg/3", are those in `function`, or else
// in the main function.
SHARDFLOW_EXPORT NamedTensors FindNamed(const ProgramGraph& graph,
                                        std::string_view name,
                                        std::string_view function = {});
// Returns the function that a value belongs to, as its argument or in its body;
// -1 if none.
SHARDFLOW_EXPORT int FunctionOf(const ProgramGraph& graph, int value);
// Returns the value that a function returns as this result; -1 if unknown.
SHARDFLOW_EXPORT int ReturnedValue(const ProgramGraph& graph,
                                   const GraphResult& result);
// Returns what OtherNames (shardflow/names.h) suggests for a name that
// FindNamed doesn't find.
SHARDFLOW_EXPORT std::string OtherNames(const ProgramGraph& graph,
                                        std::string_view name);

// A part of a graph that is small enough to be drawn. The lists are sorted.
struct GraphPart {
  std::vector<int> ops;
  std::vector<int> arguments;  // of functions or of regions
  // The number of rows left out because of the limit.
  size_t left_out = 0;
};
// Returns the ops and arguments that are at most `depth` ops away from the
// values, following uses in both directions. If there are more than `limit` of
// them, returns the nearest ones. The search doesn't go from a constant to its
// other users, nor from one result of a function to the others. It goes from an
// op with regions to their arguments and terminators, and from a terminator to
// the op.
SHARDFLOW_EXPORT GraphPart PartAround(const ProgramGraph& graph,
                                      const std::vector<int>& values, int depth,
                                      size_t limit = 40);
// Returns the ops and arguments of a scope, "block0/attention", and the values
// that they use from outside, in order; at most `limit` rows.
SHARDFLOW_EXPORT GraphPart PartOfScope(const ProgramGraph& graph,
                                       std::string_view scope,
                                       size_t limit = 40);

// Returns the type as tables show it: "8x16xf32".
SHARDFLOW_EXPORT std::string_view TypeText(const GraphTensor& tensor);
// Returns the sharding, without its mesh if the graph has only one named mesh:
// "[{"x"}, {}]". Empty if there is none.
SHARDFLOW_EXPORT std::string_view ShardingText(const ProgramGraph& graph,
                                               const GraphTensor& tensor);
// Returns the place, without folders: "train.py:12". Empty if unknown.
SHARDFLOW_EXPORT std::string PlaceText(const GraphOp& op);

// Returns the graph of a program, or nullopt after an error. It is also an
// error if the program's only shardings are GSPMD's (unless `run.jax` or
// `rules` is set), because the graph wouldn't show them. Values have the names
// in the text that the program was read from, if it was read with
// ReadOptions::keep_names and no pass has run since; otherwise those that Write
// prints.
SHARDFLOW_EXPORT std::optional<ProgramGraph> MakeGraph(
    const Program& program, const GraphRequest& request,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_GRAPH_H_
