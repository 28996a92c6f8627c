#ifndef SHARDFLOW_PASSES_PIPELINES_H_
#define SHARDFLOW_PASSES_PIPELINES_H_

#include "passes/pass.h"

namespace shardflow {

// The first part of sdy-propagation-pipeline: everything up to propagation
// itself. Calls are inlined afterwards, unless functions are deduplicated.
[[nodiscard]] bool ImportForPropagation(Module& m, const PipelineOptions& o,
                                        PassContext& c);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_PIPELINES_H_
