#ifndef SHARDFLOW_PASSES_H_
#define SHARDFLOW_PASSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "shardflow/export.h"
#include "shardflow/message.h"
#include "shardflow/plan_choice.h"
#include "shardflow/program.h"

// The steps of a compiler as functions, and the table of all passes, which
// Program::Run runs by name.
//
//   // Shardings reach every tensor.
//   Propagate(program, {}, messages);
//   // Conflicts become sdy.reshard ...
//   InsertReshards(program, {}, messages);
//   // ... and these sdy.all_gather, ...
//   LowerToCollectives(program, {}, messages);
//
// or, all at once and on to what one device runs:
//
//   Partition(program, {}, messages);

namespace shardflow {

struct PropagateOptions {
  RunOptions run = {};
  // Merge all copies of a function that calls made (dedup-functions-fully).
  bool dedup_functions_fully = false;
};
// The pass sdy-propagation-pipeline: moves the shardings of annotations through
// the program. Each function returns false after an error; see Program::Run.
SHARDFLOW_EXPORT bool Propagate(Program& program,
                                const PropagateOptions& options,
                                std::vector<Message>& messages);

struct InsertReshardsOptions {
  RunOptions run = {};
  // Wherever an op needs one; else only where a partitioner does.
  bool everywhere = true;
};
// The pass sdy-insert-explicit-reshards, after Propagate: inserts an
// sdy.reshard wherever an op needs an operand or result sharded differently
// than it is.
SHARDFLOW_EXPORT bool InsertReshards(Program& program,
                                     const InsertReshardsOptions& options,
                                     std::vector<Message>& messages);

struct LowerToCollectivesOptions {
  RunOptions run = {};
  // Keep reshards between shardings that mean the same.
  bool keep_redundant_reshards = false;
  // Plan for the fewest bytes, then the fewest steps, instead of like Shardy.
  bool best_plan = false;
};
// The pass sdy-reshard-to-collectives: replaces each sdy.reshard by
// collectives. CommunicationPlan (shardflow/views.h) lists them.
SHARDFLOW_EXPORT bool LowerToCollectives(
    Program& program, const LowerToCollectivesOptions& options,
    std::vector<Message>& messages);

struct PartitionOptions {
  RunOptions run = {};
  // Propagate first. Must be false for a program that was propagated already;
  // an op without a sharding is then replicated.
  bool propagate = true;
  // The plan of each reshard.
  PlanChoice plan = PlanChoice::kDefault;
  // Replicate dimensions along which elements move, instead of exchanging the
  // parts that devices need.
  bool no_halo = false;
  // Gather what is computed in shards even where every device could compute all
  // of it in less time.
  bool always_gather = false;
  // Tell devices apart by replica_id instead of partition_id.
  bool replicas = false;
  // Check the collectives of the result: their groups and shapes, and that all
  // devices run them. An error is a bug of shardflow, or a collective of the
  // program's own that is wrong.
  bool check = false;
};
// The pass shardflow-partition-pipeline: the program becomes the one that every
// device runs on its shards (docs/execute.md).
SHARDFLOW_EXPORT bool Partition(Program& program,
                                const PartitionOptions& options,
                                std::vector<Message>& messages);

struct PassOption {
  std::string name;           // "keep-sharding-rules"
  std::string default_value;  // "false"
  std::string help;
  bool is_path = false;  // a folder that the pass writes files to
};

struct PassInfo {
  std::string name;  // "sdy-close-shardings"
  std::string summary;
  std::vector<PassOption> options;
};

// Every pass and pipeline, sorted by name.
SHARDFLOW_EXPORT std::vector<PassInfo> Passes();
// Also knows older names of passes.
SHARDFLOW_EXPORT bool IsPass(std::string_view name);

}  // namespace shardflow

#endif  // SHARDFLOW_PASSES_H_
