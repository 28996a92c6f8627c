#ifndef SHARDFLOW_PROPAGATE_USER_PRIORITY_H_
#define SHARDFLOW_PROPAGATE_USER_PRIORITY_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "propagate/propagation.h"
#include "propagate/schedule.h"
#include "propagate/turns.h"
#include "sharding/mesh_table.h"
#include "sharding/sharding.h"

// User priorities: the axes of `{"x"}p1` propagate only from p1's round on.
// Until then they are hidden.
//
//   [{"x"}p1, {"y"}, {?}p0]   while p0 propagates:  [{}, {"y"}, {?}],
//                             replicated={"x"};
//                             from p1's round on:   [{"x"}, {"y"}, {?}]

namespace shardflow::internal {

// A sharding as it is in p0's round, and its later priorities, without
// duplicates.
struct HiddenSharding {
  ShardingId sharding;
  std::vector<int32_t> later_priorities;
};

// Computes the HiddenSharding of each sharding only once.
class PriorityHider {
 public:
  PriorityHider(ShardingStore& store, const MeshTable& meshes)
      : store_(store), meshes_(meshes) {}

  // The result is valid until the next call. `original` must not be None.
  const HiddenSharding& Hide(ShardingId original);

 private:
  ShardingStore& store_;
  const MeshTable& meshes_;
  absl::flat_hash_map<ShardingId, HiddenSharding> known_;
};

// Returns `current` with the dimensions that have this priority in `original`
// restored: they get back their axes, which are then no longer explicitly
// replicated, but not their priority.
ShardingId BringBack(ShardingStore& store, ShardingId current,
                     ShardingId original, int32_t priority);

class UserPriorities {
 public:
  // Hides the dimensions of all priorities but p0, everywhere in the program.
  UserPriorities(PropagationState& state, const MeshTable& meshes);

  const Rounds& rounds() const { return rounds_; }
  // Begins a round other than the first: brings back the dimensions of its
  // priority. Marks in `results` those results of the main function that this
  // changes.
  void Begin(Round round, PendingResults& results);

 private:
  struct Reference {
    // Either a value, or a result of a function.
    ValueId value;
    OpId function;
    int result = 0;
    ShardingId original;
  };

  PropagationState& state_;
  Rounds rounds_;
  std::vector<std::vector<Reference>> references_;  // of each later round
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_USER_PRIORITY_H_
