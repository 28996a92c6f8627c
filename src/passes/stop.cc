#include "passes/stop.h"

#include <string>

#include "propagate/propagation.h"

namespace shardflow::internal {

bool StopPoll::operator()() {
  if (stopped_) return true;
  const PropagationWitness* const witness = context_.witness;
  if (witness == nullptr || !witness->stopped) return false;
  if (turns_++ % between_ != 0 || !witness->stopped()) return false;
  stopped_ = true;
  context_.diagnostics.Error({}, std::string(kStopped), ErrorCode::kStopped);
  return true;
}

}  // namespace shardflow::internal
