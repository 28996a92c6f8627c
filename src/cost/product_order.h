#ifndef SHARDFLOW_COST_PRODUCT_ORDER_H_
#define SHARDFLOW_COST_PRODUCT_ORDER_H_

#include <cstdint>
#include <span>

#include "ops/work.h"

// In which order XLA's CPU compiler reads the operands of products.

namespace shardflow::internal {

enum class OperandOrder : uint8_t {
  kInOrder,
  kSwapped,  // two dimensions are swapped; can be read that way
  kCopied,   // copied into another order
};

// After the batch dimensions, the left operand should have its contracted
// dimensions last, and the right one first. If not, the operand is copied,
// unless only two dimensions have to change places and the batch has no
// dimension of size 1. `local` is the shape on a device; if it is empty, all
// sizes are assumed to be greater than 1. An operand whose batch doesn't come
// first is treated as in order: it is transposed beforehand in any case.
OperandOrder OrderOf(const Contraction& contraction, bool is_left,
                     std::span<const int64_t> local);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PRODUCT_ORDER_H_
