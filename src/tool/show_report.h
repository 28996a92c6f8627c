#ifndef SHARDFLOW_TOOL_SHOW_REPORT_H_
#define SHARDFLOW_TOOL_SHOW_REPORT_H_

#include <string>
#include <vector>

#include "shardflow/graph.h"
#include "tool/terminal.h"

// The output of `shardflow show`.

namespace shardflow {

struct ShowSizes {
  size_t top = 10;    // how many of the largest tensors to show
  size_t rows = 20;   // how many parameters to show, and how many results
  bool all = false;   // all parameters and results, of all functions
  bool spec = false;  // shardings as JAX writes them
  bool as_is = false;
  // Tensors are grouped by this many steps of their scopes; 0: not grouped.
  int depth = 1;
};

// Returns the meshes, parameters, results and largest tensors.
std::string OverviewText(const ProgramGraph& graph, const ShowSizes& sizes,
                         const Terminal& terminal);
// Returns a document of schemas/show-1.schema.json, with all parameters and
// results.
std::string OverviewJson(const ProgramGraph& graph, const ShowSizes& sizes);

// One tensor: a value of the graph, or a result of a function.
struct ShownTensor {
  std::string name;
  std::string label;  // the user's name, or empty
  std::string op;     // the function that it is a result of, or empty
  std::string where;  // "step.mlir:12", or empty
  int tensor = 0;
  std::string manual = {};  // the enclosing manual axes: "data", "expert"
};
// Returns a text about one tensor, with a picture of the devices.
std::string TensorText(const ProgramGraph& graph, const ShownTensor& shown,
                       bool spec, const Terminal& terminal);
// Returns a document of schemas/show-1.schema.json, with what each device
// holds.
std::string TensorsJson(const ProgramGraph& graph,
                        const std::vector<ShownTensor>& shown);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_REPORT_H_
