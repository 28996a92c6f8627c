#ifndef SHARDFLOW_IR_VALUES_H_
#define SHARDFLOW_IR_VALUES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// Returns a tensor of the op by its number in the op's sharding rule: operands
// come first, then results.
inline ValueId TensorOf(const Module& m, OpId op, size_t tensor) {
  const auto i = static_cast<int>(tensor);
  return i < m.operand_count(op) ? m.operand(op, i)
                                 : m.result(op, i - m.operand_count(op));
}

// Copies of an op's operands and results, for loops that change the op. (Loops
// that only read should use m.operand(op, i) and m.result(op, i).)
std::vector<ValueId> OperandsOf(const Module& m, OpId op);
std::vector<ValueId> ResultsOf(const Module& m, OpId op);
std::vector<TypeId> TypesOf(const Module& m, std::span<const ValueId> values);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_VALUES_H_
