#ifndef SHARDFLOW_LOWER_TOPOLOGY_H_
#define SHARDFLOW_LOWER_TOPOLOGY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lower/step_kind.h"

// How devices are connected, and how long a collective takes on them. The
// formulas are those of rings, as NCCL and XLA run them: n devices hold S bytes
// each and send with bandwidth W; docs/reshards.md has the table.

namespace shardflow::internal {

struct Link {
  double bandwidth = 0;  // bytes a second, one way
  double latency = 0;    // seconds, for each step of a ring
};

struct Topology {
  enum class Kind : uint8_t {
    kNodes,  // nodes: devices behind a switch, each with a network card
    kTorus,  // a torus or a grid, devices in row-major order
  };
  Kind kind = Kind::kNodes;
  double launch = 0;  // seconds, for any collective
  // For kNodes: device d is in node d / per_node.
  int64_t per_node = 1;
  Link inner, outer;  // links within a node, and between nodes
  // For kTorus: the devices along each dimension, and the link between
  // neighbours.
  std::vector<int64_t> dims;
  Link link;
  bool wrap = true;  // a dimension's last device is linked to its first
  // The number of devices; 0 for any number.
  int64_t devices = 0;
  // For one device. 0: unknown, so that work takes no time.
  double flops = 0;             // a second
  double memory_bandwidth = 0;  // bytes a second
  double memory = 0;            // bytes
  // The fraction of flops and memory bandwidth that programs reach in practice.
  double efficiency = 0.7;
};

// Finds the topology of `devices` devices by its name: "h100" (nodes of 8),
// "v5e" (a torus), "v5e_grid" (a slice, without the wraparound links) or "v5p".
// If the name has a shape, as in "h100:2x8" (2 nodes of 8) or "v5e:4x4", the
// shape determines the number of devices.
std::optional<Topology> FindTopology(std::string_view name, int64_t devices);

// Returns how long a collective takes in a group of devices, each of which
// holds `bytes` before it.
double Seconds(const Topology& topology, StepKind kind, int64_t bytes,
               std::span<const int64_t> group);

// Returns the links that a collective in the group uses. With nodes: "node" if
// all of its devices are in one node, else "network". On a torus: the
// dimensions in which they differ, "dim 1" or "dims 0, 1". Empty for a single
// device.
std::string LinksOf(const Topology& topology, std::span<const int64_t> group);

// Returns how long it takes at most to send `bytes` from one device of the
// group to another, not counting the launch.
double SecondsToSend(const Topology& topology, int64_t bytes,
                     std::span<const int64_t> group);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_TOPOLOGY_H_
