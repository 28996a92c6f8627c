#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ir/values.h"
#include "ir/walk.h"
#include "ops/call_graph.h"
#include "ops/edit.h"
#include "ops/functions.h"
#include "passes/data_flow_edges.h"
#include "passes/pass.h"
#include "passes/stop.h"

// Replaces every call with an sdy.named_computation. The first call to a
// function gets its body, other calls get clones, and the called functions are
// erased. Calls to declarations stay, because there is nothing to inline.

namespace shardflow::internal {
namespace {

struct MovedBody {
  OpId function;
  RegionId region;
  bool has_shardings;  // whether arguments or results have shardings
};

struct CallImporter {
  Module& m;
  Diagnostics& diagnostics;
  SymbolTable symbols;
  Compat compat;
  // The functions whose bodies have moved, in order.
  std::vector<MovedBody> moved;
  // The index in `moved` of each function, or -1.
  std::vector<int32_t> places;
  bool warned = false;
};

// Returns the call's attributes except for those that are part of the call
// itself, such as the callee.
std::vector<NamedAttr> DiscardableAttrs(const Module& m, OpId call) {
  constexpr std::array kInherent = {name::kCallee, name::kArgAttrs,
                                    name::kResAttrs, name::kNoInline,
                                    name::kSdySharding};
  std::vector<NamedAttr> attrs = m.attrs.DictItems(m.attr_dict(call));
  std::erase_if(attrs, [&](const NamedAttr& attr) {
    return std::find(kInherent.begin(), kInherent.end(), attr.name) !=
           kInherent.end();
  });
  return attrs;
}

OpId CreateNamedComputation(Module& m, OpId call, OpId function) {
  std::vector<NamedAttr> attrs = {
      {name::kName, m.attrs.String(OriginalFunctionName(m, function))}};
  for (const NamedAttr& attr : DiscardableAttrs(m, call)) {
    attrs.push_back(attr);
  }
  if (const AttrId thread = m.attr(function, name::kExecutionThread)) {
    attrs.push_back({name::kExecutionThread, thread});
  }
  const std::vector<ValueId> operands = OperandsOf(m, call);
  const std::vector<TypeId> types = TypesOf(m, ResultsOf(m, call));
  const OpId op = CreateOp(m, OpKind::kNamedComputation,
                           {.operands = operands,
                            .result_types = types,
                            .attrs = m.attrs.Dict(std::move(attrs), m.names),
                            .region_count = 1,
                            .loc = m.loc(call)});
  if (m.rule(call)) m.SetRule(op, m.rule(call));
  for (int i = 0; i < m.result_count(call); ++i) {
    m.SetSharding(m.result(op, i), m.sharding(m.result(call, i)));
  }
  return op;
}

void MoveBody(CallImporter& in, OpId function, RegionId to) {
  Module& m = in.m;
  // The sharding column of the entry block's arguments held the function's
  // shardings. From now on it holds the in_shardings of the named computation.
  const std::vector<ShardingId> shardings =
      ArgShardings(m, in.symbols, function);
  const std::span<const ValueId> args = m.args(EntryBlock(m, function));
  for (size_t i = 0; i < args.size(); ++i) {
    m.SetSharding(args[i],
                  shardings.empty() ? ShardingId::None() : shardings[i]);
  }
  m.MoveBlocks(m.region(function, 0), to);
  for (const BlockId block : m.Blocks(to)) EndWithSdyReturn(m, block);
  const bool has_shardings =
      !shardings.empty() || !ResultShardings(m, in.symbols, function).empty();
  in.places[function.Slot()] = static_cast<int32_t>(in.moved.size());
  in.moved.push_back({function, to, has_shardings});
}

// Warns, once, that clones of a function are sharded separately, which may
// surprise the author of the function's shardings.
void WarnOfClone(CallImporter& in, OpId call, const MovedBody& body) {
  if (!body.has_shardings && !WarnsOfEveryClonedFunction(in.compat)) return;
  if (std::exchange(in.warned, true)) return;
  in.diagnostics.Warning(
      in.m.Place(call),
      "function @" + std::string(in.m.names.Get(Callee(in.m, call))) +
          " has multiple call ops, we need to clone the function body for each "
          "call");
}

void ImportCall(CallImporter& in, OpId call) {
  Module& m = in.m;
  const OpId function = FindCallee(m, in.symbols, call);
  const int32_t place = in.places[function.Slot()];
  if (place < 0 && IsDeclaration(m, function)) return;
  const OpId op = CreateNamedComputation(m, call, function);
  m.InsertBefore(call, op);
  if (place < 0) {
    MoveBody(in, function, m.region(op, 0));
  } else {
    const MovedBody& body = in.moved[static_cast<size_t>(place)];
    WarnOfClone(in, call, body);
    Module::ValueMap map;
    m.CloneRegionInto(body.region, m.region(op, 0), map);
  }
  for (int i = 0; i < m.result_count(call); ++i) {
    m.ReplaceAllUses(m.result(call, i), m.result(op, i));
  }
  m.Erase(call);
}

}  // namespace

bool ImportFuncCalls(Module& m, const ImportFuncCallsOptions& options,
                     PassContext& context) {
  CallImporter in{.m = m,
                  .diagnostics = context.diagnostics,
                  .symbols = SymbolTable(m),
                  .compat = context.compat,
                  .moved = {},
                  // No functions are added after this.
                  .places = std::vector<int32_t>(m.op_table_size(), -1)};
  const auto graph = BuildCallGraph(m, in.symbols, context.diagnostics);
  if (!graph || !CheckFlattens(m, in.symbols, *graph, context.diagnostics))
    return false;
  // Cloning takes far longer than checking for a stop, and may double the
  // program.
  StopPoll stop(context, /*turns_between_looks=*/1);
  for (const CallGraph::Node& node : graph->post_order) {
    for (const OpId call : node.calls) {
      if (stop()) return false;
      ImportCall(in, call);
    }
  }
  for (const MovedBody& body : in.moved) m.Erase(body.function);
  if (options.add_data_flow_edges_on_named_computations &&
      m.op_count(OpKind::kNamedComputation) > 0) {
    WalkPostOrder(m, m.root(), [&](OpId op) {
      if (m.kind(op) == OpKind::kNamedComputation) AddDataFlowEdgeOps(m, op);
    });
  }
  return true;
}

}  // namespace shardflow::internal
