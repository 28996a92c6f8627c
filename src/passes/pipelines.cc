#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include <fmt/format.h>

#include "ir/walk.h"
#include "ops/attribute_names.h"
#include "ops/channels.h"
#include "ops/check_attributes.h"
#include "ops/data_flow.h"
#include "ops/device_groups.h"
#include "ops/functions.h"
#include "ops/known_sizes.h"
#include "ops/loop_invariants.h"
#include "ops/present.h"
#include "ops/replicas.h"
#include "ops/symbols.h"
#include "passes/export/check_partitioned.h"
#include "passes/export/combine_collectives.h"
#include "passes/export/compute_again.h"
#include "passes/export/even_out_reshards.h"
#include "passes/export/exchange_barriers.h"
#include "passes/export/exchange_windows.h"
#include "passes/export/hoist_reshards.h"
#include "passes/export/merge_shifts.h"
#include "passes/export/mesh_changes.h"
#include "passes/export/running_reductions.h"
#include "passes/export/shorten_reshards.h"
#include "passes/export/single_elements.h"
#include "passes/export/unify_meshes.h"
#include "passes/pass.h"
#include "passes/save_module.h"
#include "passes/xla/inline_calls.h"
#include "sharding/tensor.h"

// The pipelines. Each is a list of steps in Shardy's order. (Shardy's
// counterparts are import_pipeline.cc, propagation_pipeline.cc and
// export_pipeline.cc.)

