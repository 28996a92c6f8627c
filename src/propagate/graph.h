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

// What propagation keeps of a program beside the module: ops numbered in
// program order, and for each op that was visited a *node*: its rule and the
// values that hold the shardings of its tensors, flat.
//
//   %2 = stablehlo.add %0, %1       position 7
//   NodeAt(7) = {rule ([i],[i])->([i]), tensors {%0, %1, %2}}
//
// Almost always the tensors are the op's operands and results, whose shardings
// are in the module's column. Such a node is *direct* and takes no room: all of
// it stands in the op's row. Only the others (edges, ops in regions that see
// values of another op) have a row here.
//
// Nodes are made at the first visit, not before: rules may look at neighbours,
// and dead ops among those are erased on the way, in the order of visits.
//
// Users are found in the module's use lists. (An array of users for each value
// was considered: a value changes once or twice, so that filling the array
// costs as much as the walks that it saves.)

namespace shardflow {

enum class VisitKind : uint8_t {
  kNothing,     // no rule: nothing to propagate
  kRegistered,  // by its rule
  kFlowEdge,    // sdy.data_flow_edge: from its sources to its result
  kFuncEdge,    // sdy.func_data_flow_edge: the same, across calls
  kBarrier,     // sdy.propagation_barrier: in its own direction
};

// The value that holds the sharding of a tensor (see GetShardableValue in
// ops/data_flow.h).
class TensorRef {
 public:
  // The tensor can have no sharding.
  static TensorRef Nowhere() { return TensorRef(-1); }
  // It is in the module's column as it stands.
  static TensorRef Column(ValueId value) { return TensorRef(value.index); }
  // It isn't, as with arguments of a manual computation without edges.
  static TensorRef Computed(ValueId value) {
    return TensorRef(-2 - value.index);
  }
  bool IsNowhere() const { return code_ == -1; }
  bool IsColumn() const { return code_ >= 0; }
  ValueId value() const { return ValueId(code_ >= 0 ? code_ : -2 - code_); }
  friend bool operator==(TensorRef, TensorRef) = default;

 private:
  explicit TensorRef(int32_t code) : code_(code) {}
  int32_t code_;
};

struct Node {
  // Of `tensors`: operands, then results. Direct nodes have none there.
  int32_t first_tensor = 0;
  int32_t tensor_count = 0;
  RuleId rule;  // None: nothing to propagate
  VisitKind kind = VisitKind::kNothing;
  bool direct : 1 = false;
  bool elementwise : 1 = false;
  // The edge's sharding has manual axes on one side of it only.
  bool transforms : 1 = false;
  // The op is also in `second`.
  bool has_second : 1 = false;
};
static_assert(sizeof(Node) == 16);

// Edges and barriers that were given a rule as well: it is tried where the
// edge changes nothing.
struct SecondRule {
  Node node;
  size_t op_class = 0;
  size_t first_class = 0;  // of the edge or barrier itself
};

struct PropagationGraph {
  explicit PropagationGraph(Module& module);

  Module& m;
  std::vector<int32_t> positions;  // by op; -1: not there
  std::vector<TensorRef> tensors;  // of nodes that are not direct
  Worklist worklist;
  Ancestors ancestors;
  Callers callers;
  // Ops that see a value as a tensor without using or defining it, nor the
  // targets of its edge: arguments of regions whose op has no edge ops.
  absl::flat_hash_map<ValueId, std::vector<int32_t>> hidden_users;
  absl::flat_hash_map<int32_t, SecondRule> second;

  size_t size() const { return ops_.size(); }
  int32_t position(OpId op) const { return positions[op.Slot()]; }
  OpId op(int32_t at) const {
    const int32_t row = ops_[static_cast<size_t>(at)];
    return row >= 0 ? OpId(row) : nodes_[static_cast<size_t>(~row)].op;
  }

  // Of an op that was visited.
  Node NodeAt(int32_t at) const;
  void SetNode(int32_t at, const Node& node);
  TensorRef Tensor(int32_t at, const Node& node, int32_t i) const;

 private:
  struct NodeRow {
    Node node;
    OpId op;
  };
  // By position: an OpId, or ~ the row of nodes_ that has it.
  std::vector<int32_t> ops_;
  std::vector<NodeRow> nodes_;
};

inline Node PropagationGraph::NodeAt(int32_t at) const {
  if (worklist.Has(at, kDirect)) {
    const OpId id = op(at);
    return {.tensor_count = m.operand_count(id) + m.result_count(id),
            .rule = m.rule(id),
            .kind = VisitKind::kRegistered,
            .direct = true,
            .elementwise = worklist.Has(at, kIsElementwise)};
  }
  const int32_t row = ops_[static_cast<size_t>(at)];
  return row >= 0 ? Node() : nodes_[static_cast<size_t>(~row)].node;
}

inline TensorRef PropagationGraph::Tensor(int32_t at, const Node& node,
                                          int32_t i) const {
  if (!node.direct) return tensors[static_cast<size_t>(node.first_tensor + i)];
  const OpId id = op(at);
  const int32_t operands = m.operand_count(id);
  return TensorRef::Column(i < operands ? m.operand(id, i)
                                        : m.result(id, i - operands));
}

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_GRAPH_H_
