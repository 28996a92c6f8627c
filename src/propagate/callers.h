#ifndef SHARDFLOW_PROPAGATE_CALLERS_H_
#define SHARDFLOW_PROPAGATE_CALLERS_H_

#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"

// The calls to each function. Shardings propagate between the arguments and
// results of a function and the operands and results of its calls.
//
// Calls are in the order of MLIR's symbol user map, because the order is
// observable. That map visits the module's top-level ops in order. In each of
// them it visits all ops of a region first, then the regions nested in these
// ops, the last one first.

namespace shardflow::internal {

class Callers {
 public:
  // For a program without calls.
  Callers() = default;
  explicit Callers(const Module& m);

  // Returns the function (a top-level func.func) that the call names; None if
  // there is no function of that name.
  OpId CalleeOf(OpId call) const {
    const auto at = callee_.find(call);
    return at == callee_.end() ? OpId::None() : at->second;
  }
  std::span<const OpId> CallsOf(OpId function) const {
    const auto at = users_.find(function);
    return at == users_.end() ? std::span<const OpId>() : at->second;
  }
  // Whether anything names the function: a call, or an attribute of another op
  // (such as the called computations of a custom_call).
  bool IsUsed(OpId function) const { return users_.contains(function); }

 private:
  void AddUses(const Module& m, OpId op);

  absl::flat_hash_map<NameId, OpId> functions_;
  absl::flat_hash_map<OpId, OpId> callee_;
  // The calls to each function that anything names. The list is empty if only
  // attributes of other ops name the function.
  absl::flat_hash_map<OpId, std::vector<OpId>> users_;
  std::vector<bool> attr_seen_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_CALLERS_H_
