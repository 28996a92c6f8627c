#include <span>
#include <vector>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/present.h"
#include "passes/export/edges.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

// The names of the attributes in which an op stores the propagation records of
// its edges.
struct DebugKeys {
  NameId origins, edges;
};

struct SinkOptions {
  bool origins = false;
  bool edges = false;
  // Whether edges without a record get an empty one.
  bool empty_records = false;
};

void TakeDebugInfo(Module& m, OpId op, std::span<const ValueId> owners,
                   const SinkOptions& options, const DebugKeys& keys) {
  std::vector<AttrId> origins, edges;
  for (ValueId owner : owners) {
    const OpId edge = EdgeOfTarget(m, owner);
    if (!edge) continue;
    const AttrId origin = m.attr(edge, name::kSdyShardingOrigins);
    if (m.attrs.Is(origin, AttrKind::kDict)) {
      origins.push_back(origin);
    } else if (options.empty_records) {
      origins.push_back(m.attrs.EmptyDict());
    }
    const AttrId steps = m.attr(edge, name::kSdyPropagationEdges);
    if (m.attrs.Is<PropagationEdgesAttr>(steps) &&
        !m.attrs.As<PropagationEdgesAttr>(steps).steps.empty()) {
      edges.push_back(steps);
    } else if (options.empty_records) {
      edges.push_back(m.attrs.Make(PropagationEdgesAttr{}, {}));
    }
  }
  if (options.origins) {
    m.SetAttr(op, keys.origins, m.attrs.Array(origins));
  }
  if (options.edges) {
    m.SetAttr(op, keys.edges, m.attrs.Array(edges));
  }
}

void TakeFromEdges(Module& m, OpId op, const SinkOptions& options) {
  const std::vector<ValueId> args = ArgEdgeOwners(m, op);
  const std::vector<ValueId> results = ResultEdgeOwners(m, op);
  TakeEdgeShardings(m, args);
  TakeDebugInfo(
      m, op, args, options,
      {name::kSdyBlockArgShardingOrigins, name::kSdyBlockArgPropagationEdges});
  TakeEdgeShardings(m, results);
  TakeDebugInfo(
      m, op, results, options,
      {name::kSdyResultShardingOrigins, name::kSdyResultPropagationEdges});
}

}  // namespace

// Moves the sharding of every sdy.data_flow_edge to the owner of the edge and
// erases the edge op. The walk is in pre-order, so that an op's edges still
// exist when it is visited.
bool SinkDataFlowEdges(Module& m, const SinkDataFlowEdgesOptions& options,
                       PassContext& context) {
  if (!HasDataFlow(m)) return true;
  const SinkOptions sink = {options.sink_debug_sharding_origins,
                            options.sink_debug_propagation_edge_sharding,
                            SinksEmptyRecords(context.compat)};
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kDataFlowEdge) {
      EraseEdge(m, op);
      return WalkResult::kSkip;
    }
    if (DataFlow(m, op) != nullptr) TakeFromEdges(m, op, sink);
    return WalkResult::kAdvance;
  });
  return true;
}

}  // namespace shardflow::internal
