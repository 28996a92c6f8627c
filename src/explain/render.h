#ifndef SHARDFLOW_EXPLAIN_RENDER_H_
#define SHARDFLOW_EXPLAIN_RENDER_H_

#include <string>
#include <vector>

#include "shardflow/explain.h"

namespace shardflow::internal {

// Writes explanations as human-readable text (text.cc) and as JSON (json.cc;
// docs/explain.md has the format). Both append to the output and end with a
// newline, except for JSON on a single line.
void AppendExplanationText(const Explanation& explanation,
                           const ExplanationTextOptions& options,
                           std::string& out);
// The text about one value, by topic, without the chains of its axes. Each line
// is indented and ends with a newline.
struct ExplanationLines {
  std::string notes;
  std::vector<std::string> axes;  // e.g. `  dimension 0 has "x":`
  // `stops` and `absent` begin with a title unless they are empty.
  std::string stops;
  std::string absent;  // which axes dimensions lack, and why; begins with "\n"
};
ExplanationLines LinesOf(const ExplainedValue& value,
                         const ExplanationTextOptions& options);
// Returns the line for one link of a chain that explains a value in `function`.
std::string LineOf(const ChainLink& link, const std::string& function,
                   const ExplanationTextOptions& options);
void AppendExplanationJson(const Explanation& explanation, std::string& out,
                           bool one_line = false);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_RENDER_H_
