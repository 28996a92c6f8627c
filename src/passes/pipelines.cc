#include "passes/pipelines.h"

#include <string>
#include <string_view>

#include "passes/export/check_partitioned.h"
#include "passes/pass.h"
#include "passes/save_module.h"

// The pipelines, each a list of steps in the reference's order
// (import_pipeline.cc, propagation_pipeline.cc and export_pipeline.cc there).

namespace shardflow {
namespace {

// Before this, shardings may hang on inlined meshes, axes of size 1 and shared
// constants; after it they don't, and every data-flow edge is an op.
bool Import(Module& m, bool dedup_functions_fully, PassContext& c) {
  return Run<SymbolDce>(m, c) &&  //
         Run<LiftInlinedMeshes>(m, c) && Run<RemoveSizeOneAxes>(m, c) &&
         Run<PropagateShardingFromFuncToCall>(m, c) &&
         Run<ConstantOrScalarSplitter>(m, c) &&  //
         Run<SymbolDce>(m, c) && Run<ManualAxesCleanup>(m, c) &&
         // What came before cleans up, what comes now is propagation's own.
         SaveModule(m, "", "before_propagation", c) &&
         Run<AddDataFlowEdges>(m, c) &&
         (!dedup_functions_fully ||
          (Run<ApplyShardingConstraints>(m, ApplyShardingConstraintsOptions{},
                                         c) &&
           // After the constraints: groups then see conflicts between
           // shardings that constraints gave.
           Run<ShardingGroupImport>(m, c)));
}

// Every call gets a function of its own, which becomes a named computation in
// the caller: propagation then sees one function.
bool InlineCalls(Module& m, PassContext& c) {
  if (!Run<FlattenCallGraph>(m, c) || !Run<SymbolDce>(m, c)) return false;
  const ApplyShardingConstraintsOptions constraints;
  if (ConstraintsBeforeInlining(c.compat)) {
    return Run<AddFuncDataFlowEdges>(m, c) &&
           Run<ApplyShardingConstraints>(m, constraints, c) &&
           Run<SinkFuncDataFlowEdges>(m, c) && Run<ShardingGroupImport>(m, c) &&
           Run<ImportFuncCalls>(m, ImportFuncCallsOptions{}, c) &&
           Run<SymbolDce>(m, c);
  }
  return Run<ImportFuncCalls>(m, ImportFuncCallsOptions{}, c) &&
         Run<SymbolDce>(m, c) &&
         Run<ApplyShardingConstraints>(m, constraints, c) &&
         Run<ShardingGroupImport>(m, c);
}

bool Canonicalized(Module& m, std::string_view label, PassContext& c) {
  CanonicalizeOptions options;
  options.enable_patterns = label;
  return Run<Canonicalize>(m, options, c);
}

// Resolves what propagation left in conflict.
bool Partition(Module& m, const ExportPipelineOptions& o, PassContext& c) {
  const bool explicit_collectives = o.enable_insert_explicit_collectives;
  if (!Run<VerifyUnreducedAxes>(m, c)) return false;
  InsertExplicitReshardsOptions reshards;
  reshards.enable_full_version = explicit_collectives;
  if (!Run<InsertExplicitReshards>(m, reshards, c)) return false;
  if (explicit_collectives) {
    if (!SaveModule(m, o.dump_directory.path, "after_explicit_reshards", c) ||
        !Canonicalized(m, kReshardLabel, c)) {
      return false;
    }
    if (!Run<ReshardToCollectives>(m, ReshardToCollectivesOptions{}, c) ||
        !CheckPartitioned(m, c)) {
      return false;
    }
    // Beyond this point every op can run on each device by itself.
  }
  // All-slices that follow an all-reduce become reduce-scatters here.
  if (!Canonicalized(m, kCollectiveLabel, c)) return false;
  if (explicit_collectives && o.remove_all_gather_reduce_scatter_for_cmv1 &&
      !Run<RemoveAllGatherReduceScatterForCmv1>(m, c)) {
    return false;
  }
  return SaveModule(m, o.dump_directory.path,
                    explicit_collectives
                        ? "after_partitioner_with_global_shapes"
                        : "after_minimal_partitioner_with_global_shapes",
                    c);
}

bool Export(Module& m, const ExportPipelineOptions& o, PassContext& c) {
  SinkDataFlowEdgesOptions sink;
  sink.sink_debug_sharding_origins = o.dump_sharding_origins;
  sink.sink_debug_propagation_edge_sharding = o.dump_propagation_edges;
  if (!Run<ConstantOrScalarMerger>(m, c) ||
      !Run<SinkDataFlowEdges>(m, sink, c)) {
    return false;
  }
  if (!o.avoid_export_for_partitioning &&
      (!Run<RemoveShardingGroups>(m, c) ||
       !Run<ShardingConstraintToReshard>(m, c))) {
    return false;
  }
  if (o.update_non_divisible_input_output_shardings &&
      (!Run<UpdateNonDivisibleInputOutputShardings>(m, c) ||
       !Run<RemoveSubAxesInInputOutputShardings>(m, c))) {
    return false;
  }
  if (!Run<CloseShardings>(m, c)) return false;
  // Beyond this point all shardings are closed.
  if (!SaveModule(m, o.dump_directory.path, "after_propagation", c))
    return false;
  if (!o.avoid_export_for_partitioning && !Partition(m, o, c)) return false;
  if ((o.dump_propagation_edges || o.dump_sharding_origins) &&
      !Run<RemovePropagationDebugInfo>(m, c)) {
    return false;
  }
  if (!o.keep_sharding_rules && !Run<DropShardingRules>(m, c)) return false;
  return o.avoid_export_for_partitioning || !o.inline_meshes ||
         Run<InlineMeshes>(m, c);
}

}  // namespace

bool ImportPipeline(Module& m, const PipelineOptions& o, PassContext& c) {
  return Import(m, o.dedup_functions_fully, c);
}

bool ExportPipeline(Module& m, const ExportPipelineOptions& o, PassContext& c) {
  return Export(m, o, c);
}

bool ImportForPropagation(Module& m, const PipelineOptions& o, PassContext& c) {
  const bool dedup = o.dedup_functions_fully;
  return Import(m, dedup, c) &&
         (dedup ? Run<AddFuncDataFlowEdges>(m, c) : InlineCalls(m, c)) &&
         Run<PreOrderFuncs>(m, c);
}

bool PropagationPipeline(Module& m, const PipelineOptions& o, PassContext& c) {
  const bool dedup = o.dedup_functions_fully;
  PriorityPropagateOptions propagate;
  propagate.keep_sharding_rules = true;  // the export pipeline drops them
  if (!ImportForPropagation(m, o, c) ||
      !Run<UserPriorityPropagate>(m, propagate, c)) {
    return false;
  }
  // Beyond this point no sharding changes for propagation's sake.
  if (dedup ? !(Run<PropagateToFuncResults>(m, c) &&
                Run<SinkFuncDataFlowEdges>(m, c))
            : !(Run<ExportNamedComputations>(m, c) &&
                Run<PropagateToFuncResults>(m, c))) {
    return false;
  }
  ExportPipelineOptions export_options;
  export_options.avoid_reshards_on_calls = dedup;
  export_options.inline_meshes = false;
  return Run<UnflattenCallGraph>(m, UnflattenCallGraphOptions{}, c) &&
         Run<SymbolDce>(m, c) &&  //
         Run<InsertFuncCallReshards>(m, c) && Export(m, export_options, c);
}

}  // namespace shardflow
