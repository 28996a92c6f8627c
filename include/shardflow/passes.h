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

// The steps of a compiler as functions, and a list of all passes. (Program::Run
// runs any pass by its name.)
//
//   // Shardings reach every tensor.
//   Propagate(program, {}, messages);
//   // Conflicts become sdy.reshard ...
//   InsertReshards(program, {}, messages);
//   // ... and these become sdy.all_gather, ...
//   LowerToCollectives(program, {}, messages);
//
// or all of this in one step, which also turns the program into the per-device
// program:
//
//   Partition(program, {}, messages);

namespace shardflow {

struct PropagateOptions {
  RunOptions run = {};
  // Whether to merge all copies of a function that were made for its calls (the
  // pass option dedup-functions-fully).
  bool dedup_functions_fully = false;
};
// Runs the pass sdy-propagation-pipeline, which propagates the shardings of
// annotations through the program. Returns false after an error, with the
// consequences that Program::Run describes; so do the functions below.
SHARDFLOW_EXPORT bool Propagate(Program& program,
                                const PropagateOptions& options,
                                std::vector<Message>& messages);

struct InsertReshardsOptions {
  RunOptions run = {};
  // Whether to insert all reshards that ops need, or only those that a
  // partitioner couldn't find by itself.
  bool everywhere = true;
};
// Runs the pass sdy-insert-explicit-reshards, which inserts an sdy.reshard
// wherever an op needs another sharding of an operand or result. Call Propagate
// first.
SHARDFLOW_EXPORT bool InsertReshards(Program& program,
                                     const InsertReshardsOptions& options,
                                     std::vector<Message>& messages);

struct LowerToCollectivesOptions {
  RunOptions run = {};
  // Whether to keep reshards between equivalent shardings.
  bool keep_redundant_reshards = false;
  // Whether to choose the plans that send the fewest bytes and, among those,
  // have the fewest steps. If false, reshards are planned as Shardy does.
  bool best_plan = false;
};
// Runs the pass sdy-reshard-to-collectives, which replaces each sdy.reshard
// with collectives. (CommunicationPlan in shardflow/views.h lists these.)
SHARDFLOW_EXPORT bool LowerToCollectives(
    Program& program, const LowerToCollectivesOptions& options,
    std::vector<Message>& messages);

struct PartitionOptions {
  RunOptions run = {};
  // Whether to propagate first. Must be false if the program was propagated
  // already; an op without a sharding is then replicated. Ignored if run.jax is
  // set, which always propagates.
  bool propagate = true;
  // How to plan each reshard.
  PlanChoice plan = PlanChoice::kDefault;
  // Whether to replicate dimensions along which an op moves elements (a slice
  // or a convolution, say), instead of exchanging the parts that devices need.
  bool no_halo = false;
  // Whether to gather a tensor that is computed in shards even if each device
  // could compute all of it in less time.
  bool always_gather = false;
  // Whether to gather a tensor again for each use, in each trip of a loop and
  // in the backward pass, instead of keeping the gathered tensor.
  bool save_memory = false;
  // The maximum size in bytes of an all_reduce that is combined from several
  // among the same devices. 0 combines none. The default is 30 MiB, XLA's limit
  // for GPUs.
  std::optional<int64_t> combine_bytes = {};
  // Whether to combine all_gathers, too. XLA's compiler for CPUs (jaxlib 0.12)
  // gives wrong results for some all_gathers of several operands.
  bool combine_gathers = false;
  // Whether devices are identified by replica_id instead of partition_id.
  bool replicas = false;
  // Whether to check the collectives of the result: their groups and shapes,
  // and that all devices run them. An error means a bug in shardflow, or a
  // wrong collective in the given program.
  bool check = false;
};
// Runs the pass shardflow-partition-pipeline, which turns the program into the
// one that every device runs on its shards (docs/execute.md).
SHARDFLOW_EXPORT bool Partition(Program& program,
                                const PartitionOptions& options,
                                std::vector<Message>& messages);

// An option of a pass.
struct PassOption {
  std::string name;           // "keep-sharding-rules"
  std::string default_value;  // "false"
  std::string help;
  bool is_path = false;  // whether it is a folder that the pass writes to
};

struct PassInfo {
  std::string name;  // "sdy-close-shardings"
  std::string summary;
  std::vector<PassOption> options;
};

// Returns all passes and pipelines, sorted by name.
SHARDFLOW_EXPORT std::vector<PassInfo> Passes();
// Whether Program::Run accepts this name of a pass or pipeline, which may be a
// former name.
SHARDFLOW_EXPORT bool IsPass(std::string_view name);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_H_
