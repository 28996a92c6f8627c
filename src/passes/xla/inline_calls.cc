#include "passes/xla/inline_calls.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/code_places.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "passes/pass.h"

// Replaces every call with the body of its callee, as XLA's inliner does before
// Shardy runs, and erases functions that are no longer called. Calls of
// declarations stay.

namespace shardflow::internal {
namespace {

class Inliner {
 public:
  Inliner(Module& m, Diagnostics& diagnostics, bool warn_of_lost)
      : m_(m), diagnostics_(diagnostics), symbols_(m), warned_(!warn_of_lost) {}

  bool Run() {
    const auto graph = BuildCallGraph(m_, symbols_, diagnostics_);
    if (!graph || !CheckFlattens(m_, symbols_, *graph, diagnostics_))
      return false;
    for (const CallGraph::Node& node : graph->post_order) {
      for (const OpId call : node.calls) ++calls_[Callee(m_, call)];
    }
    for (const CallGraph::Node& node : graph->post_order) {
      for (const OpId call : node.calls) Inline(call);
    }
    for (const OpId function : inlined_) {
      if (!IsPublic(m_, function)) m_.Erase(function);
    }
    return true;
  }

 private:
  void Inline(OpId call) {
    const OpId function = FindCallee(m_, symbols_, call);
    if (!CanInline(m_, call, function)) return;
    WarnOfLostShardings(function, call);
    const bool takes = --calls_[Callee(m_, call)] == 0;
    if (takes) inlined_.push_back(function);
    BlockId body;
    if (takes && !IsPublic(m_, function)) {
      body = EntryBlock(m_, function);
    } else {
      const RegionId copy = m_.CreateRegion();
      Module::ValueMap map;
      m_.CloneRegionInto(m_.region(function, 0), copy, map);
      body = m_.first_block(copy);
    }
    const std::vector<ValueId> args(m_.args(body).begin(), m_.args(body).end());
    for (size_t i = 0; i < args.size(); ++i) {
      m_.ReplaceAllUses(args[i], m_.operand(call, static_cast<int>(i)));
    }
    const OpId end = m_.terminator(body);
    for (int i = 0; i < m_.result_count(call); ++i) {
      m_.ReplaceAllUses(m_.result(call, i), m_.operand(end, i));
    }
    m_.Erase(end);
    const OpId first = m_.block(body).first;
    m_.MoveOpsBefore(body, call);
    for (OpId op = first; op && op != call; op = m_.next_op(op)) {
      NameLike(call, op);
    }
    m_.Erase(call);
  }

  // Gives `op`, and the ops inside it, the locations of ops inlined at `call`.
  void NameLike(OpId call, OpId op) {
    if (!m_.loc(call).IsAttr()) return;
    const auto name = [&](OpId inner) {
      if (named_ >= kMostNamed) return;
      const Loc loc = CalledLoc(m_, m_.loc(inner), m_.loc(call));
      if (loc == m_.loc(inner)) return;
      m_.SetLoc(inner, loc);
      ++named_;
    };
    WalkPreOrder(m_, op, name);
  }

  // Warns that shardings are lost: XLA drops the attributes of arguments and
  // results of the functions that it inlines.
  void WarnOfLostShardings(OpId function, OpId call) {
    const TypeId type = FunctionType(m_, function);
    bool any = m_.HasResultShardings(call);
    for (size_t i = 0; i < m_.types.input_count(type); ++i) {
      any = any || ArgSharding(m_, function, i);
    }
    for (size_t i = 0; i < m_.types.result_count(type); ++i) {
      any = any || ResultSharding(m_, function, i);
    }
    if (!any || warned_) return;
    warned_ = true;
    diagnostics_.Warning(
        m_.Place(call),
        "the call of @" + std::string(m_.names.Get(Callee(m_, call))) +
            " is inlined: shardings of its arguments and results, as such, "
            "count no longer");
  }

  Module& m_;
  Diagnostics& diagnostics_;
  SymbolTable symbols_;
  // The number of calls left to inline, for each callee.
  absl::flat_hash_map<NameId, int64_t> calls_;
  std::vector<OpId> inlined_;
  bool warned_;
  // Limits how many new locations are made: an op at the end of a chain of
  // calls gets one for each call in the chain.
  static constexpr int64_t kMostNamed = 1000000;
  int64_t named_ = 0;
};

}  // namespace

// Only a body that is a single block can be inserted into another block.
bool CanInline(const Module& m, OpId call, OpId function) {
  const OpId last = function ? ReturnOp(m, function) : OpId::None();
  return last && m.next_block(EntryBlock(m, function)).IsNone() &&
         m.operand_count(last) == m.result_count(call) &&
         static_cast<int>(m.args(EntryBlock(m, function)).size()) ==
             m.operand_count(call);
}

bool InlineAllCalls(Module& m, Diagnostics& diagnostics, bool warn_of_lost) {
  if (m.op_count(OpKind::kCall) == 0) return true;
  return Inliner(m, diagnostics, warn_of_lost).Run();
}

bool XlaInlineCalls(Module& m, const NoOptions&, PassContext& context) {
  return InlineAllCalls(m, context.diagnostics, /*warn_of_lost=*/true);
}

}  // namespace shardflow::internal
