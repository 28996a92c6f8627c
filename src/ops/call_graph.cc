#include "ops/call_graph.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/clone_size.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "ops/present.h"

namespace shardflow::internal {
namespace {

// Returns the calls in a function, in program order.
std::vector<OpId> CallsIn(const Module& m, OpId function) {
  std::vector<OpId> calls;
  if (!HasCalls(m)) return calls;
  WalkPreOrder(m, function, [&](OpId op) {
    if (IsCall(m, op)) calls.push_back(op);
  });
  return calls;
}

enum class Mark : uint8_t { kNew, kOpen, kDone };

struct Frame {
  CallGraph::Node node;
  size_t next = 0;  // the next call to follow
};

// The state that all calls to VisitFrom share.
struct Visit {
  const Module& m;
  const SymbolTable& symbols;
  std::vector<Mark> marks;  // indexed by op
  CallGraph graph;
};

// Returns the calls along the cycle in the stack, beginning with a call in
// `callee`.
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

// Visits the functions that `root` calls, directly or not, depth first. If a
// callee isn't a function, reports an error and returns false or, if
// `diagnostics` is null, ignores the call.
bool VisitFrom(Visit& visit, OpId root, Diagnostics* diagnostics) {
  std::vector<Frame> stack;
  const auto enter = [&](OpId function) {
    visit.marks[function.Slot()] = Mark::kOpen;
    stack.push_back({{function, CallsIn(visit.m, function)}});
  };
  enter(root);
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.node.calls.size()) {
      visit.marks[top.node.function.Slot()] = Mark::kDone;
      visit.graph.post_order.push_back(std::move(top.node));
      stack.pop_back();
      continue;
    }
    const OpId call = top.node.calls[top.next++];
    const OpId callee =
        diagnostics != nullptr
            ? LookupCallee(visit.m, visit.symbols, call, *diagnostics)
            : FindCallee(visit.m, visit.symbols, call);
    if (callee.IsNone()) {
      if (diagnostics != nullptr) return false;
      continue;
    }
    if (IsDeclaration(visit.m, callee)) continue;
    const Mark mark = visit.marks[callee.Slot()];
    if (mark == Mark::kNew) {
      enter(callee);
    } else if (mark == Mark::kOpen && !visit.graph.IsRecursive()) {
      visit.graph.cycle = Circle(stack, callee);
    }
  }
  return true;
}

std::string Quoted(const Module& m, NameId function) {
  return "@" + std::string(m.names.Get(function));
}

void ReportRecursion(const Module& m, const CallGraph& graph,
                     Diagnostics& diagnostics) {
  const std::vector<OpId>& cycle = graph.cycle;
  Message& error = diagnostics.Error(
      m.Place(cycle.front()),
      "recursive call graph: function " + Quoted(m, Callee(m, cycle.back())) +
          (cycle.size() == 1 ? " calls itself"
                             : " calls itself through others"));
  constexpr size_t kMaxNotes = 8;
  for (size_t i = 0; i < cycle.size() && i < kMaxNotes; ++i) {
    if (cycle.size() == 1) break;
    error.notes.push_back(
        NoteAt(m.Place(cycle[i]), "call of " + Quoted(m, Callee(m, cycle[i]))));
  }
}

// Returns how much the program grows if each call gets its own clone of the
// callee and of everything that the callee calls. The first call to a function
// keeps the original. The graph must not be recursive.
CloneSize ClonedSize(const Module& m, const SymbolTable& symbols,
                     const CallGraph& graph) {
  absl::flat_hash_map<OpId, int64_t> calls;  // number of calls to each function
  bool any_twice = false;
  for (const CallGraph::Node& node : graph.post_order) {
    for (const OpId call : node.calls) {
      any_twice |= ++calls[FindCallee(m, symbols, call)] > 1;
    }
  }
  if (!any_twice) return {};
  CloneSize cloned;
  CloneSizes sizes(m);
  // The sizes of called functions, including everything that they call.
  absl::flat_hash_map<OpId, CloneSize> flat_sizes;
  absl::flat_hash_set<OpId> seen;
  for (const CallGraph::Node& node : graph.post_order) {
    CloneSize size;
    if (calls.contains(node.function)) {
      WalkPreOrder(m, node.function, [&](OpId op) { size += sizes.Of(op); });
    }
    for (const OpId call : node.calls) {
      const OpId callee = FindCallee(m, symbols, call);
      const CloneSize callee_size = flat_sizes[callee];
      size += callee_size;
      if (!seen.insert(callee).second) cloned += callee_size;
    }
    flat_sizes[node.function] = size;
  }
  return cloned;
}

std::optional<CallGraph> Build(const Module& m, const SymbolTable& symbols,
                               Diagnostics* diagnostics) {
  Visit visit{m, symbols, std::vector<Mark>(m.op_table_size(), Mark::kNew), {}};
  visit.graph.post_order.reserve(m.op_count(OpKind::kFunc));
  for (const OpId function : Functions(m)) {
    if (IsDeclaration(m, function)) continue;
    if (visit.marks[function.Slot()] != Mark::kNew) continue;
    if (!VisitFrom(visit, function, diagnostics)) return std::nullopt;
  }
  return std::move(visit.graph);
}

}  // namespace

std::optional<CallGraph> BuildCallGraph(const Module& m,
                                        const SymbolTable& symbols,
                                        Diagnostics& diagnostics) {
  return Build(m, symbols, &diagnostics);
}

CallGraph KnownCallGraph(const Module& m, const SymbolTable& symbols) {
  return *Build(m, symbols, nullptr);
}

bool CheckFlattens(const Module& m, const SymbolTable& symbols,
                   const CallGraph& graph, Diagnostics& diagnostics) {
  if (graph.IsRecursive()) {
    ReportRecursion(m, graph, diagnostics);
    return false;
  }
  const CloneSize cloned = ClonedSize(m, symbols, graph);
  const CloneSize limit = MaxCloned(m);
  if (cloned.IsWithin(limit)) return true;
  diagnostics.Error(
      m.Place(m.root()),
      cloned.ops > limit.ops
          ? fmt::format("too many operations in the flattened call graph: a "
                        "copy of the function for each call adds more than {}",
                        limit.ops)
          : fmt::format("the flattened call graph is too large: a copy of the "
                        "function for each call adds more than {} MiB",
                        limit.bytes >> 20),
      ErrorCode::kLimitExceeded);
  return false;
}

OpId FindCallee(const Module& m, const SymbolTable& symbols, OpId call) {
  const NameId name = Callee(m, call);
  const OpId callee = name ? symbols.Find(name) : OpId::None();
  return callee && IsFunction(m, callee) ? callee : OpId::None();
}

OpId LookupCallee(const Module& m, const SymbolTable& symbols, OpId call,
                  Diagnostics& diagnostics) {
  const OpId callee = FindCallee(m, symbols, call);
  if (callee) return callee;
  const NameId name = Callee(m, call);
  diagnostics.Error(m.Place(call), "Failed to lookup function: " +
                                       std::string(name ? m.names.Get(name)
                                                        : std::string_view()));
  return OpId::None();
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
      // Every call has a callee; otherwise BuildCallGraph would have failed.
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

}  // namespace shardflow::internal
