#ifndef SHARDFLOW_API_REQUEST_ANALYSIS_H_
#define SHARDFLOW_API_REQUEST_ANALYSIS_H_

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "json/emit.h"
#include "json/input.h"
#include "shardflow/auto.h"
#include "shardflow/cost.h"
#include "shardflow/lint.h"

// The request methods that analyse a program: cost, lint, auto.

namespace shardflow::internal {

// The options of these methods, which have the same names as in C++.
inline constexpr std::array<std::string_view, 14> kAnalysisKeys = {
    "propagate", "lowering", "topology", "largest",   "curve",
    "allow",     "large",    "mesh",     "memory",    "steps",
    "seed",      "seconds",  "explain",  "reconsider"};

struct Analysis {
  CostOptions cost;
  LintOptions lint;
  AutoOptions search;

  // `at` contains the values of kAnalysisKeys, or None where a key is missing.
  bool Read(JsonInput& in, std::span<const JsonRef> at);
  void SetRun(const RunOptions& run);
};

// Write members of a result: "cost", "lint", or "auto" and "cost". Those that
// can fail return false after an error, without having written anything.
bool AnswerCost(const Program& program, const Analysis& analysis,
                std::vector<Message>& messages, JsonEmitter& e);
bool AnswerLint(const Program& program, const Analysis& analysis,
                std::vector<Message>& messages, JsonEmitter& e);
void WriteAuto(const AutoReport& report, JsonEmitter& e);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_ANALYSIS_H_
