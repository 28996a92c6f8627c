#include "tool/explain.h"

#include <optional>
#include <ostream>
#include <vector>

namespace shardflow {

ExitCode RunExplain(const ExplainFlags& flags, const InputText& input,
                    const OpRegistry& registry, Output& output,
                    std::ostream& err) {
  std::vector<Message> messages;
  ExplainRequest request = flags.request;
  if (!flags.rules.empty()) request.registry = &registry;
  const std::optional<Explanation> explanation =
      Explain(input.name, input.text, request, messages);
  for (const Message& message : messages) err << message.ToString();
  if (!explanation) return ExitCode::kBadInput;
  output.Append(flags.json ? ExplanationJson(*explanation)
                           : ExplanationText(*explanation));
  return ExitCode::kOk;
}

}  // namespace shardflow
