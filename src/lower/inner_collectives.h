#ifndef SHARDFLOW_LOWER_INNER_COLLECTIVES_H_
#define SHARDFLOW_LOWER_INNER_COLLECTIVES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "lower/step_kind.h"
#include "ops/extensions.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/sharding.h"

// Collectives that ops of the caller's run inside, as the caller tells them
// (OpExtension::communication), checked against the program's meshes.

namespace shardflow::internal {

struct ToldCollective {
  StepKind kind = StepKind::kCollectivePermute;
  MeshId mesh;
  std::vector<AxisRef> axes;  // the members of a group differ along these
  int64_t group = 1;          // members
  int64_t held = 0;           // bytes on a device before it runs
  int64_t after = 0;          // bytes on a device after it has run
  int64_t times = 1;          // how often it runs while the op runs once
};

// Returns the collectives that the op runs inside; none if nothing is told of
// the op. Returns nullopt and sets `error` if what is told can't be right.
[[nodiscard]] std::optional<std::vector<ToldCollective>> ToldCollectives(
    const Module& m, const SymbolTable& symbols,
    const BoundExtensions& extensions, OpId op, std::string& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_INNER_COLLECTIVES_H_
