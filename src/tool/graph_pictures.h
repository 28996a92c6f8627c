#ifndef SHARDFLOW_TOOL_GRAPH_PICTURES_H_
#define SHARDFLOW_TOOL_GRAPH_PICTURES_H_

#include <string>

#include "shardflow/graph.h"

// The graph of a program for other programs to draw. Values of one sharding
// have one colour; replicated ones are grey, those without a sharding white.

namespace shardflow {

// For Graphviz: dot -Tsvg.
std::string DotText(const ProgramGraph& graph);
// A graph collection of Model Explorer. `name` is what it shows.
std::string ModelExplorerJson(const ProgramGraph& graph,
                              const std::string& name);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_GRAPH_PICTURES_H_
