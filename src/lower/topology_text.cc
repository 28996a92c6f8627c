#include "lower/topology_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

#include "base/ascii.h"

namespace shardflow::internal {
namespace {

constexpr std::string_view kBlanks = " \t\r";
// What the keys of links along an axis begin with.
constexpr std::string_view kAxisKey = "axes.";

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

// Returns the line up to the first # outside of a string.
std::string_view WithoutComment(std::string_view line) {
  bool in_string = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') in_string = !in_string;
    if (line[i] == '#' && !in_string) return line.substr(0, i);
  }
  return line;
}

// Splits the text between two brackets at commas.
std::optional<std::vector<std::string_view>> Items(std::string_view text,
                                                   char open, char close) {
  if (text.size() < 2 || text.front() != open || text.back() != close) {
    return std::nullopt;
  }
  text = Trimmed(text.substr(1, text.size() - 2));
  std::vector<std::string_view> items;
  while (!text.empty()) {
    const size_t comma = text.find(',');
    items.push_back(Trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    text = Trimmed(text.substr(comma + 1));
  }
  return items;
}

template <class T>
bool ReadNumber(std::string_view text, T& number) {
  const char* const end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number);
  return code == std::errc() && stop == end;
}

// Splits "key = value" in two. The key may contain a string.
std::optional<std::pair<std::string_view, std::string_view>> KeyAndValue(
    std::string_view text) {
  size_t from = 0;
  const size_t quote = text.find('"');
  if (quote < text.find('=')) from = text.find('"', quote + 1);
  const size_t equals = text.find('=', from);
  if (equals == std::string_view::npos) return std::nullopt;
  const auto pair = std::pair(Trimmed(text.substr(0, equals)),
                              Trimmed(text.substr(equals + 1)));
  if (pair.first.empty() || pair.second.empty()) return std::nullopt;
  return pair;
}

class Reader {
 public:
  explicit Reader(Error& error) : error_(error) {}

  std::optional<Topology> Read(std::string_view text) {
    for (at_ = 0; at_ < text.size();) {
      const size_t end = std::min(text.find('\n', at_), text.size());
      const std::string_view row =
          Trimmed(WithoutComment(text.substr(at_, end - at_)));
      if (!row.empty() && !ReadRow(row)) return std::nullopt;
      at_ = end + 1;
    }
    at_ = kWholeTopology;
    return Check() ? std::optional(topology_) : std::nullopt;
  }

 private:
  bool Fail(std::string message) { return error_.Set(at_, std::move(message)); }

  bool ReadRow(std::string_view row) {
    const auto pair = KeyAndValue(row);
    if (!pair) return Fail("expected KEY = VALUE");
    const std::string key(pair->first);
    const std::string_view value = pair->second;
    if (std::find(seen_.begin(), seen_.end(), key) != seen_.end()) {
      return Fail("'" + key + "' is given twice");
    }
    seen_.push_back(key);
    if (key == "kind") return ReadKind(value);
    if (key == "launch") return ReadSeconds(value, topology_.launch);
    if (key == "per_node") return ReadCount(value, topology_.per_node);
    if (key == "dims") return ReadDims(value);
    if (key == "wrap") return ReadBool(value, topology_.wrap);
    if (key == "inner") return ReadLink(value, topology_.inner);
    if (key == "outer") return ReadLink(value, topology_.outer);
    if (key == "link") return ReadLink(value, topology_.link);
    if (key == "devices") return ReadCount(value, topology_.devices);
    if (key == "device") return ReadDevice(value);
    if (key.starts_with(kAxisKey)) return ReadAxis(key, value);
    return Fail("there is no key '" + key + "'");
  }

