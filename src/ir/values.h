#ifndef SHARDFLOW_IR_VALUES_H_
#define SHARDFLOW_IR_VALUES_H_

#include <span>
#include <vector>

#include "ir/module.h"

// The values of an op as lists, for whoever changes the op while it goes
// through them. (Loops that only read ask the module by index.)

namespace shardflow::internal {

std::vector<ValueId> OperandsOf(const Module& m, OpId op);
std::vector<ValueId> ResultsOf(const Module& m, OpId op);
std::vector<TypeId> TypesOf(const Module& m, std::span<const ValueId> values);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_VALUES_H_
