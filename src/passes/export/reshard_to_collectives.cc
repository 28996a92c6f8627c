#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include <fmt/format.h>

#include "ir/walk.h"
#include "lower/reshard_lowering.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/symbols.h"
#include "ops/unreduced.h"
#include "passes/pass.h"
#include "passes/stop.h"
#include "sharding/tensor.h"

// Replaces each sdy.reshard with the collectives of its plan. Reshards from or
// to a single device are left alone, as are those between unrelated meshes.

namespace shardflow::internal {
namespace {

class ReshardLowerer {
 public:
  ReshardLowerer(Module& m, const ReshardToCollectivesOptions& options,
                 PassContext& context)
      : m_(m),
        options_(options),
        context_(context),
        stop_(context),
        symbols_(m),
        lowering_(m, symbols_, options.plan, context.compat) {}

  bool RunOn(OpId function) {
    std::vector<OpId> reshards;
    // The sharding of each reshard's operand, before any reshard is replaced.
    std::vector<ShardingId> given;
    WalkPreOrder(m_, function, [&](OpId op) {
      if (m_.kind(op) != OpKind::kReshard) return;
      reshards.push_back(op);
      given.push_back(GetSharding(m_, SkipBarriers(m_, m_.operand(op, 0))));
    });
    for (size_t i = 0; i < reshards.size(); ++i) {
      if (stop_() || !Process(reshards[i], given[i])) return false;
    }
    return true;
  }

 private:
  const Mesh* MeshOf(ShardingId sharding) const {
    if (!sharding) return nullptr;
    const MeshId id = symbols_.FindMesh(m_, m_.shardings.Get(sharding).mesh);
    return id ? &m_.shardings.mesh(id) : nullptr;
  }
  bool IsReplicated(ShardingId sharding) const {
    return IsFullyReplicated(m_.shardings.Get(sharding));
  }
  // Whether both shardings are on meshes with the same axes; the order of
  // devices may differ.
  bool OnOneMesh(ShardingId a, ShardingId b) const {
    if (m_.shardings.Get(a).mesh == m_.shardings.Get(b).mesh) return true;
    const Mesh *first = MeshOf(a), *second = MeshOf(b);
    return first != nullptr && second != nullptr && first->axes == second->axes;
  }

  bool IsRedundant(ShardingId given, ShardingId from, ShardingId to) const {
    if (!RedundantReshardsAreJudgedFirst(context_.compat)) {
      return IsEquivalent(m_.shardings, from, to);
    }
    return given ? IsEquivalent(m_.shardings, given, to) : IsReplicated(to);
  }

  bool Stays(ShardingId given, ShardingId from, ShardingId to) const {
    if (options_.keep_redundant_reshards && IsRedundant(given, from, to)) {
      return true;
    }
    for (const ShardingId sharding : {from, to}) {
      const Mesh* const mesh = MeshOf(sharding);
      if (mesh != nullptr && mesh->IsMaximal()) return true;
    }
    return !IsReplicated(to) && from && !OnOneMesh(from, to);
  }

  // `given` is the sharding that the operand had before any other reshard was
  // replaced.
  bool Process(OpId op, ShardingId given) {
    const ValueId input = SkipBarriers(m_, m_.operand(op, 0));
    const ValueId result = m_.result(op, 0);
    ShardingId from = GetSharding(m_, input), to = m_.sharding(result);
    if (Stays(given, from, to)) return true;
    if (!from) {
      from = m_.shardings.FullyOpen(m_.shardings.Get(to).mesh,
                                    Shape(m_, input).size());
    }
    if (m_.shardings.Get(from).rank() != m_.shardings.Get(to).rank()) {
      return Fail(op);
    }
    // The collectives below only move elements. (Shardy drops a reshard from
    // replicated to unreduced, and all devices then add the same value.)
    if (m_.shardings.Get(from).unreduced != m_.shardings.Get(to).unreduced) {
      context_.diagnostics.Error(
          m_.Place(op),
          fmt::format("'{}' op changes the axes along which the value is "
                      "unreduced (run -sdy-insert-explicit-reshards first)",
                      m_.op_name(op)));
      return Fail(op);
    }
    if (IsReplicated(to)) {
      if (IsReplicated(from)) {
        Replace(op, m_.operand(op, 0));
        return true;
      }
      to = Gathered(from, result);
    }
    const std::optional<std::span<const PlannedOp>> plan =
        OnOneMesh(from, to) ? lowering_.Plan(from, to, m_.type(result))
                            : std::nullopt;
    if (!plan) return Fail(op);
    Replace(op, lowering_.Emit(input, *plan, op));
    return true;
  }

