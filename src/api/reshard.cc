#include "shardflow/reshard.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "api/convert.h"
#include "api/reshard_steps.h"
#include "base/source.h"
#include "ir/walk.h"
#include "lower/reshard_cost.h"
#include "lower/reshard_lowering.h"
#include "ops/functions.h"
#include "ops/symbols.h"
#include "ops/verify.h"
#include "passes/pass.h"
#include "sharding/axis.h"
#include "sharding/print.h"
#include "text/read.h"

// The plan is read off a program of one reshard, after the passes that a
// program with this reshard would go through.

namespace shardflow {
namespace {

std::string ProgramText(const ReshardRequest& r) {
  const std::string type = "tensor<" + r.type + ">";
  const auto sharding = [](const std::string& dims) {
    return "#sdy.sharding<@mesh, " + dims + ">";
  };
  return "sdy.mesh @mesh = " + r.mesh + "\nfunc.func @main(%from: " + type +
         " {sdy.sharding = " + sharding(r.from) + "}) -> (" + type +
         " {sdy.sharding = " + sharding(r.to) +
         "}) {\n  %to = sdy.reshard %from <@mesh, " + r.to + "> : " + type +
         "\n  return %to : " + type + "\n}\n";
}

bool RunPasses(Module& m, bool best, PassContext& context) {
  InsertExplicitReshardsOptions full;
  full.enable_full_version = true;
  ReshardToCollectivesOptions collectives;
  if (best) collectives.plan = "best";
  CanonicalizeOptions canonicalize;
  canonicalize.enable_patterns = kCollectiveLabel;
  return Run<CloseShardings>(m, context) &&
         Run<InsertExplicitReshards>(m, full, context) &&
         Run<ReshardToCollectives>(m, collectives, context) &&
         Run<Canonicalize>(m, canonicalize, context);
}

int64_t Sum(int64_t a, int64_t b) {
  return a > INT64_MAX - b ? INT64_MAX : a + b;
}

// The argument whose reshard it is. None if the pieces of the request made
// another program than they should.
ValueId Argument(const Module& m) {
  const OpId function = MainFunction(m);
  const BlockId block = function ? EntryBlock(m, function) : BlockId::None();
  if (!block || m.args(block).size() != 1) return ValueId::None();
  const ValueId argument = m.args(block)[0];
  return m.types.HasStaticShape(m.type(argument)) && m.sharding(argument)
             ? argument
             : ValueId::None();
}

std::optional<ReshardReport> ReadPlan(const Module& m, Diagnostics& d) {
  const OpId function = MainFunction(m);
  const ValueId argument = m.args(EntryBlock(m, function))[0];
  const TypeId type = m.type(argument);
  const SymbolTable symbols(m);
  const MeshId mesh =
      symbols.FindMesh(m, m.shardings.Get(m.sharding(argument)).mesh);
  const StepReporter reporter(m, m.shardings.mesh(mesh), type);
  ReshardReport report;
  report.local_bytes = reporter.LocalBytesOf(m.sharding(argument));
  for (OpId op : m.Ops(EntryBlock(m, function))) {
    std::optional<ReshardStep> step = reporter.Step(op);
    if (!step && op != ReturnOp(m, function)) {
      d.Error(m.Place(op), "there is no plan for this reshard");
      return std::nullopt;
    }
    if (!step) continue;
    report.bytes_sent = Sum(report.bytes_sent, step->bytes_sent);
    report.bytes_received = Sum(report.bytes_received, step->bytes_received);
    report.steps.push_back(*std::move(step));
  }
  return report;
}

}  // namespace

std::optional<ReshardReport> PlanReshard(const ReshardRequest& request,
                                         std::vector<Message>& messages) {
  const auto source = std::make_shared<const SourceBuffer>(
      "<reshard>", ProgramText(request), 1);
  Diagnostics diagnostics;
  std::optional<ReshardReport> report;
  std::optional<Module> m = ParseModule(source, ParseOptions{}, diagnostics);
  if (m && VerifyModule(*m, diagnostics)) {
    PassContext context(diagnostics);
    context.compat = ToCompat(request.compat);
    if (!Argument(*m)) {
      diagnostics.Error(m->Place(m->root()),
                        "expected one tensor of static shape");
    } else if (RunPasses(*m, request.best, context)) {
      report = ReadPlan(*m, diagnostics);
    }
  }
  AppendMessages(diagnostics, source.get(), messages);
  return report;
}

}  // namespace shardflow
