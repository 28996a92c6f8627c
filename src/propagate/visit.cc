#include <utility>

#include "ops/data_flow.h"
#include "ops/manual_fit.h"
#include "propagate/propagation.h"

// A visit to an op gathers the shardings of its tensors, takes a step, writes
// back what changed, and pushes the ops that depend on the changes.

namespace shardflow::internal {
namespace {

ShardingId Read(PropagationState& s, TensorRef tensor) {
  if (tensor.IsColumn()) return s.m.sharding(tensor.value);
  if (tensor.IsNowhere()) return ShardingId::None();
  return GetSharding(s.m, tensor.value);
}

void UnsettleHidden(PropagationState& s, ValueId value) {
  if (s.graph.hidden_users.empty()) return;
  const auto hidden = s.graph.hidden_users.find(value);
  if (hidden == s.graph.hidden_users.end()) return;
  for (const Position op : hidden->second) s.graph.worklist.Unsettle(op);
}

// Unsettles the ops that have the value as a tensor.
void UnsettleAround(PropagationState& s, ValueId value) {
  Worklist& worklist = s.graph.worklist;
  s.dependents.ForEach(value, [&](Position op) { worklist.Unsettle(op); });
  UnsettleHidden(s, value);
}

void Log(PropagationState& s, ValueId value) {
  if (s.written != nullptr) s.written->push_back(value);
}

// Writes the sharding of a value that holds its own (see GetShardableValue).
void Write(PropagationState& s, ValueId value, ShardingId sharding) {
  Module& m = s.m;
  const bool first = m.sharding(value).IsNone();
  SetSharding(m, value, sharding);
  Log(s, value);
  if (!first) return;
  // Because this was the value's first sharding, the op's other results, or the
  // other arguments of its body, have become fully open.
  const auto opened = [&](ValueId other) {
    if (other == value) return;
    Log(s, other);
    UnsettleAround(s, other);
  };
  if (const OpId def = m.def(value)) {
    for (int i = 0; i < m.result_count(def); ++i) opened(m.result(def, i));
  } else {
    for (const ValueId arg : ArgEdgeOwners(m, OwningOp(m, value))) opened(arg);
  }
}

void WriteTensor(PropagationState& s, TensorRef tensor, ShardingId sharding) {
  if (tensor.IsColumn() && s.m.sharding(tensor.value)) {
    s.m.SetSharding(tensor.value, sharding);
    Log(s, tensor.value);
  } else {
    Write(s, tensor.value, sharding);
  }
}

// Pushes the dependents of `value`, except for the op that is being visited.
void PushDependents(PropagationState& s, ValueId value, Position visited) {
  PropagationGraph& graph = s.graph;
  s.dependents.ForEach(value, [&](Position op) {
    graph.worklist.Unsettle(op);
    if (op != visited) graph.ancestors.PushWithAncestors(graph.worklist, op);
  });
  UnsettleHidden(s, value);
}

// Gives the sharding of `value` to the other members of its group, except for
// those that can't have it because of the manual computation that encloses or
// defines them. (Shardy gives it to them too, and then its verifier rejects the
// output.)
void ShareWithGroup(PropagationState& s, ValueId value, ShardingId sharding,
                    Position visited) {
  for (const ValueId member : s.groups.MembersOf(value)) {
    if (member == value || !FitsManualAxes(s.m, member, sharding)) continue;
    const ValueId holder = GetShardableValue(s.m, member);
    if (holder && s.recorder != nullptr) {
      s.recorder->RecordCopy(holder, s.m.sharding(holder), sharding, value);
    }
    if (holder) Write(s, holder, sharding);
    if (holder && holder != member) UnsettleAround(s, holder);
    PushDependents(s, member, visited);
  }
}

void Record(PropagationState& s, Position position, const Node& node,
            const StepInput& input) {
  const OpId op = s.graph.op(position);
  std::vector<ValueId> values;
  for (int32_t i = 0; i < node.tensor_count; ++i) {
    const TensorRef tensor = s.graph.Tensor(position, node, i);
    values.push_back(tensor.IsNowhere() ? ValueId::None() : tensor.value);
  }
  const size_t operands = s.m.rules.Get(node.rule).operand_count();
  s.recorder->Record(s.stepper, {{op, node.rule, values, operands}, input});
}

// Takes a step through the node and writes back what changed. Returns true if
// anything did.
bool StepThrough(PropagationState& s, Position position, const Node& node,
                 ClassDirections directions) {
  StepInput input;
  if (!GatherStep(s, position, node, directions, input)) return false;
  const std::span<const StepChange> changes = s.stepper.Step(input);
  if (s.recorder != nullptr && !changes.empty()) {
    Record(s, position, node, input);
  }
  bool changed = false;
  for (const StepChange& change : changes) {
    const TensorRef tensor = s.graph.Tensor(position, node, change.tensor);
    if (tensor.IsNowhere()) continue;
    changed = true;
    ShardingId sharding = change.sharding;
    if (node.transforms && change.tensor == node.tensor_count - 1) {
      const OpId op = s.graph.op(position);
      sharding = TransformEdgeOpSharding(s.m, op, sharding,
                                         EdgeTransform::kAfterEdgePropagation);
    }
    WriteTensor(s, tensor, sharding);
    PushDependents(s, tensor.value, position);
    ShareWithGroup(s, tensor.value, change.sharding, position);
  }
  return changed;
}

// Reads the shardings of the operands and results of `op` into s.shardings.
// Returns false if none has one.
bool GatherDirect(PropagationState& s, OpId op) {
  const Module& m = s.m;
  const auto operands = static_cast<size_t>(m.operand_count(op));
  const auto results = static_cast<size_t>(m.result_count(op));
  if (s.shardings.size() != operands + results) {
    s.shardings.resize(operands + results);
  }
  ShardingId* const shardings = s.shardings.data();
  bool any = false;
  // The uses of an op's operands have consecutive ids.
  UseId use = operands > 0 ? m.operand_use(op, 0) : UseId::None();
  for (size_t i = 0; i < operands; ++i, ++use.index) {
    shardings[i] = m.sharding(m.use(use).value);
    any |= static_cast<bool>(shardings[i]);
  }
  ValueId result = m.op(op).first_result;
  for (size_t i = 0; i < results; ++i, ++result.index) {
    shardings[operands + i] = m.sharding(result);
    any |= static_cast<bool>(shardings[operands + i]);
  }
  return any;
}

// Reads the shardings of the node's tensors into s.shardings. Returns false if
// no tensor has one.
bool GatherShardings(PropagationState& s, Position position, const Node& node) {
  if (node.direct) return GatherDirect(s, s.graph.op(position));
  const auto count = static_cast<size_t>(node.tensor_count);
  s.shardings.resize(count);
  bool any = false;
  const auto set = [&](size_t i, ShardingId sharding) {
    s.shardings[i] = sharding;
    any |= static_cast<bool>(sharding);
  };
  const auto first = static_cast<size_t>(node.first_tensor);
  for (size_t i = 0; i < count; ++i) {
    set(i, Read(s, s.graph.tensors[first + i]));
  }
  return any;
}

}  // namespace

bool GatherStep(PropagationState& s, Position position, const Node& node,
                ClassDirections directions, StepInput& input) {
  if (!GatherShardings(s, position, node)) return false;
  const auto count = static_cast<size_t>(node.tensor_count);
  if (node.transforms) {
    const OpId op = s.graph.op(position);
    s.shardings[count - 1] = TransformEdgeOpSharding(
        s.m, op, s.shardings[count - 1], EdgeTransform::kBeforeEdgePropagation);
  }
  input = {.rule = node.rule,
           .shardings = s.shardings,
           .directions = {directions.pass_through, directions.other, {}},
           .strategy = s.options.schedule[static_cast<size_t>(s.run)].strategy,
           .conservative = node.kind == VisitKind::kRegistered &&
                           s.options.rules.conservative,
           .elementwise = node.elementwise};
  return true;
}

namespace {

// Writes the sharding of a value that holds its own (HoldsOwnSharding).
void WriteDirect(PropagationState& s, ValueId value, ShardingId sharding) {
  const OpId def = s.m.def(value);
  if (def && s.m.result_count(def) > 1 && s.m.sharding(value).IsNone()) {
    Write(s, value, sharding);
    return;
  }
  s.m.SetSharding(value, sharding);
  Log(s, value);
}

// Visits an op whose node is direct, as nearly all nodes are. Does the same as
// the rest of VisitOp, but reads the node only to record a step.
bool VisitDirect(PropagationState& s, Position position) {
  Module& m = s.m;
  Worklist& worklist = s.graph.worklist;
  const OpId op = s.graph.op(position);
  const auto op_class = static_cast<size_t>(worklist.Class(position));
  const auto run = static_cast<size_t>(s.run);
  std::span<const StepChange> changes;
  if (GatherDirect(s, op)) {
    const StepInput input = DirectStep(s, position, s.shardings);
    changes = s.stepper.Step(input);
    if (s.recorder != nullptr && !changes.empty()) {
      Record(s, position, s.graph.NodeAt(position), input);
    }
  }
  if (changes.empty()) {
    worklist.Settle(position, s.table.same_runs[op_class][run]);
    return false;
  }
  const int operands = m.operand_count(op);
  for (const StepChange& change : changes) {
    const ValueId value = change.tensor < operands
                              ? m.operand(op, change.tensor)
                              : m.result(op, change.tensor - operands);
    WriteDirect(s, value, change.sharding);
    PushDependents(s, value, position);
    ShareWithGroup(s, value, change.sharding, position);
  }
  return true;
}

}  // namespace

bool VisitOp(PropagationState& s, Position position) {
  PropagationGraph& graph = s.graph;
  if (graph.worklist.Class(position) == kFreshClass) {
    if (EraseIfDead(s, position)) return false;
    PrepareNode(s, position);
  }
  if (graph.worklist.Has(position, kDirect)) return VisitDirect(s, position);
  const Node node = graph.NodeAt(position);
  const auto run = static_cast<size_t>(s.run);
  if (node.has_second) {
    const SecondRule& second = graph.second.at(position);
    const auto& by_class = s.table.directions;
    // These ops are never marked as settled. There are too few of them for that
    // to matter.
    return (node.kind != VisitKind::kNothing &&
            StepThrough(s, position, node,
                        by_class[second.first_class][run])) ||
           StepThrough(s, position, second.node,
                       by_class[second.op_class][run]);
  }
  const auto op_class = static_cast<size_t>(graph.worklist.Class(position));
  if (node.kind != VisitKind::kNothing &&
      StepThrough(s, position, node, s.table.directions[op_class][run])) {
    return true;
  }
  graph.worklist.Settle(position, s.table.same_runs[op_class][run]);
  return false;
}

void RestoreSharding(PropagationState& s, ValueId value, ShardingId sharding) {
  s.m.SetSharding(value, sharding);
  Log(s, value);
  UnsettleAround(s, value);
}

void AssignSharding(PropagationState& s, ValueId value, ShardingId sharding) {
  const ValueId holder = GetShardableValue(s.m, value);
  if (holder.IsNone()) return;
  Write(s, holder, sharding);
  UnsettleAround(s, holder);
  ShareWithGroup(s, holder, sharding, Position::None());
}

}  // namespace shardflow::internal
