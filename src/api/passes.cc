#include "shardflow/passes.h"

#include <string>
#include <utility>

#include "api/partition.h"
#include "api/plan_names.h"
#include "api/run.h"
#include "passes/pass.h"

namespace shardflow {

using namespace internal;
namespace {

std::string PlanText(PlanChoice plan) {
  return "plan=" + std::string(PlanName(plan));
}

}  // namespace

bool Propagate(Program& program, const PropagateOptions& options,
               std::vector<Message>& messages) {
  return RequireShardy(program, options.run, messages) &&
         program.Run(
             "sdy-propagation-pipeline",
             options.dedup_functions_fully ? "dedup-functions-fully=true" : "",
             options.run, messages);
}

bool InsertReshards(Program& program, const InsertReshardsOptions& options,
                    std::vector<Message>& messages) {
  return program.Run("sdy-insert-explicit-reshards",
                     options.everywhere ? "enable-full-version=true" : "",
                     options.run, messages);
}

bool LowerToCollectives(Program& program,
                        const LowerToCollectivesOptions& options,
                        std::vector<Message>& messages) {
  std::string text = PlanText(options.plan);
  if (options.keep_redundant_reshards) text += " keep-redundant-reshards=true";
  return program.Run("sdy-reshard-to-collectives", text, options.run, messages);
}

std::string internal::PassOptionsOf(const PartitionOptions& options) {
  std::string text = PlanText(options.plan);
  if (options.no_halo) text += " enable-halo-exchange=false";
  if (options.always_gather) text += " compute-again=false";
  if (options.save_memory) text += " keep-gathered=false";
  if (options.combine_bytes) {
    text += " combine-bytes=" + std::to_string(*options.combine_bytes);
  }
  if (options.combine_gathers) text += " combine-gathers=true";
  // The actual number of replicas follows from the meshes. Any count above one
  // makes the program identify devices by replica id.
  if (options.replicas) text += " replica-count=2";
  if (options.devices != 0) {
    text += " devices=" + std::to_string(options.devices);
  }
  return text;
}

bool internal::RunPartition(Program& program, const std::string& pass_options,
                            bool check, const RunOptions& options,
                            std::vector<Message>& messages) {
  RunOptions run = options;
  run.verify_after = true;
  return program.Run("shardflow-partition-pipeline", pass_options, run,
                     messages) &&
         (!check ||
          program.Run("shardflow-check-per-device", "", options, messages));
}

bool Partition(Program& program, const PartitionOptions& options,
               std::vector<Message>& messages) {
  std::string text = PassOptionsOf(options);
  if (options.propagate || options.run.jax) text += " propagate=true";
  return RunPartition(program, text, options.check, options.run, messages);
}

std::vector<PassInfo> Passes() {
  std::vector<PassInfo> passes;
  for (const PassRow& row : AllPasses()) {
    PassInfo& pass = passes.emplace_back();
    pass.name = row.flag;
    pass.summary = row.summary;
    for (OptionHelp& option : row.options()) {
      pass.options.push_back({std::move(option.name), std::move(option.value),
                              std::move(option.help), option.is_path});
    }
  }
  return passes;
}

bool IsPass(std::string_view name) { return FindPass(name) != nullptr; }

}  // namespace shardflow
