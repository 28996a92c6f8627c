// RUN: shardflow opt %s
// RUN: shardflow convert %s --to json | shardflow convert - --to text

// The custom syntax of an op doesn't say the types of its numbers. An attribute
// of another type than the op's own (which StableHLO's verifier refuses) makes
// the op print in the generic form, so that no text turns ui64 into i64.

func.func @f(%a: tensor<4x8xf32>, %z: tensor<f32>) {
  %0 = "stablehlo.transpose"(%a) <{permutation = array<ui64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %1 = "stablehlo.transpose"(%a) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %2 = "stablehlo.reverse"(%a) <{dimensions = array<si64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = "stablehlo.concatenate"(%a, %a) <{dimension = 0 : ui64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %4 = "stablehlo.cholesky"(%a) <{lower = 0 : ui1}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : ui32, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = "stablehlo.reduce_precision"(%a) <{exponent_bits = 5 : i64, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = "stablehlo.custom_call"(%a) <{call_target_name = "x", has_side_effect = 0 : ui1, api_version = 1 : ui32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = "stablehlo.custom_call"(%a) <{call_target_name = "x", has_side_effect = false, api_version = 1 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

func.func private @g() attributes {a = array<ui8: 200, 1>, b = array<ui64: 18446744073709551615>, c = array<i8: -56>}

//# RUN 1
//> module {
//>   func.func @f(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>) {
//>     %0 = "stablehlo.transpose"(%arg0) <{permutation = array<ui64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
//>     %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
//>     %2 = "stablehlo.reverse"(%arg0) <{dimensions = array<si64: 1>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %3 = "stablehlo.concatenate"(%arg0, %arg0) <{dimension = 0 : ui64}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
//>     %4 = "stablehlo.cholesky"(%arg0) <{lower = 0 : ui1}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %5 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : ui32, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %6 = "stablehlo.reduce_precision"(%arg0) <{exponent_bits = 5 : i64, mantissa_bits = 2 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %7 = stablehlo.custom_call @x(%arg0) {api_version = 1 : ui32, has_side_effect = 0 : ui1} : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %8 = stablehlo.custom_call @x(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
//>     return
//>   }
//>   func.func private @g() attributes {a = array<ui8: 200, 1>, b = array<ui64: 18446744073709551615>, c = array<i8: -56>}
//> }
//# RUN 2
//! shardflow: convert: --to: At Most 1 required but received 2
//! Run with --help for more.
// EXIT: 2
