#include "ops/channels.h"

#include <algorithm>

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

NamedAttr ChannelAttr(Module& m, int64_t handle) {
  const AttrId fields[] = {MakeInt(m, handle), MakeInt(m, /*value=*/1)};
  return {m.names.Intern("channel_handle"),
          MakeStruct(m, StructId::kChannelHandle, fields)};
}

}  // namespace shardflow::internal
