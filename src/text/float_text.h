#ifndef SHARDFLOW_TEXT_FLOAT_TEXT_H_
#define SHARDFLOW_TEXT_FLOAT_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/type.h"

// Converts floating-point values to and from text. A value is given as the bits
// of its own format.
//
//   AppendFloat(0x3F800000, FloatKind::kF32, out);   // 1.000000e+00
//
// The text is the same as MLIR's. It has seven digits if the value can be read
// back from them, otherwise as many as the format needs. Large integers,
// infinities, NaNs, and all values of formats wider than 64 bits are written as
// hexadecimal bits.

namespace shardflow::internal {

// Returns the sign bit, or 0 for a format without one.
uint64_t FloatSignBit(FloatKind kind);

// Reads a decimal number. As in MLIR, the number is first rounded to a double
// and then to the format, both times to nearest, ties to even. Returns false if
// the format is wider than a double.
bool ParseFloat(std::string_view text, FloatKind kind, uint64_t& bits);

uint64_t FloatFromDouble(double value, FloatKind kind);
double FloatToDouble(uint64_t bits, FloatKind kind);

void AppendFloat(uint64_t bits, FloatKind kind, std::string& out);

// Reads a number such as "12" or "0x1F". Returns false if the number is too
// large.
bool ReadUnsigned(std::string_view text, uint64_t& value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_FLOAT_TEXT_H_
