#ifndef SHARDFLOW_PASSES_SAVE_MODULE_H_
#define SHARDFLOW_PASSES_SAVE_MODULE_H_

#include <string_view>

#include "passes/pass.h"

namespace shardflow::internal {

// Writes the module to `directory`/NN.`name`.mlir. NN is the context's dump
// index, which is then incremented. If `directory` is empty, the context's dump
// directory is used; if that is also empty, nothing is written. Reports an
// error and returns false if the file can't be written.
bool SaveModule(const Module& module, std::string_view directory,
                std::string_view name, PassContext& context);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_SAVE_MODULE_H_
