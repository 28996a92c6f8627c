#ifndef SHARDFLOW_PROPAGATE_DEPENDENTS_H_
#define SHARDFLOW_PROPAGATE_DEPENDENTS_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "ops/data_flow.h"
#include "propagate/graph.h"

// The dependents of a value: the ops that have to be visited again when its
// sharding changes.
//
// The order is Shardy's, and it is observable (the last dependent is the first
// one that is visited, see worklist.h):
//   1. if the value is the result of an edge: the users of the edge's other
//      targets;
//   2. the op that defines the value or, for a block argument, encloses it;
//   3. the users of the value, the newest use first.
// Some users are replaced:
//   - a user that feeds a data-flow edge, by the edge;
//   - any other terminator, by the enclosing op;
//   - a call, by the users of the callee's argument;
//   - the return of a called function, by the users of its calls' results.

namespace shardflow::internal {

// Walks the uses of a value. At a call the walk continues with the uses of
// another value and then comes back. Buffers are reused from walk to walk.
class Dependents {
 public:
  explicit Dependents(const PropagationGraph& graph) : g_(graph) {}

  // Calls fn(position) for each dependent, in order. `fn` may be called several
  // times for the same dependent.
  template <class Fn>
  void ForEach(ValueId value, Fn fn) {
    const OpId def = g_.m.def(value);
    if (def && g_.worklist.Has(g_.position(def), kIsFlowEdge)) {
      targets_.clear();
      AppendEdgeOpNonOwnerTargets(g_.m, def, targets_);
      for (const ValueId target : targets_) ForEachUser(target, fn);
    }
    const OpId home = def ? def : g_.m.parent_op(g_.m.arg_block(value));
    if (home != g_.m.root()) fn(g_.position(home));
    ForEachUser(value, fn);
  }

 private:
  template <class Fn>
  void ForEachUser(ValueId value, Fn& fn) {
    UseId use = g_.m.value(value).first_use;
    for (;;) {
      if (use.IsNone()) {
        if (resume_.empty()) break;
        use = resume_.back();
        resume_.pop_back();
        continue;
      }
      const UseId at = use;
      use = g_.m.use(at).next;
      const Position user = g_.position(g_.m.use(at).owner);
      if (!g_.worklist.Has(user, kForwards)) {
        fn(user);
        continue;
      }
      elsewhere_.clear();
      if (const Position op = Forward(at)) fn(op);
      // Continue with the users of the values in elsewhere_, then come back to
      // the uses that are left here.
      for (size_t i = elsewhere_.size(); i > 0; --i) {
        if (use) resume_.push_back(use);
        use = g_.m.value(elsewhere_[i - 1]).first_use;
      }
    }
    if (!walked_.empty()) walked_.clear();
  }

  // Returns the user itself or the op that replaces it. If users of other
  // values replace it, returns None and adds those values to elsewhere_.
  Position Forward(UseId use);
  void AddElsewhere(ValueId value);

  const PropagationGraph& g_;
  std::vector<ValueId> targets_;
  std::vector<ValueId> elsewhere_;
  std::vector<UseId> resume_;
  // All values that were in elsewhere_ during this walk. Walking their uses
  // again would add nothing, and in a recursive program it would never end.
  absl::flat_hash_set<ValueId> walked_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PROPAGATE_DEPENDENTS_H_
