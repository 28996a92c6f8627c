#include "passes/export/check_partitioned.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_set.h"

#include "base/error_format.h"
#include "ir/walk.h"
#include "lower/axes.h"
#include "lower/op_reshards.h"
#include "lower/single_device.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_cache.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "ops/sharded_key.h"
#include "ops/unreduced.h"
#include "sharding/resolved.h"
#include "sharding/tensor.h"
#include "sharding/verify.h"

namespace shardflow::internal {
namespace {

class PartitionedChecker {
 public:
  PartitionedChecker(Module& m, PassContext& context)
      : m_(m),
        diagnostics_(context.diagnostics),
        symbols_(m),
        lower_{m, symbols_, quiet_, context.compat},
        rules_(m, RuleOptionsOf(context), context.rule_warnings, quiet_),
        resharder_(lower_, rules_),
        memo_(context.memo) {}

  bool Check(OpId op) {
    OpKey key;
    const bool has_key = memo_ && MakeShardedOpKey(m_, op, key);
    if (has_key && good_.Find(key) != nullptr) return true;
    if (m_.kind(op) == OpKind::kReshard && !MayStay(op)) {
      return Fail(op, "a reshard has not been replaced with collectives");
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      if (const std::optional<Error> fault = FaultOf(m_.result(op, i))) {
        return Fail(op, fault->message);
      }
    }
    // Terminators, calls and data-flow ops only pass tensors on. The ops that
    // compute and use these tensors are checked.
    if (HasTrait(m_, op, kTerminator) || IsCall(m_, op) ||
        DataFlow(m_, op) != nullptr || HasConstantOperand(op) ||
        // For a reshape, there may be several ways to distribute the axes of a
        // dimension over its factors.
        IsReshape(m_, op) || MayChangeShardings(op)) {
      return true;
    }
    if (!resharder_.IsConflictFree(op)) {
      return Fail(op, "operands and results are sharded in conflicting ways");
    }
    if (has_key) good_.Put(key, true);
    return true;
  }

 private:
  // Whether an operand is a constant. Like MLIR's, our canonicalization merges
  // equal constants even if their shardings differ. The resulting conflict is
  // harmless, because every device holds the whole constant.
  bool HasConstantOperand(OpId op) const {
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const OpId def = m_.def(m_.operand(op, i));
      if (def && IsConstantLike(m_, def)) return true;
    }
    return false;
  }

  // Whether the op is one of sdy's collectives, which have no rule: they change
  // shardings.
  bool MayChangeShardings(OpId op) const {
    return m_.rule(op).IsNone() &&
           Def(m_.kind(op)).spelling == ShardingSpelling::kOutSharding;
  }

  bool Fail(OpId op, const std::string& what) {
    diagnostics_.Error(m_.Place(op),
                       "internal error: after partitioning, " + what);
    return false;
  }

  bool MayStay(OpId op) {
    const ShardingId from =
        GetSharding(m_, SkipBarriers(m_, m_.operand(op, 0)));
    const ShardingId to = m_.sharding(m_.result(op, 0));
    if (IsSingleDevice(lower_, to)) return true;
    if (!from) return IsEquivalent(m_.shardings, from, to);
    return IsSingleDevice(lower_, from) ||
           !(lower_.MeshOf(from)->axes == lower_.MeshOf(to)->axes) ||
           MovesNothing(from, to);
  }

  // Whether the shardings differ only in priorities, openness and axes of size
  // 1. (A reshard between such shardings stays if a collective needs the exact
  // form of its operand's sharding.)
  bool MovesNothing(ShardingId from, ShardingId to) {
    const ShardingView a = m_.shardings.Get(from), b = m_.shardings.Get(to);
    if (a.mesh != b.mesh || a.unreduced != b.unreduced) return false;
    ResolvedMesh mesh(m_.shardings, lower_.MeshIdOf(from));
    return std::equal(a.dims.begin(), a.dims.end(), b.dims.begin(),
                      b.dims.end(),
                      [&](const DimSharding& x, const DimSharding& y) {
                        const auto before = mesh.Resolve(x.axes),
                                   after = mesh.Resolve(y.axes);
                        return before && after && SameLayout(*before, *after);
                      });
  }

  std::optional<Error> FaultOf(ValueId value) {
    const ShardingId sharding = m_.sharding(value);
    const TypeId type = m_.type(value);
    if (!sharding || !m_.types.IsTensor(type) ||
        !seen_.insert({sharding, type}).second) {
      return std::nullopt;
    }
    const Mesh* const mesh = lower_.MeshOf(sharding);
    if (mesh == nullptr) return ErrorOf("unknown mesh");
    if (mesh->IsMaximal() || mesh->IsEmpty()) return std::nullopt;
    return CheckSharding(m_.shardings.Get(sharding), m_.types.dims(type), *mesh,
                         m_.shardings, m_.names);
  }

  Module& m_;
  Diagnostics& diagnostics_;
  Diagnostics quiet_;  // swallows messages that were already reported
  const SymbolTable symbols_;
  LowerContext lower_;
  RuleLookup rules_;
  OpResharder resharder_;
  const bool memo_;
  OpCache<bool> good_;  // keys of ops that need no other check
  absl::flat_hash_set<std::pair<ShardingId, TypeId>> seen_;
};

}  // namespace

bool CheckPartitioned(Module& m, PassContext& context) {
  PartitionedChecker checker(m, context);
  bool ok = true;
  for (OpId function : Functions(m)) {
    WalkPreOrder(m, function, [&](OpId op) {
      if (op == function) return WalkResult::kAdvance;
      ok = checker.Check(op);
      return ok ? WalkResult::kAdvance : WalkResult::kStop;
    });
    if (!ok) return false;
  }
  return true;
}

}  // namespace shardflow::internal
