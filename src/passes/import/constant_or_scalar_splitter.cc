#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/clone_size.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"

// Two ops that share a constant need not be sharded alike. So each use of a
// constant expression by an op outside it gets a clone of the whole expression,
// placed right before the original:
//
//   %c = constant            %c' = constant
//   %n = negate %c           %n' = negate %c'
//   add %x, %n               add %x, %n'
//
// A broadcast of a scalar is also cloned for each use, even if the scalar isn't
// a constant. The scalar itself isn't sharded and stays shared.
//
// The originals would then be left without uses and be erased, so the last user
// takes the original instead of a clone. Most constants have only one user; for
// them, nothing is cloned.
//
// A function (or named computation) counts as an op that makes a constant from
// constants if all of its ops do.

namespace shardflow::internal {
namespace {

class ConstantSplitter {
 public:
  ConstantSplitter(Module& m, Diagnostics& diagnostics)
      : m_(m),
        diagnostics_(diagnostics),
        symbols_(m),
        ops_before_(m.op_count()),
        max_cloned_(static_cast<size_t>(MaxCloned(m).ops)) {}

  bool Run() {
    graph_ = BuildCallGraph(m_, symbols_, diagnostics_);
    if (!graph_) return false;
    // Callees come first, because a caller needs to know whether its callees
    // are constant.
    for (const CallGraph::Node& node : graph_->post_order) {
      function_name_ = OriginalFunctionName(m_, node.function);
      if (!SplitFunction(node.function)) return false;
    }
    return true;
  }

 private:
  enum Class : uint8_t { kOther = 0, kConstant, kScalarExpansion };

  bool SplitFunction(OpId function) {
    bool ok = true;
    if (m_.op_count(OpKind::kNamedComputation) == 0) {
      return SplitRegion(m_.region(function, 0));
    }
    WalkPostOrder(m_, function, [&](OpId op) {
      if (m_.kind(op) != OpKind::kNamedComputation) return WalkResult::kAdvance;
      computation_name_ = ComputationName(op);
      ok = SplitRegion(m_.region(op, 0));
      computation_name_.reset();
      return ok ? WalkResult::kAdvance : WalkResult::kStop;
    });
    return ok && SplitRegion(m_.region(function, 0));
  }

  // A nested named computation counts as one op. It has already been split.
  bool SplitRegion(RegionId region) {
    constants_.clear();
    scalar_expansions_.clear();
    bool ok = true;
    for (const BlockId block : m_.Blocks(region)) {
      for (const OpId root : m_.Ops(block)) {
        if (m_.region_count(root) == 0) {
          if (!Process(root)) return false;
          continue;
        }
        ok = WalkPreOrder(m_, root, [&](OpId op) {
          if (!Process(op)) return WalkResult::kStop;
          return m_.kind(op) == OpKind::kNamedComputation
                     ? WalkResult::kSkip
                     : WalkResult::kAdvance;
        });
        if (!ok) return false;
      }
    }
    // Users are erased before the ops that they use.
    for (const OpId op : scalar_expansions_) EraseIfOnlyInGroups(op);
    for (auto op = constants_.rbegin(); op != constants_.rend(); ++op) {
      EraseIfOnlyInGroups(*op);
    }
    return true;
  }

  bool Process(OpId op) {
    if (IsOrdinary(op)) return true;
    if (m_.kind(op) == OpKind::kShardingGroup) return true;
    const bool preserving = IsPreserving(op);
    if (IsConstantLeaf(m_, op) || (preserving && AllOperandsConstant(op))) {
      SetClass(op, kConstant);
      constants_.push_back(op);
      return true;
    }
    if (!preserving && !HasTrait(m_, op, kTerminator)) {
      if (computation_name_) {
        non_constant_computations_.insert(*computation_name_);
      }
      // Most ops reach this line. The ops of a function are consecutive, so the
      // set is only accessed when the function changes.
      if (last_non_constant_ != function_name_) {
        non_constant_functions_.insert(function_name_);
        last_non_constant_ = function_name_;
      }
    }
    if (IsScalarExpansion(m_, op)) {
      SetClass(op, kScalarExpansion);
      scalar_expansions_.push_back(op);
      return true;
    }
    return CloneForOperands(op);
  }

  // Whether there is nothing to do for the op: neither it nor any of its
  // operands is a constant or scalar expansion, and its function is already
  // known not to be constant. This is true for most ops, and checking it is
  // faster than calling the functions below.
  bool IsOrdinary(OpId op) const {
    if (computation_name_ || last_non_constant_ != function_name_) return false;
    const int operands = m_.operand_count(op);
    if (operands == 0 || IsConstantLeaf(m_, op)) return false;
    for (int i = 0; i < operands; ++i) {
      const OpId def = m_.def(m_.operand(op, i));
      if (def && ClassOf(def) != kOther) return false;
    }
    return !IsScalarExpansion(m_, op);
  }

