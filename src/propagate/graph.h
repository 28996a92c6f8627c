#ifndef SHARDFLOW_PROPAGATE_GRAPH_H_
#define SHARDFLOW_PROPAGATE_GRAPH_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"
#include "propagate/ancestors.h"
#include "propagate/callers.h"
#include "propagate/worklist.h"
#include "sharding/rule.h"

// The data that propagation keeps beyond the module: the ops numbered in
// program order, and a *node* for each op that was visited. A node is the op's
// rule and the values that hold the shardings of its tensors, in a flat list.
//
//   %2 = stablehlo.add %0, %1       position 7
//   NodeAt(7) = {rule ([i],[i])->([i]), tensors {%0, %1, %2}}
//
// Nearly always the tensors are the op's operands and results, and their
// shardings are in the module's sharding column. Such a node is *direct* and is
// not stored: the module has all of it. (A scalar that can have no sharding has
// none in the column, so it may be among the tensors.) Only other nodes (those
// of edges, and of ops in regions that use values of another op) are stored
// here.
//
// Nodes are made at the first visit, not before: rules may look at neighbours,
// and dead neighbours are erased along the way, in the order of visits.
//
// Users are found in the module's use lists. (We considered an array of users
// for each value. A value changes once or twice, so filling the array costs as
// much as the walks that it saves.)

namespace shardflow::internal {

enum class VisitKind : uint8_t {
  kNothing,     // no rule: nothing to propagate
  kRegistered,  // an op with a sharding rule
  kFlowEdge,    // sdy.data_flow_edge: between its sources and its result
  kFuncEdge,    // sdy.func_data_flow_edge: between caller and callee
  kBarrier,     // sdy.propagation_barrier: in the direction that it allows
};

// Where the sharding of a tensor is kept (see GetShardableValue in
// ops/data_flow.h).
struct TensorRef {
  enum class Kind : uint8_t {
    kNowhere,  // the tensor can have no sharding
    kColumn,   // in the module's sharding column
    // GetSharding() computes it from the sharding column: an argument of a
    // manual computation without edges.
    kComputed,
  };
  Kind kind = Kind::kNowhere;
  ValueId value;  // None for kNowhere

  bool IsNowhere() const { return kind == Kind::kNowhere; }
  bool IsColumn() const { return kind == Kind::kColumn; }
  friend bool operator==(const TensorRef&, const TensorRef&) = default;
};

struct Node {
  // A range of PropagationGraph::tensors: operands, then results. (For direct
  // nodes, only the count is valid: their tensors aren't stored.)
  int32_t first_tensor = 0;
  int32_t tensor_count = 0;
  RuleId rule;  // None: nothing to propagate
  VisitKind kind = VisitKind::kNothing;
  bool direct : 1 = false;
  bool elementwise : 1 = false;
  // The edge's sharding has manual axes on only one side of the edge.
  bool transforms : 1 = false;
  // The op is also in PropagationGraph::second.
  bool has_second : 1 = false;
};
static_assert(sizeof(Node) == 16);

// The sharding rule that an edge or barrier has as an annotation. It is used if
// the edge or barrier itself changes nothing.
struct SecondRule {
  Node node;
  size_t op_class = 0;
  size_t first_class = 0;  // the class of the edge or barrier itself
};

struct PropagationGraph {
  explicit PropagationGraph(Module& module);

  Module& m;
  std::vector<Position> positions;  // indexed by op; None: not in the program
  std::vector<TensorRef> tensors;   // the tensors of nodes that are not direct
  Worklist worklist;
  Ancestors ancestors;
  Callers callers;
  // For each value, the ops that depend on its sharding although they neither
  // use nor define the value or a target of its edge. These are edges of region
  // arguments, and ops in regions whose arguments share the value's sharding
  // without an edge op.
  absl::flat_hash_map<ValueId, std::vector<Position>> hidden_users;
  absl::flat_hash_map<Position, SecondRule> second;

  size_t size() const { return ops_.size(); }
  Position position(OpId op) const { return positions[op.Slot()]; }
  OpId op(Position at) const { return ops_[at.Slot()]; }

  // Returns the node of an op that was visited.
  Node NodeAt(Position at) const;
  void SetNode(Position at, const Node& node);
  // Afterwards, it is as if the op had never been visited, except that it keeps
  // its class.
  void ForgetNode(Position at);
  TensorRef Tensor(Position at, const Node& node, int32_t i) const;

 private:
  struct NodeRowTag {};
  using NodeRow = Id<NodeRowTag>;

  std::vector<OpId> ops_;  // indexed by position
  // The nodes that are not direct.
  std::vector<Node> nodes_;
  // Indexed by position: the row of the op's node in nodes_. Empty as long as
  // nodes_ is empty.
  std::vector<NodeRow> node_of_;
};

inline Node PropagationGraph::NodeAt(Position at) const {
  if (worklist.Has(at, kDirect)) {
    const OpId id = op(at);
    return {.tensor_count = m.operand_count(id) + m.result_count(id),
            .rule = m.rule(id),
            .kind = VisitKind::kRegistered,
            .direct = true,
            .elementwise = worklist.Has(at, kIsElementwise)};
  }
  const NodeRow row = node_of_.empty() ? NodeRow() : node_of_[at.Slot()];
  return row ? nodes_[row.Slot()] : Node();
}

inline TensorRef PropagationGraph::Tensor(Position at, const Node& node,
                                          int32_t i) const {
  if (!node.direct) return tensors[static_cast<size_t>(node.first_tensor + i)];
  const OpId id = op(at);
  const int32_t operands = m.operand_count(id);
  return {TensorRef::Kind::kColumn,
          i < operands ? m.operand(id, i) : m.result(id, i - operands)};
}

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_GRAPH_H_
