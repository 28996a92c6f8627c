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
  context_.diagnostics.Error({}, std::string(kStopped), ErrorCode::kStopped);
}

}  // namespace shardflow::internal
