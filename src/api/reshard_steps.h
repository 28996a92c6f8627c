#ifndef SHARDFLOW_API_RESHARD_STEPS_H_
#define SHARDFLOW_API_RESHARD_STEPS_H_

#include <cstdint>
#include <optional>

#include "ir/module.h"
#include "shardflow/reshard.h"
#include "sharding/sharding.h"

namespace shardflow {

// Reads collectives of sdy as steps of a reshard, for tensors of one static
// type on one mesh.
class StepReporter {
 public:
  StepReporter(const Module& m, const Mesh& mesh, TypeId type);

  // None: replicated.
  int64_t LocalBytesOf(ShardingId sharding) const;
  // Nullopt: the op is no step of a plan. It has a sharding on the mesh.
  std::optional<ReshardStep> Step(OpId op) const;

 private:
  const Module& m_;
  const Mesh& mesh_;
  TypeId type_;
  int64_t bits_;
};

// "[{"x"}, {}]", and what may follow in a sharding.
std::string DimsText(const Module& m, ShardingId sharding);

}  // namespace shardflow

#endif  // SHARDFLOW_API_RESHARD_STEPS_H_
