#include "passes/export/mesh_changes.h"

#include <vector>

#include "ir/walk.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_kind.h"
#include "ops/symbols.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

const Mesh* MeshOf(const Module& m, const SymbolTable& symbols,
                   ShardingId sharding) {
  if (sharding.IsNone()) return nullptr;
  const MeshId mesh = symbols.FindMesh(m, m.shardings.Get(sharding).mesh);
  return mesh ? &m.shardings.mesh(mesh) : nullptr;
}

void Split(Module& m, const SymbolTable& symbols, OpId op) {
  const ValueId input = m.operand(op, 0), result = m.result(op, 0);
  const ShardingId from = GetSharding(m, input), to = m.sharding(result);
  const Mesh* const before = MeshOf(m, symbols, from);
  const Mesh* const after = MeshOf(m, symbols, to);
  if (before == nullptr || after == nullptr || before->axes == after->axes ||
      before->IsMaximal() || after->IsMaximal() ||
      before->TotalSize() != after->TotalSize()) {
    return;
  }
  const ShardingView target = m.shardings.Get(to);
  if (IsFullyReplicated(target) ||
      m.shardings.Get(from).unreduced != ShardingStore::kEmptyAxes ||
      target.unreduced != ShardingStore::kEmptyAxes) {
    return;
  }
  Builder b(m, m.op(op).parent, op, m.loc(op));
  const ValueId whole = b.Value(OpKind::kReshard, {&input, 1}, m.type(input));
  m.SetSharding(whole, FullyClosedLike(m.shardings, from));
  std::vector<AxisListId> axes;
  for (const DimSharding& dim : m.shardings.Get(to).dims) {
    axes.push_back(dim.axes);
  }
  const ValueId cut = b.Value(
      OpKind::kSdyAllSlice, {&whole, 1}, m.type(result),
      {{name::kSlicingAxes, m.attrs.Make(ListOfAxisRefListsAttr{}, axes)}});
  m.SetSharding(cut, to);
  m.ReplaceAllUses(result, cut);
  m.Erase(op);
}

}  // namespace

void SplitMeshChanges(Module& m) {
  if (m.op_count(OpKind::kMesh) < 2) return;
  std::vector<OpId> reshards;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kReshard) reshards.push_back(op);
  });
  const SymbolTable symbols(m);
  for (const OpId op : reshards) Split(m, symbols, op);
}

}  // namespace shardflow::internal
