#ifndef SHARDFLOW_IR_TYPE_TEXT_H_
#define SHARDFLOW_IR_TYPE_TEXT_H_

#include <string>

#include "ir/module.h"

// Types as MLIR spells them, for messages: tensor<2x?xf32>. (Unlike the printer
// in text/, this one can't print attributes: an encoding that isn't kept as
// text is printed as `...`.)

namespace shardflow::internal {

void AppendType(const Module& m, TypeId type, std::string& out);
// In single quotes, as messages quote types.
std::string QuotedType(const Module& m, TypeId type);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_TYPE_TEXT_H_
