#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/op_order.h"
#include "ops/rule_lookup.h"
#include "ops/symbols.h"
#include "passes/pass.h"
#include "propagate/propagation.h"
#include "propagate/record.h"
#include "sharding/projection.h"
#include "sharding/tensor.h"

// A closed constraint becomes the sharding of its tensor if the tensor has no
// sharding and no other, different constraint. Propagation alone would give the
// tensor the constraint's axes, but not close it. The in_shardings of a manual
// computation count as constraints on its operands.
//
// The targets of a data-flow edge share one sharding. If the tensor is such a
// target, the constraint doesn't change that sharding; instead, all users of
// the tensor use the constraint's result from then on.
//
// If a tensor goes through a chain of constraints, uses of the tensor that come
// after the chain are assumed to mean the result of the chain.

namespace shardflow::internal {
namespace {

// The shardings that constraints and manual computations require of a value
// that they use.
struct Wanted {
  int count = 0;  // uses by constraints and manual computations
  ShardingId first;
  bool differ = false;

  void Add(ShardingId sharding) {
    if (count++ == 0) first = sharding;
    differ |= sharding != first;
  }
  bool AnyOtherThan(ShardingId sharding) const {
    return count > 0 && (differ || first != sharding);
  }
};

class Applier {
 public:
  Applier(Module& m, RecordOptions record, PassContext& context)
      : m_(m),
        compat_(context.compat),
        main_(MainFunction(m)),
        order_(m),
        rules_(m, {}, warnings_, context.diagnostics) {
    if (context.witness != nullptr && context.witness->recorder != nullptr) {
      recorder_ = context.witness->recorder;
    } else if (record.any()) {
      recorder_ = &own_recorder_.emplace(m, record);
    }
    if (recorder_ != nullptr) meshes_ = Meshes(m);
  }

  void Apply(OpId op) {
    if (m_.kind(op) == OpKind::kShardingConstraint) {
      ApplyConstraint(op);
    } else if (m_.kind(op) == OpKind::kManualComputation) {
      for (int i = 0; i < m_.operand_count(op); ++i) ApplyInSharding(op, i);
    }
  }

  // Writes the record, if one was requested, to the module's ops.
  void SaveRecord() {
    if (own_recorder_) own_recorder_->Save();
  }

 private:
  bool IsConstraint(OpId op) const {
    return m_.kind(op) == OpKind::kShardingConstraint;
  }
  ShardingId InSharding(OpId manual, int i) const {
    const BlockId body = m_.first_block(m_.region(manual, 0));
    return m_.sharding(m_.args(body)[static_cast<size_t>(i)]);
  }

  bool IsSharded(ValueId value) {
    const ShardingId sharding = GetSharding(m_, value);
    if (sharding.IsNone()) return false;
    if (!OpenCountsAsMissingForConstraints(compat_) ||
        sharding != FullyOpenLike(m_.shardings, sharding)) {
      return true;
    }
    // The sharding of a scalar is both fully open and fully closed. It counts
    // as missing if the scalar may have it only because another result of the
    // op has one.
    const OpId def = m_.def(value);
    return m_.shardings.Get(sharding).rank() == 0 &&
           (def.IsNone() || m_.result_count(def) == 1);
  }

  // Finds all constraints among the uses of a value. The answers are cached;
  // TakeOverUses() drops answers that become outdated.
  const Wanted& WantedOf(ValueId value) {
    const auto [at, is_new] = wanted_.try_emplace(value);
    if (!is_new) return at->second;
    for (const UseId use : m_.Uses(value)) {
      const OpId user = m_.use(use).owner;
      if (IsConstraint(user)) {
        at->second.Add(m_.sharding(m_.result(user, 0)));
      } else if (m_.kind(user) == OpKind::kManualComputation) {
        at->second.Add(InSharding(user, m_.operand_index(use)));
      }
    }
    return at->second;
  }

  void ApplyConstraint(OpId op) {
    const ValueId input = m_.operand(op, 0);
    if (const OpId tail = TailOfChain(op)) MoveUsesToTail(op, tail);
    const ShardingId sharding = m_.sharding(m_.result(op, 0));
    if (!ShouldApply(input, sharding)) return;
    if (!IsEdgeTarget(input)) {
      const RuleId rule = rules_.GetOrCreate(op);
      SetSharding(m_, input, sharding);
      if (recorder_ != nullptr && rule) Record(op, rule, sharding);
      return;
    }
    m_.Unlink(op);
    InsertAfterValue(m_, input, op);
    order_.Forget(op);
    TakeOverUses(input, op, sharding);
  }

  void ApplyInSharding(OpId manual, int i) {
    const ValueId input = m_.operand(manual, i);
    const ShardingId sharding = InSharding(manual, i);
    if (!ShouldApply(input, sharding)) return;
    if (!IsEdgeTarget(input)) {
      SetSharding(m_, input, sharding);
      return;
    }
    const OpId op = CreatePassOn(m_, OpKind::kShardingConstraint, input,
                                 m_.loc(manual), sharding);
    InsertAfterValue(m_, input, op);
    TakeOverUses(input, op, sharding);
  }

