#include "propagate/driver.h"

#include <string>

#include "ops/edit.h"
#include "propagate/turns.h"
#include "propagate/user_priority.h"

namespace shardflow::internal {
namespace {

// Ends a propagation. Returns false, after reporting an error, if not all of
// its turns were taken.
bool Finish(Propagation& p, Outcome outcome, Diagnostics& diagnostics,
            PropagationStats* stats) {
  PropagationState& s = *p.state;
  switch (outcome) {
    case Outcome::kDone:
      break;
    case Outcome::kUnsettled:
      diagnostics.Error(s.m.Place(s.graph.op(p.unsettled)),
                        "propagation does not settle: the shardings of the "
                        "tensors of this op change back and forth");
      return false;
    case Outcome::kStopped:
      ReportStop(s.options.witness, diagnostics);
      return false;
  }
  if (s.options.witness != nullptr && s.options.witness->at_end) {
    s.options.witness->at_end(s);
  }
  if (!s.options.keep_rules) EraseMadeRules(s.m);
  if (s.recorder != nullptr) s.recorder->Save();
  if (stats == nullptr) return true;
  stats->visits += p.visits;
  stats->steps += s.stepper.calls();
  stats->steps_computed += s.stepper.misses();
  return true;
}

}  // namespace

bool Propagate(Module& m, const PropagationOptions& options,
               RuleWarnings& warnings, Diagnostics& diagnostics,
               PropagationStats* stats) {
  Propagation p;
  if (!StartPropagation(m, options, warnings, diagnostics, p)) return false;
  EveryTurn turns(*p.state);
  return Finish(p, TakeTurns(p, turns), diagnostics, stats);
}

bool PropagateByUserPriority(Module& m, const PropagationOptions& options,
                             RuleWarnings& warnings, Diagnostics& diagnostics,
                             const std::function<void(int64_t)>& after_priority,
                             PropagationStats* stats) {
  Propagation p;
  if (!StartPropagation(m, options, warnings, diagnostics, p)) return false;
  PropagationState& s = *p.state;
  UserPriorities priorities(s, p.meshes);
  EveryTurn turns(s);
  const Rounds& rounds = priorities.rounds();
  const Outcome outcome = TakeRounds(p, rounds, turns, [&](Round round) {
    if (round.index == 1) {
      ListUnsettled(s);
      turns.results().List();
    }
    if (after_priority) after_priority(rounds.At(round.index - 1).priority);
    priorities.Begin(round, turns.results());
  });
  return Finish(p, outcome, diagnostics, stats);
}

}  // namespace shardflow::internal
