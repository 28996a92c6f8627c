#include "passes/export/even_out_reshards.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/dims.h"
#include "lower/reshard_cost.h"
#include "lower/reshard_lowering.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_kind.h"
#include "ops/padded.h"
#include "ops/present.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/symbols.h"
#include "ops/work.h"
#include "sharding/axis.h"
#include "sharding/devices.h"
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

class EvenShapes {
 public:
  EvenShapes(Module& m, PlanChoice choice, Compat compat)
      : m_(m), symbols_(m), reshards_(m, symbols_, choice, compat) {}

  // Returns the shape to which the reshard's operand has to be padded; null if
  // no padding is needed.
  const std::vector<int64_t>* Of(OpId reshard) {
    const ValueId value = m_.operand(reshard, 0);
    from_ = GetSharding(m_, value);
    to_ = m_.sharding(m_.result(reshard, 0));
    const auto [it, is_new] = known_.try_emplace({m_.type(value), from_, to_});
    if (is_new) it->second = Find(value);
    return it->second ? &*it->second : nullptr;
  }

 private:
  std::optional<std::vector<int64_t>> Find(ValueId value) {
    if (from_.IsNone() || to_.IsNone() ||
        !m_.types.HasStaticShape(m_.type(value)) ||
        m_.shardings.Get(from_).mesh != m_.shardings.Get(to_).mesh) {
      return std::nullopt;
    }
    mesh_ = symbols_.FindMesh(m_, m_.shardings.Get(from_).mesh);
    if (mesh_.IsNone() || m_.shardings.mesh(mesh_).IsMaximal()) {
      return std::nullopt;
    }
    const Dims own = Shape(m_, value);
    const std::vector<int64_t> shape(own.begin(), own.end());
    std::vector<int64_t> even = Evened(shape, /*only_extended=*/true);
    std::vector<int64_t> all = Evened(shape, /*only_extended=*/false);
    if (all != even &&
        Bytes(m_.type(value), all) < Bytes(m_.type(value), even)) {
      even = std::move(all);
    }
    return even == shape ? std::nullopt : std::optional(std::move(even));
  }

  int64_t ShardsOf(ShardingId sharding, size_t dim) const {
    return ShardedSize(m_.shardings, m_.shardings.Get(sharding).dims[dim],
                       m_.shardings.mesh(mesh_));
  }

  // Rounds up the dimensions whose shards don't nest, or only those of them
  // whose axes are extended or cut off.
  std::vector<int64_t> Evened(std::vector<int64_t> shape,
                              bool only_extended) const {
    for (size_t d = 0; d < shape.size(); ++d) {
      const bool extended =
          OneExtendsOther(m_, mesh_, m_.shardings.Get(from_).dims[d],
                          m_.shardings.Get(to_).dims[d]);
      const int64_t in = ShardsOf(from_, d), out = ShardsOf(to_, d);
      if (extended ? Nests(shape[d], in, out) : only_extended) continue;
      if (SaturatingProduct(in, out) > kMaxTabledDevices) continue;
      shape[d] = RoundUp(shape[d], std::lcm(in, out));
    }
    return shape;
  }

  // Returns how many bytes a device sends if the tensor is padded to `shape`,
  // resharded and cut.
  double Bytes(TypeId type, const std::vector<int64_t>& shape) {
    const Dims dims = m_.types.dims(type);
    const std::vector<int64_t> own(dims.begin(), dims.end());
    const TypeId padded = m_.types.Tensor(shape, m_.types.element(type));
    return reshards_.Bytes(from_, to_, padded) +
           BytesToGrow(type, own, shape, from_) +
           BytesToGrow(type, own, shape, to_);
  }

  // Returns how many bytes a device sends at most if the shards grow, so that
  // they begin later in the tensor.
  double BytesToGrow(TypeId type, const std::vector<int64_t>& own,
                     const std::vector<int64_t>& shape,
                     ShardingId sharding) const {
    std::vector<int64_t> shards(own.size());
    for (size_t d = 0; d < own.size(); ++d) shards[d] = ShardsOf(sharding, d);
    const int64_t held = LocalBytes(shape, shards, ElementBits(m_.types, type));
    double bytes = 0;
    for (size_t d = 0; d < own.size(); ++d) {
      const int64_t before = CeilDiv(own[d], shards[d]);
      const int64_t after = CeilDiv(shape[d], shards[d]);
      if (after == 0) continue;
      const int64_t rows = std::min(after, (shards[d] - 1) * (after - before));
      bytes += static_cast<double>(held) * static_cast<double>(rows) /
               static_cast<double>(after);
    }
    return bytes;
  }

  Module& m_;
  const SymbolTable symbols_;
  ReshardLowering reshards_;
  // Of the reshard:
  ShardingId from_, to_;
  MeshId mesh_;
  // What was found for reshards of this type, from one sharding to another.
  absl::flat_hash_map<std::tuple<TypeId, ShardingId, ShardingId>,
                      std::optional<std::vector<int64_t>>>
      known_;
};

}  // namespace

std::vector<OpId> EvenOutReshards(Module& m, PlanChoice choice, Compat compat) {
  std::vector<OpId> pads;
  const std::vector<OpId> reshards = OpsOfKind(m, OpKind::kReshard);
  if (reshards.empty()) return pads;
  EvenShapes shapes(m, choice, compat);
  for (const OpId op : reshards) {
    const std::vector<int64_t>* const even = shapes.Of(op);
    if (even == nullptr) continue;
    const ValueId value = m.operand(op, 0), result = m.result(op, 0);
    const Dims own = Shape(m, value);
    const std::vector<int64_t> shape(own.begin(), own.end());
    const ShardingId from = GetSharding(m, value), to = m.sharding(result);
    const std::vector<int64_t> none(shape.size(), 0), ones(shape.size(), 1);
    std::vector<int64_t> high = none;
    for (size_t d = 0; d < shape.size(); ++d) high[d] = (*even)[d] - shape[d];
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
