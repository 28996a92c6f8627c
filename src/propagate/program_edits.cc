#include <algorithm>
#include <utility>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/extensions.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "ops/symbols.h"
#include "propagate/incremental.h"

// Edits of the program itself between two runs.
//
// Positions don't change: an erased op leaves a hole. The update then repeats
// the turns in which the two programs may differ, at every stage, even if no
// tensor that they read has changed:
//
// - turns of ops that have other operands, another class, or were erased, and
//   turns that visited them (RunComparison::Force);
// - turns in which the logged run wrote a value whose uses have changed, since
//   a write pushes the users of the value (Replay::rewired_).
//
// All other turns have the same effect as long as they read the same shardings.
// Where an edit has effects farther away (on edges, calls, groups, the rules of
// other ops), there is no update.

namespace shardflow::internal {
namespace {

constexpr std::string_view kDeadOps = "propagation erases ops that are dead";
constexpr std::string_view kEdges =
    "the edit changes how shardings flow through regions or calls";
constexpr std::string_view kGroups = "the edit changes a sharding group";
constexpr std::string_view kNeighbours =
    "the edit may change the rules of other ops";

// The uses of the members are then those of constraints that propagation added.
constexpr std::string_view kConstraints =
    "the members of a sharding group have different shardings";

// After an edit, the rules that propagation has made are made again. The module
// can't distinguish them from rules in the program that aren't marked custom.
constexpr std::string_view kOwnRules =
    "the program has sharding rules that aren't marked custom";

// Whether another value holds the sharding of this one, as an operand does for
// an argument of an asynchronous computation.
bool IsHeldElsewhere(const Module& m, ValueId value) {
  const ValueId holder = GetShardableValue(m, value);
  return holder && holder != value;
}

template <class T>
void MakeUnique(std::vector<T>& all) {
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
}

}  // namespace

// Whether the rule of the op depends on neighbouring ops or on ops in its
// regions.
bool IncrementalPropagation::ReadsAround(OpId op) const {
  return RuleReadsNeighbours(m_, op) ||
         (m_.extensions != nullptr && m_.region_count(op) > 0 &&
          m_.extensions->WithRules(m_, op) != nullptr);
}

void IncrementalPropagation::BeginEdits() {
  is_editing_ = true;
  edits_begin_ = undos_.size();
  undos_.emplace_back(UndoNodes{});
}

// Call before the uses of the value change.
std::string_view IncrementalPropagation::NoteUses(ValueId value) {
  if (value.IsNone()) return kEdges;
  const OpId owner = OwningOp(m_, value);
  const bool called =
      owner && m_.HasFuncRow(owner) && p_.state->graph.callers.IsUsed(owner);
  if (owner.IsNone() || called || IsCall(m_, owner) ||
      DataFlow(m_, owner) != nullptr || IsHeldElsewhere(m_, value)) {
    return kEdges;
  }
  if (!m_.IsArg(value) && RuleReadsNeighbours(m_, owner)) return kNeighbours;
  // The directions of an op depend on whether it is the only user.
  if (m_.HasOneUse(value)) {
    reclassified_.push_back(m_.use(m_.value(value).first_use).owner);
  }
  rewiring_.values.push_back(slots_->Of(value));
  unused_.push_back(value);
  return {};
}

namespace {

// Returns the reason why no update is possible after an edit of the op, or "".
std::string_view WhyNotEdited(const PropagationState& s, OpId op) {
  const Module& m = s.m;
  switch (m.kind(op)) {
    case OpKind::kShardingGroup:
      return kGroups;
    case OpKind::kDataFlowEdge:
    case OpKind::kFuncDataFlowEdge:
      return kEdges;
    default:
      break;
  }
  if (IsCall(m, op) || DataFlow(m, op) != nullptr) return kEdges;
  for (int r = 0; r < m.region_count(op); ++r) {
    for (const BlockId block : m.Blocks(m.region(op, r))) {
      for (const ValueId arg : m.args(block)) {
        if (IsHeldElsewhere(m, arg)) return kEdges;
      }
    }
  }
  if (!HasTrait(m, op, kTerminator)) return {};
  const OpId function = m.parent_op(op);
  return IsFunction(m, function) && !s.graph.callers.IsUsed(function)
             ? std::string_view()
             : kEdges;
}

}  // namespace

std::string_view IncrementalPropagation::SetOperand(UseId use, ValueId value) {
  if (has_own_rules_) return kOwnRules;
  if (has_constraints()) return kConstraints;
  const OpId op = m_.use(use).owner;
  std::string_view why = WhyNotEdited(*p_.state, op);
  if (why.empty()) why = NoteUses(m_.use(use).value);
  if (why.empty()) why = NoteUses(value);
  if (!why.empty()) return why;
  if (HasTrait(m_, op, kTerminator)) {
    const MainResults& main = p_.state->main_results;
    for (size_t i = 0; i < main.values.size(); ++i) {
      if (m_.parent_op(op) != main.function) break;
      if (main.values[i].result != m_.operand_index(use)) continue;
      rewiring_.results.emplace_back(i);
    }
  } else {
    rewiring_.ops.push_back(p_.state->graph.position(op));
  }
  undos_.emplace_back(m_.PlaceOf(use));
  m_.SetOperand(use, value);
  return {};
}

std::string_view IncrementalPropagation::Erase(OpId op) {
  if (has_own_rules_) return kOwnRules;
  if (has_constraints()) return kConstraints;
  std::string_view why;
  std::vector<OpId> erased;
  WalkPreOrder(m_, op, [&](OpId inner) { erased.push_back(inner); });
  for (const OpId inner : erased) {
    // A terminator inside goes with its op.
    if (inner == op || !HasTrait(m_, inner, kTerminator)) {
      why = WhyNotEdited(*p_.state, inner);
    }
    // A function that an attribute names is in use.
    if (m_.op_count(OpKind::kFunc) > 1 &&
        NamesSymbol(m_, m_.attr_dict(inner))) {
      why = kEdges;
    }
    for (int i = 0; i < m_.operand_count(inner) && why.empty(); ++i) {
      why = NoteUses(m_.operand(inner, i));
    }
    if (!why.empty()) return why;
  }
  // Without this op, an enclosing op may become dead.
  for (OpId at = m_.parent_op(op); at && !IsFunction(m_, at);
       at = m_.parent_op(at)) {
    if (ReadsAround(at) || !m_.OpHasUses(at)) return kNeighbours;
  }
  const auto forget = [&](ValueId value) {
    SetGiven(slots_->Of(value), ShardingId::None());
  };
  for (const OpId inner : erased) {
    for (int i = 0; i < m_.result_count(inner); ++i)
      forget(m_.result(inner, i));
    for (int r = 0; r < m_.region_count(inner); ++r) {
      for (const BlockId block : m_.Blocks(m_.region(inner, r))) {
        for (const ValueId arg : m_.args(block)) forget(arg);
      }
    }
    rewiring_.ops.push_back(p_.state->graph.position(inner));
  }
  undos_.emplace_back(m_.EraseForNow(op));
  return {};
}

void IncrementalPropagation::ReadResult(TurnIndex result) {
  MainResults& main = p_.state->main_results;
  ReturnedValue& returned = main.values[result.Slot()];
  returned.value = m_.operand(ReturnOp(m_, main.function), returned.result);
  const ValueId holder = GetShardableValue(m_, returned.value);
  if (comparison_ && holder) {
    comparison_->AddReader(Phase::kResultsBefore, result, slots_->Of(holder));
  }
}

// Makes the node of an op again after an edit.
std::string_view IncrementalPropagation::RemakeNode(Position position) {
  PropagationGraph& graph = p_.state->graph;
  const OpId op = graph.op(position);
  graph.ForgetNode(position);
  if (m_.IsErased(op)) {
    graph.worklist.Set(position, kGone);
    return {};
  }
  const RuleId rule = m_.rule(op);
  if (rule && !m_.rules.Get(rule).is_custom()) m_.SetRule(op, RuleId::None());
  const bool was_idle = graph.worklist.Class(position) == kIdleClass;
  PrepareNode(*p_.state, position);
  if (comparison_ && graph.worklist.Has(position, kHasNode)) {
    const auto reads = [&](const Node& node) {
      for (int32_t t = 0; t < node.tensor_count; ++t) {
        const TensorRef ref = graph.Tensor(position, node, t);
        if (ref.IsNowhere()) continue;
        comparison_->AddReader(Phase::kOps, TurnIndex(position.index),
                               slots_->Of(ref.value));
      }
    };
    reads(graph.NodeAt(position));
    const auto second = graph.second.find(position);
    if (second != graph.second.end()) reads(second->second.node);
  }
  // The idle enclosing ops are only determined once (ancestors.h).
  const bool is_idle = graph.worklist.Class(position) == kIdleClass;
  return m_.region_count(op) > 0 && was_idle != is_idle ? kNeighbours
                                                        : std::string_view();
}

std::string_view IncrementalPropagation::EndEdits() {
  PropagationGraph& graph = p_.state->graph;
  MakeUnique(unused_);
  for (const ValueId value : std::exchange(unused_, {})) {
    if (m_.HasOneUse(value)) {
      reclassified_.push_back(m_.use(m_.value(value).first_use).owner);
    }
    const OpId def = m_.def(value);
    if (def && !m_.IsErased(def) && IsTriviallyDead(m_, def)) return kDeadOps;
  }
  for (const OpId op : std::exchange(reclassified_, {})) {
    if (!m_.IsErased(op)) rewiring_.ops.push_back(graph.position(op));
  }
  MakeUnique(rewiring_.ops);
  MakeUnique(rewiring_.values);
  MakeUnique(rewiring_.results);
  UndoNodes& undo = std::get<UndoNodes>(undos_[edits_begin_]);
  undo = {rewiring_.ops, rewiring_.results};
  for (const TurnIndex result : rewiring_.results) ReadResult(result);
  for (const Position position : rewiring_.ops) {
    const OpId op = graph.op(position);
    const std::string_view why = RemakeNode(position);
    if (!why.empty()) return why;
    if (m_.IsErased(op)) continue;
    for (OpId at = m_.parent_op(op); at && !IsFunction(m_, at);
         at = m_.parent_op(at)) {
      if (ReadsAround(at)) return kNeighbours;
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      for (const UseId use : m_.Uses(m_.result(op, i))) {
        if (ReadsAround(m_.use(use).owner)) return kNeighbours;
      }
    }
  }
  return {};
}

void IncrementalPropagation::FinishEdits() {
  is_editing_ = false;
  rewiring_ = {};
  if (marks_ == 0) undos_.clear();
}

void IncrementalPropagation::TakeBackEdits() {
  while (undos_.size() > edits_begin_) {
    std::visit([this](auto& undo) { TakeBack(undo); }, undos_.back());
    undos_.pop_back();
  }
  is_editing_ = false;
  rewiring_ = {};
  reclassified_.clear();
  unused_.clear();
}

void IncrementalPropagation::TakeBack(UndoNodes& undo) {
  for (const TurnIndex result : undo.results) ReadResult(result);
  for (const Position op : undo.ops) (void)RemakeNode(op);
}

void IncrementalPropagation::TakeBack(UsePlace& undo) { m_.MoveBack(undo); }

void IncrementalPropagation::TakeBack(ErasedOp& undo) {
  m_.Restore(undo);
  WalkPreOrder(m_, undo.id, [&](OpId op) {
    for (int i = 0; i < m_.result_count(op); ++i) {
      restored_.push_back(slots_->Of(m_.result(op, i)));
    }
  });
}

}  // namespace shardflow::internal
