#ifndef SHARDFLOW_OPS_KNOWN_VALUES_H_
#define SHARDFLOW_OPS_KNOWN_VALUES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// Recognizes *known* values, which don't depend on the program's input, and
// finds their elements. A known value is the result of a constant op, or of an
// op that broadcasts or reshapes a constant whose elements are all equal.

// Whether the value is known.
bool IsKnown(const Module& m, ValueId value);

// Returns the bits of an element, if all elements of the value are known to be
// equal and are integers (including i1) or floats of at most 64 bits.
std::optional<uint64_t> SplatBits(const Module& m, ValueId value);

// Maps an argument of a body to the value that is passed to it. For example, it
// maps an argument of a called function to the operand of the call. Returns
// other values unchanged.
using ValueSource = std::function<ValueId(ValueId)>;

// Returns the integer to which all elements of the value are equal,
// sign-extended unless it is unsigned. With `source`, also looks through
// arguments.
std::optional<int64_t> SplatInt(const Module& m, ValueId value,
                                const ValueSource& source = nullptr);

// Returns the elements of an integer constant, sign-extended unless unsigned.
// Returns nullopt if the value isn't such a constant or has more than `limit`
// elements.
std::optional<std::vector<int64_t>> KnownInts(const Module& m, ValueId value,
                                              size_t limit);

// Whether all elements are known to be 0 or -0 (IsZero), to be 1 (IsOne), or to
// be integers with all bits set (IsAllOnes).
bool IsZero(const Module& m, ValueId value);
bool IsOne(const Module& m, ValueId value);
bool IsAllOnes(const Module& m, ValueId value);

// Whether the elements are integers (including i1).
bool HasIntegers(const Module& m, ValueId value);

// SplatElement returns the dense attribute of the constant that defines the
// value, looking through broadcasts and reshapes. It returns None if no
// constant does, or if the elements aren't all equal. SplatOf returns such an
// attribute with another type.
AttrId SplatElement(const Module& m, ValueId value);
AttrId SplatOf(Module& m, AttrId splat, TypeId type);

// SplatFloat returns the 32- or 64-bit float to which all elements are equal.
// FloatSplat returns a splat of such a float.
std::optional<double> SplatFloat(const Module& m, ValueId value);
AttrId FloatSplat(Module& m, TypeId type, double value);

// Returns a splat of an integer type: `dense<value> : type`.
AttrId IntSplat(Module& m, TypeId type, int64_t value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_KNOWN_VALUES_H_
