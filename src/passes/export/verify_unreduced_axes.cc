#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/symbols.h"
#include "ops/unreduced.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/unreduced.h"

// Propagation may leave a value unreduced although its user expects it to be
// reduced, or vice versa. Reports the ops where this happens: only explicit
// reshards and reductions may change unreduced axes.

namespace shardflow::internal {
namespace {

class UnreducedVerifier {
 public:
  UnreducedVerifier(Module& m, PassContext& context)
      : m_(m), context_(context), symbols_(m), meshes_(Meshes(m)) {}

  bool Verify(OpId op) {
    if (IsExplicitReshard(m_, op)) return VerifyReshard(op);
    if (IsSdyReduction(m_, op)) return VerifySdyReduction(op);
    if (IsCall(m_, op)) return VerifyCall(op);
    if (HasTrait(m_, op, kTerminator)) {
      // Terminators in the bodies of reductions and loops aren't checked.
      return (m_.kind(op) != OpKind::kFuncReturn &&
              m_.kind(op) != OpKind::kSdyReturn) ||
             VerifyTerminator(op);
    }
    return VerifyOther(op);
  }

 private:
  bool Error(OpId op, std::string_view message) {
    context_.diagnostics.Error(
        m_.Place(op), fmt::format("'{}' op {}", m_.op_name(op), message));
    return false;
  }

  ShardingId Of(ValueId value) {
    return GetSharding(m_, SkipBarriers(m_, value));
  }
  bool ComesFromReshard(ValueId value) const {
    const OpId def = m_.def(SkipBarriers(m_, value));
    return def && IsExplicitReshard(m_, def);
  }
  // Returns the unreduced axes, sorted and without duplicates.
  std::vector<AxisRef> Unreduced(ShardingId sharding) const {
    if (!sharding) return {};
    const auto axes = m_.shardings.axes(m_.shardings.Get(sharding).unreduced);
    std::vector<AxisRef> sorted(axes.begin(), axes.end());
    std::sort(sorted.begin(), sorted.end(),
              [&](const AxisRef& a, const AxisRef& b) {
                return NameOrderLess(a, b, m_.names);
              });
    sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
    return sorted;
  }

  // Returns the names of axes that are in only one of the lists: "x, y".
  std::string Mismatch(ShardingId a, ShardingId b) const {
    if (a == b) return "";
    const std::vector<AxisRef> in_a = Unreduced(a), in_b = Unreduced(b);
    std::vector<std::string_view> names;
    const auto add = [&](const std::vector<AxisRef>& from,
                         const std::vector<AxisRef>& other) {
      for (const AxisRef& axis : from) {
        if (std::find(other.begin(), other.end(), axis) == other.end()) {
          names.push_back(m_.names.Get(axis.name));
        }
      }
    };
    add(in_a, in_b);
    add(in_b, in_a);
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return fmt::format("{}", fmt::join(names, ", "));
  }

  bool VerifyEqual(OpId op, ShardingId a, ShardingId b,
                   std::string_view suffix) {
    const std::string names = Mismatch(a, b);
    return names.empty() ||
           Error(op, fmt::format("has unreduced axes mismatch for '{}{}", names,
                                 suffix));
  }

  bool VerifyTransition(OpId op, std::span<const ShardingId> operands,
                        std::span<const ShardingId> results,
                        const UnreducedTransition& allowed) {
    const auto fault = FindUnreducedFault(m_.shardings, m_.names, meshes_,
                                          operands, results, allowed);
    return !fault || Error(op, fault->message);
  }

  bool VerifyReshard(OpId op) {
    const ShardingId from[] = {Of(m_.operand(op, 0))};
    const ShardingId to[] = {m_.sharding(m_.result(op, 0))};
    return !from[0] ||
           VerifyTransition(op, from, to,
                            {.introduces = ReductionKind::kSum,
                             .removes = m_.shardings.Get(from[0]).reduction});
  }

  bool VerifySdyReduction(OpId op) {
    return Of(m_.operand(op, 0)) || Error(op, "operand must be sharded.");
  }

  bool VerifyCall(OpId op) {
    const OpId callee = FindCallee(m_, symbols_, op);
    if (!callee) return true;
    for (int i = 0; i < m_.operand_count(op); ++i) {
      const ValueId operand = m_.operand(op, i);
      if (!ComesFromReshard(operand) &&
          !VerifyEqual(op, Of(operand),
                       ArgSharding(m_, callee, static_cast<size_t>(i)),
                       fmt::format("' at call argument {}.", i))) {
        return false;
      }
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      if (!VerifyEqual(op, ResultSharding(m_, callee, static_cast<size_t>(i)),
                       Of(m_.result(op, i)),
                       fmt::format("' at call result {}.", i))) {
        return false;
      }
    }
    return true;
  }

  // Compares the terminator's operands with the results of the enclosing
  // function or op.
  bool VerifyTerminator(OpId op) {
    const OpId parent = m_.parent_op(op);
    for (int i = 0; i < m_.operand_count(op); ++i) {
      ShardingId result;
      if (IsFunction(m_, parent)) {
        result = ResultSharding(m_, parent, static_cast<size_t>(i));
      } else if (i < m_.result_count(parent)) {
        result = Of(m_.result(parent, i));
        if (result && DataFlow(m_, parent) != nullptr &&
            DataFlow(m_, parent)->has_manual_axes) {
          result =
              EraseManualAxes(m_, result, m_.attr(parent, name::kManualAxes));
        }
      }
      const ValueId operand = m_.operand(op, i);
      if (!result || ComesFromReshard(operand)) continue;
      if (!VerifyEqual(
              op, Of(operand), result,
              fmt::format("' at return value {} without a blessed operation "
                          "(e.g., sdy.reshard). This is an invalid transition "
                          "from unreduced to reduced.",
                          i))) {
        return false;
      }
    }
    return true;
  }

  bool VerifyOther(OpId op) {
    operands_.clear();
    results_.clear();
    const UnreducedOperands which = UnreducedOperandsOf(m_, op);
    for (int i = 0; i < which.count; ++i) {
      const ValueId operand = m_.operand(op, i);
      operands_.push_back(!which.reshards_count && ComesFromReshard(operand)
                              ? ShardingId::None()
                              : Of(operand));
    }
    for (int i = 0; i < m_.result_count(op); ++i) {
      results_.push_back(Of(m_.result(op, i)));
    }
    return VerifyTransition(op, operands_, results_, AllowedUnreduced(m_, op));
  }

  Module& m_;
  PassContext& context_;
  SymbolTable symbols_;
  MeshTable meshes_;
  std::vector<ShardingId> operands_, results_;
};

// Whether there is nothing to verify: the program has no unreduced axes and no
// sdy collectives that reduce.
bool NothingIsUnreduced(const Module& m) {
  return !HasSdyReductions(m) && !AnyUnreduced(m.shardings);
}

}  // namespace

bool VerifyUnreducedAxes(Module& m, const NoOptions& /*options*/,
                         PassContext& context) {
  if (NothingIsUnreduced(m)) return true;
  UnreducedVerifier verifier(m, context);
  bool ok = true;
  for (OpId function : Functions(m)) {
    // Only the first error in each function is reported.
    ok &= WalkPostOrder(m, function, [&](OpId op) {
      return op == function || verifier.Verify(op) ? WalkResult::kAdvance
                                                   : WalkResult::kStop;
    });
  }
  return ok;
}

}  // namespace shardflow::internal
