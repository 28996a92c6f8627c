#include "propagate/graph.h"

#include <utility>

#include "ir/walk.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"

namespace shardflow::internal {
namespace {

// Finds the flags that follow from an op's kind: once for each kind, except for
// unknown ops.
class KindFlags {
 public:
  explicit KindFlags(const Module& m)
      : m_(m), known_(static_cast<size_t>(OpKind::kCount), kNotKnown) {}

  uint32_t Of(OpId op) {
    if (m_.kind(op) == OpKind::kUnknown) return Find(op);
    uint32_t& flags = known_[static_cast<size_t>(m_.kind(op))];
    if (flags == kNotKnown) flags = Find(op);
    return flags;
  }

 private:
  static constexpr uint32_t kNotKnown = UINT32_MAX;

  uint32_t Find(OpId op) const {
    uint32_t flags = 0;
    if (HasTrait(m_, op, kTerminator) || IsCall(m_, op) ||
        DataFlow(m_, op) != nullptr) {
      flags |= kForwards;
    }
    if (m_.kind(op) == OpKind::kDataFlowEdge) flags |= kIsFlowEdge;
    return flags;
  }

  const Module& m_;
  std::vector<uint32_t> known_;
};

}  // namespace

PropagationGraph::PropagationGraph(Module& module)
    : m(module), positions(module.op_table_size()) {
  ops_.reserve(m.op_count());
  BlockId block;  // block of the previous op
  uint32_t nested = 0;
  std::vector<uint32_t> flags;
  flags.reserve(m.op_count());
  Position parent;
  KindFlags kind_flags(m);
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (op == m.root()) return;
    if (m.op(op).parent != block) {
      block = m.op(op).parent;
      const OpId around = m.parent_op(block);
      const bool is_nested = around != m.root() && !IsFunction(m, around);
      nested = is_nested ? kNested : 0u;
      // A parent that is a function isn't used.
      parent = is_nested ? position(around) : Position::None();
    }
    ancestors.Add(parent);
    positions[op.Slot()] = Position(ops_.size());
    ops_.push_back(op);
    flags.push_back(kind_flags.Of(op) | nested);
  });
  worklist.Reset(std::move(flags));
  // If there is only one function, nothing calls it, since recursive programs
  // are rejected.
  if (m.op_count(OpKind::kFunc) > 1) callers = Callers(m);
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

void PropagationGraph::ForgetNode(Position at) {
  worklist.Unset(at, kHasNode | kDirect | kIsElementwise | kGone);
  if (!node_of_.empty()) node_of_[at.Slot()] = NodeRow();
  second.erase(at);
}

}  // namespace shardflow::internal
