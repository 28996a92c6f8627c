#include "propagate/slots.h"

#include <algorithm>

#include "ir/walk.h"
#include "ops/functions.h"

namespace shardflow::internal {

Slots::Slots(Module& m, const MainResults& main)
    : m_(m), value_count_(m.value_table_size()) {
  for (const ReturnedValue& returned : main.values) {
    results_.push_back({main.function, returned.result});
  }
  WalkPreOrder(m, m.root(), [&](OpId function) {
    if (!m.HasFuncRow(function)) return;
    const TypeId type = FunctionType(m, function);
    const size_t count = type ? m.types.result_count(type) : 0;
    for (size_t i = 0; i < count; ++i) {
      const FunctionResult result = {function, static_cast<int>(i)};
      // (main.values is sorted by result.)
      const bool is_of_main =
          function == main.function &&
          std::ranges::binary_search(main.values, result.result, {},
                                     &ReturnedValue::result);
      if (!is_of_main) results_.push_back(result);
    }
  });
}

SlotId Slots::OfResult(OpId function, int result) const {
  const auto at = std::ranges::find(results_, FunctionResult{function, result});
  if (at == results_.end()) return SlotId::None();
  return SlotId(value_count_ + static_cast<size_t>(at - results_.begin()));
}

ShardingId Slots::Get(SlotId slot) const {
  if (IsValue(slot)) return m_.sharding(ValueId(slot.index));
  const FunctionResult& result = Result(slot);
  return ResultSharding(m_, result.function,
                        static_cast<size_t>(result.result));
}

void Slots::Set(SlotId slot, ShardingId sharding) {
  if (IsValue(slot)) {
    m_.SetSharding(ValueId(slot.index), sharding);
    return;
  }
  const FunctionResult& result = Result(slot);
  SetResultSharding(m_, result.function, static_cast<size_t>(result.result),
                    sharding);
}

}  // namespace shardflow::internal
