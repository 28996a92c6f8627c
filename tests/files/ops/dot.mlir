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