  // Records that the constraint's input, which had no sharding, got the
  // constraint's sharding.
  void Record(OpId op, RuleId rule, ShardingId sharding) {
    const ShardingId before[] = {ShardingId::None(), sharding};
    const ShardingId after[] = {sharding, sharding};
    const std::optional<MeshRef> ref = CommonMesh(m_.shardings, meshes_, after);
    if (!ref) return;
    ResolvedMesh mesh(m_.shardings, meshes_.Find(*ref));
    Projection old_table, new_table;
    if (!old_table.Build(m_.shardings, m_.rules.Get(rule), mesh, before) ||
        !new_table.Build(m_.shardings, m_.rules.Get(rule), mesh, after)) {
      return;
    }
    const ValueId values[] = {GetShardableValue(m_, m_.operand(op, 0)),
                              m_.result(op, 0)};
    recorder_->RecordChange({op, rule, values, 1}, old_table, new_table);
  }

  bool IsEdgeTarget(ValueId value) const {
    const OpId def = m_.def(value);
    if (def && m_.kind(def) == OpKind::kDataFlowEdge) return true;
    if (def && m_.kind(def) == OpKind::kFuncDataFlowEdge &&
        FuncEdgesAreTargetsForConstraints(compat_)) {
      return true;
    }
    return !EdgeOfTarget(m_, value).IsNone();
  }

  bool ShouldApply(ValueId input, ShardingId sharding) {
    if (GetShardableValue(m_, input).IsNone()) return false;
    if (IsSharded(input)) return false;
    if (sharding.IsNone() || !IsFullyClosed(m_.shardings.Get(sharding))) {
      return false;
    }
    return !WantedOf(input).AnyOtherThan(sharding);
  }

  // Replaces all uses of `input`, except those by `op`, with the result of
  // `op`, which comes right after `input`.
  void TakeOverUses(ValueId input, OpId op, ShardingId sharding) {
    ReplaceUsesExcept(m_, input, m_.result(op, 0), op);
    wanted_.erase(input);
    wanted_.erase(m_.result(op, 0));
    // Unreduced axes don't propagate, so the input gets them here.
    const ShardingView view = m_.shardings.Get(sharding);
    if (view.unreduced == ShardingStore::kEmptyAxes) return;
    const ShardingId old = GetSharding(m_, input);
    TensorSharding open(
        m_.shardings.Get(old ? old : FullyOpenLike(m_.shardings, sharding)));
    open.unreduced = view.unreduced;
    open.reduction = view.reduction;
    SetSharding(m_, input, m_.shardings.Intern(open));
  }

  // Returns the last op of a chain of at least two constraints that starts with
  // `head`, where each is the only user of the one before. Returns None if the
  // chain doesn't determine the sharding of its input.
  OpId TailOfChain(OpId head) {
    const ValueId input = m_.operand(head, 0);
    const OpId def = m_.def(input);
    if (def && IsConstraint(def)) return OpId::None();
    if (IsSharded(input)) return OpId::None();
    // First check whether there is a chain: that is cheaper than WantedOf.
    OpId tail = head;
    while (m_.HasOneUse(m_.result(tail, 0))) {
      const OpId user = m_.use(m_.value(m_.result(tail, 0)).first_use).owner;
      if (!IsConstraint(user)) break;
      tail = user;
    }
    if (tail == head) return OpId::None();
    // The head itself is one of the constraints on the input.
    if (WantedOf(input).count > 1) return OpId::None();
    if (WantedOf(m_.result(tail, 0)).count > 0) return OpId::None();
    return tail;
  }

  bool KeepsWhatItReturns(OpId user) const {
    if (m_.kind(user) != OpKind::kFuncReturn) return false;
    return !ConstraintChainsReachReturns(compat_) ||
           m_.parent_op(user) == main_;
  }

  void MoveUsesToTail(OpId head, OpId tail) {
    const ValueId from = m_.operand(head, 0);
    const ValueId to = m_.result(tail, 0);
    // None of these users is a constraint, so the cached answers stay correct.
    m_.ReplaceUsesIf(from, to, [&](UseId use) {
      const OpId user = m_.use(use).owner;
      return user != head && !KeepsWhatItReturns(user) &&
             m_.op(user).parent == m_.op(tail).parent &&
             order_.IsBefore(tail, user);
    });
  }

  Module& m_;
  Compat compat_;
  OpId main_;
  OpOrder order_;
  RuleWarnings warnings_;
  RuleLookup rules_;
  // Set only if a record was requested.
  std::optional<Recorder> own_recorder_;
  Recorder* recorder_ = nullptr;
  MeshTable meshes_;
  absl::flat_hash_map<ValueId, Wanted> wanted_;
};

}  // namespace

bool ApplyShardingConstraints(Module& m,
                              const ApplyShardingConstraintsOptions& options,
                              PassContext& context) {
  if (m.op_count(OpKind::kShardingConstraint) == 0 &&
      m.op_count(OpKind::kManualComputation) == 0) {
    return true;
  }
  const RecordOptions record = {options.debug_sharding_origins,
                                options.debug_propagation_edge_sharding};
  Applier applier(m, record, context);
  WalkPostOrder(m, m.root(), [&](OpId op) { applier.Apply(op); });
  applier.SaveRecord();
  return true;
}

}  // namespace shardflow::internal
