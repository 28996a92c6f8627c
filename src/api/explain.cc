#include "shardflow/explain.h"

#include <utility>

#include "api/convert.h"
#include "api/extend.h"
#include "api/program_impl.h"
#include "base/diagnostics.h"
#include "explain/explain.h"
#include "explain/render.h"

namespace shardflow {

using namespace internal;

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
    const OpRegistry* const registry = request.run.registry;
    explanation = ExplainModule(
        m, ProgramAccess::names(program), request, ToCompat(request.run.compat),
        registry != nullptr ? &OpRegistryAccess::Get(*registry) : nullptr,
        diagnostics);
  }
  AppendMessages(diagnostics, m.source.get(), messages);
  return explanation;
}

std::string ExplanationText(const Explanation& explanation) {
  std::string out;
  AppendExplanationText(explanation, out);
  return out;
}

std::string ExplanationJson(const Explanation& explanation) {
  std::string out;
  AppendExplanationJson(explanation, out);
  return out;
}

}  // namespace shardflow
