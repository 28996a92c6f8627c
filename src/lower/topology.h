#ifndef SHARDFLOW_LOWER_TOPOLOGY_H_
#define SHARDFLOW_LOWER_TOPOLOGY_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lower/step_kind.h"

// Describes how devices are connected, and computes how long a collective takes
// on them. The formulas assume rings, as NCCL and XLA use them.
// docs/reshards.md lists the formulas.

namespace shardflow::internal {

struct Link {
  double bandwidth = 0;  // bytes per second in one direction
  double latency = 0;    // seconds for each step of a ring
};

// The maximum number of devices in a topology. It is limited because some
// tables have a row for each device.
inline constexpr int64_t kMaxTopologyDevices = int64_t{1} << 22;

struct Topology {
  enum class Kind : uint8_t {
    kNodes,  // nodes: devices behind a switch, each with a network card
    kTorus,  // a torus or a grid, devices in row-major order
    kAxes,   // each axis of the mesh has links of its own
  };
  Kind kind = Kind::kNodes;
  double launch = 0;  // seconds to launch any collective
  // For kNodes: the number of devices in a node. Device d is in node d /
  // per_node.
  int64_t per_node = 1;
  Link inner, outer;  // links within a node, and between nodes
  // For kTorus: the number of devices along each dimension, and the link
  // between neighbours.
  std::vector<int64_t> dims;
  Link link;
  // For kAxes: the links of a device along each axis. FitToMesh lists the axes
  // of the mesh here, and their sizes in `dims`. Devices are then numbered by
  // their places in the mesh, whatever their ids are.
  struct AxisLink {
    std::string axis;
    Link link;
  };
  std::vector<AxisLink> axes;
  bool wrap = true;  // whether a dimension's last device is linked to its first
  // The number of devices, or 0 if any number is possible.
  int64_t devices = 0;
  // Properties of one device; 0 means unknown. Work that depends on an unknown
  // property is assumed to take no time.
  double flops = 0;             // floating-point operations per second
  double memory_bandwidth = 0;  // bytes per second
  double memory = 0;            // bytes
  // The fraction of flops and memory bandwidth that programs reach in practice.
  double efficiency = 0.7;
};

// Returns the topology with this name: "h100" (nodes of 8), "v5e" (a torus),
// "v5e_grid" (a slice of a v5e torus, without the wraparound links) or "v5p".
// The topology has `devices` devices, unless the name includes a shape, as in
// "h100:2x8" (2 nodes of 8) or "v5e:4x4". Returns nullopt if there is no such
// topology.
std::optional<Topology> FindTopology(std::string_view name, int64_t devices);

// Returns the machine that the partitioner assumes where it has to weigh bytes
// against operations.
Topology AssumedMachine();

// Returns how many seconds a device takes for `flops` floating-point
// operations, and to read and write `bytes` bytes of its memory. 0 if the
// topology doesn't say how fast devices are.
double SecondsToCompute(const Topology& topology, double flops);
double SecondsOfMemory(const Topology& topology, double bytes);

// Returns how many seconds a collective takes in a group of devices if each of
// them holds `bytes` bytes before it.
double Seconds(const Topology& topology, StepKind kind, int64_t bytes,
               std::span<const int64_t> group);

// Describes the links that connect the devices of a group. For nodes, returns
// "node" if all devices are in one node, otherwise "network". For a torus,
// returns the dimensions in which the devices differ, such as "dim 1" or "dims
// 0, 1"; for kAxes, the axes, such as "axis data" or "axes data, model". For a
// single device, returns "".
std::string LinksOf(const Topology& topology, std::span<const int64_t> group);

// Returns how many seconds it takes to send `bytes` bytes between the two
// devices of the group that are farthest apart, not counting the launch.
double SecondsToSend(const Topology& topology, int64_t bytes,
                     std::span<const int64_t> group);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_TOPOLOGY_H_
