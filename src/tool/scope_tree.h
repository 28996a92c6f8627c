#ifndef SHARDFLOW_TOOL_SCOPE_TREE_H_
#define SHARDFLOW_TOOL_SCOPE_TREE_H_

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shardflow/graph.h"

// The boxes into which pictures of a program group ops: functions and ops with
// regions and, inside them, the user's scopes, "block0/attention". The ops of a
// gradient are in a box "backward" beside the ops that they differentiate; an
// argument "params/blocks/0/wq" is in the nested boxes "params", "blocks" and
// "0". If many ops have no scope, those of one line of Python share a box:
// "model.py:12".

namespace shardflow {

struct ScopeBox {
  int parent = -1;
  std::string label;
  int op = -1;     // the op whose contents the box holds; -1: a scope
  int scopes = 0;  // how many scopes it is in, itself included
};

class ScopeTree {
 public:
  explicit ScopeTree(const ProgramGraph& graph);

  // Each box comes after the one that it is in.
  const std::vector<ScopeBox>& boxes() const { return boxes_; }
  // Returns the box that an op is in, or -1 if there is none.
  int OfOp(int op) const { return of_ops_[static_cast<size_t>(op)]; }
  // Returns the box for the contents of an op, or -1 if it has none.
  int Inside(int op) const { return inside_[static_cast<size_t>(op)]; }
  // Returns the box of an argument of a function or of a region.
  int OfArgument(int value) const {
    return of_values_[static_cast<size_t>(value)];
  }
  // Returns an argument's name without the parts that are boxes.
  std::string ArgumentLabel(int value) const;
  // Returns "@main/block0/attention", beginning with the outermost box.
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
  // By op: whether too many ops in it have no scope.
  std::vector<bool> crowded_;
};

// Returns "add" or "custom_call @kernel".
std::string OpCalled(const GraphOp& op);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_SCOPE_TREE_H_
