#include "shardflow/explain.h"

#include <memory>
#include <utility>

#include "api/convert.h"
#include "api/extend.h"
#include "base/diagnostics.h"
#include "base/source.h"
#include "explain/explain.h"
#include "explain/render.h"

namespace shardflow {

std::optional<Explanation> Explain(std::string name, std::string text,
                                   const ExplainRequest& request,
                                   std::vector<Message>& messages) {
  Diagnostics diagnostics;
  const int asked = (request.value.empty() ? 0 : 1) +
                    (request.argument >= 0 ? 1 : 0) +
                    (request.result >= 0 ? 1 : 0);
  std::optional<Explanation> explanation;
  const auto source =
      std::make_shared<const SourceBuffer>(std::move(name), std::move(text));
  if (asked != 1) {
    diagnostics.Error({}, "ask for one value, argument or result");
  } else {
    explanation = ExplainSource(source, request, ToCompat(request.compat),
                                request.registry != nullptr
                                    ? &OpRegistryAccess::Get(*request.registry)
                                    : nullptr,
                                diagnostics);
  }
  AppendMessages(diagnostics, source.get(), messages);
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
