#ifndef SHARDFLOW_PASSES_XLA_FREE_VALUES_H_
#define SHARDFLOW_PASSES_XLA_FREE_VALUES_H_

#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"

namespace shardflow::internal {

// The values that are used in an op's regions but defined outside the op, each
// listed once, in the order of first use. (The values used in a nested op's
// regions come before that op's operands.) Computed for all ops in `root` at
// once.
//
//   const FreeValues free(m, function);
//   for (ValueId value : free.Of(loop)) ...
class FreeValues {
 public:
  FreeValues(const Module& m, OpId root);

  // Returns an empty list for an op without regions.
  std::span<const ValueId> Of(OpId op) const {
    const auto at = lists_.find(op);
    return at == lists_.end() ? std::span<const ValueId>() : at->second;
  }

 private:
  absl::flat_hash_map<OpId, std::vector<ValueId>> lists_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_XLA_FREE_VALUES_H_
