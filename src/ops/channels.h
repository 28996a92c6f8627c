#ifndef SHARDFLOW_OPS_CHANNELS_H_
#define SHARDFLOW_OPS_CHANNELS_H_

#include <cstdint>

#include "ir/module.h"

// The numbers that tell collectives apart.

namespace shardflow::internal {

// The largest handle of a channel in the program; 0 if there is none.
int64_t LastChannel(const Module& m);
// channel_handle = #stablehlo.channel_handle<handle = N, type = 1>
NamedAttr ChannelAttr(Module& m, int64_t handle);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CHANNELS_H_
