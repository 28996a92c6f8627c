#ifndef SHARDFLOW_LOWER_INNER_COLLECTIVES_H_
#define SHARDFLOW_LOWER_INNER_COLLECTIVES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "base/error.h"
#include "ir/module.h"
#include "lower/step_kind.h"
#include "ops/extensions.h"
#include "ops/symbols.h"
#include "sharding/axis.h"
#include "sharding/sharding.h"

// Finds the collectives inside the caller's ops (OpExtension::communication),
// and checks them against the program's meshes.

namespace shardflow::internal {

struct ToldCollective {
  StepKind kind = StepKind::kCollectivePermute;
  MeshId mesh;
  std::vector<AxisRef> axes;  // along which the members of a group differ
  int64_t group = 1;          // number of members of a group
  int64_t held = 0;           // bytes on a device before the collective runs
  int64_t after = 0;          // bytes on a device after it has run
  int64_t times = 1;          // number of executions per execution of the op
};

// Returns the program's mesh that has axes, if there is exactly one, otherwise
// None.
MeshId OnlyMesh(const Module& m, const SymbolTable& symbols);

// Returns the collectives inside the op, or an empty list if the caller
// declares none. Returns nullopt and sets `error` if one of them is invalid.
[[nodiscard]] std::optional<std::vector<ToldCollective>> ToldCollectives(
    const Module& m, const SymbolTable& symbols,
    const BoundExtensions& extensions, OpId op, Error& error);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_LOWER_INNER_COLLECTIVES_H_
