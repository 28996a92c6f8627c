#include "passes/stop.h"

#include <string>

#include "propagate/propagation.h"

namespace shardflow::internal {

void StopPoll::Look() {
  left_ = between_;
  const PropagationWitness* const witness = context_.witness;
  if (stopped_ || witness == nullptr || !witness->stopped ||
      !witness->stopped()) {
    return;
  }
  stopped_ = true;
  ReportStop(witness, context_.diagnostics);
}

}  // namespace shardflow::internal
