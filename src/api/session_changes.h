#ifndef SHARDFLOW_API_SESSION_CHANGES_H_
#define SHARDFLOW_API_SESSION_CHANGES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"
#include "propagate/slots.h"
#include "propagate/turn_log.h"

// Finds the values of a propagated program whose shardings changed.

namespace shardflow::internal {

struct ChangedShardings {
  std::vector<ValueId> values;  // ascending
  std::vector<FunctionResult> results;
  // The number of stored shardings that changed, of values and of results.
  size_t slots = 0;
};

// Finds the values whose shardings are stored with another value. For example,
// the sharding of a loop's result is stored with its sdy.data_flow_edge.
class ShownShardings {
 public:
  explicit ShownShardings(const Module& m);
  std::span<const ValueId> ThatShow(ValueId holder) const;

 private:
  absl::flat_hash_map<ValueId, std::vector<ValueId>> by_holder_;
};

// Returns how many of these slots belong to values and results that still
// exist, that is, not to ops that were erased.
size_t CountExisting(const Module& m, const Slots& slots,
                     std::span<const SlotWrite> changed);

// `changed` lists the slots whose shardings changed, with their former
// shardings.
ChangedShardings FindChanged(Module& m, Slots& slots,
                             const ShownShardings& shown,
                             std::span<const SlotWrite> changed);

// Compares two copies of a program. `now` may have additional values, with
// higher ids.
ChangedShardings CompareShardings(Module& now, Module& then);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_SESSION_CHANGES_H_