  // Returns `from` with the axes of all dimensions removed, as the sharding of
  // `result`. Shardy also drops the result's unreduced axes here, and its
  // verifier rejects the program if a collective that uses the result leaves
  // them unreduced. In that case we keep them.
  ShardingId Gathered(ShardingId from, ValueId result) {
    const ShardingId gathered = FullyClosedLike(m_.shardings, from);
    const AxisListId unreduced =
        m_.shardings.Get(m_.sharding(result)).unreduced;
    if (unreduced == ShardingStore::kEmptyAxes) return gathered;
    const std::span<const AxisRef> axes = m_.shardings.axes(unreduced);
    for (const UseId use : m_.Uses(result)) {
      const OpId user = m_.use(use).owner;
      if (!IsCollective(user)) continue;
      const ShardingId after = m_.sharding(m_.result(user, 0));
      if (AnyOverlap(m_.shardings.axes(m_.shardings.Get(after).unreduced),
                     axes)) {
        return WithUnreduced(m_.shardings, gathered, axes);
      }
    }
    return gathered;
  }
  bool IsCollective(OpId op) const {
    return Def(m_.kind(op)).spelling == ShardingSpelling::kOutSharding;
  }

  bool SameAxes(ShardingId a, ShardingId b) const {
    return std::ranges::equal(m_.shardings.Get(a).dims,
                              m_.shardings.Get(b).dims, {}, &DimSharding::axes,
                              &DimSharding::axes);
  }
  bool SameDims(ShardingId a, ShardingId b) const {
    return std::ranges::equal(m_.shardings.Get(a).dims,
                              m_.shardings.Get(b).dims);
  }

  // Whether `user` is a collective that accepts an operand sharded as `to`, but
  // not one sharded as `from`.
  bool TakesOnly(OpId user, ShardingId to, ShardingId from) const {
    if (!IsCollective(user)) return false;
    if (!from) {
      return !HasTrait(m_, user, kInputMayLackSharding) || !IsReplicated(to);
    }
    if (!SameAxes(from, to)) return true;
    return !HasTrait(m_, user, kInputMayLackSharding) &&
           SameDims(to, m_.sharding(m_.result(user, 0))) && !SameDims(from, to);
  }

  // Whether the reshard must stay, although no data moves, because a collective
  // uses its result. A collective spells out exactly how it changes its
  // operand's sharding, so even details of that sharding matter: a priority, an
  // axis of size 1, or whether there is a sharding at all. (Shardy removes the
  // reshard, and its verifier then rejects the collective.)
  bool IsForCollective(OpId op, ValueId value) {
    const ValueId result = m_.result(op, 0);
    const ShardingId from = GetSharding(m_, value), to = m_.sharding(result);
    for (const UseId use : m_.Uses(result)) {
      if (TakesOnly(m_.use(use).owner, to, from)) return true;
    }
    return false;
  }

  void Replace(OpId op, ValueId value) {
    if (IsForCollective(op, value)) {
      m_.SetOperand(m_.operand_use(op, 0), value);
      return;
    }
    m_.ReplaceAllUses(m_.result(op, 0), value);
    m_.Erase(op);
  }

  bool Fail(OpId op) {
    context_.diagnostics.Error(
        m_.Place(op),
        fmt::format(
            "failed to legalize operation '{}' that was explicitly marked "
            "illegal",
            m_.op_name(op)));
    return false;
  }

  Module& m_;
  const ReshardToCollectivesOptions& options_;
  PassContext& context_;
  StopPoll stop_;
  const SymbolTable symbols_;
  ReshardLowering lowering_;
};

}  // namespace

bool ReshardToCollectives(Module& m, const ReshardToCollectivesOptions& options,
                          PassContext& context) {
  ReshardLowerer pass(m, options, context);
  for (OpId function : Functions(m)) {
    if (!pass.RunOn(function)) return false;
  }
  return true;
}

}  // namespace shardflow::internal
