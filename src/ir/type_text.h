#ifndef SHARDFLOW_IR_TYPE_TEXT_H_
#define SHARDFLOW_IR_TYPE_TEXT_H_

#include <string>

#include "ir/module.h"

// Spells types as MLIR does, for messages, such as tensor<2x?xf32>. (Unlike the
// printer in text/, these functions can't print attributes: an encoding that
// isn't kept as text becomes `...`.)

namespace shardflow::internal {

void AppendType(const Module& m, TypeId type, std::string& out);
// Returns the type in single quotes, as messages show it.
std::string QuotedType(const Module& m, TypeId type);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_TYPE_TEXT_H_
