#include "ops/channels.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "ir/walk.h"
#include "ops/attr_make.h"
#include "ops/attr_read.h"

namespace shardflow::internal {

int64_t LastChannel(const Module& m) {
  const NameId key = m.names.Find("channel_handle");
  int64_t last = 0;
  if (key.IsNone()) return last;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (m.attr(op, key).IsNone()) return;
    const StructReader channel(m, op, "channel_handle",
                               StructId::kChannelHandle);
    last = std::max(last, channel.Int("handle"));
  });
  return last;
}

void SeparateChannels(Module& m) {
  const NameId key = m.names.Find("channel_handle");
  if (key.IsNone()) return;
  absl::flat_hash_set<int64_t> taken;
  std::vector<OpId> again;
  int64_t last = 0;
  // The channel seen last. In a program just made for a device, all collectives
  // share one channel, so comparing each channel with the last one saves most
  // look-ups.
  AttrId taken_last;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    const AttrId attr = m.attr(op, key);
    if (!attr) return;
    if (attr == taken_last) {
      again.push_back(op);
      return;
    }
    const StructReader channel(m, op, "channel_handle",
                               StructId::kChannelHandle);
    const int64_t handle = channel.Int("handle");
    last = std::max(last, handle);
    // Type 1 means device to device, and a handle of 0 isn't a channel number.
    if (!channel.ok() || channel.Int("type") != 1 || handle <= 0) return;
    if (!taken.insert(handle).second) again.push_back(op);
    taken_last = attr;
  });
  for (const OpId op : again) {
    m.SetAttr(op, key, WithHandle(m, m.attr(op, key), ++last));
  }
}

NamedAttr ChannelAttr(Module& m, int64_t handle) {
  const TypeId i64 = m.types.Integer(64);
  const AttrId fields[] = {m.attrs.Integer(i64, handle),
                           m.attrs.Integer(i64, 1)};
  return {m.names.Intern("channel_handle"),
          MakeStruct(m, StructId::kChannelHandle, fields)};
}

AttrId WithHandle(Module& m, AttrId channel, int64_t handle) {
  const AttrId type = StructField(m, channel, 1);
  const TypeId of_handle =
      m.attrs.As<IntegerAttr>(StructField(m, channel, 0)).type;
  const AttrId fields[] = {m.attrs.Integer(of_handle, handle), type};
  return MakeStruct(m, StructId::kChannelHandle, fields);
}

}  // namespace shardflow::internal
