#ifndef SHARDFLOW_OPS_KNOWN_VALUES_H_
#define SHARDFLOW_OPS_KNOWN_VALUES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ir/module.h"

namespace shardflow::internal {

// Values that are known when the program is compiled: a constant, and what
// spreads or reshapes one whose elements are all equal.

// A constant of either sort.
bool IsKnown(const Module& m, ValueId value);

// The bits of the element that all elements of the value equal, if they are
// integers (also i1) or floats of at most 64 bits.
std::optional<uint64_t> SplatBits(const Module& m, ValueId value);

// An integer (or i1) of that many bits, sign extended unless it is unsigned.
std::optional<int64_t> SplatInt(const Module& m, ValueId value);

// Elements of a constant of integers, sign extended unless unsigned; nothing
// if it isn't one or has more than `limit`.
std::optional<std::vector<int64_t>> KnownInts(const Module& m, ValueId value,
                                              size_t limit);

// All elements are: 0 (of floats also -0); 1; integers with all bits set.
bool IsZero(const Module& m, ValueId value);
bool IsOne(const Module& m, ValueId value);
bool IsAllOnes(const Module& m, ValueId value);

// The element type is of integers (i1 included).
bool HasIntegers(const Module& m, ValueId value);

// The dense attribute of the constant that the value is or spreads; None if its
// elements are not all equal. SplatOf gives it another shape.
AttrId SplatElement(const Module& m, ValueId value);
AttrId SplatOf(Module& m, AttrId splat, TypeId type);

// A float of 32 or 64 bits that all elements are, and a splat of it.
std::optional<double> SplatFloat(const Module& m, ValueId value);
AttrId FloatSplat(Module& m, TypeId type, double value);

// A splat of an integer type: `dense<value> : type`.
AttrId IntSplat(Module& m, TypeId type, int64_t value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_OPS_KNOWN_VALUES_H_
