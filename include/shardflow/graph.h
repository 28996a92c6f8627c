#ifndef SHARDFLOW_GRAPH_H_
#define SHARDFLOW_GRAPH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/names.h"
#include "shardflow/program.h"
#include "shardflow/sharding.h"

// A program as flat tables, for reports and pictures: what each op uses, how
// each value is sharded, and what a device holds of it. The tables are a copy.
//
//   auto graph = shardflow::MakeGraph(program, {.propagate = true}, messages);
//   for (const GraphValue& v : graph->values) {
//     const GraphTensor& t = graph->tensors[v.tensor];
//     use(v.name, t.type, t.sharding, t.local_shape, t.local_bytes);
//   }
//
// Rows are referred to by their index; -1 means none.

namespace shardflow {

struct GraphMesh {
  MeshInfo mesh;        // its name is empty if it stands in a sharding
  std::string text;     // <["x"=2, "y"=4]>
  int64_t devices = 1;  // INT64_MAX: too many to count
};

// A type with a sharding; values that have both in common share it.
struct GraphTensor {
  std::string type;     // "tensor<8x16xf32>"
  std::string element;  // "f32"; "" for what is no tensor
  // Nullopt: it is not a tensor of fixed size.
  std::optional<std::vector<int64_t>> shape;
  std::string sharding;  // "<@mesh, [{"x"}, {}]>", or empty
  std::string spec;      // "P('x', None)"; empty: no sharding
  std::optional<ShardingInfo> sharding_info;
  int mesh = -1;  // that of the sharding
  // Number of shards of each dimension, and what one device holds at most.
  std::vector<int64_t> shards;
  std::vector<int64_t> local_shape;
  // -1: not known. Elements of a few bits are packed, but i1 takes a byte.
  int64_t bytes = -1;
  int64_t local_bytes = -1;
};

struct GraphValue {
  // "%5", "%5#1", "%arg0"; for values that passes made a description, such as
  // "result 0 of sdy.all_gather".
  std::string name;
  bool named = false;  // it is a name
  // The user's name for an argument of a function, "params['layer0']['wq']", or
  // empty. (For results of ops: GraphOp::label.)
  std::string label;
  int tensor = 0;
  // The op that it is a result of, or the op whose region it is an argument of.
  int op = -1;
  bool is_argument = false;
  int index = 0;  // among the results, or the arguments of its block
};

struct GraphOp {
  std::string name;    // "stablehlo.add"
  std::string target;  // of a custom call or a call: "@kernel"
  int parent = -1;     // the op whose region it is in
  int function = -1;
  std::vector<int> operands;  // values
  int first_result = -1;
  int result_count = 0;
  bool terminator = false;
  // The user's names for it and for what is around it, "block0/attention/mul":
  // its name stack without transformations; or empty.
  std::string label;
  std::string stack;  // "jit(step)/transpose(jvp(block0))/attention/mul"
  // The innermost frame outside of libraries, else its place in the text.
  std::string file;
  int line = 0;  // 0: unknown
  int column = 0;
  // With GraphRequest::frames: all of them, innermost first.
  std::vector<SourceFrame> frames;
  // With GraphRequest::rules: the sharding rule, as text; or empty.
  std::string rule;
  // An op like this should have a rule: if it lacks one, that is worth a
  // warning.
  bool wants_rule = false;
  // It has tensors as results, so without a rule it stops propagation.
  bool has_tensors = false;
  // Of a manual computation (shard_map): {"data"}.
  std::vector<std::string> manual_axes;
};

struct GraphFunction {
  std::string name;
  int op = -1;
  std::vector<int> arguments;              // values
  std::vector<int> results;                // tensors
  std::vector<std::string> result_labels;  // "result[0]['loss']", or empty
};

struct ProgramGraph {
  std::vector<GraphMesh> meshes;  // those with a name first
  std::vector<GraphTensor> tensors;
  std::vector<GraphFunction> functions;
  std::vector<GraphOp> ops;  // in the order of the text
  std::vector<GraphValue> values;
};

struct GraphRequest {
  RunOptions run = {};     // but verify_after and dump_directory
  bool propagate = false;  // a copy of the program first
  bool rules = false;      // fill GraphOp::rule
  bool frames = false;     // fill GraphOp::frames
};

// The user's name for a value: GraphValue::label, or that of its op; or empty.
SHARDFLOW_EXPORT std::string_view LabelOf(const ProgramGraph& graph, int value);
// The label of an op without its last step: "block0/attention".
SHARDFLOW_EXPORT std::string_view ScopeOf(const GraphOp& op);
// The manual axes of all manual computations that the value is in. Along them,
// the value is what one device has, and its shape is that of a part.
SHARDFLOW_EXPORT std::vector<std::string> ManualAxesAround(
    const ProgramGraph& graph, int value);

// A part of a graph that is small enough to be drawn. Both lists are sorted.
struct GraphPart {
  std::vector<int> ops;
  std::vector<int> arguments;  // values: of functions, or of regions
  // How many rows are as near but did not fit.
  size_t left_out = 0;
};
// The ops and arguments at most `depth` ops away from the values, along the
// flow of data in both directions: the nearest first, and at most `limit` rows.
// Not near are other users of a constant, and other values that a function
// returns; what is directly inside an op with regions is near.
SHARDFLOW_EXPORT GraphPart PartAround(const ProgramGraph& graph,
                                      const std::vector<int>& values, int depth,
                                      size_t limit = 40);
// The ops and arguments of a scope, "block0/attention", and the values that
// they take from outside, in order; at most `limit` rows.
SHARDFLOW_EXPORT GraphPart PartOfScope(const ProgramGraph& graph,
                                       std::string_view scope,
                                       size_t limit = 40);

// The type as tables show it, "8x16xf32".
SHARDFLOW_EXPORT std::string_view TypeText(const GraphTensor& tensor);
// The sharding without its mesh, "[{"x"}, {}]", if the graph has only one mesh
// with a name; empty: none.
SHARDFLOW_EXPORT std::string_view ShardingText(const ProgramGraph& graph,
                                               const GraphTensor& tensor);
// "train.py:12": the file without its folders; empty: unknown.
SHARDFLOW_EXPORT std::string PlaceText(const GraphOp& op);

// Nullopt after an error. It is also an error if the program's only shardings
// are GSPMD's (unless `run.jax` or `rules` is set): the graph would look as if
// it had none. Values have the names of the text that the program was read from
// (ReadOptions::keep_names, if no pass ran since), else those that Write gives.
SHARDFLOW_EXPORT std::optional<ProgramGraph> MakeGraph(
    const Program& program, const GraphRequest& request,
    std::vector<Message>& messages);

}  // namespace shardflow

#endif  // SHARDFLOW_GRAPH_H_
