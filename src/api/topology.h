#ifndef SHARDFLOW_API_TOPOLOGY_H_
#define SHARDFLOW_API_TOPOLOGY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/intern.h"
#include "base/source.h"
#include "lower/topology.h"
#include "shardflow/message.h"
#include "sharding/sharding.h"

namespace shardflow::internal {

// Parses `text`, which describes the machine to price for, as in
// CostOptions::topology. Leaves `topology` unset if `text` is empty. Returns
// false after adding an error.
bool TopologyToPrice(const std::string& text, const Mesh& mesh,
                     const StringStore& names,
                     std::optional<Topology>& topology,
                     std::vector<Message>& messages);

// Returns the place of an error that ReadTopology found in the text: the
// beginning of a line, or no line if the error is about the text as a whole.
SourcePlace PlaceInTopology(const std::string& text, const Error& error);

// Returns the machine's name for reports. If `text` is the text of a file, this
// is "file".
std::string_view TopologyName(std::string_view text);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_TOPOLOGY_H_
