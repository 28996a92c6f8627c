#include "shardflow/cost.h"

#include <optional>
#include <string>
#include <utility>

#include "api/convert.h"
#include "api/program_impl.h"
#include "api/run.h"
#include "api/topology.h"
#include "base/diagnostics.h"
#include "cost/estimate.h"
#include "cost/layout.h"
#include "cost/spmd.h"
#include "lower/topology.h"
#include "ops/symbols.h"
#include "sharding/print.h"

namespace shardflow {

using namespace internal;
namespace {

// Makes the program what its lowering expects: propagated if asked for, without
// calls, and with kShardflow as one device runs it.
bool Prepare(Program& program, const CostOptions& options,
             std::vector<Message>& messages) {
  const bool is_xla = options.lowering == CostLowering::kXla;
  if (options.propagate &&
      !PropagateToPrice(program, options.run, is_xla && !options.plain_shardy,
                        messages)) {
    return false;
  }
  const RunOptions run = is_xla ? LikeJaxlib(options.run) : options.run;
  if (!is_xla &&
      !program.Run("shardflow-partition-pipeline", "", run, messages)) {
    return false;
  }
  return program.Run("xla-inline-calls", "", run, messages);
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
  Program copy = program.Clone();
  if (!Prepare(copy, options, messages)) return std::nullopt;
  Module& m = ProgramAccess::module(copy);
  const KnownOps known(m, options.run);
  const SymbolTable symbols(m);
  std::string error;
  const std::optional<DigitMesh> mesh = DigitMesh::Make(m, symbols, error);
  if (!mesh) {
    AddError("can't tell the cost: " + error, messages);
    return std::nullopt;
  }
  std::optional<Topology> topology;
  if (!TopologyToPrice(options.topology, mesh->devices(), topology, messages)) {
    return std::nullopt;
  }
  std::optional<LocalProgram> local =
      options.lowering == CostLowering::kXla
          ? PartitionLikeXla(m, symbols, *mesh, error)
          : ReadLocalProgram(m, symbols, *mesh, error);
  if (!local) {
    AddError("can't tell the cost: " + error, messages);
    return std::nullopt;
  }
  CostReport report = Estimate({.m = m,
                                .symbols = symbols,
                                .mesh = *mesh,
                                .program = *std::move(local),
                                .topology = std::move(topology),
                                .largest = options.largest,
                                .curve = options.curve});
  report.lowering = options.lowering;
  report.mesh = MeshAxesText(mesh->mesh(), m.names);
  report.topology = options.topology;
  report.is_mostly_unsharded =
      IsMostlyUnsharded(ProgramAccess::module(program));
  return report;
}

}  // namespace shardflow
