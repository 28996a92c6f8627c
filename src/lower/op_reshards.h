#ifndef SHARDFLOW_LOWER_OP_RESHARDS_H_
#define SHARDFLOW_LOWER_OP_RESHARDS_H_

#include <set>
#include <span>
#include <vector>

#include "ir/module.h"
#include "lower/common_axes.h"
#include "lower/unreduced_collectives.h"
#include "ops/rule_lookup.h"
#include "sharding/projection.h"
#include "sharding/resolved.h"

// Reshards around one op with a sharding rule, so that its operands and results
// are sharded in a way in which it can run on each device by itself.

namespace shardflow {

class OpResharder {
 public:
  OpResharder(const LowerContext& context, RuleLookup& rules)
      : c_(context), m_(context.m), rules_(rules), emitter_(context.m) {}

  // `full`: every conflict is resolved. Otherwise only a dot whose result can
  // be resharded in place of an operand, and reductions that the result's
  // unreduced axes ask for. False after an error.
  [[nodiscard]] bool Process(OpId op, bool full);

  // Its tensors are sharded such that the op can run as it is. True if it has
  // no rule that says so.
  bool IsConflictFree(OpId op);

 private:
  // The op in hand.
  struct Job {
    OpId op;
    RuleId rule_id;
    const Rule* rule = nullptr;
    MeshRef ref;  // what new shardings refer to
    ResolvedMesh* mesh = nullptr;
    std::vector<ShardingId> shardings;  // by tensor, seen past barriers
  };

  std::optional<MeshRef> MeshOf(const std::vector<ShardingId>& shardings,
                                size_t operands) const;
  ResolvedMesh* Resolved(MeshId mesh);

  // False: nothing is to be done for the op.
  bool Prepare(OpId op, Job& job);
  bool Project(const Job& job);
  AxesPerFactor MakeCompatible(const Job& job);
  AxesPerFactor MakeReshapeCompatible(const Job& job);
  void ReshardChanged(const Job& job, std::vector<bool> changed);
  void ReshardOperand(const Job& job, size_t tensor);
  void ReshardResult(const Job& job, size_t tensor);
  void ReshardDotResult(const Job& job);
  [[nodiscard]] bool AllReduceResults(const Job& job,
                                      const AxesPerFactor* common);

  const LowerContext& c_;
  Module& m_;
  RuleLookup& rules_;
  Emitter emitter_;
  Projection projection_;
  std::vector<std::pair<MeshId, std::unique_ptr<ResolvedMesh>>> meshes_;
  std::set<std::vector<int32_t>> conflict_free_;  // rule and shardings
};

}  // namespace shardflow

#endif  // SHARDFLOW_LOWER_OP_RESHARDS_H_
