#ifndef SHARDFLOW_PROPAGATE_SLOTS_H_
#define SHARDFLOW_PROPAGATE_SLOTS_H_

#include <cstddef>
#include <vector>

#include "base/id.h"
#include "base/vector_bytes.h"
#include "ir/module.h"
#include "propagate/propagation.h"

namespace shardflow::internal {

struct SlotTag {};
// A value or a function result, as a holder of a sharding. The slot of a value
// has the value's number; the slots of function results follow.
using SlotId = Id<SlotTag>;

struct FunctionResult {
  OpId function;
  int result = 0;

  friend bool operator==(const FunctionResult&,
                         const FunctionResult&) = default;
};

// Maps the values and function results of a module to slots.
class Slots {
 public:
  // Makes slots for all values that the module has now, and for all results of
  // its functions. OfMain() returns the slots of `main`.
  Slots(Module& m, const MainResults& main);

  size_t size() const { return value_count_ + results_.size(); }
  size_t MemoryBytes() const { return VectorBytes(results_); }
  bool IsValue(SlotId slot) const { return slot.Slot() < value_count_; }

  SlotId Of(ValueId value) const { return SlotId(value.index); }
  // Returns None if there is no such result.
  SlotId OfResult(OpId function, int result) const;
  // Returns the slot of the result that MainResults::values[i] becomes.
  SlotId OfMain(size_t i) const { return SlotId(value_count_ + i); }

  // Returns None for the slot of a result.
  ValueId Value(SlotId slot) const {
    return IsValue(slot) ? ValueId(slot.index) : ValueId::None();
  }
  // `slot` must belong to a function's result, not to a value.
  const FunctionResult& Result(SlotId slot) const {
    return results_[slot.Slot() - value_count_];
  }

  // Returns the sharding that the slot has in the module now.
  ShardingId Get(SlotId slot) const;
  void Set(SlotId slot, ShardingId sharding);

 private:
  Module& m_;
  size_t value_count_;
  std::vector<FunctionResult> results_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_SLOTS_H_
