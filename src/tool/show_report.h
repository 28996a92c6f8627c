#ifndef SHARDFLOW_TOOL_SHOW_REPORT_H_
#define SHARDFLOW_TOOL_SHOW_REPORT_H_

#include <string>
#include <vector>

#include "shardflow/graph.h"
#include "tool/terminal.h"

// What `shardflow show` prints.

namespace shardflow {

struct ShowSizes {
  size_t top = 10;   // of the largest tensors
  size_t rows = 20;  // of parameters, and of results
  bool all = false;  // of those, and of functions, not just @main
};

// Meshes, parameters, results and the largest tensors.
std::string OverviewText(const ProgramGraph& graph, const ShowSizes& sizes,
                         const Terminal& terminal);
// schemas/show-1.schema.json; all parameters and results.
std::string OverviewJson(const ProgramGraph& graph, const ShowSizes& sizes);

// One tensor: a value of the graph, or a result of a function.
struct ShownTensor {
  std::string name;
  std::string op;     // that it is a result of; or empty
  std::string where;  // "step.mlir:12", or empty
  int tensor = 0;
};
// With a picture of the devices.
std::string TensorText(const ProgramGraph& graph, const ShownTensor& shown,
                       const Terminal& terminal);
// A document of schemas/show-1.schema.json, with what each device holds.
std::string TensorsJson(const ProgramGraph& graph,
                        const std::vector<ShownTensor>& shown);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SHOW_REPORT_H_
