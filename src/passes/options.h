#ifndef SHARDFLOW_PASSES_OPTIONS_H_
#define SHARDFLOW_PASSES_OPTIONS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/plan_choice.h"
#include "sharding/compat.h"

// The options of passes: plain structs, each with a table of its fields. The
// table is a function that takes a visitor, so that parsing, help and printing
// use the same rows:
//
//   struct SinkOptions {
//     bool deep = false;
//     template <class V> static void Fields(V&& field) {
//       field(&SinkOptions::deep, "deep", "whether to ...");
//     }
//   };
//
// A member is a bool, an int64_t, a std::string, an OutputPath, an enum with a
// table Choices(), or a std::optional<bool> whose default depends on the
// version of Shardy. A fourth argument of `field` is the only version of Shardy
// that has the option.

namespace shardflow::internal {

// The path to which a pass writes files. Options of this type are rejected in
// runs that may not access files (PassContext::allow_paths).
struct OutputPath {
  std::string path;  // empty if nothing is written
};

struct OptionHelp {
  std::string name;
  std::string value;  // the default, as a user would write it
  std::string help;
  bool is_path = false;  // whether it is an OutputPath
};

// One value of an enum option, with its name.
template <class E>
struct Choice {
  E value;
  std::string_view name;
};

struct NoOptions {
  template <class V>
  static void Fields(V&&) {}
};

enum class FactorStrategyOption {
  kBasic,
  kAggressive,
  kBasicThenAggressive,
};
inline constexpr Choice<FactorStrategyOption> kFactorStrategyChoices[] = {
    {FactorStrategyOption::kBasic, "basic"},
    {FactorStrategyOption::kAggressive, "aggressive"},
    {FactorStrategyOption::kBasicThenAggressive, "basic-then-aggressive"},
};
inline const auto& Choices(FactorStrategyOption) {
  return kFactorStrategyChoices;
}

// The options that all propagation passes have. Only some of the structs below
// let users set the strategy and op priorities.
struct PropagatePassOptions {
  bool keep_sharding_rules = false;
  OutputPath module_dump_directory;
  bool conservative_propagation = false;
  bool debug_sharding_origins = false;
  bool debug_propagation_edge_sharding = false;
  FactorStrategyOption propagation_strategy = FactorStrategyOption::kAggressive;
  bool run_op_priority_propagation = true;
};

// Options of sdy-basic-propagate.
struct BasicPropagateOptions : PropagatePassOptions {
  template <class V>
  static void Fields(V&& field) {
    using O = BasicPropagateOptions;
    field(&O::keep_sharding_rules, "keep-sharding-rules",
          "whether to keep existing and created op sharding rules");
    field(&O::module_dump_directory, "module-dump-directory",
          "where to write rewritten modules for debugging");
    field(
        &O::conservative_propagation, "conservative-propagation",
        "whether to refuse split axes and axes that don't divide a dimension");
    field(&O::debug_sharding_origins, "debug-sharding-origins",
          "whether to record on the module where each sharding came from");
    field(&O::debug_propagation_edge_sharding,
          "debug-propagation-edge-sharding",
          "whether to record on the module along which edges shardings moved");
  }
};

// Options of sdy-aggressive-propagate.
struct AggressivePropagateOptions : PropagatePassOptions {
  template <class V>
  static void Fields(V&& field) {
    using O = AggressivePropagateOptions;
    BasicPropagateOptions::Fields(field);
    field(&O::propagation_strategy, "propagation-strategy",
          "which factor propagation strategy to use");
  }
};

// Options of sdy-op-priority-propagate and sdy-user-priority-propagate.
struct PriorityPropagateOptions : PropagatePassOptions {
  template <class V>
  static void Fields(V&& field) {
    using O = PriorityPropagateOptions;
    AggressivePropagateOptions::Fields(field);
    field(&O::run_op_priority_propagation, "run-op-priority-propagation",
          "whether to run (or skip) op-priority propagation");
  }
};

struct PopulateRulesOptions {
  bool conservative_propagation = false;
  template <class V>
  static void Fields(V&& field) {
    field(&PopulateRulesOptions::conservative_propagation,
          "conservative-propagation",
          "whether to refuse rules that can propagate axes that don't divide a "
          "dimension");
  }
};

struct ApplyShardingConstraintsOptions {
  bool debug_sharding_origins = false;
  bool debug_propagation_edge_sharding = false;
  template <class V>
  static void Fields(V&& field) {
    using O = ApplyShardingConstraintsOptions;
    field(&O::debug_sharding_origins, "debug-sharding-origins",
          "whether to record on the module where each sharding came from");
    field(&O::debug_propagation_edge_sharding,
          "debug-propagation-edge-sharding",
          "whether to record on the module along which edges shardings moved");
  }
};

struct ImportFuncCallsOptions {
  bool add_data_flow_edges_on_named_computations = true;
  template <class V>
  static void Fields(V&& field) {
    field(&ImportFuncCallsOptions::add_data_flow_edges_on_named_computations,
          "add-data-flow-edges-on-named-computations",
          "whether to add data flow edges to the named computations created");
  }
};

struct SinkDataFlowEdgesOptions {
  bool sink_debug_sharding_origins = false;
  bool sink_debug_propagation_edge_sharding = false;
  template <class V>
  static void Fields(V&& field) {
    using O = SinkDataFlowEdgesOptions;
    field(&O::sink_debug_sharding_origins, "sink-debug-sharding-origins",
          "whether to move the recorded origins to the edge owner");
    field(&O::sink_debug_propagation_edge_sharding,
          "sink-debug-propagation-edge-sharding",
          "whether to move the recorded propagation edges to the edge owner");
  }
};

struct UnflattenCallGraphOptions {
  bool dedup_functions_fully = false;
  template <class V>
  static void Fields(V&& field) {
    field(&UnflattenCallGraphOptions::dedup_functions_fully,
          "dedup-functions-fully", "whether to merge all copies of a function");
  }
};

struct InsertExplicitReshardsOptions {
  bool enable_full_version = false;
  bool mark_partial_result_with_unreduced_axes = false;
  template <class V>
  static void Fields(V&& field) {
    using O = InsertExplicitReshardsOptions;
    field(&O::enable_full_version, "enable-full-version",
          "whether to make the shardings of every op compatible, not only "
          "those that a partitioner needs");
    field(&O::mark_partial_result_with_unreduced_axes,
          "mark-partial-result-with-unreduced-axes",
          "whether the sharding of a partial result says along which axes it "
          "is reduced afterwards",
          Compat::kJaxlib012);
  }
};

// The numbers of replicas and partitions, for passes that write ops of a
// per-device program.
struct ReplicaOptions {
  int64_t replica_count = 1;
  int64_t partition_count = 1;
  template <class V>
  static void Fields(V&& field) {
    using O = ReplicaOptions;
    field(&O::replica_count, "replica-count",
          "number of replicas (data parallelism)");
    field(&O::partition_count, "partition-count",
          "number of partitions (model parallelism)");
  }
};

struct HaloOptions {
  bool enable_halo_exchange = true;
  template <class V>
  static void Fields(V&& field) {
    field(&HaloOptions::enable_halo_exchange, "enable-halo-exchange",
          "whether devices exchange the elements that they need (otherwise "
          "whole dimensions are replicated)");
  }
};

inline const auto& Choices(PlanChoice) { return kPlanChoiceNames; }

// Options of sdy-convert-global-to-local.
struct ConvertGlobalToLocalOptions : ReplicaOptions {
  bool per_dim_all_gather = false;
  bool combine_multi_dimension_reduce_scatter = false;
  std::optional<bool> enable_rgv3 = std::nullopt;
  template <class V>
  static void Fields(V&& field) {
    using O = ConvertGlobalToLocalOptions;
    field(&O::per_dim_all_gather, "per-dim-all-gather",
          "whether to gather several dimensions one by one");
    field(&O::combine_multi_dimension_reduce_scatter,
          "combine-multi-dimension-reduce-scatter",
          "whether to scatter several dimensions by one reduce_scatter "
          "(otherwise by an all_reduce and a slice)");
    field(&O::enable_rgv3, "enable-rgv3",
          "whether to name groups of devices by axes of a mesh (default: only "
          "with --compat=jaxlib-0.12)");
    ReplicaOptions::Fields(field);
  }
};

// Options of sdy-resolve-permutation-factors.
struct ResolvePermutationFactorsOptions : HaloOptions, ReplicaOptions {
  bool rng_bit_generator_unsafe = true;
  template <class V>
  static void Fields(V&& field) {
    HaloOptions::Fields(field);
    ReplicaOptions::Fields(field);
    field(&ResolvePermutationFactorsOptions::rng_bit_generator_unsafe,
          "rng-bit-generator-unsafe",
          "whether devices may generate the random bits of their shards "
          "(otherwise, each device generates all of them)",
          Compat::kJaxlib012);
  }
};

// Options of sdy-drop-sharding-and-mesh.
struct DropShardingAndMeshOptions {
  bool keep_module_sharding_metadata = false;
  template <class V>
  static void Fields(V&& field) {
    field(&DropShardingAndMeshOptions::keep_module_sharding_metadata,
          "keep-module-sharding-metadata",
          "whether to keep the module's attributes sdy.parameters_shardings "
          "and sdy.output_shardings",
          Compat::kJaxlib012);
  }
};

// Options of sdy-per-instruction-partitioning.
struct PerInstructionPartitioningOptions : HaloOptions, ReplicaOptions {
  std::string filter;
  template <class V>
  static void Fields(V&& field) {
    using O = PerInstructionPartitioningOptions;
    field(&O::filter, "filter",
          "which ops to partition: parts of their names, selectLow=N and "
          "selectHigh=N (the numbers of sharded ops), separated by commas; "
          "empty: all");
    HaloOptions::Fields(field);
    ReplicaOptions::Fields(field);
  }
};

struct ReshardToCollectivesOptions {
  bool keep_redundant_reshards = false;
  PlanChoice plan = PlanChoice::kDefault;
  template <class V>
  static void Fields(V&& field) {
    field(&ReshardToCollectivesOptions::keep_redundant_reshards,
          "keep-redundant-reshards",
          "whether to keep reshards whose input and output shardings are "
          "equivalent");
    field(&ReshardToCollectivesOptions::plan, "plan",
          "default (Shardy's plan) or best (the fewest bytes, then the fewest "
          "steps)");
  }
};

// Labels of pattern sets. The canonicalize pass can be limited to some of them.
inline constexpr std::string_view kReshardLabel = "sdy-reshard";
inline constexpr std::string_view kCollectiveLabel = "sdy-collective";

struct CanonicalizeOptions {
  std::string enable_patterns;
  template <class V>
  static void Fields(V&& field) {
    field(&CanonicalizeOptions::enable_patterns, "enable-patterns",
          "label of the patterns to apply (empty: all)");
  }
};

// Options of xla-sdy-import-shardings.
struct ImportShardingsOptions {
  std::string allow_propagation_to_parameters;
  std::string allow_propagation_to_results;
  template <class V>
  static void Fields(V&& field) {
    using O = ImportShardingsOptions;
    field(
        &O::allow_propagation_to_parameters, "allow-propagation-to-parameters",
        "whether to open the dimensions of the main function's parameters: "
        "true or false, or one value for each parameter, separated by commas");
    field(&O::allow_propagation_to_results, "allow-propagation-to-results",
          "whether to open the dimensions of the main function's results (see "
          "allow-propagation-to-parameters)");
  }
};

// Options of xla-sdy-stablehlo-export-shardings.
struct ExportShardingsOptions {
  bool enable_hlo_sharding_v3 = false;
  bool list_devices = false;
  bool use_mhlo_copy = false;
  template <class V>
  static void Fields(V&& field) {
    using O = ExportShardingsOptions;
    field(&O::enable_hlo_sharding_v3, "enable-hlo-sharding-v3",
          "write meshes and axes (V3) instead of tiles");
    field(&O::list_devices, "list-devices",
          "list the devices of tiles (V1) instead of iota forms (V2)");
    field(&O::use_mhlo_copy, "use-mhlo-copy",
          "write mhlo.copy for reshards, as XLA does, instead of @Sharding");
  }
};

// Options of sdy-import-pipeline and sdy-propagation-pipeline.
struct PipelineOptions {
  bool dedup_functions_fully = false;
  template <class V>
  static void Fields(V&& field) {
    field(&PipelineOptions::dedup_functions_fully, "dedup-functions-fully",
          "whether to merge functions fully");
  }
};

// How far sdy-export-pipeline partitions the program: up to and including this
// step. The order of the values is that of the steps.
enum class PartitionerStage {
  kUnspecified,
  kResolvePermutationFactors,
  kReshardToCollectives,
  kOptimizeCollectives,
  kPadForDivisibility,
  kResolveSingleDeviceSharding,
  kConvertGlobalToLocal,
};
inline constexpr Choice<PartitionerStage> kPartitionerStageChoices[] = {
    {PartitionerStage::kUnspecified, "unspecified"},
    {PartitionerStage::kReshardToCollectives, "reshard-to-collectives"},
    {PartitionerStage::kResolvePermutationFactors,
     "resolve-permutation-factors"},
    {PartitionerStage::kOptimizeCollectives, "optimize-collectives"},
    {PartitionerStage::kPadForDivisibility, "pad-for-divisibility"},
    {PartitionerStage::kResolveSingleDeviceSharding,
     "resolve-single-device-sharding"},
    {PartitionerStage::kConvertGlobalToLocal, "convert-global-to-local"},
};
inline const auto& Choices(PartitionerStage) {
  return kPartitionerStageChoices;
}

// Options of sdy-export-pipeline.
struct ExportPipelineOptions : ReplicaOptions {
  PartitionerStage partitioner_stage = PartitionerStage::kUnspecified;
  OutputPath dump_directory;
  bool avoid_export_for_partitioning = false;
  bool enable_insert_explicit_collectives = false;
  bool remove_all_gather_reduce_scatter_for_cmv1 = false;
  bool keep_sharding_rules = false;
  bool dump_sharding_origins = false;
  bool dump_propagation_edges = false;
  bool avoid_reshards_on_calls = false;
  bool update_non_divisible_input_output_shardings = true;
  bool inline_meshes = true;
  template <class V>
  static void Fields(V&& field) {
    using O = ExportPipelineOptions;
    ReplicaOptions::Fields(field);
    field(&O::dump_directory, "dump-directory",
          "directory to write intermediate modules to");
    field(&O::avoid_export_for_partitioning, "avoid-export-for-partitioning",
          "keep the module suitable for another round of propagation");
    field(&O::enable_insert_explicit_collectives,
          "enable-insert-explicit-collectives", "insert explicit collectives");
    field(&O::remove_all_gather_reduce_scatter_for_cmv1,
          "remove-all-gather-reduce-scatter-for-cmv1",
          "remove all-gather and reduce-scatter ops for CMV1");
    field(&O::keep_sharding_rules, "keep-sharding-rules",
          "keep sdy.sharding_rule attributes");
    field(&O::dump_sharding_origins, "dump-sharding-origins",
          "sink the recorded sharding origins");
    field(&O::dump_propagation_edges, "dump-propagation-edges",
          "sink the recorded propagation edges");
    field(&O::avoid_reshards_on_calls, "avoid-reshards-on-calls",
          "don't insert explicit reshards for calls");
    field(&O::update_non_divisible_input_output_shardings,
          "update-non-divisible-input-output-shardings",
          "make shardings of inputs and outputs divisible");
    field(&O::inline_meshes, "inline-meshes", "inline meshes in shardings");
    field(&O::partitioner_stage, "partitioner-stage",
          "the last step of the partitioner to run: "
          "resolve-permutation-factors, reshard-to-collectives, "
          "optimize-collectives, pad-for-divisibility, "
          "resolve-single-device-sharding or convert-global-to-local (the "
          "program of a device); unspecified inserts only the reshards that a "
          "partitioner needs",
          Compat::kJaxlib012);
  }
};

// Options of shardflow-partition-pipeline.
struct PartitionPipelineOptions : HaloOptions, ReplicaOptions {
  bool propagate = false;
  int64_t devices = 0;
  bool compute_again = true;
  bool keep_gathered = true;
  int64_t combine_bytes = 30 << 20;  // XLA's limit for GPUs
  bool combine_gathers = false;
  PlanChoice plan = PlanChoice::kDefault;
  template <class V>
  static void Fields(V&& field) {
    using O = PartitionPipelineOptions;
    field(&O::propagate, "propagate",
          "whether to propagate the shardings first");
    field(&O::devices, "devices",
          "the number of devices that the mesh must have; 0 accepts any");
    HaloOptions::Fields(field);
    field(&O::compute_again, "compute-again",
          "compute a tensor on every device if gathering it takes longer");
    field(
        &O::keep_gathered, "keep-gathered",
        "gather a tensor only once if it is needed again later, or in a loop");
    field(
        &O::combine_bytes, "combine-bytes",
        "the maximum size of a combined all_reduce in bytes; 0 combines none");
    field(&O::combine_gathers, "combine-gathers",
          "combine all_gathers, too (XLA's CPU compiler gets some of them "
          "wrong)");
    field(&O::plan, "plan", "how to plan reshards: default or best");
    ReplicaOptions::Fields(field);
  }
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_OPTIONS_H_
