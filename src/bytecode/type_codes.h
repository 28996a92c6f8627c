#ifndef SHARDFLOW_BYTECODE_TYPE_CODES_H_
#define SHARDFLOW_BYTECODE_TYPE_CODES_H_

#include <cstdint>
#include <string_view>

#include "bytecode/codes.h"
#include "ir/type.h"
#include "ops/portable.h"

// The codes of types in VHLO and in the builtin dialect. `since` is the version
// of StableHLO that added a VHLO type.

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

struct BuiltinFloat {
  uint64_t code;
  FloatKind kind;
};
inline constexpr BuiltinFloat kBuiltinFloats[] = {
    {3, FloatKind::kBF16},
    {4, FloatKind::kF16},
    {5, FloatKind::kF32},
    {6, FloatKind::kF64},
    {7, FloatKind::kF80},
    {8, FloatKind::kF128},
    {21, FloatKind::kTF32},
    {22, FloatKind::kF8E5M2},
    {23, FloatKind::kF8E4M3},
    {24, FloatKind::kF8E4M3FN},
    {25, FloatKind::kF8E5M2FNUZ},
    {26, FloatKind::kF8E4M3FNUZ},
    {27, FloatKind::kF8E4M3B11FNUZ},
    {28, FloatKind::kF8E3M4},
    {29, FloatKind::kF4E2M1FN},
    {30, FloatKind::kF6E2M3FN},
    {31, FloatKind::kF6E3M2FN},
    {32, FloatKind::kF8E8M0FNU},
};

// The codes of types whose remaining encoding is the same in both dialects.
struct TypeCodes {
  std::string_view dialect;
  uint64_t none, index, complex, tensor, encoded_tensor, unranked_tensor, tuple,
      function;
};
inline constexpr TypeCodes kBuiltinTypes = {
    .dialect = "builtin",
    .none = builtin::kNone,
    .index = builtin::kIndex,
    .complex = builtin::kComplex,
    .tensor = builtin::kTensor,
    .encoded_tensor = builtin::kEncodedTensor,
    .unranked_tensor = builtin::kUnrankedTensor,
    .tuple = builtin::kTuple,
    .function = builtin::kFunction,
};
inline constexpr TypeCodes kVhloTypes = {
    .dialect = "vhlo",
    .none = vhlo::kNone,
    .index = vhlo::kIndex,
    .complex = vhlo::kComplex,
    .tensor = vhlo::kRankedTensor,
    .encoded_tensor = vhlo::kEncodedRankedTensor,
    .unranked_tensor = vhlo::kUnrankedTensor,
    .tuple = vhlo::kTuple,
    .function = vhlo::kFunction,
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_TYPE_CODES_H_
