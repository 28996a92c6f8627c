#ifndef SHARDFLOW_NAMES_H_
#define SHARDFLOW_NAMES_H_

#include <string>
#include <string_view>

#include "shardflow/export.h"

// The names that users give values: TensorInfo::label, ExplainedTensor::label.
//
//   MatchesLabel("params/*/wq", "params['layer0']['wq']");  // true

namespace shardflow {

// Whether `pattern` stands for the label. Both may be written as JAX does,
// "opt[0].mu['w']", or as a path, "opt/0/mu/w". In the pattern `*` stands for
// anything within a step, and a step `**` for any number of steps.
SHARDFLOW_EXPORT bool MatchesLabel(std::string_view pattern,
                                   std::string_view label);

// The label as a path.
SHARDFLOW_EXPORT std::string LabelPath(std::string_view label);

}  // namespace shardflow

#endif  // SHARDFLOW_NAMES_H_
