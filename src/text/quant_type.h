#ifndef SHARDFLOW_TEXT_QUANT_TYPE_H_
#define SHARDFLOW_TEXT_QUANT_TYPE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/module.h"

// Quantized types: numbers of the type `expressed`, stored as small integers or
// floats. There is either a single scale and zero point for all numbers, or one
// for each index along a dimension.
//
//   !quant.uniform<i8:f32, 5.000000e-01:3>
//   !quant.uniform<u8<1:200>:f32:0, {1.000000e+00:3,2.000000e+00}>

namespace shardflow::internal {

struct Quantization {
  TypeId storage;  // such as i8 or f8E5M2
  TypeId expressed;
  bool is_signed = true;
  int64_t min = 0, max = 0;  // limits of the stored numbers
  int64_t axis = -1;         // the dimension with a scale for each index, or -1
  std::vector<int64_t> scales;  // the bits of f64 values
  std::vector<int64_t> zeros;   // one for each scale
};

// Returns None if the type is invalid, because a scale doesn't fit the
// expressed type or a limit doesn't fit the storage type.
TypeId MakeQuantized(Module& m, const Quantization& q);
// Returns the contents of a kQuantized type.
Quantization QuantizationOf(const TypeStore& types, TypeId type);

// Parses `!quant.uniform<...>`. Returns None for other types of the dialect and
// for block-wise scales, which are kept as text.
TypeId ParseQuantized(Module& m, std::string_view text);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_QUANT_TYPE_H_
