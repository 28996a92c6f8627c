#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/pass.h"

namespace shardflow::internal {
namespace {

// Two constants, or two broadcasts of one scalar, in the same region are merged
// if they differ only in their location and in whether they are sdy.constant
// ops.
struct MergeKey {
  RegionId region;
  bool expansion;
  AttrId attrs;
  TypeId type;
  ShardingId sharding;
  RuleId rule;
  ValueId operand;

  friend bool operator==(const MergeKey&, const MergeKey&) = default;
  template <class H>
  friend H AbslHashValue(H h, const MergeKey& k) {
    return H::combine(std::move(h), k.region, k.expansion, k.attrs, k.type,
                      k.sharding, k.rule, k.operand);
  }
};

}  // namespace

// Merges only within a region: a constant that serves several regions could end
// up with the wrong sharding.
bool ConstantOrScalarMerger(Module& m, const NoOptions& /*options*/,
                            PassContext& /*context*/) {
  absl::flat_hash_map<MergeKey, OpId> first;
  for (OpId function : Functions(m)) {
    first.clear();
    WalkPostOrder(m, function, [&](OpId op) {
      const bool expansion = IsScalarExpansion(m, op);
      if (!expansion && !IsConstantLike(m, op)) return;
      const ValueId result = m.result(op, 0);
      const MergeKey key = {m.block(m.op(op).parent).parent,
                            expansion,
                            m.attr_dict(op),
                            m.type(result),
                            m.sharding(result),
                            m.rule(op),
                            expansion ? m.operand(op, 0) : ValueId::None()};
      const auto [at, is_new] = first.try_emplace(key, op);
      if (is_new) return;
      m.ReplaceAllUses(result, m.result(at->second, 0));
      m.Erase(op);
    });
  }
  return true;
}

}  // namespace shardflow::internal
