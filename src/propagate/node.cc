#include <algorithm>

#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_cache.h"
#include "ops/op_def.h"
#include "ops/op_kind.h"
#include "ops/own_sharding.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "propagate/propagation.h"

// The first visit to an op finds out what propagates through it, and between
// which tensors.

namespace shardflow::internal {
namespace {

// Returns where the sharding of `value`, a tensor of `user`, is held. Adds
// `user` to graph.hidden_users if it belongs there.
TensorRef RefTo(PropagationGraph& graph, ValueId value, Position user) {
  const Module& m = graph.m;
  const ValueId holder = GetShardableValue(m, value);
  if (holder.IsNone()) return {};
  const OpId def = m.def(holder);
  if (holder != value && (!def || m.kind(def) != OpKind::kDataFlowEdge)) {
    graph.hidden_users[holder].push_back(user);
  }
  // An argument of a manual computation.
  const bool computed = m.IsArg(holder) && DataFlow(m, OwningOp(m, holder));
  return {computed ? TensorRef::Kind::kComputed : TensorRef::Kind::kColumn,
          holder};
}

// Appends the tensors of one node to `graph.tensors`.
class NodeMaker {
 public:
  NodeMaker(PropagationGraph& graph, Position position, Node& node)
      : graph_(graph), position_(position), node_(node) {
    node_.first_tensor = static_cast<int32_t>(graph.tensors.size());
    node_.tensor_count = 0;
  }
  void Add(ValueId value) {
    graph_.tensors.push_back(RefTo(graph_, value, position_));
    ++node_.tensor_count;
  }
  // Adds a value on which this op depends, but whose changes don't put it on
  // the worklist (see dependents.h). They must still mark the op as unsettled;
  // otherwise its next turn would skip it.
  void AddUntold(ValueId value) {
    Add(value);
    const TensorRef& ref = graph_.tensors.back();
    if (!ref.IsNowhere()) graph_.hidden_users[ref.value].push_back(position_);
  }
  void AddOperandsAndResults(OpId op) {
    const Module& m = graph_.m;
    for (int i = 0; i < m.operand_count(op); ++i) Add(m.operand(op, i));
    for (int i = 0; i < m.result_count(op); ++i) Add(m.result(op, i));
  }

