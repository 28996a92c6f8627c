#ifndef SHARDFLOW_PASSES_EXPORT_MERGED_CONSTANTS_H_
#define SHARDFLOW_PASSES_EXPORT_MERGED_CONSTANTS_H_

#include <optional>
#include <utility>

#include "ir/module.h"

// Which constants export merges (constant_or_scalar_merger.cc).

namespace shardflow::internal {

// Two constants, or two broadcasts of one scalar, in the same region are merged
// if they differ only in their location and in whether they are sdy.constant
// ops.
struct MergedConstantKey {
  RegionId region;
  bool expansion;
  AttrId attrs;
  TypeId type;
  ShardingId sharding;
  RuleId rule;
  ValueId operand;  // of a broadcast; else None

  friend bool operator==(const MergedConstantKey&,
                         const MergedConstantKey&) = default;
  template <class H>
  friend H AbslHashValue(H h, const MergedConstantKey& k) {
    return H::combine(std::move(h), k.region, k.expansion, k.attrs, k.type,
                      k.sharding, k.rule, k.operand);
  }
};

// Returns nullopt if the op is neither a constant nor a broadcast of a scalar.
std::optional<MergedConstantKey> KeyOfMergedConstant(const Module& m, OpId op);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_PASSES_EXPORT_MERGED_CONSTANTS_H_
