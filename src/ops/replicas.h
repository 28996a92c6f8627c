#ifndef SHARDFLOW_OPS_REPLICAS_H_
#define SHARDFLOW_OPS_REPLICAS_H_

#include "base/diagnostics.h"
#include "ir/module.h"

// A per-device program runs either as one partition or as one replica per
// device. The program that it is made from is written for partitions, of which
// there is one replica.

namespace shardflow::internal {

// Replaces each stablehlo.replica_id with 0, the only id that it has in a
// program for partitions. If the program has several replicas (its
// mhlo.num_replicas), reports an error at the module and returns false: such a
// program can't use replicas for its partitions.
bool DropReplicaIds(Module& m, Diagnostics& diagnostics);

// Turns a per-device program for partitions into one for replicas: each
// partition_id becomes replica_id, and collective_permutes, all_to_alls and
// collective_broadcasts lose their channel. In StableHLO, these ops communicate
// among partitions if they have a channel, and among replicas otherwise.
void UseReplicas(Module& m);

// If the module states how many replicas and partitions it has
// (mhlo.num_replicas, mhlo.num_partitions), makes this true for the per-device
// program: as many replicas or partitions as there are devices.
void SetDeviceCounts(Module& m, bool replicas);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_REPLICAS_H_
