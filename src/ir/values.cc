#include "ir/values.h"

namespace shardflow::internal {

std::vector<ValueId> OperandsOf(const Module& m, OpId op) {
  std::vector<ValueId> values;
  values.reserve(static_cast<size_t>(m.operand_count(op)));
  for (int i = 0; i < m.operand_count(op); ++i) {
    values.push_back(m.operand(op, i));
  }
  return values;
}

std::vector<ValueId> ResultsOf(const Module& m, OpId op) {
  std::vector<ValueId> values;
  values.reserve(static_cast<size_t>(m.result_count(op)));
  for (int i = 0; i < m.result_count(op); ++i) {
    values.push_back(m.result(op, i));
  }
  return values;
}

std::vector<TypeId> TypesOf(const Module& m, std::span<const ValueId> values) {
  std::vector<TypeId> types;
  types.reserve(values.size());
  for (const ValueId value : values) types.push_back(m.type(value));
  return types;
}

}  // namespace shardflow::internal
