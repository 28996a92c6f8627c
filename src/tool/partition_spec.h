#ifndef SHARDFLOW_TOOL_PARTITION_SPEC_H_
#define SHARDFLOW_TOOL_PARTITION_SPEC_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Shardings as JAX says them: P('fsdp', ('tp', 'sp'), None).

namespace shardflow {

// The axes of each dimension, major first. Dimensions at the end that have none
// may be left out.
using PartitionSpec = std::vector<std::vector<std::string>>;

// "P('x', ('y', 'z'))", with quotes of either sort. Nullopt: it is none, and
// `error` says why.
std::optional<PartitionSpec> ParsePartitionSpec(std::string_view text,
                                                std::string& error);

// That of a sharding as the program's text writes it,
// `#sdy.sharding<@mesh, [{"x"}, {}]>`; a part of an axis is `x:(1)2`. Empty for
// an empty text: no sharding.
PartitionSpec SpecOfSharding(std::string_view sharding);

// They say the same of a tensor: dimensions that only one of them has, have no
// axes.
bool SameSpec(const PartitionSpec& a, const PartitionSpec& b);

// P('x', ('y', 'z')); `rank` dimensions at least.
std::string SpecText(const PartitionSpec& spec, size_t rank = 0);

}  // namespace shardflow

#endif  // SHARDFLOW_TOOL_PARTITION_SPEC_H_