  bool IsPreserving(OpId op) {
    if (IsCall(m_, op)) {
      const OpId callee = FindCallee(m_, symbols_, op);
      return !non_constant_functions_.contains(
          OriginalFunctionName(m_, callee));
    }
    if (m_.kind(op) == OpKind::kNamedComputation) {
      return !non_constant_computations_.contains(ComputationName(op));
    }
    return IsConstantPreserving(m_, op);
  }

  bool AllOperandsConstant(OpId op) {
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const OpId def = m_.def(m_.operand(op, i));
      if (def.IsNone() || ClassOf(def) != kConstant) return false;
    }
    return true;
  }

  bool CloneForOperands(OpId op) {
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const ValueId operand = m_.operand(op, i);
      const OpId def = m_.def(operand);
      if (def.IsNone() || ClassOf(def) == kOther) continue;
      const std::optional<ValueId> own = SplitOff(operand);
      if (!own) return false;
      // Even if the operand doesn't change, this makes the use the newest in
      // the use list.
      m_.SetOperand(m_.operand_use(op, i), *own);
    }
    return true;
  }

  // Returns `root` for one of its users: a clone of it and of everything from
  // which it is computed, or the original if there is no other user. Scalars
  // are not cloned.
  std::optional<ValueId> SplitOff(ValueId root) {
    if (IsScalar(m_, root)) return root;
    struct Frame {
      ValueId value;
      bool keeps;    // whether to take the original instead of a clone
      int next = 0;  // the next operand to split off
    };
    Module::ValueMap map;
    std::vector<Frame> stack = {{root, CanKeep(root)}};
    while (!stack.empty()) {
      Frame& top = stack.back();
      const OpId op = m_.def(top.value);
      if (top.next < m_.operand_count(op)) {
        const ValueId operand = m_.operand(op, top.next++);
        if (!m_.IsArg(operand) && !IsScalar(m_, operand) &&
            !map.contains(operand)) {
          stack.push_back({operand, top.keeps && CanKeep(operand)});
        }
        continue;
      }
      if (top.keeps) {
        Keep(op, map);
      } else if (!CloneOp(op, top.value, map)) {
        return std::nullopt;
      }
      stack.pop_back();
    }
    const auto clone = map.find(root);
    return clone == map.end() ? root : clone->second;
  }

  // Whether the only user can take the original. (A call can't be kept, because
  // a clone of it would call its own copy of the function.)
  bool CanKeep(ValueId value) const {
    const OpId op = m_.def(value);
    return m_.HasOneUse(value) && m_.result_count(op) == 1 &&
           m_.region_count(op) == 0 && !IsCall(m_, op);
  }

  // Makes the op's uses the newest in their lists, as those of a clone would
  // be.
  void Keep(OpId op, const Module::ValueMap& map) {
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const auto clone = map.find(m_.operand(op, i));
      m_.SetOperand(m_.operand_use(op, i),
                    clone == map.end() ? m_.operand(op, i) : clone->second);
    }
  }

  // Reports an error and returns false if cloning might never end, or has
  // already added too many ops: every use of a long constant expression gets a
  // copy of it.
  bool CanClone(bool has_call) {
    if (m_.op_count() > ops_before_ + max_cloned_) {
      diagnostics_.Error(
          m_.Place(m_.root()),
          fmt::format("too many operations: a copy of the constants for each "
                      "use adds more than {}",
                      max_cloned_),
          ErrorCode::kLimitExceeded);
      return false;
    }
    if (!has_call) return true;
    // Cloning a recursive function would never end.
    if (!flattens_) {
      flattens_ = CheckFlattens(m_, symbols_, *graph_, diagnostics_);
    }
    return *flattens_;
  }

  bool CloneOp(OpId op, ValueId value, Module::ValueMap& map) {
    if (!CanClone(IsCall(m_, op))) return false;
    const OpId clone = m_.Clone(op, map);
    m_.InsertBefore(op, clone);
    if (IsCall(m_, clone)) GiveOwnCallee(m_, symbols_, clone);
    // Adds the clone to the groups of the original.
    for (const OpId group : GroupsOf(value)) {
      m_.InsertBefore(op, m_.Clone(group, map));
    }
    return true;
  }

  // Finds the sharding groups of a value. However often the value is cloned,
  // its uses are searched only once.
  const std::vector<OpId>& GroupsOf(ValueId value) {
    if (m_.op_count(OpKind::kShardingGroup) == 0) return no_groups_;
    const auto [at, is_new] = groups_.try_emplace(value);
    if (is_new) {
      for (const UseId use : m_.Uses(value)) {
        const OpId user = m_.use(use).owner;
        if (m_.kind(user) == OpKind::kShardingGroup) at->second.push_back(user);
      }
    }
    return at->second;
  }

  void EraseIfOnlyInGroups(OpId op) {
    std::vector<OpId> groups;
    for (int i = 0; i < m_.result_count(op); ++i) {
      for (const UseId use : m_.Uses(m_.result(op, i))) {
        groups.push_back(m_.use(use).owner);
        if (m_.kind(groups.back()) != OpKind::kShardingGroup) return;
      }
    }
    for (const OpId group : groups) m_.Erase(group);
    m_.Erase(op);
  }

  NameId ComputationName(OpId op) const {
    const AttrId attr = m_.attr(op, name::kName);
    return m_.attrs.Is(attr, AttrKind::kString) ? m_.attrs.StringValue(attr)
                                                : name::kEmpty;
  }

  Class ClassOf(OpId op) const {
    return op.Slot() < classes_.size() ? classes_[op.Slot()] : kOther;
  }
  void SetClass(OpId op, Class c) {
    if (op.Slot() >= classes_.size()) classes_.resize(m_.op_table_size());
    classes_[op.Slot()] = c;
  }

  Module& m_;
  Diagnostics& diagnostics_;
  SymbolTable symbols_;
  size_t ops_before_;  // the number of ops before this pass
  size_t max_cloned_;
  std::optional<CallGraph> graph_;
  // Whether the call graph can be flattened; nullopt if not computed yet.
  std::optional<bool> flattens_;

  // The constants and scalar expansions in the region being split.
  std::vector<OpId> constants_;
  std::vector<OpId> scalar_expansions_;
  // Indexed by op. Not cleared from one region to the next, because no op uses
  // values from outside the region being split.
  std::vector<Class> classes_;
  absl::flat_hash_map<ValueId, std::vector<OpId>> groups_;
  const std::vector<OpId> no_groups_;

  NameId function_name_;
  std::optional<NameId> last_non_constant_;  // last in non_constant_functions_
  std::optional<NameId> computation_name_;
  absl::flat_hash_set<NameId> non_constant_functions_;
  absl::flat_hash_set<NameId> non_constant_computations_;
};

