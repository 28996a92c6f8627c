#include "passes/export/shorten_reshards.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "base/dims.h"
#include "lower/reshard_lowering.h"
#include "ops/builder.h"
#include "ops/data_flow.h"
#include "ops/op_kind.h"
#include "ops/present.h"
#include "ops/properties.h"
#include "ops/shard_local.h"
#include "ops/symbols.h"
#include "sharding/sharding.h"
#include "sharding/tensor.h"

namespace shardflow::internal {
namespace {

class Shortener {
 public:
  Shortener(Module& m, PlanChoice choice, Compat compat)
      : m_(m), symbols_(m), reshards_(m, symbols_, choice, compat) {}

  // Handles a reshard, and those that take its place.
  void Process(OpId reshard) {
    while (reshard && !m_.IsErased(reshard) && !Merge(reshard)) {
      if (StartEarlier(reshard)) continue;
      reshard = BroadcastAgain(reshard);
    }
  }

 private:
  // Replaces the reshard by an equal one before it.
  bool Merge(OpId reshard) {
    const ValueId result = m_.result(reshard, 0);
    const auto [it, is_new] = made_.try_emplace(KeyOf(reshard), result);
    if (is_new || it->second == result) return false;
    m_.ReplaceAllUses(result, it->second);
    m_.Erase(reshard);
    return true;
  }

  // Returns what the reshard of a value with this sharding costs; nullopt if
  // the value is on another mesh, or the reshard also sums.
  std::optional<double> Price(ValueId value, ShardingId from, ShardingId to) {
    if (!from) return std::nullopt;
    const ShardingView a = m_.shardings.Get(from), b = m_.shardings.Get(to);
    if (a.mesh != b.mesh || !m_.shardings.axes(a.unreduced).empty() ||
        !m_.shardings.axes(b.unreduced).empty() ||
        !m_.types.HasStaticShape(m_.type(value))) {
      return std::nullopt;
    }
    const MeshId mesh = symbols_.FindMesh(m_, a.mesh);
    if (mesh.IsNone() || m_.shardings.mesh(mesh).IsMaximal()) {
      return std::nullopt;
    }
    if (IsEquivalent(m_.shardings, from, to)) return 0;
    return reshards_.Bytes(from, to, m_.type(value));
  }

  // Skips a reshard before this one.
  bool StartEarlier(OpId reshard) {
    const ValueId value = m_.operand(reshard, 0);
    const OpId before = m_.def(value);
    if (!before || m_.kind(before) != OpKind::kReshard) return false;
    const ValueId source = m_.operand(before, 0);
    const ShardingId to = m_.sharding(m_.result(reshard, 0));
    const auto now = Price(value, GetSharding(m_, value), to);
    const auto then = Price(source, GetSharding(m_, source), to);
    if (!now || !then || *then >= *now) return false;
    Forget(reshard);
    if (IsEquivalent(m_.shardings, GetSharding(m_, source), to)) {
      m_.ReplaceAllUses(m_.result(reshard, 0), source);
      m_.Erase(reshard);
    } else {
      m_.SetOperand(m_.operand_use(reshard, 0), source);
    }
    if (!m_.HasUses(value)) {
      Forget(before);
      m_.Erase(before);
    }
    return true;
  }

  // Reshards the operand of a broadcast instead of its result. Returns the new
  // reshard, or None if nothing changes.
  OpId BroadcastAgain(OpId reshard) {
    const ValueId value = m_.operand(reshard, 0);
    const OpId broadcast = m_.def(value);
    if (!broadcast) return {};
    const std::optional<std::vector<int64_t>> mapping =
        BroadcastDims(m_, broadcast);
    if (!mapping) return {};
    const ValueId source = m_.operand(broadcast, 0);
    const ShardingId to = m_.sharding(m_.result(reshard, 0));
    const ShardingId there = OperandSharding(source, to, *mapping);
    const auto now = Price(value, GetSharding(m_, value), to);
    const auto then = Price(source, GetSharding(m_, source), there);
    if (!now || !then || *then >= *now) return {};
    Forget(reshard);
    Builder b = Builder::Before(m_, reshard);
    const ValueId moved =
        b.Value(OpKind::kReshard, {&source, 1}, m_.type(source));
    m_.SetSharding(moved, there);
    const Dims dims = Shape(m_, value);
    const ValueId made = b.BroadcastInDim(
        moved, std::vector<int64_t>(dims.begin(), dims.end()), *mapping);
    m_.SetSharding(made, to);
    m_.ReplaceAllUses(m_.result(reshard, 0), made);
    m_.Erase(reshard);
    if (!m_.HasUses(value)) m_.Erase(broadcast);
    return m_.def(moved);
  }

  // Returns the sharding of a broadcast's operand if the result has the
  // sharding `to`.
  ShardingId OperandSharding(ValueId source, ShardingId to,
                             const std::vector<int64_t>& mapping) {
    const TensorSharding result(m_.shardings.Get(to));
    TensorSharding sharding(m_.shardings.Get(
        m_.shardings.FullyClosed(result.mesh, mapping.size())));
    const Dims dims = Shape(m_, source);
    for (size_t d = 0; d < mapping.size(); ++d) {
      // A dimension of size 1 may be repeated.
      if (dims[d] == 1) continue;
      sharding.dims[d].axes = result.dims[static_cast<size_t>(mapping[d])].axes;
    }
    return m_.shardings.Intern(sharding);
  }

  void Forget(OpId reshard) {
    const auto it = made_.find(KeyOf(reshard));
    if (it != made_.end() && it->second == m_.result(reshard, 0)) {
      made_.erase(it);
    }
  }

  using Key = std::tuple<BlockId, ValueId, ShardingId>;
  Key KeyOf(OpId reshard) const {
    return {m_.op(reshard).parent, m_.operand(reshard, 0),
            m_.sharding(m_.result(reshard, 0))};
  }

  Module& m_;
  const SymbolTable symbols_;
  ReshardLowering reshards_;
  // The first reshard of a value to a sharding in a block.
  absl::flat_hash_map<Key, ValueId> made_;
};

}  // namespace

void ShortenReshards(Module& m, PlanChoice choice, Compat compat) {
  const std::vector<OpId> reshards = OpsOfKind(m, OpKind::kReshard);
  if (reshards.empty()) return;
  Shortener shortener(m, choice, compat);
  for (const OpId reshard : reshards) shortener.Process(reshard);
}

}  // namespace shardflow::internal
