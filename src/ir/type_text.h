#ifndef SHARDFLOW_IR_TYPE_TEXT_H_
#define SHARDFLOW_IR_TYPE_TEXT_H_

#include <string>

#include "ir/module.h"

// Types as MLIR spells them, for messages: tensor<2x?xf32>. (The printer of
// text/ does the same and knows how attributes are spelled; here an encoding
// that isn't verbatim text prints as `...`.)

namespace shardflow::internal {

void AppendType(const Module& m, TypeId type, std::string& out);
// In single quotes, as a message has it.
std::string QuotedType(const Module& m, TypeId type);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_TYPE_TEXT_H_
