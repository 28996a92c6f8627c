#ifndef SHARDFLOW_PASSES_H_
#define SHARDFLOW_PASSES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/plan_choice.h"
#include "shardflow/program.h"

// The steps of a compiler as functions, and a table of all passes, which
// Program::Run runs by name.
//
//   // Shardings reach every tensor.
//   Propagate(program, {}, messages);
//   // Conflicts become sdy.reshard ...
//   InsertReshards(program, {}, messages);
//   // ... and these become sdy.all_gather, ...
//   LowerToCollectives(program, {}, messages);
//
// or all in one step, which also makes the per-device program:
//
//   Partition(program, {}, messages);

namespace shardflow {

struct PropagateOptions {
  RunOptions run = {};
  // Merge all copies of a function made for its calls (dedup-functions-fully).
  bool dedup_functions_fully = false;
};
// Runs the pass sdy-propagation-pipeline, which propagates the shardings of
// annotations through the program. Like the other functions, it returns false
// after an error; see Program::Run.
SHARDFLOW_EXPORT bool Propagate(Program& program,
                                const PropagateOptions& options,
                                std::vector<Message>& messages);

struct InsertReshardsOptions {
  RunOptions run = {};
  // Insert all reshards that ops need, not only those that a partitioner
  // couldn't find by itself.
  bool everywhere = true;
};
// Runs the pass sdy-insert-explicit-reshards, after Propagate: inserts an
// sdy.reshard wherever an op needs another sharding of an operand or result.
SHARDFLOW_EXPORT bool InsertReshards(Program& program,
                                     const InsertReshardsOptions& options,
                                     std::vector<Message>& messages);

struct LowerToCollectivesOptions {
  RunOptions run = {};
  // Keep reshards between equivalent shardings.
  bool keep_redundant_reshards = false;
  // Choose plans that send the fewest bytes and, among those, have the fewest
  // steps, instead of planning as Shardy does.
  bool best_plan = false;
};
// Runs the pass sdy-reshard-to-collectives, which replaces each sdy.reshard
// with collectives. CommunicationPlan (shardflow/views.h) lists them.
SHARDFLOW_EXPORT bool LowerToCollectives(
    Program& program, const LowerToCollectivesOptions& options,
    std::vector<Message>& messages);

struct PartitionOptions {
  RunOptions run = {};
  // Propagate first. Must be false for a program that was propagated already;
  // an op without a sharding is then replicated.
  bool propagate = true;
  // How to plan each reshard.
  PlanChoice plan = PlanChoice::kDefault;
  // Replicate dimensions along which an op moves elements (a slice or a
  // convolution, say), instead of exchanging the parts that devices need.
  bool no_halo = false;
  // If a tensor is computed in shards, gather it even if each device could
  // compute all of it in less time.
  bool always_gather = false;
  // Gather a tensor again for each use, in each trip of a loop and in the
  // backward pass, instead of keeping the gathered tensor.
  bool save_memory = false;
  // The most bytes in an all_reduce that is combined from several among the
  // same devices; 0 combines none. The default is 30 MiB, XLA's limit for GPUs.
  std::optional<int64_t> combine_bytes = {};
  // Combine all_gathers, too. XLA's compiler for CPUs (jaxlib 0.12) gives wrong
  // results for some all_gathers of several operands.
  bool combine_gathers = false;
  // Distinguish devices by replica_id instead of partition_id.
  bool replicas = false;
  // Check the collectives of the result: their groups and shapes, and that all
  // devices run them. An error means a bug in shardflow, or a wrong collective
  // in the given program.
  bool check = false;
};
// Runs the pass shardflow-partition-pipeline, which turns the program into the
// one that every device runs on its shards (docs/execute.md).
SHARDFLOW_EXPORT bool Partition(Program& program,
                                const PartitionOptions& options,
                                std::vector<Message>& messages);

struct PassOption {
  std::string name;           // "keep-sharding-rules"
  std::string default_value;  // "false"
  std::string help;
  bool is_path = false;  // a folder to which the pass writes files
};

struct PassInfo {
  std::string name;  // "sdy-close-shardings"
  std::string summary;
  std::vector<PassOption> options;
};

// Returns every pass and pipeline, sorted by name.
SHARDFLOW_EXPORT std::vector<PassInfo> Passes();
// Whether there is a pass with this name, which may be a former name.
SHARDFLOW_EXPORT bool IsPass(std::string_view name);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_H_
