#ifndef SHARDFLOW_PROPAGATE_NOTIFY_H_
#define SHARDFLOW_PROPAGATE_NOTIFY_H_

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "ops/data_flow.h"
#include "propagate/graph.h"

// Whom a changed sharding concerns.
//
// The order is the reference's, and it is observable (the last one told is the
// first one visited, see worklist.h):
//   1. of the result of an edge: the users of the edge's other targets;
//   2. the op that defines the value; for an argument, the op around its block;
//   3. the users of the value, the newest use first.
// A user passes on what isn't its own business: an op with data-flow edges to
// the edge that the use feeds, another terminator to the op around it, a call
// to the users of the callee's argument, a function's return to the users of
// the results of its calls.

namespace shardflow {

// Walks uses; a walk across calls goes on in another value's uses, and comes
// back. Keeps its memory from call to call.
class Listeners {
 public:
  explicit Listeners(const PropagationGraph& graph) : g_(graph) {}

  // fn(position) for each op, in order, perhaps several times.
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
      const int32_t user = g_.position(g_.m.use(at).owner);
      if (!g_.worklist.Has(user, kPassesOn)) {
        fn(user);
        continue;
      }
      elsewhere_.clear();
      const int32_t told = PassOn(at);
      if (told >= 0) fn(told);
      // The users of these values are next, then those left here.
      for (size_t i = elsewhere_.size(); i > 0; --i) {
        if (use) resume_.push_back(use);
        use = g_.m.value(elsewhere_[i - 1]).first_use;
      }
    }
    if (!told_.empty()) told_.clear();
  }

  // Where the notice goes from a user that passes it on: an op (or -1), or the
  // users of the values in elsewhere_.
  int32_t PassOn(UseId use);
  void AddElsewhere(ValueId value);

  const PropagationGraph& g_;
  std::vector<ValueId> targets_;
  std::vector<ValueId> elsewhere_;
  std::vector<UseId> resume_;
  // Values whose users have been told in this walk: telling them again would
  // do nothing, and a program may call itself.
  absl::flat_hash_set<ValueId> told_;
};

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_NOTIFY_H_
