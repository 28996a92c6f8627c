#ifndef SHARDFLOW_IR_IDS_H_
#define SHARDFLOW_IR_IDS_H_

#include <cstdint>

#include "base/id.h"

// The ids of the module's tables. The type of the id is the documentation.

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

// Which operation; the enumerators stand in ops/op_kind.h (only ops/ knows
// ops). 0 is an unknown op, kept verbatim under its name.
enum class OpKind : uint16_t;

// Where an op came from: an attribute (`loc(...)` in the text), or a byte
// offset in the module's source, or unknown.
struct Loc {
  static constexpr int32_t kUnknown = INT32_MIN;
  int32_t code = kUnknown;

  static Loc Offset(size_t offset) {
    // Offsets beyond 2 GiB are not representable and become unknown.
    return {offset < static_cast<size_t>(INT32_MAX)
                ? -1 - static_cast<int32_t>(offset)
                : kUnknown};
  }
  static Loc Attr(AttrId attr) { return {attr.index}; }
  bool IsUnknown() const { return code == kUnknown; }
  bool IsAttr() const { return code >= 0; }
  bool IsOffset() const { return code < 0 && code != kUnknown; }
  AttrId attr() const { return AttrId(code); }
  size_t offset() const { return static_cast<size_t>(-1 - code); }
  friend bool operator==(Loc, Loc) = default;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_IDS_H_
