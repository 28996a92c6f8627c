#include "propagate/graph.h"

#include <utility>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"

namespace shardflow {
namespace {

// Flags that the op has from its place and kind.
uint32_t FlagsOf(const Module& m, OpId op, bool nested) {
  uint32_t flags = 0;
  if (nested) flags |= kNested;
  if (HasTrait(m, op, kTerminator) || IsCall(m, op) ||
      DataFlow(m, op) != nullptr) {
    flags |= kPassesOn;
  }
  if (m.kind(op) == OpKind::kDataFlowEdge) flags |= kIsFlowEdge;
  return flags;
}

}  // namespace

PropagationGraph::PropagationGraph(Module& module)
    : m(module), positions(module.op_table_size(), -1) {
  ops_.reserve(m.op_count());
  BlockId block;  // of the op before
  bool nested = false;
  std::vector<uint32_t> flags;
  flags.reserve(m.op_count());
  int functions = 0;
  int32_t parent = -1;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (op == m.root()) return;
    if (m.op(op).parent != block) {
      block = m.op(op).parent;
      const OpId around = m.parent_op(block);
      nested = around != m.root() && !IsFunction(m, around);
      // The root is never told. (Functions are, and then passed over.)
      parent = around == m.root() ? -1 : position(around);
    }
    ancestors.Add(nested ? parent : -1);
    functions += IsFunction(m, op) ? 1 : 0;
    positions[op.Slot()] = static_cast<int32_t>(ops_.size());
    ops_.push_back(op.index);
    flags.push_back(FlagsOf(m, op, nested));
  });
  worklist.Reset(std::move(flags));
  // A function alone is called by nobody (a program that calls itself is
  // refused).
  if (functions > 1) callers = Callers(m);
}

void PropagationGraph::SetNode(int32_t at, const Node& node) {
  worklist.Set(at, kHasNode);
  if (node.direct) {
    worklist.Set(at, kDirect | (node.elementwise ? kIsElementwise : 0u));
    return;
  }
  // What a node has by default needs no row.
  if (node.kind == VisitKind::kNothing && !node.has_second) return;
  int32_t& row = ops_[static_cast<size_t>(at)];
  if (row < 0) {
    nodes_[static_cast<size_t>(~row)].node = node;
    return;
  }
  nodes_.push_back({node, OpId(row)});
  row = ~static_cast<int32_t>(nodes_.size() - 1);
}

}  // namespace shardflow
