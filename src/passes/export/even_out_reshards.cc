#include "passes/export/even_out_reshards.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/dims.h"
#include "ir/walk.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_kind.h"
#include "ops/padded.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/resolved.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

// Whether the axes of one dimension begin with the axes of the other one.
bool OneExtendsOther(const Module& m, MeshId id, const DimSharding& a,
                     const DimSharding& b) {
  ResolvedMesh mesh(m.shardings, id);
  const auto of_a = mesh.Resolve(a.axes), of_b = mesh.Resolve(b.axes);
  return of_a && of_b &&
         (IsPrefixOrEqual(*of_a, *of_b) || IsPrefixOrEqual(*of_b, *of_a));
}

// Returns the shape to which the reshard's operand has to be padded, or the
// operand's own shape if no padding is needed.
std::vector<int64_t> EvenShape(Module& m, const SymbolTable& symbols,
                               OpId reshard) {
  const ValueId value = m.operand(reshard, 0), result = m.result(reshard, 0);
  const Dims own = Shape(m, value);
  std::vector<int64_t> shape(own.begin(), own.end());
  const ShardingId from = GetSharding(m, value), to = m.sharding(result);
  if (from.IsNone() || to.IsNone() || !m.types.HasStaticShape(m.type(value)) ||
      m.shardings.Get(from).mesh != m.shardings.Get(to).mesh) {
    return shape;
  }
  const MeshId id = symbols.FindMesh(m, m.shardings.Get(from).mesh);
  if (id.IsNone() || m.shardings.mesh(id).IsMaximal()) return shape;
  const Mesh& mesh = m.shardings.mesh(id);
  for (size_t d = 0; d < shape.size(); ++d) {
    const DimSharding before = m.shardings.Get(from).dims[d];
    const DimSharding after = m.shardings.Get(to).dims[d];
    const int64_t in = ShardedSize(m.shardings, before, mesh);
    const int64_t out = ShardedSize(m.shardings, after, mesh);
    if (Nests(shape[d], in, out) || !OneExtendsOther(m, id, before, after)) {
      continue;
    }
    const int64_t shards = std::max(in, out);
    shape[d] = RoundUp(shape[d], shards);
  }
  return shape;
}

}  // namespace

std::vector<OpId> EvenOutReshards(Module& m) {
  std::vector<OpId> reshards, pads;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kReshard) reshards.push_back(op);
  });
  if (reshards.empty()) return pads;
  const SymbolTable symbols(m);
  for (const OpId op : reshards) {
    const ValueId value = m.operand(op, 0), result = m.result(op, 0);
    const Dims own = Shape(m, value);
    const std::vector<int64_t> shape(own.begin(), own.end());
    const std::vector<int64_t> even = EvenShape(m, symbols, op);
    if (even == shape) continue;
    const ShardingId from = GetSharding(m, value), to = m.sharding(result);
    const std::vector<int64_t> none(shape.size(), 0), ones(shape.size(), 1);
    std::vector<int64_t> high = none;
    for (size_t d = 0; d < shape.size(); ++d) high[d] = even[d] - shape[d];
    Builder b = Builder::Before(m, op);
    const ValueId zero =
        b.Zero(m.types.Tensor({}, m.types.element(m.type(value))));
    const ValueId padded = b.Pad(value, zero, none, high, none);
    SetSharding(m, padded, from);
    pads.push_back(m.def(padded));
    const ValueId moved =
        b.Value(OpKind::kReshard, {&padded, 1}, m.type(padded));
    m.SetSharding(moved, to);
    const ValueId cut = b.Slice(moved, none, shape, ones);
    SetSharding(m, cut, to);
    m.ReplaceAllUses(result, cut);
    m.Erase(op);
  }
  return pads;
}

}  // namespace shardflow::internal
