#include "api/topology.h"

#include "api/convert.h"
#include "lower/topology_text.h"

namespace shardflow::internal {
namespace {

// Per-device tables are made only for meshes with at most this many devices.
constexpr int64_t kMaxTimedDevices = int64_t{1} << 22;

}  // namespace

bool TopologyToPrice(const std::string& text, int64_t devices,
                     std::optional<Topology>& topology,
                     std::vector<Message>& messages) {
  if (text.empty()) return true;
  TopologyError wrong;
  if (devices > kMaxTimedDevices) {
    wrong.message = "the mesh has too many devices";
  } else {
    topology = ReadTopology(text, devices, wrong);
  }
  if (topology) return true;
  AddError(wrong.message, messages);
  messages.back().file = "<topology>";
  messages.back().line = wrong.line;
  messages.back().column = wrong.line > 0 ? 1 : 0;
  return false;
}

std::string_view TopologyName(std::string_view text) {
  // Only texts of files contain `=`.
  return text.find('=') == std::string_view::npos ? text : "file";
}

}  // namespace shardflow::internal
