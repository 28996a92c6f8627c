#ifndef SHARDFLOW_TOOL_SCOPE_TREE_H_
#define SHARDFLOW_TOOL_SCOPE_TREE_H_

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shardflow/graph.h"

// Groups the ops and arguments of a program into nested boxes, for pictures:
// - Functions and ops with regions are boxes. So are the user's scopes inside
//   them, such as "block0/attention".
// - The ops of a gradient are in a box "backward", next to the ops that they
//   differentiate.
// - An argument "params/blocks/0/wq" is in the nested boxes "params", "blocks"
//   and "0".
// - If many ops have no scope, those from the same line of Python share a box,
//   such as "model.py:12".

namespace shardflow {

struct ScopeBox {
  int parent = -1;  // the enclosing box; -1 if there is none
  std::string label;
  int op = -1;     // the op whose contents are in the box; -1 for a scope
  int scopes = 0;  // number of enclosing scopes, including itself
};

class ScopeTree {
 public:
  explicit ScopeTree(const ProgramGraph& graph);

  // Returns all boxes. Each box comes after the one that encloses it.
  const std::vector<ScopeBox>& boxes() const { return boxes_; }
  // Returns the box that contains the op, or -1 if there is none.
  int OfOp(int op) const { return of_ops_[static_cast<size_t>(op)]; }
  // Returns the box that holds the contents of the op, or -1 if there is none.
  int Inside(int op) const { return inside_[static_cast<size_t>(op)]; }
  // Returns the box that contains an argument of a function or region.
  int OfArgument(int value) const {
    return of_values_[static_cast<size_t>(value)];
  }
  // Returns an argument's name without the steps that are boxes.
  std::string ArgumentLabel(int value) const;
  // Returns the labels of the box and the boxes around it, outermost first,
  // e.g. "@main/block0/attention".
  std::string PathOf(int box) const;

 private:
  int AddScopes(int around, std::string_view path);
  int AddScope(int around, std::string_view step);
  void AddOp(int row);
  void FindCrowded();

  const ProgramGraph& graph_;
  std::vector<ScopeBox> boxes_;
  std::vector<int> of_ops_, inside_, of_values_;
  std::map<std::pair<int, std::string>, int> known_;
  // For each op, whether too many of its inner ops have no scope.
  std::vector<bool> crowded_;
};

// Returns an op's name as shown in pictures, e.g. "add" or "custom_call
// @kernel".
std::string OpCalled(const GraphOp& op);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SCOPE_TREE_H_
