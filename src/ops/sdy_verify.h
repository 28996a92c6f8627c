#ifndef SHARDFLOW_OPS_SDY_VERIFY_H_
#define SHARDFLOW_OPS_SDY_VERIFY_H_

#include "ops/verify.h"

// Verifiers of the sdy ops, for their definitions in sdy.cc. `Verify...` looks
// at the op alone; `Verify...Uses` may also look up meshes and other ops (see
// ops/verify.h). When either runs, the op is known to have the operands,
// results, regions and attributes that its definition requires.

namespace shardflow::internal {

// --- sdy_verify.cc
bool VerifyNamedComputation(VerifyContext& v, OpId op);
bool VerifyNamedComputationUses(VerifyContext& v, OpId op);
bool VerifyManualComputation(VerifyContext& v, OpId op);
bool VerifyManualComputationUses(VerifyContext& v, OpId op);
bool VerifyPropagationBarrier(VerifyContext& v, OpId op);
bool VerifyShardingGroup(VerifyContext& v, OpId op);
bool VerifySdyConstant(VerifyContext& v, OpId op);
bool VerifyMeshOp(VerifyContext& v, OpId op);
// Verifies a sharding_constraint or a reshard.
bool VerifyReshardUses(VerifyContext& v, OpId op);
bool VerifyDataFlowEdgeUses(VerifyContext& v, OpId op);
bool VerifyFuncDataFlowEdgeUses(VerifyContext& v, OpId op);

// --- verify_collective.cc
// Makes the checks that are common to all collectives.
bool VerifyCollective(VerifyContext& v, OpId op);
bool VerifyAllGatherUses(VerifyContext& v, OpId op);
bool VerifyAllSliceUses(VerifyContext& v, OpId op);
bool VerifyAllToAllUses(VerifyContext& v, OpId op);
bool VerifyCollectivePermuteUses(VerifyContext& v, OpId op);
bool VerifyAllReduceUses(VerifyContext& v, OpId op);
bool VerifyReduceScatterUses(VerifyContext& v, OpId op);
bool VerifyShardedToUnreducedUses(VerifyContext& v, OpId op);
bool VerifyReplicatedToUnreducedUses(VerifyContext& v, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_SDY_VERIFY_H_