 private:
  PropagationGraph& graph_;
  Position position_;
  Node& node_;
};

void AppendFuncEdgeSources(const PropagationGraph& graph, OpId edge,
                           std::vector<ValueId>& sources) {
  const Module& m = graph.m;
  const ValueId input = m.operand(edge, 0);
  const int index = m.index(input);
  if (m.IsArg(input)) {
    OpId function = m.parent_op(edge);
    while (function && !IsFunction(m, function)) {
      function = m.parent_op(function);
    }
    for (const OpId call : graph.callers.CallsOf(function)) {
      if (index < m.operand_count(call)) {
        sources.push_back(m.operand(call, index));
      }
    }
    return;
  }
  const OpId callee = graph.callers.CalleeOf(m.def(input));
  if (callee.IsNone() || IsDeclaration(m, callee)) return;
  const OpId returned = ReturnOp(m, callee);
  if (returned && index < m.operand_count(returned)) {
    sources.push_back(m.operand(returned, index));
  }
}

// Makes an edge's node: shardings propagate between its sources and its result.
void MakeEdge(PropagationGraph& graph, Position position, OpId edge,
              Node& node) {
  Module& m = graph.m;
  const bool across_calls = m.kind(edge) == OpKind::kFuncDataFlowEdge;
  if (!IsShardable(m, m.type(m.result(edge, 0)))) return;
  std::vector<ValueId> sources;
  bool untold = false;
  if (across_calls) {
    AppendFuncEdgeSources(graph, edge, sources);
    if (sources.empty()) return;
  } else {
    AppendEdgeOpSources(m, edge, sources);
    const DataFlowDef* around = DataFlow(m, OwningOp(m, m.operand(edge, 0)));
    node.transforms = around != nullptr && around->Transforms();
    // The source of an argument's edge is an operand of the enclosing op. When
    // the operand changes, that op is pushed instead of the edge.
    untold = around != nullptr && around->operands_to_args &&
             m.IsArg(m.operand(edge, 0));
  }
  NodeMaker maker(graph, position, node);
  for (const ValueId source : sources) {
    if (untold) {
      maker.AddUntold(source);
    } else {
      maker.Add(source);
    }
  }
  maker.Add(m.result(edge, 0));
  node.rule = IdentityRule(m, m.type(m.result(edge, 0)), sources.size());
  node.kind = across_calls ? VisitKind::kFuncEdge : VisitKind::kFlowEdge;
}

void MakeRegistered(PropagationState& s, Position position, OpId op,
                    RuleId rule, Node& node) {
  NodeMaker(s.graph, position, node).AddOperandsAndResults(op);
  node.rule = rule;
  node.kind = VisitKind::kRegistered;
  node.elementwise = IsElementwise(s.m, op);
}

// A node whose tensors are simply the op's operands and results needs no list
// of them.
void MakeDirectIfItIs(PropagationGraph& graph, Position position, Node& node) {
  Node direct = node;
  direct.direct = true;
  for (int32_t i = 0; i < node.tensor_count; ++i) {
    if (graph.Tensor(position, node, i) != graph.Tensor(position, direct, i)) {
      return;
    }
  }
  graph.tensors.resize(static_cast<size_t>(node.first_tensor));
  direct.first_tensor = 0;
  node = direct;
}

Direction AllowedDirection(const Module& m, OpId barrier) {
  const AttrId attr = m.attr(barrier, name::kAllowedDirection);
  if (!m.attrs.Is(attr, AttrKind::kInteger)) return Direction::kNone;
  return static_cast<Direction>(m.attrs.IntegerValue(attr) & 3);
}

bool OnlyPassThrough(PropagationState& s, RuleId rule) {
  if (rule.IsNone()) return true;
  if (rule.Slot() >= s.only_pass_through.size()) {
    s.only_pass_through.resize(s.m.rules.size(), -1);
  }
  int8_t& known = s.only_pass_through[rule.Slot()];
  if (known < 0) {
    const Rule& r = s.m.rules.Get(rule);
    known = 1;
    for (size_t f = 0; f < r.factor_count(); ++f) {
      if (r.factor_type(f) != FactorType::kPassThrough) known = 0;
    }
  }
  return known == 1;
}

// Whether the value isn't a scalar and has several uses.
bool IsUsedTwice(const Module& m, ValueId value) {
  return !m.HasOneUse(value) && !IsScalar(m, value);
}

// Whether a non-scalar operand has another use.
bool OperandHasSecondUse(const Module& m, OpId op) {
  for (int i = 0; i < m.operand_count(op); ++i) {
    if (IsUsedTwice(m, m.operand(op, i))) return true;
  }
  return false;
}

int ClassByOp(PropagationState& s, OpId op, RuleId rule, bool is_edge) {
  return ScheduledClass({.pass_through = is_edge
                                             ? Direction::kBoth
                                             : PassThroughDirection(s.m, op),
                         .forward_last = IsForwardLast(s.m, op),
                         .second_uses = OperandHasSecondUse(s.m, op),
                         .only_pass_through = OnlyPassThrough(s, rule)});
}

void MakeNode(PropagationState& s, Position position, OpId op, Node& node) {
  Module& m = s.m;
  const OpKind kind = m.kind(op);
  const bool is_edge =
      kind == OpKind::kDataFlowEdge || kind == OpKind::kFuncDataFlowEdge;
  const bool is_barrier = kind == OpKind::kPropagationBarrier;
  if (!is_edge && !is_barrier) {
    const RuleId rule = s.rules.GetOrCreate(op);
    if (rule.IsNone()) return;
    MakeRegistered(s, position, op, rule, node);
    // A direct node's rule is in the module's column. An op without results has
    // no rule there (see RuleLookup::GetOrCreate).
    if (m.result_count(op) > 0) MakeDirectIfItIs(s.graph, position, node);
    return;
  }
  if (is_edge) MakeEdge(s.graph, position, op, node);
  if (is_barrier && IsShardable(m, m.type(m.result(op, 0)))) {
    NodeMaker(s.graph, position, node).AddOperandsAndResults(op);
    node.rule = IdentityRule(m, m.type(m.result(op, 0)), 1);
    node.kind = VisitKind::kBarrier;
    node.elementwise = true;
  }
  if (const RuleId rule = m.rule(op)) {
    SecondRule& second = s.graph.second[position];
    MakeRegistered(s, position, op, rule, second.node);
    second.op_class = static_cast<size_t>(ClassByOp(s, op, rule, is_edge));
    node.has_second = true;
  }
}

int ClassOf(PropagationState& s, OpId op, const Node& node) {
  switch (node.kind) {
    case VisitKind::kNothing:
      return kNothingClass;
    case VisitKind::kBarrier:
      return FixedClass(AllowedDirection(s.m, op));
    case VisitKind::kRegistered:
      return ClassByOp(s, op, node.rule, /*is_edge=*/false);
    case VisitKind::kFlowEdge:
    case VisitKind::kFuncEdge:
      break;
  }
  return ClassByOp(s, op, node.rule, /*is_edge=*/true);
}

void SetNothingClass(PropagationState& s, Position position, OpId op) {
  s.graph.worklist.SetClass(position, kNothingClass);
  // An op without a rule is never visited again, unless it has results: then it
  // may still become dead.
  if (s.m.result_count(op) == 0) s.graph.worklist.Set(position, kGone);
}

// Whether the op's rule, and everything else in OpLook, depends only on the
// op's key.
bool HasLook(PropagationState& s, OpId op) {
  const Module& m = s.m;
  if (!s.options.rules.memo || m.extensions != nullptr || m.rule(op)) {
    return false;
  }
  // The rest is the same for all ops of a kind.
  const OpKind kind = m.kind(op);
  const auto slot = static_cast<size_t>(kind);
  if (slot >= s.kind_has_look.size()) s.kind_has_look.resize(slot + 1, -1);
  int8_t& known = s.kind_has_look[slot];
  if (known < 0) {
    known = DataFlow(m, op) == nullptr && kind != OpKind::kDataFlowEdge &&
            kind != OpKind::kFuncDataFlowEdge &&
            kind != OpKind::kPropagationBarrier && !RuleReadsNeighbours(m, op);
  }
  return known == 1;
}

OpLook LookOf(PropagationState& s, OpId op) {
  const RuleId rule = s.rules.GetOrCreate(op);
  if (rule.IsNone()) return {.rule = rule, .op_class = kNothingClass};
  const int op_class =
      ScheduledClass({.pass_through = PassThroughDirection(s.m, op),
                      .forward_last = IsForwardLast(s.m, op),
                      .only_pass_through = OnlyPassThrough(s, rule)});
  return {.rule = rule,
          .op_class = static_cast<uint8_t>(op_class),
          .elementwise = IsElementwise(s.m, op)};
}

// Whether a step may read the value's sharding in the module's column. That
// also works for scalars that can't have a sharding, such as arguments of a
// reduction's body: the column contains no sharding for them, and steps don't
// add one.
bool IsInColumn(const Module& m, ValueId value) {
  return HoldsOwnSharding(m, value) ||
         (IsScalar(m, value) && m.sharding(value).IsNone() &&
          GetShardableValue(m, value).IsNone());
}

// Does the work of PrepareNode for an op without a node, if the op looks like
// one seen before and its node is direct or empty. This works for nearly all
// ops. Returns false for the others.
bool PrepareByLook(PropagationState& s, Position position, OpId op) {
  Module& m = s.m;
  Worklist& worklist = s.graph.worklist;
  OpKey key;
  if (!HasLook(s, op) || !MakeOpKey(m, op, key)) return false;
  const OpLook* look = s.looks.Find(key);
  if (look == nullptr) {
    s.looks.Put(key, LookOf(s, op));
    look = s.looks.Find(key);
  }
  if (look->rule.IsNone()) {
    worklist.Set(position, kHasNode);
    SetNothingClass(s, position, op);
    return true;
  }
  if (m.result_count(op) == 0) return false;
  bool second_use = false;
  for (int i = 0; i < m.operand_count(op); ++i) {
    const ValueId operand = m.operand(op, i);
    if (!IsInColumn(m, operand)) return false;
    second_use |= IsUsedTwice(m, operand);
  }
  m.SetRule(op, look->rule);
  worklist.Set(position,
               kHasNode | kDirect | (look->elementwise ? kIsElementwise : 0u));
  worklist.SetClass(position,
                    look->op_class + (second_use ? kSecondUsesStep : 0));
  return true;
}

}  // namespace

RuleId IdentityRule(Module& m, TypeId tensor, size_t operands) {
  Rule rule;
  const std::span<const int64_t> dims = m.types.dims(tensor);
  for (const int64_t size : dims) rule.AddFactor(size);
  for (size_t t = 0; t <= operands; ++t) {
    if (t < operands) {
      rule.AddOperand();
    } else {
      rule.AddResult();
    }
    for (int32_t d = 0; d < static_cast<int32_t>(dims.size()); ++d) {
      rule.AddDim({&d, 1});
    }
  }
  return m.rules.Intern(rule);
}

void PrepareNode(PropagationState& s, Position position) {
  const OpId op = s.graph.op(position);
  Worklist& worklist = s.graph.worklist;
  if (!worklist.Has(position, kHasNode)) {
    if (PrepareByLook(s, position, op)) return;
    Node made;
    MakeNode(s, position, op, made);
    s.graph.SetNode(position, made);
  }
  const Node node = s.graph.NodeAt(position);
  const int op_class = ClassOf(s, op, node);
  if (node.has_second) {
    s.graph.second.at(position).first_class = static_cast<size_t>(op_class);
    worklist.SetClass(position, FixedClass(Direction::kBoth));
    return;
  }
  if (op_class == kNothingClass) {
    SetNothingClass(s, position, op);
  } else {
    worklist.SetClass(position, op_class);
  }
}

}  // namespace shardflow::internal
