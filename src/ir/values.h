#ifndef SHARDFLOW_IR_VALUES_H_
#define SHARDFLOW_IR_VALUES_H_

#include <span>
#include <vector>

#include "ir/module.h"

// Copies of an op's operands and results, for loops that change the op. (Loops
// that only read should use m.operand(op, i) and m.result(op, i).)

namespace shardflow::internal {

std::vector<ValueId> OperandsOf(const Module& m, OpId op);
std::vector<ValueId> ResultsOf(const Module& m, OpId op);
std::vector<TypeId> TypesOf(const Module& m, std::span<const ValueId> values);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_VALUES_H_
