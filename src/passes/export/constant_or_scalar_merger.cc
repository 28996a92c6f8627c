#include <optional>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/functions.h"
#include "ops/properties.h"
#include "passes/export/merged_constants.h"
#include "passes/pass.h"

namespace shardflow::internal {

std::optional<MergedConstantKey> KeyOfMergedConstant(const Module& m, OpId op) {
  const bool expansion = IsScalarExpansion(m, op);
  if (!expansion && !IsConstantLike(m, op)) return std::nullopt;
  const ValueId result = m.result(op, 0);
  return MergedConstantKey{m.block(m.op(op).parent).parent,
                           expansion,
                           m.attr_dict(op),
                           m.type(result),
                           m.sharding(result),
                           m.rule(op),
                           expansion ? m.operand(op, 0) : ValueId::None()};
}

// Merges only within a region: a constant that serves several regions could end
// up with the wrong sharding.
bool ConstantOrScalarMerger(Module& m, const NoOptions& /*options*/,
                            PassContext& /*context*/) {
  absl::flat_hash_map<MergedConstantKey, OpId> first;
  for (OpId function : Functions(m)) {
    first.clear();
    WalkPostOrder(m, function, [&](OpId op) {
      const std::optional<MergedConstantKey> key = KeyOfMergedConstant(m, op);
      if (!key) return;
      const auto [at, is_new] = first.try_emplace(*key, op);
      if (is_new) return;
      m.ReplaceAllUses(m.result(op, 0), m.result(at->second, 0));
      m.Erase(op);
    });
  }
  return true;
}

}  // namespace shardflow::internal
