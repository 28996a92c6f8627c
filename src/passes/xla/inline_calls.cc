#include "passes/xla/inline_calls.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/attr_read.h"
#include "ops/call_graph.h"
#include "ops/code_places.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "ops/op_def.h"
#include "ops/present.h"
#include "passes/pass.h"

// Replaces every call with the body of its callee, as XLA's inliner does before
// Shardy runs, and erases functions that are no longer called. Calls to
// declarations stay. In HLO, a composite op is a call of its decomposition.

namespace shardflow::internal {
namespace {

// A call that its callee's body will replace, once the body is moved.
struct InlinedCall {
  OpId call;  // no longer has operands or users
  Loc loc;
  BlockId body;
  // The function to which the body belongs, with the calls inlined into it;
  // None if the body is a copy, which has no such calls.
  OpId function;
};

// Calls are inlined from the innermost to the outermost. If each body were
// moved immediately, the ops of the innermost body would move once per level of
// nesting. So bodies are moved at the end, from the outermost to the innermost.
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
      for (const OpId call : node.calls) Inline(node.function, call);
    }
    // Functions that call others come first.
    for (size_t i = graph->post_order.size(); i-- > 0;) {
      MoveBodies(graph->post_order[i].function);
    }
    for (const OpId function : inlined_) {
      if (!IsPublic(m_, function)) m_.Erase(function);
    }
    return true;
  }

 private:
  // The location of an inlined call, and the place of the call around it.
  struct CallPlace {
    Loc loc;
    int32_t outer = kNoPlace;  // an index in places_
  };
  static constexpr int32_t kNoPlace = -1;

  void Inline(OpId caller, OpId call) {
    const OpId function = FindCallee(m_, symbols_, call);
    if (!CanInline(m_, call, function)) return;
    WarnOfLostShardings(function, call);
    const bool takes = --calls_[Callee(m_, call)] == 0;
    if (takes) inlined_.push_back(function);
    InlinedCall inlined;
    inlined.call = call;
    inlined.loc = m_.loc(call);
    if (takes && !IsPublic(m_, function)) {
      inlined.body = EntryBlock(m_, function);
      inlined.function = function;
    } else {
      MoveBodies(function);
      const RegionId copy = m_.CreateRegion();
      Module::ValueMap map;
      m_.CloneRegionInto(m_.region(function, 0), copy, map);
      inlined.body = m_.first_block(copy);
    }
    const BlockId body = inlined.body;
    const std::vector<ValueId> args(m_.args(body).begin(), m_.args(body).end());
    for (size_t i = 0; i < args.size(); ++i) {
      m_.ReplaceAllUses(args[i], m_.operand(call, static_cast<int>(i)));
    }
    const OpId end = m_.terminator(body);
    for (int i = 0; i < m_.result_count(call); ++i) {
      m_.ReplaceAllUses(m_.result(call, i), m_.operand(end, i));
    }
    m_.Erase(end);
    m_.DropOperands(call);
    into_[caller].push_back(inlined);
  }

  // Moves the bodies of all functions whose calls were inlined into this one,
  // nested calls too, to their final places.
  void MoveBodies(OpId function) {
    // The calls that are left, each with the place of the call around it.
    std::vector<std::pair<InlinedCall, int32_t>> left;
    const auto add = [&](OpId caller, int32_t place) {
      const auto at = into_.find(caller);
      if (at == into_.end()) return;
      for (size_t i = at->second.size(); i-- > 0;) {
        left.emplace_back(at->second[i], place);
      }
      into_.erase(at);
    };
    places_.clear();
    add(function, kNoPlace);
    while (!left.empty()) {
      const auto [inlined, outer] = left.back();
      left.pop_back();
      int32_t place = outer;
      if (!NameStack(m_, inlined.loc).empty()) {
        place = static_cast<int32_t>(places_.size());
        places_.push_back({inlined.loc, outer});
      }
      if (place != kNoPlace) {
        for (const OpId op : m_.Ops(inlined.body)) NameLike(place, op);
      }
      m_.MoveOpsBefore(inlined.body, inlined.call);
      m_.Erase(inlined.call);
      if (inlined.function) add(inlined.function, place);
    }
  }

  // Adds the calls at `place` to the locations of `op` and of the ops inside
  // it.
  void NameLike(int32_t place, OpId op) {
    WalkPreOrder(m_, op, [&](OpId inner) {
      for (int32_t at = place; at != kNoPlace && named_ < kMostNamed;) {
        const CallPlace& call = places_[static_cast<size_t>(at)];
        const Loc loc = CalledLoc(m_, m_.loc(inner), call.loc);
        if (loc == m_.loc(inner)) return;
        m_.SetLoc(inner, loc);
        ++named_;
        at = call.outer;
      }
    });
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
    diagnostics_.Warning(m_.Place(call),
                         "the call to @" +
                             std::string(m_.names.Get(Callee(m_, call))) +
                             " is inlined, so the shardings of its arguments "
                             "and results no longer count");
  }

  Module& m_;
  Diagnostics& diagnostics_;
  SymbolTable symbols_;
  // The number of calls left to inline, for each callee.
  absl::flat_hash_map<NameId, int64_t> calls_;
  std::vector<OpId> inlined_;
  // The calls inlined into each function.
  absl::flat_hash_map<OpId, std::vector<InlinedCall>> into_;
  std::vector<CallPlace> places_;  // while bodies are moved
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

void CallDecompositions(Module& m) {
  if (m.op_count(OpKind::kComposite) == 0) return;
  const SymbolTable symbols(m);
  for (const OpId op : OpsOfKind(m, OpKind::kComposite)) {
    const AttrId callee = FindAttr(m, op, "decomposition");
    const OpId function = m.attrs.Is(callee, AttrKind::kSymbolRef)
                              ? symbols.Find(m.attrs.SymbolRoot(callee))
                              : OpId::None();
    if (!function || !IsFunction(m, function) || m.region_count(op) > 0) {
      continue;
    }
    const TypeId type = m.types.Function(TypesOf(m, OperandsOf(m, op)),
                                         TypesOf(m, ResultsOf(m, op)));
    if (FunctionType(m, function) != type) continue;
    ChangeKind(m, op, OpKind::kCall);
    for (const std::string_view key :
         {"composite_attributes", "decomposition", "name", "version"}) {
      const NameId name = m.names.Find(key);
      if (name && m.attr(op, name)) m.SetAttr(op, name, AttrId::None());
    }
    SetCallee(m, op, m.attrs.SymbolRoot(callee));
  }
}

bool InlineAllCalls(Module& m, Diagnostics& diagnostics, bool warn_of_lost) {
  CallDecompositions(m);
  if (m.op_count(OpKind::kCall) == 0) return true;
  return Inliner(m, diagnostics, warn_of_lost).Run();
}

bool XlaInlineCalls(Module& m, const NoOptions&, PassContext& context) {
  return InlineAllCalls(m, context.diagnostics, /*warn_of_lost=*/true);
}

}  // namespace shardflow::internal