namespace shardflow::internal {
namespace {

// Prepares a program for propagation: gives inlined meshes names, removes axes
// of size 1, gives every op its own copy of constants that several ops share,
// and makes every data-flow edge an op.
bool Import(Module& m, bool dedup_functions_fully, PassContext& c) {
  return Run<SymbolDce>(m, c) &&  //
         Run<LiftInlinedMeshes>(m, c) && Run<RemoveSizeOneAxes>(m, c) &&
         Run<PropagateShardingFromFuncToCall>(m, c) &&
         Run<ConstantOrScalarSplitter>(m, c) &&  //
         Run<SymbolDce>(m, c) && Run<ManualAxesCleanup>(m, c) &&
         // The passes above clean up; those below prepare for propagation.
         SaveModule(m, "", "before_propagation", c) &&
         Run<AddDataFlowEdges>(m, c) &&
         (!dedup_functions_fully ||
          (Run<ApplyShardingConstraints>(m, ApplyShardingConstraintsOptions{},
                                         c) &&
           // Comes after the constraints, so that it finds groups whose members
           // have been given conflicting shardings by constraints.
           Run<ShardingGroupImport>(m, c)));
}

// Gives every call its own copy of the function, and inlines the copy as a
// named computation, so that propagation handles only one function.
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

// A step of Shardy's partitioner, and the stage that ends with it.
struct PartitionerStep {
  PartitionerStage stage;
  bool (*run)(Module& m, const ExportPipelineOptions& o, PassContext& c);
};
constexpr PartitionerStep kPartitionerSteps[] = {
    {PartitionerStage::kResolvePermutationFactors,
     [](Module& m, const ExportPipelineOptions& o, PassContext& c) {
       ResolvePermutationFactorsOptions options;
       static_cast<ReplicaOptions&>(options) = o;
       // Otherwise, devices would generate other bits than the whole program.
       options.rng_bit_generator_unsafe = false;
       return Run<ResolvePermutationFactors>(m, options, c);
     }},
    {PartitionerStage::kReshardToCollectives,
     [](Module& m, const ExportPipelineOptions&, PassContext& c) {
       return Run<ReshardToCollectives>(m, ReshardToCollectivesOptions{}, c) &&
              CheckPartitioned(m, c);
     }},
    {PartitionerStage::kOptimizeCollectives,
     [](Module& m, const ExportPipelineOptions&, PassContext& c) {
       return !OptimizesCollectives(c.compat) || Run<OptimizeCollectives>(m, c);
     }},
    {PartitionerStage::kPadForDivisibility,
     [](Module& m, const ExportPipelineOptions&, PassContext& c) {
       // Turns an all-reduce followed by an all-slice into a reduce-scatter.
       return Canonicalized(m, kCollectiveLabel, c) &&
              Run<PadForDivisibility>(m, c);
     }},
    {PartitionerStage::kResolveSingleDeviceSharding,
     [](Module& m, const ExportPipelineOptions& o, PassContext& c) {
       const ReplicaOptions& replicas = o;
       return Run<ResolveSingleDeviceSharding>(m, replicas, c);
     }},
    {PartitionerStage::kConvertGlobalToLocal,
     [](Module& m, const ExportPipelineOptions& o, PassContext& c) {
       ConvertGlobalToLocalOptions options;
       static_cast<ReplicaOptions&>(options) = o;
       DropShardingAndMeshOptions drop;
       drop.keep_module_sharding_metadata = true;
       return Run<ConvertGlobalToLocal>(m, options, c) &&
              Run<DropShardingAndMesh>(m, drop, c);
     }},
};

// Runs the steps up to the stage or, to insert explicit collectives, those that
// are about collectives.
bool RunPartitionerSteps(Module& m, const ExportPipelineOptions& o,
                         PassContext& c) {
  const bool staged = o.partitioner_stage != PartitionerStage::kUnspecified;
  for (const PartitionerStep& step : kPartitionerSteps) {
    const bool about_collectives =
        step.stage == PartitionerStage::kReshardToCollectives ||
        step.stage == PartitionerStage::kOptimizeCollectives;
    if (staged ? step.stage <= o.partitioner_stage : about_collectives) {
      if (!step.run(m, o, c)) return false;
    }
  }
  return true;
}

// Resolves the conflicts that propagation left.
bool Partition(Module& m, const ExportPipelineOptions& o, PassContext& c) {
  const bool staged = o.partitioner_stage != PartitionerStage::kUnspecified;
  const bool explicit_collectives =
      staged || o.enable_insert_explicit_collectives;
  if (!Run<VerifyUnreducedAxes>(m, c)) return false;
  InsertExplicitReshardsOptions reshards;
  reshards.enable_full_version = explicit_collectives;
  reshards.mark_partial_result_with_unreduced_axes = staged;
  if (!Run<InsertExplicitReshards>(m, reshards, c)) return false;
  if (explicit_collectives) {
    if (!SaveModule(m, o.dump_directory.path, "after_explicit_reshards", c) ||
        !Canonicalized(m, kReshardLabel, c) || !RunPartitionerSteps(m, o, c)) {
      return false;
    }
  }
  // Turns an all-reduce followed by an all-slice into a reduce-scatter.
  if (!Canonicalized(m, kCollectiveLabel, c)) return false;
  if (!staged && explicit_collectives &&
      o.remove_all_gather_reduce_scatter_for_cmv1 &&
      !Run<RemoveAllGatherReduceScatterForCmv1>(m, c)) {
    return false;
  }
  return SaveModule(
      m, o.dump_directory.path,
      PartitionerDumpsHaveOneName(c.compat) ? "after_partitioner_passes"
      : explicit_collectives ? "after_partitioner_with_global_shapes"
                             : "after_minimal_partitioner_with_global_shapes",
      c);
}

// Moves the shardings of data-flow edges to the ops that own them, and closes
// all shardings. Unless `avoid_export_for_partitioning` is set, also removes
// sharding groups and turns sharding constraints into reshards.
bool Settle(Module& m, const ExportPipelineOptions& o, PassContext& c) {
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
  return Run<CloseShardings>(m, c);
}

bool Export(Module& m, const ExportPipelineOptions& o, PassContext& c) {
  if (!Settle(m, o, c)) return false;
  // From here on, all shardings are closed.
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

bool PartitionAutomatically(Module& m, PassContext& c) {
  if (!c.auto_partitioner) return true;
  return SaveModule(m, "", "propagation_before_auto_partitioning", c) &&
         c.auto_partitioner(m);
}

// Runs the passes that come right after propagation. They remove named
// computations and the data-flow edges of calls, merge copies of functions, and
// reshard the results of calls.
bool LeavePropagation(Module& m, const PipelineOptions& o, PassContext& c) {
  const bool dedup = o.dedup_functions_fully;
  if (dedup ? !(Run<PropagateToFuncResults>(m, c) &&
                Run<SinkFuncDataFlowEdges>(m, c))
            : !(Run<ExportNamedComputations>(m, c) &&
                Run<PropagateToFuncResults>(m, c))) {
    return false;
  }
  return Run<UnflattenCallGraph>(m, UnflattenCallGraphOptions{}, c) &&
         Run<SymbolDce>(m, c) &&  //
         PartitionAutomatically(m, c) && Run<InsertFuncCallReshards>(m, c);
}

// Propagates again until nothing changes. Shardy doesn't always visit an op
// again after the sharding of a loop's or a call's value has changed, so a
// loop's values can end up sharded although its body is not. Each iteration
// would then gather these values. The shardings of the main function's
// arguments and results, which callers see, stay as Shardy left them.
bool PropagateFurther(Module& m, const PriorityPropagateOptions& o,
                      PassContext& c) {
  const OpId main = MainFunction(m);
  if (!main || IsDeclaration(m, main)) return true;
  const TypeId type = FunctionType(m, main);
  const OpId end = ReturnOp(m, main);
  const auto returned = [&](size_t i) {
    return end ? GetSharding(m, m.operand(end, static_cast<int>(i)))
               : ShardingId::None();
  };
  std::vector<ShardingId> args, results, values, before;
  for (size_t i = 0; i < m.types.input_count(type); ++i) {
    args.push_back(ArgSharding(m, main, i));
  }
  for (size_t i = 0; i < m.types.result_count(type); ++i) {
    results.push_back(ResultSharding(m, main, i));
    values.push_back(returned(i));
  }
  const auto all = [&] {
    std::vector<ShardingId> shardings;
    for (size_t i = 0; i < m.value_table_size(); ++i) {
      shardings.push_back(m.sharding(ValueId(i)));
    }
    return shardings;
  };
  // Every round but the last adds axes, so this ends.
  do {
    before = all();
    if (!Run<UserPriorityPropagate>(m, o, c)) return false;
  } while (all() != before);
  for (size_t i = 0; i < args.size(); ++i) SetArgSharding(m, main, i, args[i]);
  for (size_t i = 0; i < results.size(); ++i) {
    const ShardingId now = returned(i);
    // A result without a sharding must not get the value's new sharding.
    if (!results[i] && now != values[i]) {
      results[i] = values[i] ? values[i] : FullyClosedLike(m.shardings, now);
    }
    SetResultSharding(m, main, i, results[i]);
  }
  return true;
}

// Gives meshes of the same devices common axes. Before that, shards the
// arguments and results of main as Shardy does, since a common axis may divide
// a dimension that the axis it comes from doesn't divide.
bool UnifyMeshes(Module& m, RewrittenBorders& borders, PassContext& c) {
  if (!HasDifferentMeshes(m)) return true;
  if (!Run<UpdateNonDivisibleInputOutputShardings>(m, c) ||
      !Run<RemoveSubAxesInInputOutputShardings>(m, c)) {
    return false;
  }
  UnifyMeshes(m, borders);
  return true;
}

// Propagates through an annotated program that will be partitioned. Calls keep
// separate copies of their functions, because they will be inlined. At first,
// propagates exactly as Shardy does, which never propagates from one mesh to
// another. Then gives meshes common axes, and propagates between them, too.
bool Propagate(Module& m, RewrittenBorders& borders, PassContext& c) {
  PriorityPropagateOptions propagate;
  propagate.keep_sharding_rules = true;  // PartitionPipeline drops the rules
  return ImportForPropagation(m, PipelineOptions{}, c) &&
         Run<UserPriorityPropagate>(m, propagate, c) &&
         UnifyMeshes(m, borders, c) &&
         ((!borders.any && !HasDataFlow(m)) ||
          PropagateFurther(m, propagate, c)) &&
         Run<ExportNamedComputations>(m, c) &&
         Run<PropagateToFuncResults>(m, c) && PartitionAutomatically(m, c);
}

// Writes groups of devices as lists. Returns false on error.
bool ListGroups(Module& m, Diagnostics& diagnostics) {
  const OpId op = ListDeviceGroups(m);
  if (op.IsNone()) return true;
  diagnostics.Error(m.Place(op),
                    "'" + std::string(m.op_name(op)) +
                        "' op has replica_groups that can't be written as "
                        "lists of devices");
  return false;
}

// Reports an error and returns false if the program isn't for `devices`
// devices. 0 accepts any number.
bool HasDevices(const Module& m, int64_t devices, Diagnostics& diagnostics) {
  if (devices == 0) return true;
  const SymbolTable symbols(m);
  const int64_t found = DeviceCount(m, symbols);
  if (found == devices) return true;
  OpId place = m.root();
  for (const OpId op : m.Ops(m.body())) {
    if (m.kind(op) != OpKind::kMesh) continue;
    const MeshId mesh = symbols.FindMesh(m, m.symbol(op));
    if (mesh && m.shardings.mesh(mesh).TotalSize() == found) {
      place = op;
      break;
    }
  }
  Error wrong;
  wrong.message =
      found == 0
          ? fmt::format("the program has no mesh of {} devices", devices)
          : fmt::format("the mesh has {} devices, not {}", found, devices);
  wrong.hint = fmt::format(
      "`shardflow auto --mesh auto:{0}` finds a mesh of {0} devices and "
      "shardings on it",
      devices);
  diagnostics.Error(m.Place(place), wrong);
  return false;
}

// Drops shardings inside functions, whose bodies are now programs for one
// device. The shardings of arguments and results stay, so that callers can see
// how to split the tensors.
void DropInnerShardings(Module& m) {
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.HasFuncRow(op)) return;
    if (m.attr(op, name::kSdySharding)) {
      m.SetAttr(op, name::kSdySharding, AttrId::None());
    }
    for (int i = 0; i < m.result_count(op); ++i) {
      m.SetSharding(m.result(op, i), ShardingId::None());
    }
  });
}

