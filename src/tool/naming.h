#ifndef SHARDFLOW_TOOL_NAMING_H_
#define SHARDFLOW_TOOL_NAMING_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/graph.h"

// How values, places and shardings are called in what people read.

namespace shardflow {

// "params/blocks/0/wq": the user's name as a path; "" if nobody gave one.
std::string PathOfValue(const ProgramGraph& graph, int value);

// The user's name, else the text's: "%5".
std::string CalledValue(const ProgramGraph& graph, int value);

// "train.py:12", or with all frames
// "train.py:12 < model.py:80": the file without its folders. Empty: unknown.
std::string PlaceShown(const GraphOp& op, bool all_frames = false);

// "[{"x"}, {}]": without the mesh if the program has only one. "P('x', None)"
// if `spec`. "-": there is none.
std::string ShardingShown(const ProgramGraph& graph, const GraphTensor& tensor,
                          bool spec);

// The manual axes of shard_map around a value: "data", "expert"; or empty.
std::string ManualShown(const ProgramGraph& graph, int value);

// A mesh, or what has one inside, without the middle of long lists of device
// ids.
std::string ShortMesh(const std::string& text);

// Whether the pattern means the value: its name in the text ("%5", "5", and
// "%5" for all results of its op), or the user's name, as shardflow/names.h
// matches them.
bool IsCalled(const ProgramGraph& graph, int value, std::string_view pattern);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_NAMING_H_
