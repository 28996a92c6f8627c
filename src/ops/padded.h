#ifndef SHARDFLOW_OPS_PADDED_H_
#define SHARDFLOW_OPS_PADDED_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/builder.h"
#include "ops/symbols.h"
#include "sharding/rule.h"

// Makes ops work on padded tensors. A dimension that isn't divisible by its
// number of shards is padded at its end.
//
//   tensor<7xf32> {[{"x"}]}, 4 devices   becomes   tensor<8xf32>
//
// After most ops the padding holds arbitrary values. For an op that mixes
// elements of a padded dimension, PaddingNeeds returns the values that the
// padding must hold. Some ops need other changes as well (PadFunction).

namespace shardflow::internal {

// The padding of operand number `operand` along `dims` must hold `value`.
struct PaddingNeed {
  enum Value : uint8_t {
    kZero,
    kMinusOne,  // for indices: -1 is out of range
    // For a reduction: a value that changes nothing, however often it is
    // combined with result number `operand` (NeutralStarts in ops/reduction.h).
    kNeutral,
  };
  int operand = 0;
  std::vector<int64_t> dims;
  Value value = kZero;
};
std::vector<PaddingNeed> PaddingNeeds(const Module& m, OpId op);

// Whether the op can't be computed from the factor's shards, because they
// aren't all equal and no value is known that padding could hold. This concerns
// reduction factors outside PaddingNeeds. If only the op's rule is known, it
// also concerns factors that share a dimension with others, or whose dimensions
// differ in size.
bool CannotPad(Module& m, const SymbolTable& symbols, OpId op, const Rule& rule,
               size_t factor);

// Returns the tensor type with each sharded dimension rounded up to a multiple
// of its number of shards. Returns the type itself if nothing has to be
// rounded, if it isn't a tensor, or if there is no sharding.
TypeId DivisibleType(Module& m, const SymbolTable& symbols, TypeId type,
                     ShardingId sharding);

class PadContext {
 public:
  // Records the current types and pads them. `changed()` is false if all
  // dimensions are divisible, so that nothing changed.
  PadContext(Module& module, const SymbolTable& symbols,
             Diagnostics& diagnostics);

  Module& m;
  const SymbolTable& symbols() const { return symbols_; }
  bool changed() const { return changed_; }
  // Whether the padding of a pad op's operand is masked wherever it appears in
  // the result (MasksAllPads in sharding/compat.h). Shardy masks it only where
  // the op's own high edge gets smaller.
  bool masks_all_pads = false;

  // Whether a mask is computed along the padded dimension and then repeated
  // along the others, which takes fewer operations. Shardy compares an index
  // for every element.
  bool short_masks = false;

  // Returns the shape without padding.
  std::span<const int64_t> TrueShape(ValueId value) const;
  std::span<const int64_t> PaddedShape(ValueId value) const;
  bool IsPadded(ValueId value) const;
  bool IsPadded(ValueId value, size_t dim) const {
    return TrueShape(value)[dim] != PaddedShape(value)[dim];
  }
  int64_t Shards(ValueId value, size_t dim) const;
  // Whether all padding of the value is known to be zero.
  bool IsZero(ValueId value) const { return zero_.contains(value); }
  void SetZero(ValueId value) { zero_.insert(value); }

  Builder Before(OpId op) { return Builder::Before(m, op); }
  // Replaces all uses of the op's only result with `value`, and erases the op.
  void Replace(OpId op, ValueId value);
  // Replaces all uses of `old` with `value`, except for the use by the op that
  // defines `value`. Erases nothing.
  void ReplaceUses(ValueId old, ValueId value);

  // Returns `value` with `scalar` (of its element type) in the padding of
  // `dims`.
  ValueId Masked(Builder& b, ValueId value, std::span<const int64_t> dims,
                 ValueId scalar);
  // Returns `value` cut off at `limits`, with this sharding.
  ValueId Trimmed(Builder& b, ValueId value, std::span<const int64_t> limits,
                  ShardingId sharding);
  // Returns `value` padded at the end to `type`.
  ValueId Padded(Builder& b, ValueId value, TypeId type);

  // Reports an error and returns false.
  bool Fail(OpId op, std::string_view message);

 private:
  bool RecordAndPad(ValueId value);

  const SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  bool changed_ = false;
  std::vector<TypeId> types_;  // indexed by ValueId
  // The padded types, keyed by type and sharding.
  absl::flat_hash_map<std::pair<TypeId, ShardingId>, TypeId> padded_types_;
  // A cache of pairs that need no padding, indexed by hash. Nearly all values
  // share a few types and shardings.
  std::array<std::pair<TypeId, ShardingId>, 256> divisible_;
  absl::flat_hash_set<ValueId> zero_;
};

using PadFn = bool (*)(PadContext& c, OpId op);

// Returns the function that makes the changes beyond PaddingNeeds, or null if
// ops of this kind need no such changes. It is only called for ops with a
// padded operand or result.
PadFn PadFunction(OpKind kind);

// --- the functions that PadFunction returns, by file
// Functions in padded.cc.
bool PadConstant(PadContext& c, OpId op);
bool PadSlice(PadContext& c, OpId op);
bool PadPad(PadContext& c, OpId op);
bool PadGather(PadContext& c, OpId op);
bool PadDynamicSlice(PadContext& c, OpId op);
bool PadDynamicUpdateSlice(PadContext& c, OpId op);
bool PadReshape(PadContext& c, OpId op);
bool PadConvolution(PadContext& c, OpId op);
bool PadReverse(PadContext& c, OpId op);
// Functions in padded_collective.cc.
bool PadAllGather(PadContext& c, OpId op);
bool PadAllSlice(PadContext& c, OpId op);  // also for reduce_scatter
bool PadAllToAll(PadContext& c, OpId op);

// Whether the shards of a dimension nest when their number changes: each larger
// shard consists of whole smaller ones. (The axes of one sharding must be a
// prefix of the other's.) Otherwise a device doesn't hold exactly the elements
// that it needs.
bool Nests(int64_t size, int64_t from_shards, int64_t to_shards);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PADDED_H_
