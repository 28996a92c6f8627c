#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "ir/walk.h"
#include "lower/op_reshards.h"
#include "lower/single_device.h"
#include "lower/unreduced_collectives.h"
#include "ops/call_graph.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "ops/rule_lookup.h"
#include "passes/pass.h"
#include "passes/stop.h"
#include "sharding/axis.h"
#include "sharding/tensor.h"
#include "sharding/unreduced.h"

// Resolves the conflicts that propagation left. Afterwards each device can run
// every op on the shards that it has, and sdy.reshard and sdy.all_reduce mark
// where data moves. Without enable-full-version, the pass inserts only the
// reshards that a partitioner couldn't find by itself.

namespace shardflow::internal {
namespace {

class ReshardInserter {
 public:
  ReshardInserter(Module& m, const InsertExplicitReshardsOptions& options,
                  PassContext& context)
      : m_(m),
        full_(options.enable_full_version),
        stop_(context),
        symbols_(m),
        lower_{m,
               symbols_,
               context.diagnostics,
               context.compat,
               context.any_collective,
               context.fewest_bytes,
               context.hoist_reshards,
               context.resolve_custom,
               options.mark_partial_result_with_unreduced_axes},
        emitter_(m),
        rules_(m, RuleOptionsOf(context), context.rule_warnings,
               context.diagnostics),
        resharder_(lower_, rules_, context.memo),
        any_unreduced_(AnyUnreduced(m.shardings)),
        any_single_device_(AnySingleDevice(m)) {}

  bool RunOn(OpId function) {
    if (!CheckBorders(function)) return false;
    if (EntryBlock(m_, function).IsNone()) return true;
    ops_.clear();
    WalkPostOrder(m_, function, [&](OpId op) {
      if (op != function && !HasTrait(m_, op, kTerminator)) ops_.push_back(op);
    });
    for (OpId op : ops_) {
      if (stop_() || !Process(op)) return false;
    }
    return ProcessReturn(function);
  }

 private:
  // Checks that no argument or result of a function is on a single device.
  bool CheckBorders(OpId function) {
    const TypeId type = FunctionType(m_, function);
    const auto check = [&](ShardingId sharding, std::string_view what,
                           size_t i) {
      if (!IsSingleDevice(lower_, sharding)) return true;
      lower_.diagnostics.Error(
          m_.Place(function),
          fmt::format("'func.func' op function {} {} cannot have a "
                      "single-device (maximal) sharding attribute",
                      what, i));
      return false;
    };
    for (size_t i = 0; i < m_.types.input_count(type); ++i) {
      if (!check(ArgSharding(m_, function, i), "argument", i)) return false;
    }
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      if (!check(ResultSharding(m_, function, i), "result", i)) return false;
    }
    return true;
  }

  bool Process(OpId op) {
    const bool full = full_ || IsCall(m_, op) || AlwaysNeedsCompatible(m_, op);
    if (DataFlow(m_, op) != nullptr) return ProcessDataFlow(op, full);
    if (IsCall(m_, op)) return ProcessCall(op, full);
    bool replaced = false;
    if (!ReplaceReshard(op, replaced)) return false;
    if (replaced) return true;
    if (any_unreduced_ && !ReduceOperands(op)) return false;
    bool single_device = false;
    if (any_single_device_ &&
        !MoveToSingleDevice(lower_, emitter_, op, single_device)) {
      return false;
    }
    return single_device || resharder_.Process(op, full);
  }

  // Reshards the use to `wanted` (None means no sharding).
  bool ReshardUse(UseId use, ShardingId wanted, bool after_value, bool full) {
    if (after_value) emitter_.SetAfterValue(m_.use(use).value);
    ShardingId given = GetSharding(m_, m_.use(use).value);
    // A value without a sharding is used as it is if no dimension has to be
    // sharded, even if `wanted` is unreduced. (Shardy's tests expect that;
    // sdy-verify-unreduced-axes reports it.)
    const bool is_sharded =
        wanted && !IsFullyReplicated(m_.shardings.Get(wanted));
    if (!given && (!full || !is_sharded)) return true;
    if (given && !ReduceToWanted(lower_, emitter_, use, wanted, given)) {
      return false;
    }
    ShardingId unreduced;
    if (!MakeUnreduced(lower_, emitter_, use, wanted, unreduced)) return false;
    if (unreduced) given = unreduced;
    if (full && !IsEquivalent(m_.shardings, given, wanted)) {
      m_.SetOperand(
          use, emitter_.Reshard(
                   m_.use(use).value,
                   wanted ? wanted : FullyClosedLike(m_.shardings, given)));
    }
    return true;
  }

  bool ProcessReturn(OpId function) {
    const OpId end = ReturnOp(m_, function);
    if (!end) return true;
    emitter_.SetBefore(end);
    for (int i = 0; i < m_.operand_count(end); ++i) {
      if (!ReshardUse(m_.operand_use(end, i),
                      ResultSharding(m_, function, static_cast<size_t>(i)),
                      /*after_value=*/false, full_)) {
        return false;
      }
    }
    return true;
  }

