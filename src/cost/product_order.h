#ifndef SHARDFLOW_COST_PRODUCT_ORDER_H_
#define SHARDFLOW_COST_PRODUCT_ORDER_H_

#include <cstdint>
#include <span>

#include "ops/work.h"

// The order in which XLA's CPU compiler reads the operands of products.

namespace shardflow::internal {

enum class OperandOrder : uint8_t {
  kInOrder,
  kSwapped,  // two dimensions swapped, but readable as it is
  kCopied,   // has to be copied into another order
};

// Returns the order of an operand's dimensions. Batch dimensions should come
// first. Of the other dimensions, those that are contracted should come last in
// the left operand, and first in the right one. If the order is different, the
// operand is copied, unless swapping two dimensions is enough and no batch
// dimension has size 1. `local` is the shape on a device; if it is empty, all
// sizes are assumed to be greater than 1. An operand whose batch dimensions
// don't come first counts as being in order, because it is transposed
// beforehand in any case.
OperandOrder OrderOf(const Contraction& contraction, bool is_left,
                     std::span<const int64_t> local);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_COST_PRODUCT_ORDER_H_
