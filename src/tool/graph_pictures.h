#ifndef SHARDFLOW_TOOL_GRAPH_PICTURES_H_
#define SHARDFLOW_TOOL_GRAPH_PICTURES_H_

#include <functional>
#include <string_view>

#include "shardflow/graph.h"

// Writes the graph of a program for other programs to draw. Tensors with the
// same sharding have the same colour; replicated ones are grey, those without a
// sharding white.

namespace shardflow {

// Receives a picture piece by piece, since it is larger than its program.
// Returns false to stop.
using PictureSink = std::function<bool(std::string_view)>;

// For Graphviz: dot -Tsvg.
void WriteDot(const ProgramGraph& graph, const PictureSink& sink);
// A graph collection for Model Explorer, one node a line. `name` is its label.
void WriteModelExplorer(const ProgramGraph& graph, std::string_view name,
                        const PictureSink& sink);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GRAPH_PICTURES_H_
