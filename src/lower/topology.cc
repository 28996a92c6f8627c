#include "lower/topology.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <system_error>

namespace shardflow::internal {
namespace {

// A ring that visits all devices of a group: the total latency of its steps,
// and the bandwidth from each device to the next.
struct Ring {
  double latency = 0;
  double bandwidth = 0;
};

// Links of one kind that connect the devices of a group. Those of a level
// connect what the levels before it have connected: the first level the devices
// of a node, and the second one the nodes.
struct Level {
  Link link;
  double within = 1;  // the most members of the group that are connected now
  double steps = 0;  // the steps of a ring through the group that use the links
};

std::vector<Level> LevelsOfNodes(const Topology& t,
                                 std::span<const int64_t> group) {
  std::map<int64_t, int64_t> counts;
  int64_t most = 0;  // the most members in one node
  for (const int64_t device : group) {
    most = std::max(most, ++counts[device / t.per_node]);
  }
  const auto members = static_cast<double>(group.size());
  const auto nodes = static_cast<double>(counts.size());
  std::vector<Level> levels = {
      {t.inner, static_cast<double>(most), members - nodes}};
  if (counts.size() > 1) levels.push_back({t.outer, members, nodes});
  return levels;
}

// Returns the ring that visits the devices of a node one after another, and
// uses the network cards of all of them to enter and leave the node.
Ring RingOf(const Topology&, const std::vector<Level>& levels) {
  Ring ring = {0, levels.front().link.bandwidth};
  double cards = 1;
  for (const Level& level : levels) {
    ring.latency += level.steps * level.link.latency;
    ring.bandwidth = std::min(ring.bandwidth, cards * level.link.bandwidth);
    cards = level.within;
  }
  return ring;
}

// Returns the time of an all_to_all, which uses all links at once.
double ExchangeSeconds(const Topology&, double bytes,
                       const std::vector<Level>& levels) {
  const double members = levels.back().within;
  double slowest = 0, inside = 1;
  for (const Level& level : levels) {
    slowest = std::max(slowest, (level.within - inside) / members * bytes /
                                    level.link.bandwidth);
    inside = level.within;
  }
  return slowest + levels.back().link.latency;
}

// Returns the coordinates of a device along each dimension.
std::vector<int64_t> PointOf(const Topology& t, int64_t device) {
  std::vector<int64_t> point(t.dims.size());
  for (size_t d = t.dims.size(); d > 0; --d) {
    point[d - 1] = device % t.dims[d - 1];
    device /= t.dims[d - 1];
  }
  return point;
}

struct Line {
  size_t dim = 0;
  int64_t members = 0;
  // Whether the line is a ring, that is, a whole dimension with wraparound
  // links.
  bool ring = false;
};

std::vector<Line> LinesOf(const Topology& t, std::span<const int64_t> group) {
  std::vector<std::set<int64_t>> seen(t.dims.size());
  for (const int64_t device : group) {
    const std::vector<int64_t> point = PointOf(t, device);
    for (size_t d = 0; d < point.size(); ++d) seen[d].insert(point[d]);
  }
  std::vector<Line> lines;
  for (size_t d = 0; d < seen.size(); ++d) {
    const auto members = static_cast<int64_t>(seen[d].size());
    if (members < 2) continue;
    lines.push_back(
        {d, members, t.wrap && members > 2 && members == t.dims[d]});
  }
  return lines;
}

// Returns the levels of a group of places in a mesh whose axes have links of
// their own, beginning with the fastest.
std::vector<Level> LevelsOfAxes(const Topology& t,
                                std::span<const int64_t> group) {
  std::vector<Line> lines = LinesOf(t, group);
  std::ranges::stable_sort(lines, std::greater<>(), [&](const Line& line) {
    return t.axes[line.dim].link.bandwidth;
  });
  std::vector<Level> levels;
  const auto members = static_cast<double>(group.size());
  double within = 1;
  for (const Line& line : lines) {
    const double parts = members / within;  // that these links connect
    within *= static_cast<double>(line.members);
    const double left = members / within;
    levels.push_back({t.axes[line.dim].link, within,
                      left > 1 || lines.size() == 1 ? parts - left : parts});
  }
  return levels;
}

int64_t Hops(const std::vector<Line>& lines) {
  int64_t hops = 0;
  for (const Line& line : lines) {
    hops += line.ring ? line.members / 2 : line.members - 1;
  }
  return hops;
}

// The ring uses all dimensions at once, and both directions of a dimension with
// wraparound links.
Ring RingOf(const Topology& t, const std::vector<Line>& lines) {
  double links = 0;
  for (const Line& line : lines) links += line.ring ? 2 : 1;
  return {static_cast<double>(Hops(lines)) * t.link.latency,
          links * t.link.bandwidth};
}

// Returns the time of an all_to_all. The busiest link of a ring of m devices
// transfers bytes * m / 8; the middle link of a line transfers twice as much.
double ExchangeSeconds(const Topology& t, double bytes,
                       const std::vector<Line>& lines) {
  double busiest = 0;
  for (const Line& line : lines) {
    busiest = std::max(busiest, bytes * static_cast<double>(line.members) /
                                    (line.ring ? 8 : 4));
  }
  return static_cast<double>(Hops(lines)) * t.link.latency +
         busiest / t.link.bandwidth;
}

// Returns how long a collective takes in a group of n devices.
template <class Shape>
double SecondsIn(const Topology& t, StepKind kind, double bytes, double n,
                 const Shape& shape) {
  const Ring ring = RingOf(t, shape);
  switch (kind) {
    case StepKind::kAllGather:
      return t.launch + ring.latency + (n - 1) * bytes / ring.bandwidth;
    case StepKind::kReduceScatter:
      return t.launch + ring.latency + (n - 1) / n * bytes / ring.bandwidth;
    case StepKind::kAllReduce:
      return t.launch +
             2 * (ring.latency + (n - 1) / n * bytes / ring.bandwidth);
    case StepKind::kAllToAll:
      return t.launch + ExchangeSeconds(t, bytes, shape);
    default:
      return 0;
  }
}

}  // namespace

namespace {

// Returns {2, 8} for "2x8", or an empty list if the text isn't a shape.
std::vector<int64_t> ReadShape(std::string_view text) {
  std::vector<int64_t> shape;
  int64_t devices = 1;
  while (true) {
    const size_t end = std::min(text.find('x'), text.size());
    int64_t size = 0;
    const auto [stop, code] =
        std::from_chars(text.data(), text.data() + end, size);
    if (code != std::errc() || stop != text.data() + end || size < 1 ||
        size > kMaxTopologyDevices / devices) {
      return {};
    }
    shape.push_back(size);
    devices *= size;
    if (end == text.size()) return shape;
    text.remove_prefix(end + 1);
  }
}

// Returns the shape of a slice of `devices` chips. In three dimensions, the
// sizes are as equal as possible.
std::vector<int64_t> SliceOf(int64_t devices, size_t rank) {
  if (rank == 2) {
    switch (devices) {
      case 16:
        return {4, 4};
      case 8:
        return {2, 4};
      case 4:
        return {2, 2};
      default:
        return {1, devices};
    }
  }
  std::vector<int64_t> dims = {1, 1, devices};
  for (int64_t a = 1; a * a * a <= devices; ++a) {
    if (devices % a != 0) continue;
    for (int64_t b = a; b * b <= devices / a; ++b) {
      if (devices / a % b == 0) dims = {a, b, devices / a / b};
    }
  }
  return dims;
}

}  // namespace

std::optional<Topology> FindTopology(std::string_view name, int64_t devices) {
  if (devices < 1) return std::nullopt;
  const size_t colon = name.find(':');
  std::vector<int64_t> shape;
  if (colon != std::string_view::npos) {
    shape = ReadShape(name.substr(colon + 1));
    if (shape.empty()) return std::nullopt;
    name = name.substr(0, colon);
  }
  Topology t;
  for (const int64_t size : shape) {
    t.devices = std::max<int64_t>(1, t.devices) * size;
  }
  if (name == "h100") {  // f32 products run as TF32
    if (!shape.empty() && shape.size() != 2) return std::nullopt;
    t.kind = Topology::Kind::kNodes;
    t.launch = 6e-6;
    t.per_node = shape.empty() ? 8 : shape[1];
    t.inner = {450e9, 1e-6};
    t.outer = {50e9, 5e-6};
    t.flops = 495e12;
    t.memory_bandwidth = 3.35e12;
    t.memory = 80e9;
    return t;
  }
  t.kind = Topology::Kind::kTorus;
  t.launch = 1e-6;
  size_t rank = 2;
  if (name == "v5e" || name == "v5e_grid") {
    t.link = {45e9, 1e-6};
    t.wrap = name == "v5e";
    t.flops = 197e12;
    t.memory_bandwidth = 819e9;
    t.memory = 16e9;
  } else if (name == "v5p") {
    rank = 3;
    t.link = {90e9, 1e-6};
    t.flops = 459e12;
    t.memory_bandwidth = 2.765e12;
    t.memory = 95e9;
  } else {
    return std::nullopt;
  }
  if (!shape.empty() && shape.size() != rank) return std::nullopt;
  t.dims = shape.empty() ? SliceOf(devices, rank) : shape;
  return t;
}

double SecondsToCompute(const Topology& topology, double flops) {
  const double speed = topology.flops * topology.efficiency;
  return speed > 0 ? flops / speed : 0;
}

double SecondsOfMemory(const Topology& topology, double bytes) {
  const double speed = topology.memory_bandwidth * topology.efficiency;
  return speed > 0 ? bytes / speed : 0;
}

Topology AssumedMachine() { return *FindTopology("h100", 8); }

double Seconds(const Topology& topology, StepKind kind, int64_t bytes,
               std::span<const int64_t> group) {
  if (group.size() < 2) return 0;
  const auto held = static_cast<double>(bytes);
  if (kind == StepKind::kCollectivePermute) {
    return topology.launch + SecondsToSend(topology, bytes, group);
  }
  const auto n = static_cast<double>(group.size());
  switch (topology.kind) {
    case Topology::Kind::kNodes:
      return SecondsIn(topology, kind, held, n, LevelsOfNodes(topology, group));
    case Topology::Kind::kTorus:
      return SecondsIn(topology, kind, held, n, LinesOf(topology, group));
    case Topology::Kind::kAxes:
      return SecondsIn(topology, kind, held, n, LevelsOfAxes(topology, group));
  }
  return 0;
}

std::string LinksOf(const Topology& topology, std::span<const int64_t> group) {
  if (group.size() < 2) return "";
  if (topology.kind == Topology::Kind::kNodes) {
    return LevelsOfNodes(topology, group).size() > 1 ? "network" : "node";
  }
  const bool by_axis = topology.kind == Topology::Kind::kAxes;
  const std::vector<Line> lines = LinesOf(topology, group);
  std::string text = by_axis ? "axis " : "dim ";
  if (lines.size() > 1) text = by_axis ? "axes " : "dims ";
  for (const Line& line : lines) {
    if (&line != &lines.front()) text += ", ";
    text += by_axis ? topology.axes[line.dim].axis : std::to_string(line.dim);
  }
  return text;
}

double SecondsToSend(const Topology& topology, int64_t bytes,
                     std::span<const int64_t> group) {
  if (group.size() < 2) return 0;
  const auto sent = static_cast<double>(bytes);
  const auto over = [&](const Link& link) {
    return sent / link.bandwidth + link.latency;
  };
  switch (topology.kind) {
    case Topology::Kind::kNodes:
      return over(LevelsOfNodes(topology, group).back().link);
    case Topology::Kind::kTorus:
      // The time between the two devices that are farthest apart.
      return static_cast<double>(Hops(LinesOf(topology, group))) *
             (topology.link.latency + sent / topology.link.bandwidth);
    case Topology::Kind::kAxes: {
      double slowest = 0;
      for (const Level& level : LevelsOfAxes(topology, group)) {
        slowest = std::max(slowest, over(level.link));
      }
      return slowest;
    }
  }
  return 0;
}

}  // namespace shardflow::internal
