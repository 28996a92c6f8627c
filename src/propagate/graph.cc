#include "propagate/graph.h"

#include <utility>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

// Returns the flags that follow from the op's place and kind.
uint32_t FlagsOf(const Module& m, OpId op, bool nested) {
  uint32_t flags = 0;
  if (nested) flags |= kNested;
  if (HasTrait(m, op, kTerminator) || IsCall(m, op) ||
      DataFlow(m, op) != nullptr) {
    flags |= kForwards;
  }
  if (m.kind(op) == OpKind::kDataFlowEdge) flags |= kIsFlowEdge;
  return flags;
}

}  // namespace

PropagationGraph::PropagationGraph(Module& module)
    : m(module), positions(module.op_table_size()) {
  ops_.reserve(m.op_count());
  BlockId block;  // block of the previous op
  bool nested = false;
  std::vector<uint32_t> flags;
  flags.reserve(m.op_count());
  int functions = 0;
  Position parent;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (op == m.root()) return;
    if (m.op(op).parent != block) {
      block = m.op(op).parent;
      const OpId around = m.parent_op(block);
      nested = around != m.root() && !IsFunction(m, around);
      // The root has no position. A parent that is a function isn't used.
      parent = around == m.root() ? Position::None() : position(around);
    }
    ancestors.Add(nested ? parent : Position::None());
    functions += IsFunction(m, op) ? 1 : 0;
    positions[op.Slot()] = Position(ops_.size());
    ops_.push_back(op);
    flags.push_back(FlagsOf(m, op, nested));
  });
  worklist.Reset(std::move(flags));
  // A single function has no callers, since a program that calls itself is
  // refused.
  if (functions > 1) callers = Callers(m);
}

void PropagationGraph::SetNode(Position at, const Node& node) {
  worklist.Set(at, kHasNode);
  if (node.direct) {
    worklist.Set(at, kDirect | (node.elementwise ? kIsElementwise : 0u));
    return;
  }
  // A node with default contents needs no row.
  if (node.kind == VisitKind::kNothing && !node.has_second) return;
  if (node_of_.empty()) node_of_.resize(ops_.size());
  NodeRow& row = node_of_[at.Slot()];
  if (row) {
    nodes_[row.Slot()] = node;
    return;
  }
  row = NodeRow(nodes_.size());
  nodes_.push_back(node);
}

}  // namespace shardflow::internal
