#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/walk.h"
#include "ops/op_def.h"
#include "ops/properties.h"
#include "passes/pass.h"

// Merges equal constants of a block, and equal broadcasts of scalar constants.
// (Until XLA converts a program to HLO, it treats such broadcasts as
// constants.)

namespace shardflow::internal {
namespace {

struct ConstantKey {
  AttrId value;
  TypeId type;
  friend bool operator==(const ConstantKey&, const ConstantKey&) = default;
  template <class H>
  friend H AbslHashValue(H h, const ConstantKey& k) {
    return H::combine(std::move(h), k.value, k.type);
  }
};

class BlockConstants {
 public:
  explicit BlockConstants(Module& m) : m_(m) {}

  void Merge(BlockId block) {
    first_.clear();
    for (const OpId op : m_.Ops(block)) {
      const AttrId value = ValueOf(op);
      if (!value) continue;
      const ValueId result = m_.result(op, 0);
      const auto [at, is_new] =
          first_.try_emplace(ConstantKey{value, m_.type(result)}, op);
      if (is_new) continue;
      m_.ReplaceAllUses(result, m_.result(at->second, 0));
      m_.Erase(op);
    }
  }

 private:
  // Returns the value of the constant that the op produces; None if the op
  // isn't to be merged.
  AttrId ValueOf(OpId op) const {
    if (m_.result_count(op) != 1 || m_.sharding(m_.result(op, 0))) {
      return AttrId::None();
    }
    if (m_.kind(op) == OpKind::kConstant) {
      return IsOnlyBroadcast(op) ? AttrId::None() : m_.attr(op, name::kValue);
    }
    if (!IsScalarExpansion(m_, op)) return AttrId::None();
    const OpId scalar = m_.def(m_.operand(op, 0));
    if (scalar.IsNone() || m_.kind(scalar) != OpKind::kConstant ||
        m_.op(scalar).parent != m_.op(op).parent) {
      return AttrId::None();
    }
    return m_.attr(scalar, name::kValue);
  }

  // Whether the op is a scalar whose only user is a broadcast. Such a scalar
  // isn't merged.
  bool IsOnlyBroadcast(OpId op) const {
    const ValueId result = m_.result(op, 0);
    return IsScalar(m_, result) && m_.HasOneUse(result) &&
           IsScalarExpansion(m_, m_.use(m_.value(result).first_use).owner);
  }

  Module& m_;
  absl::flat_hash_map<ConstantKey, OpId> first_;
};

}  // namespace

bool XlaMergeConstants(Module& m, const NoOptions&, PassContext&) {
  std::vector<BlockId> blocks;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (op == m.root()) return;
    for (int r = 0; r < m.region_count(op); ++r) {
      for (const BlockId block : m.Blocks(m.region(op, r))) {
        blocks.push_back(block);
      }
    }
  });
  BlockConstants constants(m);
  for (const BlockId block : blocks) constants.Merge(block);
  return true;
}

}  // namespace shardflow::internal
