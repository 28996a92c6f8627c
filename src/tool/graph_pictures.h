#ifndef SHARDFLOW_TOOL_GRAPH_PICTURES_H_
#define SHARDFLOW_TOOL_GRAPH_PICTURES_H_

#include <functional>
#include <string_view>

#include "shardflow/graph.h"

// The graph of a program for other programs to draw. Values of one sharding
// have one colour; replicated ones are grey, those without a sharding white.

namespace shardflow {

// Takes a picture piece by piece, since it is larger than its program. False:
// no more is wanted.
using PictureSink = std::function<bool(std::string_view)>;

// For Graphviz: dot -Tsvg.
void WriteDot(const ProgramGraph& graph, const PictureSink& sink);
// A graph collection of Model Explorer, a node a line. `name` is what it shows.
void WriteModelExplorer(const ProgramGraph& graph, std::string_view name,
                        const PictureSink& sink);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GRAPH_PICTURES_H_
