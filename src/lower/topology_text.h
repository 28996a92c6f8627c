#ifndef SHARDFLOW_LOWER_TOPOLOGY_TEXT_H_
#define SHARDFLOW_LOWER_TOPOLOGY_TEXT_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "base/intern.h"
#include "lower/topology.h"
#include "sharding/sharding.h"

namespace shardflow::internal {

// Reads topologies in TOML. docs/reshards.md describes the keys.
//
//   kind = "nodes"
//   launch = 6e-6
//   per_node = 8
//   inner = { bandwidth = 450e9, latency = 1e-6 }
//   outer = { bandwidth = 50e9, latency = 5e-6 }
//   device = { flops = 495e12, bandwidth = 3.35e12, memory = 80e9 }
//
// or, with links for each axis of the mesh,
//
//   kind = "axes"
//   launch = 6e-6
//   axes.data = { bandwidth = 50e9, latency = 5e-6 }
//   axes.model = { bandwidth = 450e9, latency = 1e-6 }

// The offset of errors that concern the whole text. The offset of any other
// error is the beginning of a line.
inline constexpr size_t kWholeTopology = std::string_view::npos;

// Reads a topology from TOML. It accepts only a part of TOML: comments, keys,
// dotted keys, strings, numbers, booleans, arrays of numbers, and inline tables
// of numbers.
// Each value must be on one line. Returns nullopt on error.
std::optional<Topology> ParseTopology(std::string_view text, Error& error);

// Reads the text as TOML if it contains "=", otherwise as the name of a
// topology (see FindTopology), for the devices of a mesh. Returns nullopt on
// error, for example if the topology has another number of devices or no links
// for an axis of the mesh, or if there are more than kMaxTopologyDevices.
std::optional<Topology> ReadTopology(std::string_view text, const Mesh& mesh,
                                     const StringStore& names, Error& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_TOPOLOGY_TEXT_H_
