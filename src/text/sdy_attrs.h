#ifndef SHARDFLOW_TEXT_SDY_ATTRS_H_
#define SHARDFLOW_TEXT_SDY_ATTRS_H_

#include <string_view>

#include "text/parser.h"
#include "text/printer.h"

// Attributes of the sdy dialect.

namespace shardflow {

// After `#sdy.` and the mnemonic (`sharding`, ...), which has been consumed;
// `offset` is where the attribute begins. None after an error.
AttrId ParseSdyAttr(Parser& p, std::string_view mnemonic, size_t offset);

// From the mnemonic on: `sharding<@mesh, [{}]>`.
void PrintSdyAttr(Printer& p, AttrId attr);
// Without the mnemonic, as inside another sdy attribute or an op's form:
// `<@mesh, [{}]>`.
void PrintStrippedSdyAttr(Printer& p, AttrId attr);

// The columns, stripped: `<@mesh, [{}]>`, `<[<@mesh, [{}]>, ...]>` and the
// rule's `<([i])->([i]) {i=4}>`.
void PrintSharding(Printer& p, ShardingId sharding);
void PrintShardingPerValue(Printer& p, std::span<const ShardingId> shardings);
void PrintRule(Printer& p, RuleId rule);

}  // namespace shardflow

#endif  // SHARDFLOW_TEXT_SDY_ATTRS_H_
