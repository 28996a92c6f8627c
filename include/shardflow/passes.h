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
// runs any pass, given its name.)
//
//   // Shardings reach every tensor.
//   Propagate(program, {}, messages);
//   // Conflicts become sdy.reshard ...
//   InsertReshards(program, {}, messages);
//   // ... and these become sdy.all_gather, ...
//   LowerToCollectives(program, {}, messages);
//
// Partition does all of this at once, and also turns the program into the
// per-device program:
//
//   Partition(program, {}, messages);

namespace shardflow {

struct PropagateOptions {
  RunOptions run = {};
  // Whether to merge all copies that were made of a function for its calls (the
  // pass option dedup-functions-fully).
  bool dedup_functions_fully = false;
};
// Runs the pass sdy-propagation-pipeline, which propagates the shardings of
// annotations through the program. On error, this and the functions below
// return false, with the consequences described at Program::Run.
SHARDFLOW_EXPORT bool Propagate(Program& program,
                                const PropagateOptions& options,
                                std::vector<Message>& messages);

struct InsertReshardsOptions {
  RunOptions run = {};
  // If true, inserts all reshards that ops need; if false, only those that a
  // partitioner couldn't find by itself.
  bool everywhere = true;
};
// Runs the pass sdy-insert-explicit-reshards, which inserts an sdy.reshard
// wherever an op needs an operand or result in a different sharding. Call
// Propagate first.
SHARDFLOW_EXPORT bool InsertReshards(Program& program,
                                     const InsertReshardsOptions& options,
                                     std::vector<Message>& messages);

struct LowerToCollectivesOptions {
  RunOptions run = {};
  // Whether to keep reshards between equivalent shardings.
  bool keep_redundant_reshards = false;
  // How to plan each reshard.
  PlanChoice plan = PlanChoice::kDefault;
};
// Runs the pass sdy-reshard-to-collectives, which replaces each sdy.reshard
// with collectives. (CommunicationPlan in shardflow/views.h lists the
// collectives.)
SHARDFLOW_EXPORT bool LowerToCollectives(
    Program& program, const LowerToCollectivesOptions& options,
    std::vector<Message>& messages);

struct PartitionOptions {
  RunOptions run = {};
  // Whether to propagate first. Must be false if the program has already been
  // propagated; ops without a sharding are then replicated. Ignored if run.jax
  // is set, which always propagates.
  bool propagate = true;
  // How to plan each reshard.
  PlanChoice plan = PlanChoice::kDefault;
  // Whether to replicate the dimensions along which an op (a slice or a
  // convolution, say) moves elements, instead of exchanging the parts that
  // devices need.
  bool no_halo = false;
  // Whether to compute a tensor in shards and gather it even if each device
  // could compute all of it in less time.
  bool always_gather = false;
  // Whether to gather a tensor again for each use, in each loop iteration and
  // in the backward pass, instead of keeping the gathered tensor.
  bool save_memory = false;
  // The maximum size, in bytes, to which all_reduces among the same devices are
  // combined; 0 combines none. The default is 30 MiB, XLA's limit for GPUs.
  std::optional<int64_t> combine_bytes = {};
  // Whether to also combine all_gathers. XLA's compiler for CPUs (jaxlib 0.12)
  // gives wrong results for some all_gathers of several operands.
  bool combine_gathers = false;
  // Whether devices are identified by replica_id instead of partition_id.
  bool replicas = false;
  // The number of devices that the program's mesh must have; anything else is
  // an error. 0 accepts any number.
  int64_t devices = 0;
  // Whether to check the collectives in the result: their groups and shapes,
  // and that no device waits in vain. An error means that shardflow has a bug,
  // or that the given program contains an incorrect collective.
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
  // Whether the value is a folder that the pass writes to.
  bool is_path = false;
};

struct PassInfo {
  std::string name;  // "sdy-close-shardings"
  std::string summary;
  std::vector<PassOption> options;
};

// Returns all passes and pipelines, sorted by name.
SHARDFLOW_EXPORT std::vector<PassInfo> Passes();
// Whether Program::Run accepts `name` as the name of a pass or pipeline. (It
// also accepts former names.)
SHARDFLOW_EXPORT bool IsPass(std::string_view name);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_H_
