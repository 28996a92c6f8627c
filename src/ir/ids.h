#ifndef SHARDFLOW_IR_IDS_H_
#define SHARDFLOW_IR_IDS_H_

#include <cstdint>

#include "base/either.h"
#include "base/id.h"

// The ids of rows in the module's tables, kinds of ops, and locations.

namespace shardflow::internal {

struct OpTag {};
struct ValueTag {};
struct UseTag {};
struct BlockTag {};
struct RegionTag {};
struct TypeTag {};
struct AttrTag {};

using OpId = Id<OpTag>;        // an operation
using ValueId = Id<ValueTag>;  // an op result or a block argument
using UseId = Id<UseTag>;      // an operand slot of an op
using BlockId = Id<BlockTag>;
using RegionId = Id<RegionTag>;
using TypeId = Id<TypeTag>;  // interned
using AttrId = Id<AttrTag>;  // interned

// The kind of an operation. The enumerators are in ops/op_kind.h, because ir/
// doesn't need them. 0 stands for an unknown op, whose name the module stores.
enum class OpKind : uint16_t;

// Where an op came from: an attribute (`loc(...)` in the text), a byte offset
// in the module's source, or unknown.
struct Loc {
  struct OffsetTag {};
  using OffsetId = Id<OffsetTag>;
  Either<AttrId, OffsetId> place;

  static Loc Offset(size_t offset) {
    // Offsets beyond 2 GiB don't fit and become unknown.
    constexpr auto kEnd = static_cast<size_t>(INT32_MAX);
    return {offset < kEnd ? OffsetId(offset) : OffsetId::None()};
  }
  static Loc Attr(AttrId attr) { return {attr}; }
  // Returns the Loc whose place.code() is `code`.
  static Loc FromCode(int32_t code) {
    return {Either<AttrId, OffsetId>::FromCode(code)};
  }
  bool IsUnknown() const { return place.IsNeither(); }
  bool IsAttr() const { return place.Is<AttrId>(); }
  bool IsOffset() const { return place.Is<OffsetId>(); }
  AttrId attr() const { return place.Get<AttrId>(); }
  size_t offset() const { return place.Get<OffsetId>().Slot(); }
  friend bool operator==(Loc, Loc) = default;
};
static_assert(sizeof(Loc) == 4);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_IDS_H_
