#ifndef SHARDFLOW_PROPAGATE_SETUP_H_
#define SHARDFLOW_PROPAGATE_SETUP_H_

#include <cstdint>
#include <memory>
#include <optional>

#include "base/diagnostics.h"
#include "ir/module.h"
#include "propagate/groups.h"
#include "propagate/propagation.h"
#include "propagate/record.h"
#include "propagate/settle_guard.h"
#include "sharding/mesh_table.h"

// What a propagation consists of before it runs: for those who run it, the
// driver (driver.h) and whoever runs parts of it again (incremental.h).

namespace shardflow {

// What PropagationState refers to, and the state.
struct Propagation {
  MeshTable meshes;
  ShardingGroups groups;
  std::optional<PropagationState> state;
  std::unique_ptr<Recorder> own_recorder;
  int64_t visits = 0;
};

// All arguments outlive `p`, which doesn't move afterwards. False after an
// error, which is in `diagnostics`.
[[nodiscard]] bool StartPropagation(Module& m,
                                    const PropagationOptions& options,
                                    RuleWarnings& warnings,
                                    Diagnostics& diagnostics, Propagation& p);

SettleGuard MakeSettleGuard(const PropagationState& s);

// Between a returned value and the result of the main function: both ways,
// whatever the op priority; the value's users are not told.
void PropagateMainResult(PropagationState& s, const ReturnedValue& returned);

}  // namespace shardflow

#endif  // SHARDFLOW_PROPAGATE_SETUP_H_
