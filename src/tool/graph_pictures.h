#ifndef SHARDFLOW_TOOL_GRAPH_PICTURES_H_
#define SHARDFLOW_TOOL_GRAPH_PICTURES_H_

#include <optional>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"
#include "tool/picture.h"

// Writes a program's graph in formats that other tools draw. Tensors with the
// same sharding have the same colour; replicated ones are grey, those without a
// sharding white.

namespace shardflow {

// What WriteDot draws.
struct DotOptions {
  // If set, only this part of the graph is drawn.
  std::optional<GraphPart> part;
  std::vector<int> centre;  // values to emphasize
  // Scopes at this depth are drawn as one node each; -1: none is.
  int depth = -1;
  bool spec = false;  // shardings as JAX writes them
};

// For Graphviz: dot -Tsvg.
void WriteDot(const ProgramGraph& graph, const DotOptions& options,
              const PictureSink& sink);
// A graph collection for Model Explorer, with one line per node. `name` is the
// label of the graph.
void WriteModelExplorer(const ProgramGraph& graph, std::string_view name,
                        const PictureSink& sink);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GRAPH_PICTURES_H_