absl::flat_hash_set<OpId> Reshards(const Module& m) {
  absl::flat_hash_set<OpId> reshards;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.kind(op) == OpKind::kReshard) reshards.insert(op);
  });
  return reshards;
}

// Whether any sharding has a mesh of its own.
bool HasInlinedMesh(const Module& m) {
  for (size_t i = 0; i < m.shardings.sharding_count(); ++i) {
    const ShardingId id(static_cast<int32_t>(i));
    if (m.shardings.Get(id).mesh.IsInlined()) return true;
  }
  return false;
}

// Makes the program local. First replicates the tensors of ops that can't be
// computed from shards, so that no all_reduce is inserted for dimensions that
// end up replicated.
bool MakeLocal(Module& m, const PartitionPipelineOptions& given,
               PassContext& c) {
  // Devices are partitions until UseReplicas, since sharding rules know
  // partition_id.
  PartitionPipelineOptions o = given;
  o.replica_count = 1;
  InsertExplicitReshardsOptions reshards;
  reshards.enable_full_version = true;
  const ResolvePermutationFactorsOptions permutations{o, o};
  ReshardToCollectivesOptions collectives;
  collectives.plan = o.plan;
  const ReplicaOptions& replicas = o;
  ConvertGlobalToLocalOptions local{o};
  local.enable_rgv3 = false;
  const absl::flat_hash_set<OpId> asked_for = Reshards(m);
  if (!Run<VerifyUnreducedAxes>(m, c) || !Run<ReplicateUnsupported>(m, c) ||
      !Run<InsertExplicitReshards>(m, reshards, c) ||
      !CheckSameMesh(m, c.diagnostics)) {
    return false;
  }
  KeepSingleElements(m);
  if (!Canonicalized(m, kReshardLabel, c)) return false;
  ShortenReshards(m, o.plan, c.compat);
  if (o.keep_gathered) {
    HoistReshards(m);
    if (!Run<CommonSubexpressions>(m, c)) return false;
  }
  if (o.compute_again) {
    ComputeAgain(m, o.plan, c.compat, o.keep_gathered, asked_for);
  }
  if (o.enable_halo_exchange) {
    const std::vector<OpId> pads = EvenOutReshards(m, o.plan, c.compat);
    ExchangeWindows(m, pads);
  }
  if (!Run<ResolvePermutationFactors>(m, permutations, c) ||
      !Canonicalized(m, kReshardLabel, c)) {
    return false;
  }
  ShortenReshards(m, o.plan, c.compat);
  SplitMeshChanges(m);
  if (!Run<ReshardToCollectives>(m, collectives, c) ||
      !CheckPartitioned(m, c) || !Canonicalized(m, kCollectiveLabel, c) ||
      !Run<PadForDivisibility>(m, c) ||
      !Run<ResolveSingleDeviceSharding>(m, replicas, c) ||
      !Run<ConvertGlobalToLocal>(m, local, c) ||
      !Run<DropShardingRules>(m, c)) {
    return false;
  }
  DropInnerShardings(m);
  // If a value is gathered before a loop, the loop no longer uses the value
  // itself.
  DropUnusedInvariants(m);
  CombineCollectives(m, {.bytes = o.combine_bytes,
                         .gathers = o.combine_gathers,
                         .move = o.keep_gathered});
  AddExchangeBarriers(m);
  if (given.replica_count > 1) UseReplicas(m);
  SeparateChannels(m);
  return true;
}

}  // namespace

