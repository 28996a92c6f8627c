#ifndef SHARDFLOW_TOOL_NAMING_H_
#define SHARDFLOW_TOOL_NAMING_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"

// The names of values, places and shardings in output for people.

namespace shardflow {

// Returns the user's name as a path, "params/blocks/0/wq"; "" if there is none.
std::string PathOfValue(const ProgramGraph& graph, int value);

// Returns the user's name for a value or, if there is none, the name in the
// program's text: "%5".
std::string CalledValue(const ProgramGraph& graph, int value);

// Returns "train.py:12", or with all frames "train.py:12 < model.py:80": files
// are named without their folders. "" if unknown.
std::string PlaceShown(const GraphOp& op, bool all_frames = false);

// Returns "[{"x"}, {}]", without the mesh if the program has only one; if
// `spec`, "P('x', None)"; if there is no sharding, "-".
std::string ShardingShown(const ProgramGraph& graph, const GraphTensor& tensor,
                          bool spec);

// Returns the manual axes of the shard_maps that enclose a value: "data",
// "expert"; or empty.
std::string ManualShown(const ProgramGraph& graph, int value);

// Returns a mesh, or a text that contains one, without the middle of long lists
// of device ids.
std::string ShortMesh(const std::string& text);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_NAMING_H_
