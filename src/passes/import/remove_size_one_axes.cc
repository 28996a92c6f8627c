#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "ops/sharding_walk.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "sharding/axis.h"

// Removes axes of size 1 from all shardings: they move no data but would hinder
// propagation. Meshes keep them.

namespace shardflow::internal {
namespace {

bool AnyMeshHasSizeOneAxes(const Module& m, const SymbolTable& symbols) {
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const MeshId mesh = symbols.FindMesh(m, m.symbol(op));
    if (mesh.IsNone()) continue;
    for (const MeshAxis& axis : m.shardings.mesh(mesh).axes) {
      if (axis.size == 1) return true;
    }
  }
  return false;
}

// A mesh, and the names of its axes of size 2 or more.
struct LargerAxes {
  explicit LargerAxes(const Mesh& of) : mesh(of) {
    for (const MeshAxis& axis : mesh.axes) {
      if (axis.size > 1) names.insert(axis.name);
    }
  }

  const Mesh& mesh;
  absl::flat_hash_set<NameId> names;
};

// Removes axes of size 1. The axes on both sides of a removed one may have to
// be merged.
AxisListId RemoveSizeOne(Module& m, AxisListId list, const LargerAxes& larger) {
  const std::span<const AxisRef> axes = m.shardings.axes(list);
  const auto is_size_one = [&](const AxisRef& axis) {
    return axis.IsFull() ? !larger.names.contains(axis.name) : axis.size <= 1;
  };
  if (std::none_of(axes.begin(), axes.end(), is_size_one)) return list;
  std::vector<AxisRef> kept;
  for (const AxisRef& axis : axes) {
    if (!is_size_one(axis)) AppendOrMerge(kept, axis, larger.mesh);
  }
  return m.shardings.InternAxes(kept);
}

ShardingId RemoveSizeOneAxesOf(Module& m, ShardingId id, const Mesh& mesh) {
  TensorSharding sharding(m.shardings.Get(id));
  const LargerAxes larger(mesh);
  for (DimSharding& dim : sharding.dims) {
    dim.axes = RemoveSizeOne(m, dim.axes, larger);
    // A closed dimension without axes has no priority.
    if (dim.closed != 0 && dim.axes == ShardingStore::kEmptyAxes) {
      dim.priority = kNoPriority;
    }
  }
  sharding.replicated = RemoveSizeOne(m, sharding.replicated, larger);
  sharding.unreduced = RemoveSizeOne(m, sharding.unreduced, larger);
  return m.shardings.Intern(sharding);
}

}  // namespace

bool RemoveSizeOneAxes(Module& m, const NoOptions&, PassContext&) {
  const SymbolTable symbols(m);
  if (!AnyMeshHasSizeOneAxes(m, symbols)) return true;
  // A program has few different shardings, so each is handled only once.
  absl::flat_hash_map<ShardingId, ShardingId> done;
  TransformShardings(m, m.root(), [&](ShardingId id, const ShardedTensor&) {
    const auto [at, inserted] = done.try_emplace(id, id);
    if (inserted) {
      const MeshId mesh = symbols.FindMesh(m, m.shardings.Get(id).mesh);
      if (mesh) {
        at->second = RemoveSizeOneAxesOf(m, id, m.shardings.mesh(mesh));
      }
    }
    return at->second;
  });
  return true;
}

}  // namespace shardflow::internal
