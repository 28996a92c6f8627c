#ifndef SHARDFLOW_TEXT_OPERAND_REF_H_
#define SHARDFLOW_TEXT_OPERAND_REF_H_

#include <cstdint>
#include <string_view>

namespace shardflow::internal {

// The name of a value in the text: `%name` or `%name#number`.
struct OperandRef {
  const char* at = nullptr;  // the '%'
  uint32_t length = 0;       // length of the name, including '%'
  int32_t number = 0;
  // If the name is a plain number, such as `%12`, that number, otherwise -1.
  int32_t plain = -1;

  std::string_view name() const { return {at, length}; }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OPERAND_REF_H_