  // Reshards the sources of each edge to the sharding of its owner.
  bool ProcessDataFlow(OpId op, bool full) {
    std::vector<ValueId> owners = ResultEdgeOwners(m_, op);
    for (ValueId arg : ArgEdgeOwners(m_, op)) owners.push_back(arg);
    std::vector<UseId> sources;
    for (ValueId owner : owners) {
      const ShardingId wanted =
          TransformTargetSharding(m_, owner, EdgeOwnerSharding(m_, owner),
                                  EdgeTransform::kBeforeEdgePropagation);
      sources.clear();
      AppendEdgeSources(m_, owner, sources);
      for (UseId use : sources) {
        if (!ReshardUse(use, wanted, /*after_value=*/true, full)) return false;
      }
    }
    return true;
  }

  // Reshards the operands to the shardings of the callee's arguments.
  bool ProcessCall(OpId op, bool full) {
    const OpId callee = FindCallee(m_, symbols_, op);
    if (!callee) return true;
    std::vector<ShardingId> wanted = ArgShardings(m_, symbols_, callee);
    if (wanted.empty()) wanted = ClosedOperandShardings(op);
    for (size_t i = 0; i < wanted.size(); ++i) {
      if (!ReshardUse(m_.operand_use(op, static_cast<int>(i)), wanted[i],
                      /*after_value=*/true, full)) {
        return false;
      }
    }
    return true;
  }

  // Returns fully closed shardings for all operands, on the mesh of the first
  // operand whose mesh has more than one device. Returns an empty list if there
  // is no such operand.
  std::vector<ShardingId> ClosedOperandShardings(OpId op) {
    std::vector<ShardingId> closed;
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const ShardingId sharding = GetSharding(m_, m_.operand(op, i));
      if (!sharding || IsSingleDevice(lower_, sharding)) continue;
      const MeshRef mesh = m_.shardings.Get(sharding).mesh;
      for (int j = 0; j < m_.operand_count(op); ++j) {
        closed.push_back(m_.shardings.FullyClosed(
            mesh, Shape(m_, m_.operand(op, j)).size()));
      }
      break;
    }
    return closed;
  }

  // If `op` is an sdy.reshard that makes axes unreduced, replaces it with
  // collectives that make them unreduced.
  bool ReplaceReshard(OpId op, bool& replaced) {
    if (m_.kind(op) != OpKind::kReshard) return true;
    emitter_.SetBefore(op);
    const UseId use = m_.operand_use(op, 0);
    ShardingId unreduced;
    if (!MakeUnreduced(lower_, emitter_, use, m_.sharding(m_.result(op, 0)),
                       unreduced)) {
      return false;
    }
    replaced = static_cast<bool>(unreduced);
    if (replaced) {
      const ValueId value = m_.operand(op, 0);
      if (m_.OpHasUses(op)) m_.ReplaceAllUses(m_.result(op, 0), value);
      m_.Erase(op);
    }
    return true;
  }

  // All-reduces the operands along the unreduced axes that the results lack.
  // (All results have the same unreduced axes.)
  bool ReduceOperands(OpId op) {
    if (m_.operand_count(op) == 0) return true;
    const auto has_unreduced = [&](ValueId value) {
      return !lower_.Unreduced(GetSharding(m_, value)).empty();
    };
    bool any = false;
    for (int i = 0; i < m_.operand_count(op); ++i) {
      any |= has_unreduced(m_.operand(op, i));
    }
    if (m_.result_count(op) == 0) {
      return !any || Error(op,
                           "some operands have unreduced axes but the "
                           "operation has no results");
    }
    const ShardingId first = GetSharding(m_, m_.result(op, 0));
    for (int i = 1; i < m_.result_count(op); ++i) {
      const ShardingId other = GetSharding(m_, m_.result(op, i));
      if (!AxesEqual(lower_.Unreduced(first), lower_.Unreduced(other))) {
        return Error(op,
                     "unreduced axes mismatch between results for "
                     "multi-result op");
      }
    }
    if (!any) return true;
    emitter_.SetBefore(op);
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const UseId use = m_.operand_use(op, i);
      ShardingId given = GetSharding(m_, m_.use(use).value);
      if (given && !ReduceToWanted(lower_, emitter_, use, first, given)) {
        return false;
      }
    }
    return true;
  }

  bool Error(OpId op, std::string_view message) {
    lower_.diagnostics.Error(
        m_.Place(op), fmt::format("'{}' op {}", m_.op_name(op), message));
    return false;
  }

  Module& m_;
  const bool full_;
  StopPoll stop_;
  SymbolTable symbols_;
  LowerContext lower_;
  Emitter emitter_;
  RuleLookup rules_;
  OpResharder resharder_;
  // Most programs have neither unreduced axes nor shardings on a single device,
  // so no op has to be checked for them. (This pass adds such shardings only if
  // the program already has some.)
  const bool any_unreduced_;
  const bool any_single_device_;
  // The ops of the current function. A member so that its memory is reused.
  std::vector<OpId> ops_;
};

}  // namespace

bool InsertExplicitReshards(Module& m,
                            const InsertExplicitReshardsOptions& options,
                            PassContext& context) {
  ReshardInserter pass(m, options, context);
  for (OpId function : Functions(m)) {
    if (!pass.RunOn(function)) return false;
  }
  return true;
}

}  // namespace shardflow::internal
