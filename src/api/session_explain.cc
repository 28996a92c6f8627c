#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "api/convert.h"
#include "api/explain_specs.h"
#include "api/session_impl.h"
#include "explain/explain.h"
#include "ops/functions.h"
#include "propagate/record.h"

// Explains the shardings in a session.

namespace shardflow {

using namespace internal;
namespace {

// Returns the reason why nothing can be explained now, or "" if there is none.
std::string WhyNone(IncrementalPropagation* engine, bool is_propagated,
                    const std::string& obstacle) {
  if (!is_propagated) return "nothing has been propagated yet";
  if (engine == nullptr) {
    return fmt::format(
        "the session keeps no record ({}); explain its annotated program",
        obstacle);
  }
  if (engine->has_constraints()) {
    return "the members of a sharding group have different shardings; explain "
           "the session's annotated program";
  }
  if (!engine->Settle() || engine->HasEdits()) {
    return "annotations were edited since the last propagation";
  }
  return "";
}

}  // namespace

std::optional<Explanation> Session::Impl::Explain(
    const TensorPlace& place, std::vector<Message>& messages) {
  const std::string why =
      restructured || !steps.empty()
          ? "the program was edited since the last propagation"
          : WhyNone(engine(), work != nullptr,
                    work != nullptr ? work->obstacle : "");
  if (!why.empty()) {
    messages.push_back(WrongArgument(why));
    return std::nullopt;
  }
  if (!work->names) {
    if (text_names != nullptr) {
      work->names.emplace(*text_names, work_module());
    } else {
      work->names.emplace(work_module(), ProgramAccess::names(base));
    }
  }
  diagnostics = Diagnostics();
  std::optional<ExplainedValue> value = ExplainPropagated(
      *engine(), work_module(), *work->names, place, work->run.context());
  if (!value) {
    ReportStopped();
    AppendMessages(diagnostics, base_module().source.get(), messages);
    return std::nullopt;
  }
  Explanation explanation;
  explanation.values.push_back(*std::move(value));
  AddSpecs(explanation);
  return explanation;
}

std::optional<Explanation> Session::Explain(ValueRef ref,
                                            std::vector<Message>& messages) {
  const Module& m = impl_->base_module();
  const ValueId value = ToId(m, ProgramAccess::origin(impl_->base), ref);
  if (value) return impl_->Explain({value, -1}, messages);
  messages.push_back(WrongArgument("the program has no such value"));
  return std::nullopt;
}

std::optional<Explanation> Session::ExplainResult(
    int i, std::vector<Message>& messages) {
  const Module& m = impl_->base_module();
  const OpId main = MainFunction(m);
  const TypeId type = main ? FunctionType(m, main) : TypeId::None();
  if (type && i >= 0 && static_cast<size_t>(i) < m.types.result_count(type)) {
    return impl_->Explain({ValueId::None(), i}, messages);
  }
  messages.push_back(WrongArgument("the main function has no such result"));
  return std::nullopt;
}

}  // namespace shardflow
