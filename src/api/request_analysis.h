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
#include "shardflow/explain.h"
#include "shardflow/lint.h"
#include "shardflow/reshard.h"
#include "shardflow/session.h"

// The request methods that analyse a program: cost, lint, auto, explain.

namespace shardflow::internal {

// The options of the methods cost, lint, auto, explain and reshard, and of
// sessions. They have the same names as in C++.
inline constexpr std::array<std::string_view, 19> kAnalysisKeys = {
    "propagate", "lowering",   "topology", "largest",    "curve",
    "allow",     "large",      "mesh",     "memory",     "steps",
    "seed",      "seconds",    "explain",  "reconsider", "conservative",
    "fixes",     "all_frames", "plan",     "peak"};

struct Analysis {
  CostOptions cost;
  LintOptions lint;
  AutoOptions search;
  ExplainRequest explain;
  PlanOptions reshard;
  PriceOptions price;

  // `at` contains the values of kAnalysisKeys, or None where a key is missing.
  bool Read(JsonInput& in, std::span<const JsonRef> at);
  void SetRun(const RunOptions& run);
};

// Write members of a result: "cost", "lint", "explain", or "auto" and "cost".
// Those that can fail return false on error, without having written anything.
bool AnswerCost(const Program& program, const Analysis& analysis,
                std::vector<Message>& messages, JsonEmitter& e);
bool AnswerLint(const Program& program, const Analysis& analysis,
                std::vector<Message>& messages, JsonEmitter& e);
bool AnswerExplain(const Program& program, const Analysis& analysis,
                   std::vector<Message>& messages, JsonEmitter& e);
void WriteAuto(const AutoReport& report, JsonEmitter& e);
void WriteExplanation(const Explanation& explanation, JsonEmitter& e);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REQUEST_ANALYSIS_H_
