#ifndef SHARDFLOW_BYTECODE_VHLO_TYPES_H_
#define SHARDFLOW_BYTECODE_VHLO_TYPES_H_

#include <cstdint>

#include "ir/type.h"
#include "ops/portable.h"

// The codes of VHLO's scalar types, and the versions that brought them.

namespace shardflow::internal::bytecode {

struct VhloInteger {
  uint64_t code;
  int width;
  Signedness signedness;
  PortableVersion since = kOldestPortable;
};
inline constexpr VhloInteger kVhloIntegers[] = {
    {0, 1, Signedness::kSignless},
    {10, 4, Signedness::kSignless},
    {11, 8, Signedness::kSignless},
    {12, 16, Signedness::kSignless},
    {13, 32, Signedness::kSignless},
    {14, 64, Signedness::kSignless},
    {15, 4, Signedness::kUnsigned},
    {16, 8, Signedness::kUnsigned},
    {17, 16, Signedness::kUnsigned},
    {18, 32, Signedness::kUnsigned},
    {19, 64, Signedness::kUnsigned},
    {31, 2, Signedness::kSignless, {1, 2}},
    {32, 2, Signedness::kUnsigned, {1, 2}},
};

struct VhloFloat {
  uint64_t code;
  FloatKind kind;
  PortableVersion since = kOldestPortable;
};
inline constexpr VhloFloat kVhloFloats[] = {
    {2, FloatKind::kBF16},
    {3, FloatKind::kF16},
    {4, FloatKind::kF32},
    {5, FloatKind::kF64},
    {6, FloatKind::kF8E4M3FN},
    {7, FloatKind::kF8E5M2},
    {27, FloatKind::kF8E4M3FNUZ, {0, 10}},
    {28, FloatKind::kF8E5M2FNUZ, {0, 10}},
    {29, FloatKind::kF8E4M3B11FNUZ, {0, 11}},
    {34, FloatKind::kTF32, {1, 6}},
    {35, FloatKind::kF8E4M3, {1, 7}},
    {36, FloatKind::kF8E3M4, {1, 7}},
    {37, FloatKind::kF4E2M1FN, {1, 8}},
    {38, FloatKind::kF6E2M3FN, {1, 8}},
    {39, FloatKind::kF6E3M2FN, {1, 8}},
    {40, FloatKind::kF8E8M0FNU, {1, 8}},
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_VHLO_TYPES_H_
