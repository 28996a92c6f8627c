#ifndef SHARDFLOW_TEXT_FLOAT_TEXT_H_
#define SHARDFLOW_TEXT_FLOAT_TEXT_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/type.h"

// Floating-point values as bits of their own format, to and from text.
//
//   AppendFloat(0x3F800000, FloatKind::kF32, out);   // 1.000000e+00
//
// The text is MLIR's: seven digits if they are enough to read the value back,
// else as many as the format needs, and for large whole numbers, infinities and
// NaNs the bits in hexadecimal. Formats wider than 64 bits are always printed
// in hexadecimal.

namespace shardflow::internal {

// The sign bit, or 0 for a format without one.
uint64_t FloatSignBit(FloatKind kind);

// Reads a decimal number. Like MLIR, it is rounded to a double first and then
// to the format, to nearest and ties to even. False if the format is wider than
// a double.
bool ParseFloat(std::string_view text, FloatKind kind, uint64_t& bits);

uint64_t FloatFromDouble(double value, FloatKind kind);
double FloatToDouble(uint64_t bits, FloatKind kind);

void AppendFloat(uint64_t bits, FloatKind kind, std::string& out);

// "12" or "0x1F"; false if it doesn't fit.
bool ReadUnsigned(std::string_view text, uint64_t& value);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_FLOAT_TEXT_H_