bool ImportPipeline(Module& m, const PipelineOptions& o, PassContext& c) {
  return Import(m, o.dedup_functions_fully, c);
}

bool ExportPipeline(Module& m, const ExportPipelineOptions& o, PassContext& c) {
  return Export(m, o, c);
}

// Runs the first part of sdy-propagation-pipeline, up to propagation. Calls are
// inlined at the end, unless functions are deduplicated. To predict what JAX
// does (c.jax), runs XLA's own passes first.
bool ImportForPropagation(Module& m, const PipelineOptions& o, PassContext& c) {
  const bool dedup = o.dedup_functions_fully;
  return (!c.jax || Run<XlaImportPipeline>(m, c)) && Import(m, dedup, c) &&
         (dedup ? Run<AddFuncDataFlowEdges>(m, c) : InlineCalls(m, c)) &&
         Run<PreOrderFuncs>(m, c);
}

// Runs the part of sdy-propagation-pipeline after propagation.
bool ExportAfterPropagation(Module& m, const PipelineOptions& o,
                            PassContext& c) {
  ExportPipelineOptions export_options;
  export_options.avoid_reshards_on_calls = o.dedup_functions_fully;
  export_options.inline_meshes = false;
  return LeavePropagation(m, o, c) && Export(m, export_options, c);
}

