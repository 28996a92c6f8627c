#ifndef SHARDFLOW_API_GRAPH_PLACES_H_
#define SHARDFLOW_API_GRAPH_PLACES_H_

#include <string>

#include "shardflow/adapter.h"

// Describes where values and ops are in an embedder's graph, for messages about
// values without a name. The embedder's ids wouldn't help: they may be
// addresses, which differ from run to run.
//
//   "input 2", "result 1 of op 5 ('my.matmul')"
//
// Ops are numbered from 0 within their function, in the order of the graph,
// where an op comes before the ops in its regions. These functions walk the
// whole graph, so they are for errors only.

namespace shardflow::internal {

// Returns the first place that defines the value; "" if there is none.
std::string PlaceOfValue(const EmbeddedGraph& graph, EmbeddedValue value);
// Returns the op that defines the value, such as "op 5"; "" for an input, or if
// nothing defines the value.
std::string OpOfValue(const EmbeddedGraph& graph, EmbeddedValue value);
// Returns the first place of the op, such as "op 5 ('my.matmul')".
std::string PlaceOfOp(const EmbeddedGraph& graph, EmbeddedOp op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_GRAPH_PLACES_H_
