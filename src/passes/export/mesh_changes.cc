#include "passes/export/mesh_changes.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_kind.h"
#include "ops/present.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

const Mesh* MeshOf(const Module& m, const SymbolTable& symbols,
                   ShardingId sharding) {
  if (sharding.IsNone()) return nullptr;
  const MeshId mesh = symbols.FindMesh(m, m.shardings.Get(sharding).mesh);
  return mesh ? &m.shardings.mesh(mesh) : nullptr;
}

// Appends to `axes` the axes of mesh `to` that split the devices exactly as
// `axis` of mesh `from` does. Returns false if there are none.
bool Translate(const AxisRef& axis, const Mesh& from, const Mesh& to,
               std::vector<AxisRef>& axes) {
  const Digits digits = DigitsOf(axis, from);
  if (digits.size == 1) return true;
  int64_t end = digits.divisor * digits.size;  // end of the uncovered digits
  for (const MeshAxis& other : to.axes) {
    const AxisRef whole{.name = other.name};
    const Digits all = DigitsOf(whole, to);
    const int64_t high = all.divisor * all.size;
    if (end <= all.divisor || high <= digits.divisor || all.size == 1) continue;
    const int64_t low = std::max(all.divisor, digits.divisor);
    if (end > high || high % end != 0 || end % low != 0 ||
        low % all.divisor != 0) {
      return false;
    }
    AxisRef part = whole;
    if (low != all.divisor || end != high) {
      part = AxisRef::Sub(other.name, high / end, end / low);
    }
    AppendOrMerge(axes, part, to);
    end = low;
  }
  return end == digits.divisor;
}

// Returns a sharding on the mesh of `like` that, for every n, gives the n-th
// device the same part of a tensor as `sharding` does. Returns None if there is
// no such sharding.
ShardingId Translated(Module& m, ShardingId sharding, const Mesh& from,
                      ShardingId like, const Mesh& to) {
  TensorSharding made(m.shardings.Get(sharding));
  made.mesh = m.shardings.Get(like).mesh;
  made.replicated = ShardingStore::kEmptyAxes;
  for (DimSharding& dim : made.dims) {
    std::vector<AxisRef> axes;
    for (const AxisRef& axis : m.shardings.axes(dim.axes)) {
      if (!Translate(axis, from, to, axes)) return ShardingId::None();
    }
    dim.axes = m.shardings.InternAxes(axes);
  }
  return m.shardings.Intern(made);
}

// If one of the meshes can express the sharding on the other, does the whole
// reshard on that mesh. What remains is a permute to or from the equal sharding
// on the other mesh, which moves nothing if both meshes have their devices in
// the same order.
bool Rename(Module& m, OpId op, const Mesh& before, const Mesh& after) {
  const ValueId input = m.operand(op, 0), result = m.result(op, 0);
  const ShardingId from = GetSharding(m, input), to = m.sharding(result);
  Builder b = Builder::Before(m, op);
  ValueId made = input;
  const auto add = [&](OpKind kind, ShardingId sharding) {
    made = b.Value(kind, {&made, 1}, m.type(result));
    m.SetSharding(made, sharding);
  };
  if (const ShardingId here = Translated(m, from, before, to, after)) {
    add(OpKind::kSdyCollectivePermute, here);
    if (here != to) add(OpKind::kReshard, to);
  } else if (const ShardingId there = Translated(m, to, after, from, before)) {
    if (there != from) add(OpKind::kReshard, there);
    add(OpKind::kSdyCollectivePermute, to);
  } else {
    return false;
  }
  m.ReplaceAllUses(result, made);
  m.Erase(op);
  return true;
}

// Reshards the value so that every device has the whole of it.
ValueId Gathered(Builder& b, Module& m, ValueId value) {
  const ValueId whole = b.Value(OpKind::kReshard, {&value, 1}, m.type(value));
  m.SetSharding(whole, FullyClosedLike(m.shardings, GetSharding(m, value)));
  return whole;
}

void Split(Module& m, const SymbolTable& symbols, OpId op) {
  const ValueId input = m.operand(op, 0), result = m.result(op, 0);
  const ShardingId from = GetSharding(m, input), to = m.sharding(result);
  const Mesh* const before = MeshOf(m, symbols, from);
  const Mesh* const after = MeshOf(m, symbols, to);
  if (before != nullptr && after != nullptr && !before->IsMaximal() &&
      after->IsMaximal()) {
    if (!IsFullyReplicated(m.shardings.Get(from))) {
      Builder b = Builder::Before(m, op);
      m.SetOperand(m.operand_use(op, 0), Gathered(b, m, input));
    }
    return;
  }
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
  // These are copies, because the store may move its meshes in memory when it
  // grows.
  const Mesh from_mesh = *before, to_mesh = *after;
  if (Rename(m, op, from_mesh, to_mesh)) return;
  Builder b = Builder::Before(m, op);
  const ValueId whole = Gathered(b, m, input);
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
  const SymbolTable symbols(m);
  for (const OpId op : OpsOfKind(m, OpKind::kReshard)) Split(m, symbols, op);
}

}  // namespace shardflow::internal
