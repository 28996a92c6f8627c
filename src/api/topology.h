#ifndef SHARDFLOW_API_TOPOLOGY_H_
#define SHARDFLOW_API_TOPOLOGY_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lower/topology.h"
#include "shardflow/message.h"

namespace shardflow::internal {

// Parses a machine to price for, in the form of CostOptions::topology. Leaves
// `topology` unset if `text` is empty. Returns false after adding an error.
bool TopologyToPrice(const std::string& text, int64_t devices,
                     std::optional<Topology>& topology,
                     std::vector<Message>& messages);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_TOPOLOGY_H_
