#include <fmt/format.h>

#include "ops/data_flow.h"
#include "ops/op_def.h"
#include "ops/verify.h"

// sdy.propagation_edges: which operand or result gave an axis to which.

namespace shardflow {
namespace {

AttrId AttrAt(std::span<const int64_t> words, size_t i) {
  return AttrId(static_cast<int32_t>(words[i]));
}

struct EdgeValueRef {
  bool is_result;
  int64_t index;
};

EdgeValueRef RefOf(const Module& m, AttrId attr) {
  const std::span<const int64_t> w = m.attrs.words(attr);
  return {w[0] != 0, w[1]};
}

// Calls `fn(axis attr, refs)` for every axis of every step, the source first
// among the refs; stops at false.
template <class Fn>
bool ForEachEntry(const Module& m, AttrId edges, Fn fn) {
  for (const int64_t step : m.attrs.words(edges)) {
    const std::span<const int64_t> entries =
        m.attrs.words(AttrId(static_cast<int32_t>(step))).subspan(1);
    for (size_t i = 0; i < entries.size(); ++i) {
      const std::span<const int64_t> entry = m.attrs.words(AttrAt(entries, i));
      if (!fn(AttrAt(entry, 0), entry.subspan(1))) return false;
    }
  }
  return true;
}

// An op for an edge: the sources and targets that its records name are
// elsewhere, those of the op that the edge is of. (Shardy looks for them at the
// edge, and refuses what it wrote itself for edges of several sources.)
bool IsForEdge(const Module& m, OpId op) {
  return m.kind(op) == OpKind::kFuncDataFlowEdge ||
         m.kind(op) == OpKind::kDataFlowEdge;
}

// The shardings of the values that the edges name, where they exist.
std::vector<ShardingId> NamedShardings(Module& m, OpId op, AttrId edges) {
  std::vector<ShardingId> shardings;
  if (IsForEdge(m, op)) {
    const ShardingId own = GetSharding(m, m.result(op, 0));
    if (own) shardings.push_back(own);
  }
  ForEachEntry(m, edges, [&](AttrId, std::span<const int64_t> refs) {
    for (size_t i = 0; i < refs.size(); ++i) {
      const EdgeValueRef ref = RefOf(m, AttrAt(refs, i));
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

bool VerifyRef(VerifyContext& v, OpId op, EdgeValueRef ref) {
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
      m, edges, [&](AttrId axis, std::span<const int64_t> refs) {
        const NameId name(static_cast<int32_t>(m.attrs.words(axis)[0]));
        if (mesh->AxisIndex(name) < 0) {
          return v.OpError(op, "expected axis ref to be in one of the meshes");
        }
        for (size_t i = 0; i < refs.size(); ++i) {
          if (!VerifyRef(v, op, RefOf(m, AttrAt(refs, i)))) return false;
        }
        return true;
      });
}

}  // namespace shardflow