  bool ReadKind(std::string_view value) {
    if (value == "\"nodes\"") {
      topology_.kind = Topology::Kind::kNodes;
    } else if (value == "\"torus\"") {
      topology_.kind = Topology::Kind::kTorus;
    } else if (value == "\"axes\"") {
      topology_.kind = Topology::Kind::kAxes;
    } else {
      return Fail("expected \"nodes\", \"torus\" or \"axes\"");
    }
    return true;
  }
  bool ReadAxis(std::string_view key, std::string_view value) {
    std::string_view name = key.substr(kAxisKey.size());
    const bool is_bare = !name.empty() && std::ranges::all_of(name, [](char c) {
      return IsLetter(c) || IsDigit(c) || c == '_' || c == '-';
    });
    if (!is_bare) {
      if (name.size() < 3 || name.front() != '"' || name.back() != '"') {
        return Fail(
            "expected the name of an axis, as in axes.data or "
            "axes.\"data\"");
      }
      name = name.substr(1, name.size() - 2);
    }
    for (const Topology::AxisLink& other : topology_.axes) {
      if (other.axis == name) {
        return Fail("'axes." + other.axis + "' is given twice");
      }
    }
    topology_.axes.push_back({std::string(name), {}});
    return ReadLink(value, topology_.axes.back().link);
  }
  bool ReadSeconds(std::string_view value, double& seconds) {
    if (ReadNumber(value, seconds) && std::isfinite(seconds) && seconds >= 0) {
      return true;
    }
    return Fail("expected seconds, such as 1e-6");
  }
  bool ReadBandwidth(std::string_view value, double& bandwidth) {
    if (ReadNumber(value, bandwidth) && std::isfinite(bandwidth) &&
        bandwidth >= 1) {
      return true;
    }
    return Fail("expected bytes a second, such as 450e9");
  }
  bool ReadCount(std::string_view value, int64_t& count) {
    if (ReadNumber(value, count) && count >= 1) return true;
    return Fail("expected a number of devices, at least 1");
  }
  bool ReadBool(std::string_view value, bool& flag) {
    flag = value == "true";
    return flag || value == "false" || Fail("expected true or false");
  }
  bool ReadDims(std::string_view value) {
    const auto items = Items(value, '[', ']');
    if (!items || items->empty()) {
      return Fail("expected devices along each dimension, such as [4, 4]");
    }
    for (const std::string_view item : *items) {
      if (!ReadCount(item, topology_.dims.emplace_back())) return false;
    }
    return true;
  }
  bool ReadLink(std::string_view value, Link& link) {
    const auto items = Items(value, '{', '}');
    bool has_bandwidth = false;
    for (const std::string_view item :
         items.value_or(std::vector<std::string_view>())) {
      const auto pair = KeyAndValue(item);
      if (pair && pair->first == "bandwidth") {
        has_bandwidth = true;
        if (!ReadBandwidth(pair->second, link.bandwidth)) return false;
      } else if (pair && pair->first == "latency") {
        if (!ReadSeconds(pair->second, link.latency)) return false;
      } else {
        return Fail("'" + std::string(item) +
                    "' is neither a bandwidth nor a latency");
      }
    }
    return has_bandwidth ||
           Fail("expected { bandwidth = 450e9, latency = 1e-6 }");
  }

  // Reads the capabilities of one device.
  bool ReadDevice(std::string_view value) {
    const auto items = Items(value, '{', '}');
    if (!items) {
      return Fail(
          "expected { flops = 495e12, bandwidth = 3.35e12, memory = 80e9 }");
    }
    for (const std::string_view item : *items) {
      const auto pair = KeyAndValue(item);
      if (pair && pair->first == "flops") {
        if (!ReadAmount(pair->second, topology_.flops)) return false;
      } else if (pair && pair->first == "bandwidth") {
        if (!ReadBandwidth(pair->second, topology_.memory_bandwidth)) {
          return false;
        }
      } else if (pair && pair->first == "memory") {
        if (!ReadAmount(pair->second, topology_.memory)) return false;
      } else if (pair && pair->first == "efficiency") {
        if (!ReadAmount(pair->second, topology_.efficiency)) return false;
        if (topology_.efficiency > 1) return Fail("an efficiency is at most 1");
      } else {
        return Fail("'" + std::string(item) +
                    "' is neither flops nor bandwidth, memory or efficiency");
      }
    }
    return true;
  }
  bool ReadAmount(std::string_view value, double& amount) {
    if (ReadNumber(value, amount) && std::isfinite(amount) && amount > 0) {
      return true;
    }
    return Fail("expected a number above 0, such as 80e9");
  }

