#include "propagate/driver.h"

#include <string>

#include "ops/edit.h"
#include "propagate/turns.h"
#include "propagate/user_priority.h"

namespace shardflow::internal {
namespace {

bool RunSchedule(Propagation& p, EveryTurn& turns, Diagnostics& diagnostics) {
  PropagationState& s = *p.state;
  switch (TakeTurns(p, turns)) {
    case Outcome::kDone:
      return true;
    case Outcome::kUnsettled:
      diagnostics.Error(s.m.Place(s.graph.op(p.unsettled)),
                        "propagation does not settle: the shardings of the "
                        "tensors of this op change back and forth");
      return false;
    case Outcome::kStopped:
      break;
  }
  ReportStop(s.options.witness, diagnostics);
  return false;
}

// From the second round on, few ops and results can still change anything.
// Keeping lists of them avoids a search through all the others.
void ListWhatIsUnsettled(PropagationState& s, EveryTurn& turns) {
  const auto runs = (1u << s.options.schedule.size()) - 1;
  s.graph.worklist.ListUnsettled(static_cast<uint16_t>(runs));
  turns.results().List();
}

void Finish(Propagation& p, PropagationStats* stats) {
  PropagationState& s = *p.state;
  if (s.options.witness != nullptr && s.options.witness->at_end) {
    s.options.witness->at_end(s);
  }
  if (!s.options.keep_rules) EraseMadeRules(s.m);
  if (s.recorder != nullptr) s.recorder->Save();
  if (stats == nullptr) return;
  stats->visits += p.visits;
  stats->steps += s.stepper.calls();
  stats->steps_computed += s.stepper.misses();
}

}  // namespace

bool Propagate(Module& m, const PropagationOptions& options,
               RuleWarnings& warnings, Diagnostics& diagnostics,
               PropagationStats* stats) {
  Propagation p;
  if (!StartPropagation(m, options, warnings, diagnostics, p)) return false;
  EveryTurn turns(*p.state);
  if (!RunSchedule(p, turns, diagnostics)) return false;
  Finish(p, stats);
  return true;
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
  if (!RunSchedule(p, turns, diagnostics)) return false;
  if (!priorities.later_rounds().empty()) ListWhatIsUnsettled(s, turns);
  int64_t previous = 0;
  for (const UserPriorities::Round& round : priorities.later_rounds()) {
    if (after_priority) after_priority(previous);
    s.user_priority = round.priority;
    priorities.Begin(round, turns.results());
    if (!RunSchedule(p, turns, diagnostics)) return false;
    previous = round.priority;
  }
  Finish(p, stats);
  return true;
}

}  // namespace shardflow::internal
