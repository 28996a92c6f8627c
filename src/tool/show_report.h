#ifndef SHARDFLOW_TOOL_SHOW_REPORT_H_
#define SHARDFLOW_TOOL_SHOW_REPORT_H_

#include <string>
#include <vector>

#include "shardflow/graph.h"
#include "tool/terminal.h"

// Makes the output of `shardflow show`.

namespace shardflow {

struct ShowSizes {
  size_t top = 10;  // the number of largest tensors to show
  // Maximum number of parameters to show, and also of results.
  size_t rows = 20;
  bool all = false;    // show all parameters and results of all functions
  bool spec = false;   // write shardings in JAX's notation
  bool as_is = false;  // --as-is: the program wasn't propagated first
  // Tensors are grouped by this many outer steps of their scopes. 0: no groups.
  int depth = 1;
};

// Returns text about meshes, parameters, results and the largest tensors.
std::string OverviewText(const ProgramGraph& graph, const ShowSizes& sizes,
                         const Terminal& terminal);
// Returns JSON (schemas/show-1.schema.json) with all parameters and results.
std::string OverviewJson(const ProgramGraph& graph, const ShowSizes& sizes);

// One tensor: a value of the graph, or a result of a function.
struct ShownTensor {
  std::string name;
  std::string label;        // the user's name, or empty
  std::string op;           // the function whose result it is, or empty
  std::string where;        // the value's place, e.g. "step.mlir:12", or empty
  int tensor = 0;           // index in ProgramGraph::tensors
  std::string manual = {};  // the enclosing manual axes, e.g. "data", "expert"
};
// Returns text about one tensor, with a drawing of the devices that hold it.
std::string TensorText(const ProgramGraph& graph, const ShownTensor& shown,
                       bool spec, const Terminal& terminal);
// Returns JSON (schemas/show-1.schema.json) with the part of each tensor that
// each device holds.
std::string TensorsJson(const ProgramGraph& graph,
                        const std::vector<ShownTensor>& shown);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_REPORT_H_
