// RUN: shardflow opt %s -xla-expand-broadcasts
func.func @main(%x: tensor<8x1xf32>, %y: tensor<8x4xf32>, %p: tensor<i1>, %s: tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.select %p, %0, %y : tensor<i1>, tensor<8x4xf32>
  %2 = stablehlo.clamp %s, %y, %s : (tensor<f32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %3 = stablehlo.select %p, %s, %s : tensor<i1>, tensor<f32>
  return %0, %1, %2, %3 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>
}
