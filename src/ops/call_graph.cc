#include "ops/call_graph.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/functions.h"

namespace shardflow {
namespace {

std::vector<OpId> CallsIn(const Module& m, OpId function) {
  std::vector<OpId> calls;
  WalkPreOrder(m, function, [&](OpId op) {
    if (IsCall(m, op)) calls.push_back(op);
  });
  return calls;
}

enum class Mark { kNew, kOpen, kDone };

struct Frame {
  CallGraph::Node node;
  size_t next = 0;  // the next call to follow
};

// The calls of the open frames from `callee` on, whose last call closes a
// circle.
std::vector<OpId> Circle(const std::vector<Frame>& stack, OpId callee) {
  auto from = stack.end();
  do {
    --from;
  } while (from->node.function != callee);
  std::vector<OpId> calls;
  for (; from != stack.end(); ++from) {
    calls.push_back(from->node.calls[from->next - 1]);
  }
  return calls;
}

bool VisitFrom(const Module& m, const SymbolTable& symbols, OpId root,
               absl::flat_hash_map<OpId, Mark>& marks, CallGraph& graph,
               Diagnostics& diagnostics) {
  std::vector<Frame> stack;
  const auto enter = [&](OpId function) {
    marks[function] = Mark::kOpen;
    stack.push_back({{function, CallsIn(m, function)}});
  };
  enter(root);
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.node.calls.size()) {
      marks[top.node.function] = Mark::kDone;
      graph.post_order.push_back(std::move(top.node));
      stack.pop_back();
      continue;
    }
    const OpId call = top.node.calls[top.next++];
    const OpId callee = FindCallee(m, symbols, call);
    if (callee.IsNone()) {
      const NameId name = Callee(m, call);
      diagnostics.Error(
          m.Place(call),
          "Failed to lookup function: " +
              std::string(name ? m.names.Get(name) : std::string_view()));
      return false;
    }
    if (IsDeclaration(m, callee)) continue;
    const Mark mark = marks[callee];
    if (mark == Mark::kNew) {
      enter(callee);
    } else if (mark == Mark::kOpen && !graph.IsRecursive()) {
      graph.cycle = Circle(stack, callee);
    }
  }
  return true;
}

std::string Quoted(const Module& m, NameId function) {
  return "'" + std::string(m.names.Get(function)) + "'";
}

}  // namespace

std::optional<CallGraph> BuildCallGraph(const Module& m,
                                        const SymbolTable& symbols,
                                        Diagnostics& diagnostics) {
  CallGraph graph;
  absl::flat_hash_map<OpId, Mark> marks;
  for (const OpId function : Functions(m)) {
    if (IsDeclaration(m, function) || marks[function] != Mark::kNew) continue;
    if (!VisitFrom(m, symbols, function, marks, graph, diagnostics)) {
      return std::nullopt;
    }
  }
  return graph;
}

bool CheckNotRecursive(const Module& m, const CallGraph& graph,
                       Diagnostics& diagnostics) {
  if (!graph.IsRecursive()) return true;
  // The circle starts in the function that its last call names.
  const OpId first = graph.cycle.front();
  Diagnostic& error = diagnostics.Error(
      m.Place(first), "recursive call graph: function " +
                          Quoted(m, Callee(m, graph.cycle.back())) +
                          " calls itself" +
                          (graph.cycle.size() > 1 ? " through others" : ""));
  constexpr size_t kMaxNotes = 8;
  if (graph.cycle.size() == 1) return false;
  for (size_t i = 0; i < std::min(graph.cycle.size(), kMaxNotes); ++i) {
    const OpId call = graph.cycle[i];
    error.notes.push_back({Severity::kNote,
                           m.Place(call),
                           "call of " + Quoted(m, Callee(m, call)),
                           {}});
  }
  return false;
}

OpId FindCallee(const Module& m, const SymbolTable& symbols, OpId call) {
  const NameId name = Callee(m, call);
  const OpId callee = name ? symbols.Find(name) : OpId::None();
  return callee && IsFunction(m, callee) ? callee : OpId::None();
}

void SetCallee(Module& m, OpId call, NameId callee) {
  m.SetAttr(call, name::kCallee, m.attrs.SymbolRef(callee));
}

NameId OriginalFunctionName(const Module& m, OpId function) {
  const AttrId original = m.attr(function, name::kOriginalFuncName);
  return m.attrs.Is(original, AttrKind::kString) ? m.attrs.StringValue(original)
                                                 : m.symbol(function);
}

OpId CloneFunctionDeep(Module& m, SymbolTable& symbols, OpId function) {
  struct Job {
    OpId clone;
    std::vector<OpId> calls;
    size_t next = 0;
  };
  std::vector<Job> stack;
  const auto start = [&](OpId original) {
    Module::ValueMap map;
    const OpId clone = m.Clone(original, map);
    m.SetAttr(clone, name::kOriginalFuncName,
              m.attrs.String(OriginalFunctionName(m, original)));
    stack.push_back({clone, CallsIn(m, clone)});
  };
  start(function);
  while (true) {
    Job& top = stack.back();
    if (top.next < top.calls.size()) {
      const OpId callee = FindCallee(m, symbols, top.calls[top.next]);
      // The graph was built, so every call has a callee.
      SHARDFLOW_CHECK(callee);
      start(callee);
      continue;
    }
    const OpId clone = top.clone;
    stack.pop_back();
    if (stack.empty()) return clone;
    Job& caller = stack.back();
    SetCallee(m, caller.calls[caller.next++], symbols.Insert(m, clone));
  }
}

void GiveOwnCallee(Module& m, SymbolTable& symbols, OpId call) {
  const OpId callee = FindCallee(m, symbols, call);
  SHARDFLOW_CHECK(callee);
  SetCallee(m, call, symbols.Insert(m, CloneFunctionDeep(m, symbols, callee)));
}

}  // namespace shardflow
