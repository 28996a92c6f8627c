#ifndef SHARDFLOW_PASSES_SAVE_MODULE_H_
#define SHARDFLOW_PASSES_SAVE_MODULE_H_

#include <string_view>

#include "passes/pass.h"

namespace shardflow::internal {

// Writes the module to `directory`/NN.`name`.mlir, where NN is the context's
// dump index, which goes up by one. An empty `directory` is the context's, and
// if that is empty too nothing is written. False after a file error, which is
// reported.
bool SaveModule(const Module& module, std::string_view directory,
                std::string_view name, PassContext& context);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_SAVE_MODULE_H_