  // Checks that the topology has all keys of its kind and no keys of another
  // kind.
  bool Check() {
    using Kind = Topology::Kind;
    struct Key {
      std::string_view name;
      Kind kind;
      bool is_needed = true;
    };
    static constexpr Key kKeys[] = {
        {"per_node", Kind::kNodes}, {"inner", Kind::kNodes},
        {"outer", Kind::kNodes},    {"dims", Kind::kTorus},
        {"link", Kind::kTorus},     {"wrap", Kind::kTorus, false},
    };
    const auto has = [&](std::string_view key) {
      return std::find(seen_.begin(), seen_.end(), key) != seen_.end();
    };
    if (!has("kind")) return Fail("'kind' is missing");
    for (const Key& key : kKeys) {
      const bool is_of_kind = key.kind == topology_.kind;
      if (has(key.name) == is_of_kind) continue;
      if (!is_of_kind || key.is_needed) return Misplaced(key.name, is_of_kind);
    }
    const bool by_axis = topology_.kind == Kind::kAxes;
    return by_axis != topology_.axes.empty() || Misplaced("axes.NAME", by_axis);
  }
  bool Misplaced(std::string_view key, bool missing) {
    return Fail("'" + std::string(key) +
                (missing ? "' is missing" : "' is for another kind"));
  }

  Error& error_;
  size_t at_ = 0;  // where the current line begins
  Topology topology_;
  std::vector<std::string> seen_;
};

// Gives a topology of kind kAxes the axes of the mesh. The text may have links
// for axes of other meshes, too.
bool FitToMesh(const Mesh& mesh, const StringStore& names, Topology& topology,
               Error& error) {
  std::vector<Topology::AxisLink> axes;
  for (const MeshAxis& axis : mesh.axes) {
    const std::string name(names.Get(axis.name));
    const auto found =
        std::ranges::find(topology.axes, name, &Topology::AxisLink::axis);
    if (found != topology.axes.end()) {
      axes.push_back(*found);
    } else if (axis.size == 1) {
      axes.push_back({name, {}});  // no device sends anything along it
    } else {
      return error.Set(kWholeTopology, "'" + std::string(kAxisKey) + name +
                                           "' is missing for an axis of the "
                                           "mesh");
    }
    topology.dims.push_back(axis.size);
  }
  topology.axes = std::move(axes);
  return true;
}

}  // namespace

std::optional<Topology> ParseTopology(std::string_view text, Error& error) {
  return Reader(error).Read(text);
}

std::optional<Topology> ReadTopology(std::string_view text, const Mesh& mesh,
                                     const StringStore& names, Error& error) {
  std::optional<Topology> topology;
  const int64_t devices = mesh.TotalSize();
  if (devices > kMaxTopologyDevices) {
    error.Set(kWholeTopology, "the mesh has too many devices");
    return std::nullopt;
  }
  if (text.find('=') == std::string_view::npos) {
    topology = FindTopology(text, devices);
    if (!topology) {
      error.Set(kWholeTopology,
                "expected h100, v5e, v5e_grid or v5p, or with a shape "
                "h100:2x8, v5e:4x4, v5p:2x2x4");
      if (text.size() <= 40)
        error.message += ", not '" + std::string(text) + "'";
      return std::nullopt;
    }
  } else {
    topology = ParseTopology(text, error);
    if (!topology) return std::nullopt;
  }
  int64_t places = topology->devices;
  if (topology->kind == Topology::Kind::kTorus) {
    places = 1;
    for (const int64_t size : topology->dims) {
      places = places > INT64_MAX / size ? INT64_MAX : places * size;
    }
  }
  if (places != 0 && places != devices) {
    error.Set(kWholeTopology, "it has " + std::to_string(places) +
                                  " devices, and the mesh " +
                                  std::to_string(devices));
    return std::nullopt;
  }
  if (topology->kind == Topology::Kind::kAxes &&
      !FitToMesh(mesh, names, *topology, error)) {
    return std::nullopt;
  }
  return topology;
}

}  // namespace shardflow::internal
