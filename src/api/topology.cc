#include "api/topology.h"

#include "api/convert.h"
#include "base/diagnostics.h"
#include "lower/topology_text.h"

namespace shardflow::internal {

bool TopologyToPrice(const std::string& text, const Mesh& mesh,
                     const StringStore& names,
                     std::optional<Topology>& topology,
                     std::vector<Message>& messages) {
  if (text.empty()) return true;
  Error wrong;
  topology = ReadTopology(text, mesh, names, wrong);
  if (topology) return true;
  Diagnostics diagnostics;
  diagnostics.Error(PlaceInTopology(text, wrong), wrong);
  AppendMessages(diagnostics, /*source=*/nullptr, messages);
  return false;
}

SourcePlace PlaceInTopology(const std::string& text, const Error& error) {
  const SourceBuffer source("<topology>", text);
  if (error.offset == kWholeTopology) return {source.name(), 0, 0};
  return source.Place(error.offset);
}

std::string_view TopologyName(std::string_view text) {
  // Only the contents of files contain `=`.
  return text.find('=') == std::string_view::npos ? text : "file";
}

}  // namespace shardflow::internal
