#ifndef SHARDFLOW_TOOL_GRAPH_PICTURES_H_
#define SHARDFLOW_TOOL_GRAPH_PICTURES_H_

#include <optional>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"
#include "tool/picture.h"

// Writes a program's graph in formats that other tools draw. Tensors with the
// same sharding have the same colour. Replicated tensors are grey, and tensors
// without a sharding are white.

namespace shardflow {

// What WriteDot draws, and how.
struct DotOptions {
  // The part of the graph to draw; nullopt draws all of it.
  std::optional<GraphPart> part;
  std::vector<int> centre;  // values to emphasize
  // If at least 0, each scope at this depth is drawn as a single node.
  int depth = -1;
  bool spec = false;  // write shardings in JAX's notation
};

// Writes a graph for Graphviz (`dot -Tsvg`).
void WriteDot(const ProgramGraph& graph, const DotOptions& options,
              const PictureSink& sink);
// Writes a graph collection for Model Explorer, with one line for each node.
// `name` is the label of the graph.
void WriteModelExplorer(const ProgramGraph& graph, std::string_view name,
                        const PictureSink& sink);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GRAPH_PICTURES_H_
