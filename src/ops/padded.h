#ifndef SHARDFLOW_OPS_PADDED_H_
#define SHARDFLOW_OPS_PADDED_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_set.h"

#include "base/diagnostics.h"
#include "ir/module.h"
#include "ops/builder.h"
#include "ops/symbols.h"

// How an op works on tensors that are padded: a sharded dimension that its
// shards don't divide is made longer at its end, so that they do.
//
//   tensor<7xf32> {[{"x"}]}, 4 devices   becomes   tensor<8xf32>
//
// What stands in the padding is arbitrary after most ops. An op that mixes
// elements of a padded dimension says what it has to find there
// (PaddingNeeds); some ops have more to do (PadFunction).

namespace shardflow::internal {

// Operand `operand` has to have a neutral value in the padding of `dims`.
struct PaddingNeed {
  enum Value : uint8_t {
    kZero,
    kMinusOne,  // of indices: out of range
    kOperand,   // the scalar that is operand `scalar`
  };
  int operand = 0;
  std::vector<int64_t> dims;
  Value value = kZero;
  int scalar = 0;
};
std::vector<PaddingNeed> PaddingNeeds(const Module& m, OpId op);

// The tensor type with its sharded dimensions rounded up; the type itself if
// all divide (or it is no tensor, or there is no sharding).
TypeId DivisibleType(Module& m, const SymbolTable& symbols, TypeId type,
                     ShardingId sharding);

class PadContext {
 public:
  // Remembers the types as they are and pads them. `changed()` is false if all
  // divide: there is nothing to do.
  PadContext(Module& module, const SymbolTable& symbols,
             Diagnostics& diagnostics);

  Module& m;
  const SymbolTable& symbols() const { return symbols_; }
  bool changed() const { return changed_; }
  // The padding of a pad's operand is masked wherever the result shows it.
  // (Shardy does so only where the pad's own high edge gets smaller; the pass
  // by itself writes Shardy's text.)
  bool masks_all_pads = false;

  // The shape in the program as it was written.
  std::span<const int64_t> TrueShape(ValueId value) const;
  std::span<const int64_t> PaddedShape(ValueId value) const;
  bool IsPadded(ValueId value) const;
  bool IsPadded(ValueId value, size_t dim) const {
    return TrueShape(value)[dim] != PaddedShape(value)[dim];
  }
  int64_t Shards(ValueId value, size_t dim) const;
  // All padding of the value is known to be zero.
  bool IsZero(ValueId value) const { return zero_.contains(value); }
  void SetZero(ValueId value) { zero_.insert(value); }

  Builder Before(OpId op) { return {m, m.op(op).parent, op, m.loc(op)}; }
  // Uses of the op's only result become uses of `value`; the op is gone.
  void Replace(OpId op, ValueId value);
  // The same, but for the use by `value`'s own op, and the op stays.
  void ReplaceUses(ValueId old, ValueId value);

  // `value` with `scalar` (of its element type) in the padding of `dims`.
  ValueId Masked(Builder& b, ValueId value, std::span<const int64_t> dims,
                 ValueId scalar);
  // The value cut to `limits` at the end, with this sharding.
  ValueId Trimmed(Builder& b, ValueId value, std::span<const int64_t> limits,
                  ShardingId sharding);
  // `value` padded at its end to `type`.
  ValueId Padded(Builder& b, ValueId value, TypeId type);

  // Both return false.
  bool Fail(OpId op, std::string_view message);

 private:
  bool RecordAndPad(ValueId value);

  const SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  bool changed_ = false;
  std::vector<TypeId> types_;  // by value
  absl::flat_hash_set<ValueId> zero_;
};

using PadFn = bool (*)(PadContext& c, OpId op);

// What the op has to do beyond PaddingNeeds; null: nothing. Only ops of which
// an operand or result is padded are asked.
PadFn PadFunction(OpKind kind);

// --- the functions
bool PadConstant(PadContext& c, OpId op);      // padded.cc
bool PadSlice(PadContext& c, OpId op);         //
bool PadPad(PadContext& c, OpId op);           //
bool PadGather(PadContext& c, OpId op);        //
bool PadDynamicSlice(PadContext& c, OpId op);  //
bool PadDynamicUpdateSlice(PadContext& c, OpId op);
bool PadReshape(PadContext& c, OpId op);  //
bool PadConvolution(PadContext& c, OpId op);
bool PadReverse(PadContext& c, OpId op);    //
bool PadAllGather(PadContext& c, OpId op);  // padded_collective.cc
bool PadAllSlice(PadContext& c, OpId op);   // and reduce_scatter
bool PadAllToAll(PadContext& c, OpId op);   //

// Whether the shards of a dimension of `size` along `from` axes are made of
// whole ones along `to`, or the other way round, one of them being a prefix.
// Else what a device has is not what it needs, or has too much of.
bool Nests(int64_t size, int64_t from_shards, int64_t to_shards);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_PADDED_H_
