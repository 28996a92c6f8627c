#include <span>
#include <vector>

#include <fmt/format.h>

#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/verify.h"

// Verifies sdy.propagation_edges. For each axis, these record the operand or
// result that it was propagated from, and the operands and results that it was
// propagated to.

namespace shardflow::internal {
namespace {

// Calls `fn(axis attr, source and targets)` for every axis of every step, until
// it returns false.
template <class Fn>
bool ForEachEntry(const Module& m, AttrId edges, Fn fn) {
  std::vector<EdgeValueRefAttr> refs;
  for (const AttrId step : m.attrs.As<PropagationEdgesAttr>(edges).steps) {
    for (const AttrId id : m.attrs.As<PropagationOneStepAttr>(step).entries) {
      const auto entry = m.attrs.As<AxisToDetailsAttr>(id);
      refs.assign(1, m.attrs.As<EdgeValueRefAttr>(entry.source));
      for (const AttrId target : entry.targets) {
        refs.push_back(m.attrs.As<EdgeValueRefAttr>(target));
      }
      if (!fn(entry.axis, refs)) return false;
    }
  }
  return true;
}

// Whether the op is an edge op. The sources and targets in its records belong
// to the op whose edge it is. (Shardy looks for them among the operands and
// results of the edge op itself, and so rejects its own records for edges with
// several sources.)
bool IsForEdge(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kFuncDataFlowEdge ||
         m.kind(op) == OpKind::kDataFlowEdge;
}

// Returns the shardings of the values that the edges refer to. Values without a
// sharding are left out.
std::vector<ShardingId> NamedShardings(Module& m, OpId op, AttrId edges) {
  std::vector<ShardingId> shardings;
  if (IsForEdge(m, op)) {
    const ShardingId own = GetSharding(m, m.result(op, 0));
    if (own) shardings.push_back(own);
  }
  ForEachEntry(m, edges, [&](AttrId, std::span<const EdgeValueRefAttr> refs) {
    for (const EdgeValueRefAttr& ref : refs) {
      const int count =
          ref.is_result ? m.result_count(op) : m.operand_count(op);
      if (ref.index < 0 || ref.index >= count) continue;
      const auto index = static_cast<int>(ref.index);
      const ShardingId sharding = GetSharding(
          m, ref.is_result ? m.result(op, index) : m.operand(op, index));
      if (sharding) shardings.push_back(sharding);
    }
    return true;
  });
  return shardings;
}

bool VerifyRef(VerifyContext& v, OpId op, const EdgeValueRefAttr& ref) {
  const Module& m = v.m;
  if (IsForEdge(m, op)) return true;
  const int count = ref.is_result ? m.result_count(op) : m.operand_count(op);
  if (ref.index >= 0 && ref.index < count) return true;
  return v.OpError(
      op,
      fmt::format("expected a value ref to have {} index in range [0, {}), "
                  "got: {}",
                  ref.is_result ? "a result" : "an operand", count, ref.index));
}

}  // namespace

bool VerifyPropagationEdges(VerifyContext& v, OpId op, AttrId edges) {
  Module& m = v.m;
  const std::vector<ShardingId> shardings = NamedShardings(m, op, edges);
  if (shardings.empty()) {
    if (IsForEdge(m, op)) return true;
    return v.OpError(
        op, "expected propagation edges attr to reference a sharding.");
  }
  const std::optional<MeshRef> ref =
      CommonMesh(m.shardings, v.meshes(), shardings);
  const Mesh* const mesh = ref ? v.FindMesh(*ref) : nullptr;
  if (mesh == nullptr) {
    return v.OpError(op, "expected a common mesh for propagation edges attr.");
  }
  return ForEachEntry(
      m, edges, [&](AttrId axis, std::span<const EdgeValueRefAttr> refs) {
        if (mesh->AxisIndex(m.attrs.As<AxisRefAttr>(axis).name) < 0) {
          return v.OpError(op, "expected axis ref to be in one of the meshes");
        }
        for (const EdgeValueRefAttr& ref : refs) {
          if (!VerifyRef(v, op, ref)) return false;
        }
        return true;
      });
}

}  // namespace shardflow::internal
