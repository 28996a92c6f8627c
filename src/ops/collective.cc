#include "ops/op_def.h"

// StableHLO collectives.

namespace shardflow {

constinit const OpDef kAllGatherDef{
    .inherent = kStrings<"all_gather_dim", "channel_handle", "replica_groups",
                         "use_global_device_ids">,
};

constinit const OpDef kAllReduceDef{
    .inherent =
        kStrings<"channel_handle", "replica_groups", "use_global_device_ids">,
};

constinit const OpDef kReduceScatterDef{
    .inherent = kStrings<"channel_handle", "replica_groups",
                         "scatter_dimension", "use_global_device_ids">,
};

constinit const OpDef kAllToAllDef{
    .inherent = kStrings<"channel_handle", "concat_dimension", "replica_groups",
                         "split_count", "split_dimension">,
};

constinit const OpDef kCollectiveBroadcastDef{
    .inherent =
        kStrings<"channel_handle", "has_dynamic_root", "replica_groups">,
};

constinit const OpDef kCollectiveReduceDef{
    .inherent = kStrings<"channel_handle", "has_dynamic_root", "replica_groups",
                         "use_global_device_ids">,
};

constinit const OpDef kCollectivePermuteDef{
    .inherent = kStrings<"channel_handle", "source_target_pairs">,
};

constinit const OpDef kCrossReplicaSumDef{
    .traits = kPure,
    .inherent = kStrings<"replica_groups">,
};

}  // namespace shardflow
