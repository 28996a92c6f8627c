#include "ops/call_graph.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/op_kind.h"
#include "ops/present.h"

namespace shardflow {
namespace {

// What is known of a function when it was looked through.
struct Content {
  std::vector<OpId> calls;
  int64_t size = 0;  // ops, operands and results
};

// Both matter only where there are calls at all.
Content ContentOf(const Module& m, OpId function) {
  Content content;
  if (!HasCalls(m)) return content;
  WalkPreOrder(m, function, [&](OpId op) {
    if (IsCall(m, op)) content.calls.push_back(op);
    content.size += 1 + m.operand_count(op) + m.result_count(op);
  });
  return content;
}

// Far below what 32-bit ids can count, far above what a program needs.
constexpr int64_t kMaxSize = int64_t{1} << 29;

enum class Mark : uint8_t { kNew, kOpen, kDone };

struct Frame {
  CallGraph::Node node;
  int64_t size = 0;
  size_t next = 0;  // the next call to follow
};

// What VisitFrom works on.
struct Visit {
  const Module& m;
  const SymbolTable& symbols;
  std::vector<Mark> marks;                        // by op
  std::vector<bool> called;                       // by op
  absl::flat_hash_map<OpId, int64_t> flat_sizes;  // with all that is called
  CallGraph graph;
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

void Leave(Visit& visit, Frame& frame) {
  CallGraph::Node& node = frame.node;
  int64_t size = frame.size;
  for (const OpId call : node.calls) {
    const OpId callee = FindCallee(visit.m, visit.symbols, call);
    const int64_t callee_size = visit.flat_sizes[callee];
    size = std::min(size + callee_size, kMaxSize);
    if (visit.called[callee.Slot()]) {
      visit.graph.clone_size =
          std::min(visit.graph.clone_size + callee_size, kMaxSize);
    }
    visit.called[callee.Slot()] = true;
  }
  visit.flat_sizes[node.function] = size;
  visit.marks[node.function.Slot()] = Mark::kDone;
  visit.graph.post_order.push_back(std::move(node));
}

bool VisitFrom(Visit& visit, OpId root, Diagnostics& diagnostics) {
  std::vector<Frame> stack;
  const auto enter = [&](OpId function) {
    visit.marks[function.Slot()] = Mark::kOpen;
    Content content = ContentOf(visit.m, function);
    stack.push_back({{function, std::move(content.calls)}, content.size});
  };
  enter(root);
  while (!stack.empty()) {
    Frame& top = stack.back();
    if (top.next == top.node.calls.size()) {
      Leave(visit, top);
      stack.pop_back();
      continue;
    }
    const OpId call = top.node.calls[top.next++];
    const OpId callee = LookupCallee(visit.m, visit.symbols, call, diagnostics);
    if (callee.IsNone()) return false;
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

}  // namespace

std::optional<CallGraph> BuildCallGraph(const Module& m,
                                        const SymbolTable& symbols,
                                        Diagnostics& diagnostics) {
  Visit visit{m,
              symbols,
              std::vector<Mark>(m.op_table_size(), Mark::kNew),
              std::vector<bool>(m.op_table_size()),
              {},
              {}};
  visit.flat_sizes.reserve(m.op_count(OpKind::kFunc));
  visit.graph.post_order.reserve(m.op_count(OpKind::kFunc));
  for (const OpId function : Functions(m)) {
    if (IsDeclaration(m, function)) continue;
    if (visit.marks[function.Slot()] != Mark::kNew) continue;
    if (!VisitFrom(visit, function, diagnostics)) return std::nullopt;
  }
  return std::move(visit.graph);
}

bool CheckFlattens(const Module& m, const CallGraph& graph,
                   Diagnostics& diagnostics) {
  if (graph.IsRecursive()) {
    ReportRecursion(m, graph, diagnostics);
    return false;
  }
  if (graph.clone_size < kMaxSize) return true;
  diagnostics.Error(m.Place(m.root()),
                    "too many operations in the flattened call graph");
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
    stack.push_back({clone, ContentOf(m, clone).calls});
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
