#ifndef SHARDFLOW_EXPLAIN_RENDER_H_
#define SHARDFLOW_EXPLAIN_RENDER_H_

#include <string>

#include "shardflow/explain.h"

namespace shardflow {

// For people (text.cc), and for programs (json.cc; docs/explain.md has the
// format). Both append, and end in a newline.
void AppendExplanationText(const Explanation& explanation, std::string& out);
void AppendExplanationJson(const Explanation& explanation, std::string& out);

}  // namespace shardflow

#endif  // SHARDFLOW_EXPLAIN_RENDER_H_
