#ifndef SHARDFLOW_LOWER_TOPOLOGY_H_
#define SHARDFLOW_LOWER_TOPOLOGY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lower/step_kind.h"

// How devices are connected, and how long a collective takes there. The
// formulas are those of rings, as NCCL and XLA run them: n devices hold S bytes
// each and send with bandwidth W; docs/reshards.md has the table.

namespace shardflow::internal {

struct Link {
  double bandwidth = 0;  // bytes a second, one way
  double latency = 0;    // seconds, for each step of a ring
};

struct Topology {
  enum class Kind : uint8_t {
    kNodes,  // nodes of devices behind a switch, a network card a device
    kTorus,  // a torus or a grid, devices in row-major order
  };
  Kind kind = Kind::kNodes;
  double launch = 0;  // seconds, for any collective
  // Of kNodes: device d is in node d / per_node.
  int64_t per_node = 1;
  Link inner, outer;  // of a device within its node, and out of it
  // Of kTorus: devices along each dimension, and each link between neighbours.
  std::vector<int64_t> dims;
  Link link;
  bool wrap = true;  // the last device of a dimension is linked with the first
  // How many devices there are; 0: any number.
  int64_t devices = 0;
  // Of one device; 0: not known, and work takes no time.
  double flops = 0;             // a second
  double memory_bandwidth = 0;  // bytes a second
  double memory = 0;            // bytes
  // What programs get of both in practice.
  double efficiency = 0.7;
};

// "h100" (nodes of 8), "v5e" (a torus), "v5e_grid" (a slice, without the links
// around) or "v5p" for so many devices; with a shape, "h100:2x8" (2 nodes of 8)
// or "v5e:4x4", it is the shape that says how many.
std::optional<Topology> FindTopology(std::string_view name, int64_t devices);

// What a collective takes in a group of devices, each of which holds `bytes`
// before it.
double Seconds(const Topology& topology, StepKind kind, int64_t bytes,
               std::span<const int64_t> group);

// What it takes to send so much from any device of the group to any other one.
// Without the launch.
double SecondsToSend(const Topology& topology, int64_t bytes,
                     std::span<const int64_t> group);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_TOPOLOGY_H_
