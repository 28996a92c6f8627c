// RUN: shardflow opt %s -xla-simplify -xla-expand-broadcasts
// What StableHLO's own verifier would reject is left alone.
func.func @main(%x: tensor<4x1xf32>, %i: tensor<i32>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<4x1xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.transpose %x, dims = [7, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [9, 3] : (tensor<4x1xf32>) -> tensor<1x4xf32>
  %2 = stablehlo.reverse %x, dims = [5] : tensor<4x1xf32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %3 = stablehlo.dynamic_slice %x, %c, %c, sizes = [8, 8] : (tensor<4x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %0, %1, %2, %3 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<4x1xf32>, tensor<8x8xf32>
}

//> module {
//>   func.func @main(%arg0: tensor<4x1xf32>, %arg1: tensor<i32>) -> (tensor<1x4xf32>, tensor<1x4xf32>, tensor<4x1xf32>, tensor<8x8xf32>) {
//>     %0 = stablehlo.transpose %arg0, dims = [7, 0] : (tensor<4x1xf32>) -> tensor<1x4xf32>
//>     %1 = stablehlo.broadcast_in_dim %arg0, dims = [9, 3] : (tensor<4x1xf32>) -> tensor<1x4xf32>
//>     %2 = stablehlo.reverse %arg0, dims = [5] : tensor<4x1xf32>
//>     %c = stablehlo.constant dense<0> : tensor<i32>
//>     %3 = stablehlo.dynamic_slice %arg0, %c, %c, sizes = [8, 8] : (tensor<4x1xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
//>     return %0, %1, %2, %3 : tensor<1x4xf32>, tensor<1x4xf32>, tensor<4x1xf32>, tensor<8x8xf32>
//>   }
//> }