// Whether `other`, which uses the same value, comes before `op` and isn't
// inside it. May also return false if `other` is in deeply nested regions.
bool KnownBefore(const Module& m, OpId other, OpId op) {
  constexpr int kMostLevels = 8;
  for (int i = 0; i < kMostLevels && other; ++i) {
    if (m.op(other).parent == m.op(op).parent) return other != op;
    other = m.parent_op(other);
  }
  return false;
}

// Whether every use list is known to be in program order, newest first. This is
// the case if uses are numbered in post-order, as in a program that was just
// read, and each use in a list has a lower number than the use before it.
// (Post-order differs from program order only where an op and the ops inside it
// use the same value. The answer is then false.) If true, `constants` has the
// stablehlo.constant ops in program order.
bool UsesAreInOrder(const Module& m, std::vector<OpId>& constants) {
  int32_t last = -1;
  return WalkPostOrder(m, m.root(), [&](OpId op) {
    const int operands = m.operand_count(op);
    if (operands == 0) {
      if (m.kind(op) == OpKind::kConstant) constants.push_back(op);
      return WalkResult::kAdvance;
    }
    const int32_t first = m.operand_use(op, 0).index;
    if (first <= last) return WalkResult::kStop;
    last = first + operands - 1;
    const bool has_regions = m.region_count(op) > 0;
    for (int32_t use = first; use <= last; ++use) {
      const UseId older = m.use(UseId(use)).next;
      if (older.index >= use) return WalkResult::kStop;
      if (has_regions && older && older.index < first &&
          !KnownBefore(m, m.use(older).owner, op)) {
        return WalkResult::kStop;
      }
    }
    return WalkResult::kAdvance;
  });
}

// Turns constants into sdy.constant ops, which folding doesn't merge again.
//
// Shardy uses MLIR's conversion for this, which tries to fold every op and then
// sets the op's operands again. As a result, each use list ends up in program
// order (newest first, and an op before the contents of its regions), except
// for the uses of the converted constants, which end up in reverse order.
void ConvertConstants(Module& m) {
  std::vector<OpId> constants;
  if (!UsesAreInOrder(m, constants)) {
    constants.clear();
    WalkPreOrder(m, m.root(), [&](OpId op) {
      for (int i = 0; i < m.operand_count(op); ++i) {
        m.SetOperand(m.operand_use(op, i), m.operand(op, i));
      }
      if (m.kind(op) == OpKind::kConstant) constants.push_back(op);
    });
  }
  const NameId name = m.names.Intern(OpMnemonic(OpKind::kSdyConstant));
  for (const OpId op : constants) {
    m.SetKind(op, OpKind::kSdyConstant, name);
    const ValueId result = m.result(op, 0);
    if (m.HasOneUse(result)) continue;
    for (const UseId use : m.Uses(result)) m.SetOperand(use, result);
  }
}

}  // namespace

bool ConstantOrScalarSplitter(Module& m, const NoOptions&,
                              PassContext& context) {
  ConvertConstants(m);
  return ConstantSplitter(m, context.diagnostics).Run();
}

}  // namespace shardflow::internal
