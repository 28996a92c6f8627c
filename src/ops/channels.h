#ifndef SHARDFLOW_OPS_CHANNELS_H_
#define SHARDFLOW_OPS_CHANNELS_H_

#include <cstdint>

#include "ir/module.h"

// Channel numbers, which distinguish collectives from each other.

namespace shardflow::internal {

// Returns the largest channel number in the program, or 0 if there is none.
int64_t LastChannel(const Module& m);
// Assigns a new number to each collective that has the same number as an
// earlier collective. (JAX uses the number 1 for all collectives of a
// shard_map.) The numbers of host transfers don't change.
void SeparateChannels(Module& m);
// Returns channel_handle = #stablehlo.channel_handle<handle = N, type = 1>.
NamedAttr ChannelAttr(Module& m, int64_t handle);
// Returns a channel handle that differs from `channel` only in its number.
AttrId WithHandle(Module& m, AttrId channel, int64_t handle);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_CHANNELS_H_
