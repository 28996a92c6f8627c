#ifndef SHARDFLOW_API_RESHARD_STEPS_H_
#define SHARDFLOW_API_RESHARD_STEPS_H_

#include <memory>
#include <utility>
#include <vector>

#include "base/intern.h"
#include "ir/module.h"
#include "lower/cost_model.h"
#include "lower/inner_collectives.h"
#include "lower/reshard_plan.h"
#include "ops/symbols.h"
#include "shardflow/reshard.h"
#include "sharding/resolved.h"

// Converts reshard plans to the types of the public API.

namespace shardflow::internal {

// Returns a report on the plan. `names` contains the names of the mesh's axes.
ReshardReport ReportOf(const ReshardProblem& problem, const ReshardPlan& plan,
                       const CostModel& model, const ResolvedMesh& mesh,
                       const StringStore& names);

// Describes the collectives of a program as steps.
class OpSteps {
 public:
  OpSteps(const Module& m, const SymbolTable& symbols)
      : m_(m), symbols_(symbols) {}

  // Returns the step for `op`, whose result must have a sharding. For an
  // sdy.reshard, the only size set is the bytes on a device after the step;
  // without a static shape, no sizes are set.
  ReshardStep Of(OpId op);
  // Returns how many bytes of the operand of `op` a device holds, or 0 if
  // unknown. The op's result must have a sharding.
  int64_t BytesBefore(OpId op);
  // Returns the step for a collective that one of the caller's ops runs
  // internally.
  ReshardStep Of(const ToldCollective& told);

 private:
  ResolvedMesh* MeshOf(ShardingId sharding);
  ResolvedMesh& MeshOf(MeshId id);

  const Module& m_;
  const SymbolTable& symbols_;
  std::vector<std::pair<MeshId, std::unique_ptr<ResolvedMesh>>> meshes_;
  ReshardPlan plan_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_RESHARD_STEPS_H_
