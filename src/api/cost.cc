#include "shardflow/cost.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "api/convert.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "api/topology.h"
#include "base/diagnostics.h"
#include "base/error.h"
#include "cost/estimate.h"
#include "cost/layout.h"
#include "cost/spmd.h"
#include "explain/value_names.h"
#include "lower/topology.h"
#include "ops/symbols.h"
#include "sharding/print.h"

namespace shardflow {

using namespace internal;
namespace {

// Propagates the program if requested, lowers it to the per-device program
// unless the lowering is kXla, and inlines calls.
bool Prepare(Program& program, const CostOptions& options,
             std::vector<Message>& messages) {
  const RunOptions run = WithoutDumps(options.run);
  if (options.lowering == CostLowering::kXla) {
    return PrepareForXla(program, run, options.propagate, !options.plain_shardy,
                         messages);
  }
  return (!options.propagate ||
          PropagateToPrice(program, run, /*as_jax=*/false, messages)) &&
         program.Run("shardflow-partition-pipeline", "", run, messages) &&
         program.Run("xla-inline-calls", "", run, messages);
}

bool IsMostlyUnsharded(const Module& m) {
  bool any_argument = false;
  size_t with = 0, without = 0;
  for (size_t i = 0; i < m.value_table_size(); ++i) {
    const ValueId value(i);
    if (m.IsArg(value)) {
      any_argument |= static_cast<bool>(m.sharding(value));
    } else if (!m.IsErased(m.def(value))) {
      ++(m.sharding(value) ? with : without);
    }
  }
  return any_argument && without > with;
}

}  // namespace

std::optional<CostReport> Cost(const Program& program,
                               const CostOptions& options,
                               std::vector<Message>& messages) {
  return Cost(program.Clone(), options, messages);
}

std::optional<CostReport> Cost(Program&& given, const CostOptions& options,
                               std::vector<Message>& messages) {
  if (!CanBePriced(given, "the program's cost", messages)) {
    return std::nullopt;
  }
  Program program = std::move(given);
  Module& m = ProgramAccess::module(program);
  const bool is_mostly_unsharded = IsMostlyUnsharded(m);
  // Made before any pass runs, since passes move and copy values.
  std::optional<ValueNames> names;
  if (!ProgramAccess::names(program).empty()) {
    names.emplace(m, ProgramAccess::TakeNames(program), /*gradients=*/false);
  }
  if (!Prepare(program, options, messages)) return std::nullopt;
  const KnownOps known(m, options.run);
  const SymbolTable symbols(m);
  Error error;
  std::optional<PartitionedProgram> local;
  if (options.lowering == CostLowering::kXla) {
    local = PartitionLikeXla(m, symbols, error);
  } else if (auto mesh = DigitMesh::Make(m, symbols, error)) {
    auto read = ReadLocalProgram(m, symbols, *mesh, error);
    if (read) local = PartitionedProgram{*std::move(mesh), *std::move(read)};
  }
  if (!local) {
    AddError("can't estimate the cost: " + error.message, messages);
    return std::nullopt;
  }
  std::optional<Topology> topology;
  if (!TopologyToPrice(options.topology, local->mesh.mesh(), m.names, topology,
                       messages)) {
    return std::nullopt;
  }
  std::function<ValueInText(ValueId)> name_of;
  if (names) {
    name_of = [&names](ValueId value) {
      ExplainedTensor tensor = names->Describe(value);
      if (!tensor.name.starts_with('%')) return ValueInText();
      return ValueInText{std::move(tensor.function), std::move(tensor.name)};
    };
  }
  WarnOfUnpricedRegions(m, messages);
  CostReport report = Estimate({.m = m,
                                .symbols = symbols,
                                .mesh = local->mesh,
                                .program = std::move(local->program),
                                .topology = std::move(topology),
                                .largest = options.largest,
                                .curve = options.curve,
                                .name_of = std::move(name_of)});
  report.lowering = options.lowering;
  report.mesh = MeshAxesText(local->mesh.mesh(), m.names);
  report.topology = options.topology;
  report.is_mostly_unsharded = is_mostly_unsharded;
  return report;
}

}  // namespace shardflow
