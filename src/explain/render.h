#ifndef SHARDFLOW_EXPLAIN_RENDER_H_
#define SHARDFLOW_EXPLAIN_RENDER_H_

#include <string>

#include "shardflow/explain.h"

namespace shardflow::internal {

// Writes explanations for people (text.cc) and for programs (json.cc; the
// format is in docs/explain.md). Both append to the output and end with a
// newline.
void AppendExplanationText(const Explanation& explanation,
                           const ExplanationTextOptions& options,
                           std::string& out);
void AppendExplanationJson(const Explanation& explanation, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_RENDER_H_
