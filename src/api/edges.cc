#include "api/edges.h"

#include <algorithm>

namespace shardflow {
namespace {

bool Has(const std::vector<EdgeEnd>& ends, EdgeEnd end) {
  return std::find(ends.begin(), ends.end(), end) != ends.end();
}

std::vector<EdgeEnd> Owners(const Edges& edges, bool of_arguments) {
  std::vector<EdgeEnd> owners;
  for (const DataFlowEdge& edge : edges) {
    if ((edge.owner.region >= 0) == of_arguments) owners.push_back(edge.owner);
  }
  return owners;
}

const DataFlowEdge* Find(const Edges& edges, EdgeEnd owner) {
  const auto at = std::find_if(
      edges.begin(), edges.end(),
      [&](const DataFlowEdge& edge) { return edge.owner == owner; });
  return at == edges.end() ? nullptr : &*at;
}

}  // namespace

std::vector<EdgeEnd> ArgumentOwners(const Edges& edges) {
  return Owners(edges, /*of_arguments=*/true);
}

std::vector<EdgeEnd> ResultOwners(const Edges& edges) {
  return Owners(edges, /*of_arguments=*/false);
}

std::vector<EdgeEnd> SourcesOf(const Edges& edges, EdgeEnd owner) {
  const DataFlowEdge* edge = Find(edges, owner);
  return edge != nullptr ? edge->sources : std::vector<EdgeEnd>();
}

std::vector<EdgeEnd> OtherTargetsOf(const Edges& edges, EdgeEnd owner) {
  const DataFlowEdge* edge = Find(edges, owner);
  return edge != nullptr ? edge->other_targets : std::vector<EdgeEnd>();
}

std::optional<EdgeEnd> OwnerOfTarget(const Edges& edges, EdgeEnd target) {
  for (const DataFlowEdge& edge : edges) {
    if (edge.owner == target || Has(edge.other_targets, target)) {
      return edge.owner;
    }
  }
  return std::nullopt;
}

std::optional<EdgeEnd> OwnerOfSource(const Edges& edges, EdgeEnd source) {
  for (const DataFlowEdge& edge : edges) {
    if (Has(edge.sources, source)) return edge.owner;
  }
  return std::nullopt;
}

}  // namespace shardflow
