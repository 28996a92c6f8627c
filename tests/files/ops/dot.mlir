// RUN: shardflow opt %s 
// RUN: shardflow opt %s -mlir-print-op-generic

func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x6xf32>, %arg2: tensor<4x8xf32>) -> tensor<2x4x6xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH] : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
  %1 = stablehlo.dot_general %arg2, %arg2, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot %1, %arg2, precision = [HIGHEST, DEFAULT] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = stablehlo.cholesky %1, lower = true : tensor<4x4xf32>
  %4 = stablehlo.fft %arg0, type =  RFFT, length = [8] : (tensor<2x4x8xf32>) -> tensor<2x4x5xcomplex<f32>>
  return %0 : tensor<2x4x6xf32>
}

//# RUN 1
//> module {
//>   func.func @f(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x6xf32>, %arg2: tensor<4x8xf32>) -> tensor<2x4x6xf32> {
//>     %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH] : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
//>     %1 = stablehlo.dot_general %arg2, %arg2, contracting_dims = [1] x [1] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
//>     %2 = stablehlo.dot %1, %arg2, precision = [HIGHEST, DEFAULT] : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %3 = stablehlo.cholesky %1, lower = true : tensor<4x4xf32>
//>     %4 = stablehlo.fft %arg0, type = RFFT, length = [8] : (tensor<2x4x8xf32>) -> tensor<2x4x5xcomplex<f32>>
//>     return %0 : tensor<2x4x6xf32>
//>   }
//> }
//# RUN 2
//> "builtin.module"() ({
//>   "func.func"() <{function_type = (tensor<2x4x8xf32>, tensor<2x8x6xf32>, tensor<4x8xf32>) -> tensor<2x4x6xf32>, sym_name = "f"}> ({
//>   ^bb0(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x6xf32>, %arg2: tensor<4x8xf32>):
//>     %0 = "stablehlo.dot_general"(%arg0, %arg1) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGH>]}> : (tensor<2x4x8xf32>, tensor<2x8x6xf32>) -> tensor<2x4x6xf32>
//>     %1 = "stablehlo.dot_general"(%arg2, %arg2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
//>     %2 = "stablehlo.dot"(%1, %arg2) <{precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>]}> : (tensor<4x4xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
//>     %3 = "stablehlo.cholesky"(%1) <{lower = true}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
//>     %4 = "stablehlo.fft"(%arg0) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<2x4x8xf32>) -> tensor<2x4x5xcomplex<f32>>
//>     "func.return"(%0) : (tensor<2x4x6xf32>) -> ()
//>   }) : () -> ()
//> }) : () -> ()
