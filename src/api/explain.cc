#include "shardflow/explain.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "api/convert.h"
#include "api/explain_fixes.h"
#include "api/explain_specs.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "base/diagnostics.h"
#include "explain/explain.h"
#include "explain/render.h"
#include "shardflow/sharding.h"
#include "shardflow/spec.h"

namespace shardflow {

using namespace internal;

namespace {

std::string SpecOf(const std::string& sharding) {
  if (sharding.empty()) return "";
  std::vector<Message> ignored;
  const std::optional<ShardingInfo> info =
      ParseSharding("#sdy.sharding" + sharding, ignored);
  return info ? SpecText(*info) : "";
}

void AddSpecsTo(StoppedAxis& stop) {
  for (std::optional<ChainLink>* link :
       {&stop.source_from, &stop.blocker_from}) {
    if (*link) (*link)->spec = SpecOf((*link)->sharding);
  }
}

}  // namespace

void internal::AddSpecs(Explanation& explanation) {
  for (ExplainedValue& value : explanation.values) {
    value.spec = SpecOf(value.sharding);
    for (ExplainedAxis& axis : value.axes) {
      for (ChainLink& link : axis.chain) link.spec = SpecOf(link.sharding);
    }
    for (StoppedAxis& stop : value.stopped) AddSpecsTo(stop);
    for (AbsentAxis& absent : value.absent) {
      if (absent.lost) AddSpecsTo(*absent.lost);
    }
  }
}

std::optional<Explanation> Explain(const Program& program,
                                   const ExplainRequest& request,
                                   std::vector<Message>& messages) {
  Diagnostics diagnostics;
  const int asked = (request.value.empty() ? 0 : 1) +
                    (request.argument >= 0 ? 1 : 0) +
                    (request.result >= 0 ? 1 : 0);
  std::optional<Explanation> explanation;
  Module m = ProgramAccess::module(program);
  if (asked != 1) {
    diagnostics.Error({}, "ask for one value, argument or result",
                      ErrorCode::kInvalidArgument);
  } else {
    RuleWarnings warnings;
    RunContext run(m, WithoutDumps(request.run), warnings, diagnostics);
    std::vector<FixCandidate> candidates;
    explanation = ExplainModule(m, ProgramAccess::names(program), request,
                                run.context(), candidates);
    if (explanation && request.fixes) {
      TryFixes(program, request.run, m, candidates, *explanation);
    }
  }
  AppendMessages(diagnostics, m.source.get(), messages);
  if (explanation) AddSpecs(*explanation);
  return explanation;
}

std::string ExplanationText(const Explanation& explanation,
                            const ExplanationTextOptions& options) {
  std::string out;
  AppendExplanationText(explanation, options, out);
  return out;
}

std::string ExplanationJson(const Explanation& explanation) {
  std::string out;
  AppendExplanationJson(explanation, out);
  return out;
}

}  // namespace shardflow
