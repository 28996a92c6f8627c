#ifndef SHARDFLOW_PROPAGATE_GRAPH_H_
#define SHARDFLOW_PROPAGATE_GRAPH_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"
#include "propagate/callers.h"
#include "propagate/worklist.h"
#include "sharding/rule.h"

// What propagation keeps of a program beside the module: ops numbered in
// program order, and for each op that was visited a *node*: its rule and the
// values that hold the shardings of its tensors, flat.
//
//   %2 = stablehlo.add %0, %1       position 7
//   nodes[7] = {rule ([i],[i])->([i]), tensors {%0, %1, %2}}
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

 private:
  explicit TensorRef(int32_t code) : code_(code) {}
  int32_t code_;
};

struct Node {
  static constexpr int32_t kUnvisited = -1;
  int32_t first_tensor = kUnvisited;  // of `tensors`: operands, then results
  int32_t tensor_count = 0;
  RuleId rule;  // None: nothing to propagate
  VisitKind kind = VisitKind::kNothing;
  bool elementwise = false;
  // The edge's sharding has manual axes on one side of it only.
  bool transforms = false;
  // The op is also in `second`.
  bool has_second = false;
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
  std::vector<OpId> ops;           // by position
  std::vector<int32_t> positions;  // by op; -1: not there
  std::vector<Node> nodes;         // by position
  std::vector<TensorRef> tensors;
  Worklist worklist;
  Callers callers;
  // Ops that see a value as a tensor without using or defining it, nor the
  // targets of its edge: arguments of regions whose op has no edge ops.
  absl::flat_hash_map<ValueId, std::vector<int32_t>> hidden_users;
  absl::flat_hash_map<int32_t, SecondRule> second;

  int32_t position(OpId op) const { return positions[op.Slot()]; }
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_GRAPH_H_
