#include "lower/step_kind.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace shardflow::internal {
namespace {

// In the order of StepKind's enumerators.
constexpr std::string_view kNames[] = {"all_slice",
                                       "all_gather",
                                       "all_to_all",
                                       "collective_permute",
                                       "all_reduce",
                                       "reduce_scatter",
                                       "sharded_to_unreduced",
                                       "replicated_to_unreduced"};

}  // namespace

std::string_view StepName(StepKind kind) {
  return kNames[static_cast<size_t>(kind)];
}

std::optional<StepKind> FindStep(std::string_view name) {
  const auto at = std::find(std::begin(kNames), std::end(kNames), name);
  if (at == std::end(kNames)) return std::nullopt;
  return static_cast<StepKind>(at - std::begin(kNames));
}

std::optional<StepKind> FindStepOp(std::string_view op_name) {
  constexpr std::string_view kDialect = "sdy.";
  if (!op_name.starts_with(kDialect)) return std::nullopt;
  return FindStep(op_name.substr(kDialect.size()));
}

bool IsCommunication(StepKind kind) {
  return kind == StepKind::kAllGather || kind == StepKind::kAllToAll ||
         kind == StepKind::kAllReduce || kind == StepKind::kReduceScatter;
}

}  // namespace shardflow::internal
