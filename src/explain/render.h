#ifndef SHARDFLOW_EXPLAIN_RENDER_H_
#define SHARDFLOW_EXPLAIN_RENDER_H_

#include <string>
#include <vector>

#include "shardflow/explain.h"

namespace shardflow::internal {

// Writes explanations for people (text.cc) and for programs (json.cc; the
// format is in docs/explain.md). Both append to the output and end with a
// newline.
void AppendExplanationText(const Explanation& explanation,
                           const ExplanationTextOptions& options,
                           std::string& out);
// The lines of one value's text but for the chains of its axes, grouped by what
// they say. Each line has its indent and a newline.
struct ExplanationLines {
  std::string notes;
  std::vector<std::string> axes;  // "  dimension 0 has "x":"
  // Both with their titles; empty if there are none.
  std::string stops;
  std::string absent;  // which axes dimensions lack, and why; after a "\n"
};
ExplanationLines LinesOf(const ExplainedValue& value,
                         const ExplanationTextOptions& options);
// Returns the line of one link of a chain, which explains a value of the
// function.
std::string LineOf(const ChainLink& link, const std::string& function,
                   const ExplanationTextOptions& options);
void AppendExplanationJson(const Explanation& explanation, std::string& out);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_EXPLAIN_RENDER_H_
