#include "text/sdy_attrs.h"

namespace shardflow {

AttrId ParseSdyAttr(Parser& p, std::string_view, size_t offset) {
  p.ErrorAt(offset, "sdy attributes are not read yet");
  return AttrId::None();
}
void PrintSdyAttr(Printer&, AttrId) {}
void PrintStrippedSdyAttr(Printer&, AttrId) {}
void PrintSharding(Printer&, ShardingId) {}
void PrintShardingPerValue(Printer&, std::span<const ShardingId>) {}
void PrintRule(Printer&, RuleId) {}

}  // namespace shardflow
