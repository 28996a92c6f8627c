#ifndef SHARDFLOW_TOOL_NAMING_H_
#define SHARDFLOW_TOOL_NAMING_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"

// The form in which human-readable output shows values, places and shardings.

namespace shardflow {

// Returns the user's name for a value as a path, e.g. "params/blocks/0/wq", or
// "" if there is none.
std::string PathOfValue(const ProgramGraph& graph, int value);

// Returns the user's name for a value as a path. If there is none, returns the
// name in the program's text, e.g. "%5".
std::string CalledValue(const ProgramGraph& graph, int value);

// Returns an op's place without folders, e.g. "train.py:12", or "" if unknown.
// If `all_frames` is set, returns all of the op's Python frames in the graph,
// innermost first, e.g. "train.py:12 < model.py:80".
std::string PlaceShown(const GraphOp& op, bool all_frames = false);

// Returns a sharding as text. If `spec` is set, the text is in JAX's notation,
// `P('x', None)`, otherwise in Shardy's, `[{"x"}, {}]`. The latter includes the
// mesh if the program has several meshes. Returns "-" if there is no sharding.
std::string ShardingShown(const ProgramGraph& graph, const GraphTensor& tensor,
                          bool spec);

// Returns the manual axes of the shard_maps around a value as text, e.g.
// `"data", "expert"` with the quotes, or "" if there are none.
std::string ManualShown(const ProgramGraph& graph, int value);

// Shortens `text`, which is or contains a mesh, by cutting out the middle of
// long lists of device ids.
std::string ShortMesh(const std::string& text);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_NAMING_H_
