#ifndef SHARDFLOW_TEXT_OPERAND_REF_H_
#define SHARDFLOW_TEXT_OPERAND_REF_H_

#include <cstdint>
#include <string_view>

namespace shardflow::internal {

// A name `%name` or `%name#number` in the text.
struct OperandRef {
  const char* at = nullptr;  // the '%'
  uint32_t length = 0;       // length of the name, including '%'
  int32_t number = 0;
  // The 12 of a name like `%12` that was read as a number; -1 for other names.
  int32_t plain = -1;

  std::string_view name() const { return {at, length}; }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_OPERAND_REF_H_
