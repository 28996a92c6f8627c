#include "passes/propagation/propagate.h"

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/properties.h"
#include "passes/save_module.h"
#include "propagate/driver.h"
#include "text/write.h"

namespace shardflow::internal {
namespace {

// Whether the type is a tensor to which no sharding can propagate.
bool IsDynamic(const Module& m, TypeId type) {
  const TypeKind kind = m.types.kind(type);
  return kind == TypeKind::kUnrankedTensor ||
         (kind == TypeKind::kTensor && !IsShardable(m, type));
}

// Whether the program may have a tensor to which no sharding can propagate, or
// a tuple. Programs have few types, so looking at the types first saves a walk
// over the program.
bool MayHaveInvalidShapes(const Module& m) {
  for (size_t i = 0; i < m.types.size(); ++i) {
    if (IsDynamic(m, TypeId(i)) ||
        m.types.kind(TypeId(i)) == TypeKind::kTuple) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool AllShapesValid(const Module& m, Diagnostics& diagnostics) {
  if (!MayHaveInvalidShapes(m)) return true;
  return WalkPostOrder(m, m.root(), [&](OpId op) {
    for (int i = 0; i < m.result_count(op); ++i) {
      const TypeId type = m.type(m.result(op, i));
      std::string message;
      if (IsDynamic(m, type)) {
        message =
            "Shardy propagation only supports ranked tensors with a static "
            "shape. type: ";
      } else if (m.types.kind(type) == TypeKind::kTuple) {
        message = "Shardy propagation doesn't support tuples: ";
      } else {
        continue;
      }
      PrintType(m, type, message);
      diagnostics.Error(m.Place(op), std::move(message));
      return WalkResult::kStop;
    }
    return WalkResult::kAdvance;
  });
}

std::vector<Strategy> FactorStrategies(FactorStrategyOption option) {
  switch (option) {
    case FactorStrategyOption::kBasic:
      return {Strategy::kBasic};
    case FactorStrategyOption::kAggressive:
      return {Strategy::kAggressive};
    case FactorStrategyOption::kBasicThenAggressive:
      break;
  }
  return {Strategy::kBasic, Strategy::kAggressive};
}

PropagationOptions PropagationOptionsOf(const PropagatePassOptions& options,
                                        Schedule schedule,
                                        const PassContext& context) {
  RuleOptions rules = RuleOptionsOf(context);
  rules.conservative = options.conservative_propagation;
  return {.schedule = std::move(schedule),
          .rules = rules,
          .keep_rules = options.keep_sharding_rules,
          .record = {.origins = options.debug_sharding_origins,
                     .edges = options.debug_propagation_edge_sharding},
          .witness = context.witness};
}

bool PropagateModule(Module& module, const PropagatePassOptions& options,
                     Schedule schedule, UserPriorityMode mode,
                     PassContext& context) {
  if (!AllShapesValid(module, context.diagnostics)) return false;
  const PropagationOptions propagation =
      PropagationOptionsOf(options, std::move(schedule), context);
  PropagationStats stats;
  bool saved = true;
  // The dumps of all rounds get the number of this pass.
  const auto save = [&](int64_t priority) {
    const int index = context.dump_index;
    saved &= SaveModule(
        module, options.module_dump_directory.path,
        fmt::format("propagation_after_user_priority_{}", priority), context);
    context.dump_index = index;
  };
  const bool ok =
      mode == UserPriorityMode::kIgnore
          ? Propagate(module, propagation, context.rule_warnings,
                      context.diagnostics, &stats)
          : PropagateByUserPriority(module, propagation, context.rule_warnings,
                                    context.diagnostics, save, &stats);
  context.ops_visited += stats.visits;
  context.steps += stats.steps;
  context.steps_computed += stats.steps_computed;
  return ok && saved;
}

}  // namespace shardflow::internal
