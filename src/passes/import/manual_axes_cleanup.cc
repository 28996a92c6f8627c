#include <algorithm>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/manual_fit.h"
#include "ops/op_def.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"

// Completes the in and out shardings of manual computations: a manual axis that
// a sharding doesn't use becomes replicated in it. Also puts manual axes into
// mesh order.

namespace shardflow::internal {
namespace {

std::vector<ShardingId> ShardingsOf(const Module& m,
                                    std::span<const ValueId> values) {
  std::vector<ShardingId> shardings;
  for (const ValueId value : values) shardings.push_back(m.sharding(value));
  return shardings;
}

void SortManualAxes(Module& m, OpId op, std::vector<NameId>& axes,
                    const Mesh& mesh) {
  const auto before = [&](NameId a, NameId b) {
    return mesh.AxisIndex(a) < mesh.AxisIndex(b);
  };
  if (std::is_sorted(axes.begin(), axes.end(), before)) return;
  std::sort(axes.begin(), axes.end(), before);
  m.SetAttr(op, name::kManualAxes, m.attrs.Make(ManualAxesAttr{}, axes));
}

void ReplicateUnused(Module& m, std::span<const ValueId> values,
                     std::span<const AxisRef> manual, MeshRef ref,
                     const Mesh& mesh) {
  for (const ValueId value : values) {
    const ShardingId id = m.sharding(value);
    if (id.IsNone() || !m.types.IsTensor(m.type(value))) continue;
    m.SetSharding(value, WithUnusedReplicated(m, id, manual, ref, mesh));
  }
}

bool CleanUp(Module& m, const SymbolTable& symbols, OpId op,
             Diagnostics& diagnostics) {
  const BlockId body = m.first_block(m.region(op, 0));
  const std::vector<ValueId> args(m.args(body).begin(), m.args(body).end());
  const std::vector<ValueId> results = ResultsOf(m, op);
  const WordList<NameId> axes =
      m.attrs.As<ManualAxesAttr>(m.attr(op, name::kManualAxes)).axes;
  std::vector<NameId> names(axes.begin(), axes.end());
  const std::vector<ShardingId> in = ShardingsOf(m, args);
  const std::vector<ShardingId> out = ShardingsOf(m, results);
  if (in.empty() && out.empty()) {
    const bool is_empty = HasTrait(m, m.block(body).first, kTerminator);
    if (names.empty() || is_empty) return true;
    diagnostics.Error(
        m.Place(op),
        "op has manual_axes when there are no in/out shardings and the body "
        "is not empty. This isn't allowed at this stage, please contact the "
        "Shardy team or file a bug.");
    return false;
  }
  const auto ref = CommonMesh(m, symbols, in, out);
  const MeshId mesh_id = ref ? symbols.FindMesh(m, *ref) : MeshId::None();
  // The verifier has checked that there is a common mesh.
  if (mesh_id.IsNone()) return true;
  const Mesh& mesh = m.shardings.mesh(mesh_id);
  SortManualAxes(m, op, names, mesh);
  std::vector<AxisRef> manual;
  for (const NameId axis : names) manual.push_back(AxisRef::Full(axis));
  ReplicateUnused(m, args, manual, *ref, mesh);
  ReplicateUnused(m, results, manual, *ref, mesh);
  return true;
}

}  // namespace

bool ManualAxesCleanup(Module& m, const NoOptions&, PassContext& context) {
  if (m.op_count(OpKind::kManualComputation) == 0) return true;
  const SymbolTable symbols(m);
  bool ok = true;
  WalkPostOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) != OpKind::kManualComputation) return;
    ok &= CleanUp(m, symbols, op, context.diagnostics);
  });
  return ok;
}

}  // namespace shardflow::internal
