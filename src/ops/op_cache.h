#ifndef SHARDFLOW_OPS_OP_CACHE_H_
#define SHARDFLOW_OPS_OP_CACHE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ir/module.h"

// Caches a fact about an op for use with other ops that look the same. Most
// programs repeat a few hundred different ops, because they consist of equal
// layers.
//
//   OpCache<RuleId> rules;
//   OpKey key;
//   if (!MakeOpKey(m, op, key)) return Make(op);   // no key
//   if (const RuleId* known = rules.Find(key)) return *known;
//   ...
//   rules.Put(key, rule);

namespace shardflow::internal {

// The appearance of an op in four words: one for kind, counts and attributes,
// and two for the types of operands and result. The last word is for the
// caller's own use and is 0 at first.
using OpKey = std::array<uint64_t, 4>;
inline constexpr size_t kOwnKeyWord = 3;

// Packs two numbers into a word.
inline uint64_t KeyWord(uint32_t high, uint32_t low) {
  return uint64_t{high} << 32 | low;
}
template <class A, class B>
uint64_t KeyWord(Id<A> high, Id<B> low) {
  return KeyWord(static_cast<uint32_t>(high.index),
                 static_cast<uint32_t>(low.index));
}

// Sets `key` to the op's key. Returns false if the op has none, because it has
// regions (its operand_count is then kWide), more operands or results than fit
// in a key, a missing operand, or the kind kUnknown.
inline bool MakeOpKey(const Module& m, OpId op, OpKey& key) {
  const OpRow& row = m.op(op);
  const size_t operands = row.operand_count;
  if (operands > 3 || row.result_count > 1 || row.kind == OpKind{}) {
    return false;
  }
  TypeId types[4];
  for (size_t i = 0; i < operands; ++i) {
    // The operands of an op are consecutive uses.
    const ValueId operand = m.use(UseId(row.first_operand.Slot() + i)).value;
    if (operand.IsNone()) return false;
    types[i] = m.type(operand);
  }
  if (row.result_count == 1) types[3] = m.type(row.first_result);
  // The highest bit distinguishes keys from free rows of the cache.
  const uint32_t shape =
      uint32_t{1} << 31 | static_cast<uint32_t>(row.result_count) << 24 |
      static_cast<uint32_t>(operands) << 16 | static_cast<uint32_t>(row.kind);
  key = {KeyWord(shape, static_cast<uint32_t>(row.attrs.index)),
         KeyWord(types[0], types[1]), KeyWord(types[2], types[3]), 0};
  return true;
}

// Has room for a few hundred keys (2^kRowBits); a new key may overwrite an old
// one.
template <class T, int kRowBits = 9>
class OpCache {
 public:
  // Returns null for an unknown key.
  const T* Find(const OpKey& key) const {
    if (rows_.empty()) return nullptr;
    const Row& row = rows_[Place(key)];
    const uint64_t differs = (row.key[0] ^ key[0]) | (row.key[1] ^ key[1]) |
                             (row.key[2] ^ key[2]) | (row.key[3] ^ key[3]);
    return differs == 0 ? &row.value : nullptr;
  }
  void Put(const OpKey& key, const T& value) {
    if (rows_.empty()) rows_.resize(size_t{1} << kRowBits);
    rows_[Place(key)] = {key, value};
  }

 private:
  struct Row {
    OpKey key = {};
    T value = {};
  };
  static size_t Place(const OpKey& key) {
    uint64_t hash = key[0] * 0x9E3779B97F4A7C15u +
                    key[1] * 0xC2B2AE3D27D4EB4Fu +
                    key[2] * 0xD6E8FEB86659FD93u + key[3] * 0xA0761D6478BD642Fu;
    hash = (hash ^ hash >> 32) * 0x9E3779B97F4A7C15u;
    return static_cast<size_t>(hash >> (64 - kRowBits));
  }

  std::vector<Row> rows_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_OP_CACHE_H_
