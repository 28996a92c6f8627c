#ifndef SHARDFLOW_TEXT_QUANT_TYPE_H_
#define SHARDFLOW_TEXT_QUANT_TYPE_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/module.h"

// Quantized types: numbers of `expressed` that are stored as small integers or
// floats, with one scale and zero point, or one for each index of a dimension.
//
//   !quant.uniform<i8:f32, 5.000000e-01:3>
//   !quant.uniform<u8<1:200>:f32:0, {1.000000e+00:3,2.000000e+00}>

namespace shardflow::internal {

struct Quantization {
  TypeId storage;  // i8, f8E5M2
  TypeId expressed;
  bool is_signed = true;
  int64_t min = 0, max = 0;  // of what is stored
  int64_t axis = -1;         // the dimension that has the scales; -1: one scale
  std::vector<int64_t> scales;  // bits of f64
  std::vector<int64_t> zeros;   // as many
};

// None: there is no such type (a scale that the expressed type hasn't got,
// limits beyond the storage's).
TypeId MakeQuantized(Module& m, const Quantization& q);
// Of a kQuantized.
Quantization QuantizationOf(const TypeStore& types, TypeId type);

// From `!quant.uniform<...>`. None: any other text, to be kept as it is: other
// types of the dialect, scales of blocks.
TypeId ParseQuantized(Module& m, std::string_view text);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_QUANT_TYPE_H_