bool PropagationPipeline(Module& m, const PipelineOptions& o, PassContext& c) {
  PriorityPropagateOptions propagate;
  propagate.keep_sharding_rules = true;  // dropped by the export pipeline
  return ImportForPropagation(m, o, c) &&
         Run<UserPriorityPropagate>(m, propagate, c) &&
         ExportAfterPropagation(m, o, c);
}

bool PartitionPipeline(Module& m, const PartitionPipelineOptions& o,
                       PassContext& c) {
  // Groups that are written as axes become lists of devices first, because
  // import drops the device ids of inlined meshes, as Shardy does.
  if (!SizesAreKnown(m, "the program of a device", c.diagnostics) ||
      !ListGroups(m, c.diagnostics) || !CheckAttributeNames(m, c.diagnostics)) {
    return false;
  }
  const Compat compat = c.compat;
  // Without the extra rules, ops for which Shardy has no rule would be
  // replicated.
  const bool extra_rules = std::exchange(c.extra_rules, true);
  const auto run = [&] {
    RewrittenBorders borders;
    if (o.replica_count > 1 && !DropReplicaIds(m, c.diagnostics)) return false;
    CallDecompositions(m);
    // (Propagation lifts them, too.)
    if (!o.propagate && HasInlinedMesh(m) && !Run<LiftInlinedMeshes>(m, c)) {
      return false;
    }
    if (o.propagate && !Propagate(m, borders, c)) return false;
    if (!HasDevices(m, o.devices, c.diagnostics)) return false;
    // If calls were kept, the arguments and results of every function would
    // have to be sharded evenly, not only those of main.
    if (!Run<InsertFuncCallReshards>(m, c) ||
        !InlineAllCalls(m, c.diagnostics, /*warn_of_lost=*/false) ||
        !Settle(m, ExportPipelineOptions{}, c) || !UnifyMeshes(m, borders, c) ||
        !CheckOpAttributes(m, c.diagnostics)) {
      return false;
    }
    DropEmptyParts(m);
    if (!Run<CommonSubexpressions>(m, c)) return false;
    // Only jaxlib's version of Shardy is correct here: the other version treats
    // every reduction as a sum, and pads a dimension in two ways at once.
    c.compat = Compat::kJaxlib012;
    // Without halo exchanges, ops are replicated if they need collectives that
    // Shardy lacks.
    c.any_collective = o.enable_halo_exchange;
    c.fewest_bytes = true;
    c.resolve_custom = true;
    c.hoist_reshards = o.keep_gathered;
    c.shared_channel = true;
    c.shardy_forms = false;
    // Drop the rules that were made for another version of Shardy. What stays
    // are rules that only the program knows, those marked `custom`.
    m.EraseRules([&](RuleId rule) { return !m.rules.Get(rule).is_custom(); });
    if (o.enable_halo_exchange) {
      MergeShifts(m);
      SplitRunningReductions(m);
      TakeParts(m, o.keep_gathered);
    }
    RuleMemo rules(AllRulesOf(c));
    c.found_rules = &rules;
    // Rules that depend on an op's neighbours must be made before the
    // neighbours change.
    if (!Run<PopulateOpShardingRules>(m, PopulateRulesOptions{}, c) ||
        !MakeLocal(m, o, c)) {
      return false;
    }
    RestoreBorders(m, borders);
    SetDeviceCounts(m, o.replica_count > 1);
    return true;
  };
  const bool ok = run();
  c.compat = compat;
  c.extra_rules = extra_rules;
  c.found_rules = nullptr;
  c.any_collective = false;
  c.fewest_bytes = false;
  c.resolve_custom = false;
  c.hoist_reshards = false;
  c.shared_channel = false;
  c.shardy_forms = true;
  return ok;
}

}  // namespace shardflow::internal
