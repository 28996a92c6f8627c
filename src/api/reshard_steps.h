#ifndef SHARDFLOW_API_RESHARD_STEPS_H_
#define SHARDFLOW_API_RESHARD_STEPS_H_

#include <memory>
#include <utility>
#include <vector>

#include "base/intern.h"
#include "ir/module.h"
#include "lower/cost_model.h"
#include "lower/reshard_plan.h"
#include "ops/symbols.h"
#include "shardflow/reshard.h"
#include "sharding/resolved.h"

// Plans as the public API reports them.

namespace shardflow::internal {

// The names are those of the mesh's axes.
ReshardReport ReportOf(const ReshardProblem& problem, const ReshardPlan& plan,
                       const CostModel& model, const ResolvedMesh& mesh,
                       const StringStore& names);

// The collectives of a program as steps.
class OpSteps {
 public:
  OpSteps(const Module& m, const SymbolTable& symbols)
      : m_(m), symbols_(symbols) {}

  // An sdy.reshard only has what a device holds afterwards; and no step has
  // sizes if its shape is not static. The result of `op` has a sharding.
  ReshardStep Of(OpId op);

 private:
  ResolvedMesh* MeshOf(ShardingId sharding);

  const Module& m_;
  const SymbolTable& symbols_;
  std::vector<std::pair<MeshId, std::unique_ptr<ResolvedMesh>>> meshes_;
  ReshardPlan plan_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_RESHARD_STEPS_H_
