#ifndef SHARDFLOW_LOWER_OP_RESHARDS_H_
#define SHARDFLOW_LOWER_OP_RESHARDS_H_

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "lower/cheapest_axes.h"
#include "lower/common_axes.h"
#include "lower/context.h"
#include "lower/emit.h"
#include "ops/op_cache.h"
#include "ops/rule_lookup.h"
#include "sharding/projection.h"
#include "sharding/resolved.h"
#include "sharding/unreduced.h"

// Inserts reshards around an op that has a sharding rule. Afterwards, its
// operands and results are sharded such that every device can run the op by
// itself.

namespace shardflow::internal {

// A change around an op.
struct OpChange {
  enum Kind : uint8_t {
    // Reshards an operand to `own`.
    kOperand,
    // Gives a result the sharding `own`, and reshards it to `seen` for its
    // users.
    kResult,
    // All-reduces a result. `seen` is the sharding of the sum, and `own`,
    // unless
    // it is None, that of the partial result.
    kAllReduce,
  };
  Kind kind = kOperand;
  int index = 0;  // index of the operand or result
  ShardingId own = ShardingId::None();
  ShardingId seen = ShardingId::None();
  AttrId attrs = AttrId::None();  // attributes of the all_reduce
};

class OpResharder {
 public:
  // Returns the sharding of a value, or None.
  using ShardingSource = std::function<ShardingId(ValueId)>;

  // If `memo` is set, remembers the changes made for an op, and repeats them
  // for equal ops. `source` is set if the shardings to use aren't the ones in
  // the module.
  OpResharder(const LowerContext& context, RuleLookup& rules, bool memo = true,
              ShardingSource source = nullptr)
      : c_(context),
        m_(context.m),
        rules_(rules),
        memo_(memo),
        source_(std::move(source)),
        any_unreduced_(AnyUnreduced(context.m.shardings)),
        emitter_(context.m) {}

  // Inserts the reshards of an op. If `full` is set, resolves every conflict.
  // Otherwise does only two things: reshards a dot's result instead of an
  // operand where that is cheaper, and, if a result has unreduced axes, reduces
  // it along the other axes that the op sums over. Returns false on error.
  [[nodiscard]] bool Process(OpId op, bool full);

  // Returns the changes that Process() would make around the op, in the same
  // order, without making them. The list is valid until the next call. Returns
  // null on error.
  [[nodiscard]] const std::vector<OpChange>* Decide(OpId op, bool full);

  // Replicates each factor for which `replicate` returns true, and reshards the
  // tensors whose shardings change. `shards` is the number of shards that some
  // tensor has along the factor. Does nothing if the op has no rule.
  using WhichFactor =
      std::function<bool(const Rule& rule, size_t factor, int64_t shards)>;
  void ReplicateFactors(OpId op, const WhichFactor& replicate);

  // Whether the op can run without resharding its tensors. True if the op has
  // no rule.
  bool IsConflictFree(OpId op);

 private:
  // The question to answer about an op. It is the first entry of key_.
  enum class Question : int32_t { kMinimal, kFull, kConflictFree, kReplicated };

  // The op being worked on.
  struct Job {
    OpId op;
    const Rule* rule = nullptr;
    MeshRef ref;  // the mesh of new shardings
    ResolvedMesh* mesh = nullptr;
    // The sharding of each tensor, ignoring barriers.
    std::vector<ShardingId> shardings;
  };

  [[nodiscard]] bool ProcessJob(Job& job, bool full);
  std::optional<MeshRef> MeshOf(const std::vector<ShardingId>& shardings,
                                size_t operands) const;
  ResolvedMesh* Resolved(MeshId mesh);

  // Whether an equal op is already known to need no change with respect to
  // `question`. If not, call Settle() once this op turns out to need no change.
  bool IsSettled(OpId op, Question question);
  void Settle(Question question);
  // Returns the changes made for an op equal to `op`, or null if no equal op is
  // known to need changes. IsSettled() must have been called for `op` before.
  const std::vector<OpChange>* ChangesLike(OpId op, Question question);

  // Sets job_, and sets key_ to the question and everything that the answer
  // depends on.
  bool Gather(OpId op, Question question);
  ShardingId ShardingOf(ValueId value) const;
  bool Project(Job& job);
  AxesPerFactor MakeCompatible(const Job& job);
  AxesPerFactor MakeReshapeCompatible(const Job& job);
  AxesPerFactor FittingAxes(const Job& job);
  CheapestAxes& Cheapest();
  // Returns the tensor's sharding in the projection.
  ShardingId Projected(const Job& job, size_t tensor);
  [[nodiscard]] bool CheckUnreduced(const Job& job);
  void ReshardChanged(const Job& job, std::vector<bool> changed);
  void ReshardOperand(const Job& job, size_t tensor);
  void ReshardResult(const Job& job, size_t tensor);

  // Whether the changes depend only on key_, once AddTypes() has extended it.
  bool IsRepeatable(OpId op) const;
  void AddTypes(OpId op);
  // Whether the op reads a reshard that another one would be merged with. Where
  // the value comes from is part of key_, but not of settled_key_.
  bool ReadsReshard(OpId op) const;
  // Makes a change at the emitter's place.
  void Make(OpId op, const OpChange& change);
  void MakeAll(OpId op, const std::vector<OpChange>& changes);
  // Returns the sharding that the op's result will have after the changes.
  ShardingId OwnSharding(const Job& job, int result) const;
  void ReshardDotResult(const Job& job);
  std::vector<AxisRef> WithoutAxesOfResults(const Job& job,
                                            std::vector<AxisRef> axes);
  ShardingId Partial(const Job& job, ShardingId reduced,
                     std::span<const AxisRef> axes, ReductionKind kind);
  [[nodiscard]] bool AllReduceResults(const Job& job,
                                      const AxesPerFactor* common);

  const LowerContext& c_;
  Module& m_;
  RuleLookup& rules_;
  const bool memo_;
  const ShardingSource source_;  // may be null
  const bool any_unreduced_;  // whether any sharding was unreduced at the start
  Emitter emitter_;
  std::unique_ptr<CheapestAxes> cheapest_;  // made when it is first needed
  Projection projection_;
  std::vector<std::pair<MeshId, std::unique_ptr<ResolvedMesh>>> meshes_;
  // The keys of ops that needed no change. Most ops need no change, and many
  // ops have the same key.
  struct KeyTag {};
  ArrayStore<Id<KeyTag>, int32_t> untouched_;
  // Like untouched_, but with faster lookups, for the most common forms of ops.
  std::array<OpCache<bool>, 3> settled_;  // indexed by question
  OpKey settled_key_ = {};
  bool has_settled_key_ = false;
  // The keys of ops that needed changes, extended with types.
  ArrayStore<Id<KeyTag>, int32_t> changed_;
  // Indexed like changed_: the changes around the op.
  std::vector<std::vector<OpChange>> known_changes_;
  // For the most common forms of ops, indices into known_changes_.
  std::array<OpCache<uint32_t>, 3> repeats_;  // indexed by question
  std::vector<OpChange> changes_;             // changes around the current op
  std::vector<int32_t> key_;
  Job job_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_OP_RESHARDS_H_
