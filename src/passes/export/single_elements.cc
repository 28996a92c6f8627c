#include "passes/export/single_elements.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ir/walk.h"
#include "ops/op_kind.h"
#include "ops/properties.h"
#include "ops/sliding.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

bool CutsSingleElement(std::span<const DimSharding> dims,
                       std::span<const int64_t> shape, size_t d) {
  return d < shape.size() && (shape[d] == 0 || shape[d] == 1) &&
         HasAxes(dims[d]);
}

// Returns whether the value's sharding changed.
bool Shorten(Module& m, ValueId value) {
  const ShardingId sharding = m.sharding(value);
  if (sharding.IsNone() || !m.types.IsTensor(m.type(value))) return false;
  const std::span<const int64_t> shape = Shape(m, value);
  const ShardingView view = m.shardings.Get(sharding);
  bool any = false;
  for (size_t d = 0; d < view.dims.size(); ++d) {
    any |= CutsSingleElement(view.dims, shape, d);
  }
  if (!any) return false;
  TensorSharding made(view);
  for (size_t d = 0; d < made.dims.size(); ++d) {
    if (CutsSingleElement(made.dims, shape, d)) {
      made.dims[d].axes = ShardingStore::kEmptyAxes;
    }
  }
  m.SetSharding(value, m.shardings.Intern(made));
  return true;
}

// Whether any tensor type has a dimension of size 0 or 1.
bool HasShortTypes(const Module& m) {
  for (size_t i = 0; i < m.types.size(); ++i) {
    const TypeId type(i);
    if (!m.types.IsTensor(type)) continue;
    for (const int64_t size : m.types.dims(type)) {
      if (size == 0 || size == 1) return true;
    }
  }
  return false;
}

}  // namespace

void KeepSingleElements(Module& m) {
  if (!HasShortTypes(m)) return;
  // Pairs of type and sharding that need no change, by hash. Nearly all values
  // have one of a few pairs.
  std::array<std::pair<TypeId, ShardingId>, 256> unchanged;
  const auto shorten = [&](ValueId value) {
    const std::pair<TypeId, ShardingId> look = {m.type(value),
                                                m.sharding(value)};
    const size_t place = (static_cast<uint32_t>(look.first.index) * size_t{31} +
                          static_cast<uint32_t>(look.second.index)) %
                         unchanged.size();
    if (unchanged[place] == look) return;
    if (!Shorten(m, value)) unchanged[place] = look;
  };
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kManualComputation) return;
    for (int i = 0; i < m.result_count(op); ++i) shorten(m.result(op, i));
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        for (const ValueId arg : m.args(block)) shorten(arg);
      }
    }
  });
}

void DropEmptyParts(Module& m) {
  std::vector<OpId> joins;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (JoinsTensors(m, op)) joins.push_back(op);
  });
  for (const OpId op : joins) {
    std::vector<ValueId> kept;
    std::vector<OpId> dropped;
    for (int i = 0; i < m.operand_count(op); ++i) {
      const ValueId part = m.operand(op, i);
      const std::span<const int64_t> shape = Shape(m, part);
      if (std::find(shape.begin(), shape.end(), 0) == shape.end()) {
        kept.push_back(part);
      } else if (const OpId def = m.def(part); def && IsPure(m, def)) {
        dropped.push_back(def);
      }
    }
    if (kept.empty() || static_cast<int>(kept.size()) == m.operand_count(op)) {
      continue;
    }
    m.SetOperands(op, kept);
    for (const OpId def : dropped) {
      if (!m.IsErased(def) && !m.OpHasUses(def)) m.Erase(def);
    }
  }
}

}  // namespace shardflow::internal
