// RUN: shardflow opt %s -xla-expand-broadcasts
func.func @main(%x: tensor<8x1xf32>, %y: tensor<8x4xf32>, %p: tensor<i1>, %s: tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x4xf32>
  %1 = stablehlo.select %p, %0, %y : tensor<i1>, tensor<8x4xf32>
  %2 = stablehlo.clamp %s, %y, %s : (tensor<f32>, tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %3 = stablehlo.select %p, %s, %s : tensor<i1>, tensor<f32>
  return %0, %1, %2, %3 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>
}

//> module {
//>   func.func @main(%arg0: tensor<8x1xf32>, %arg1: tensor<8x4xf32>, %arg2: tensor<i1>, %arg3: tensor<f32>) -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>) {
//>     %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x1xf32>
//>     %1 = stablehlo.reshape %0 : (tensor<8x1xf32>) -> tensor<8xf32>
//>     %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<8xf32>) -> tensor<8x4xf32>
//>     %3 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<i1>) -> tensor<8x4xi1>
//>     %4 = stablehlo.select %3, %2, %arg1 : tensor<8x4xi1>, tensor<8x4xf32>
//>     %5 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
//>     %6 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
//>     %7 = stablehlo.clamp %5, %arg1, %6 : tensor<8x4xf32>
//>     %8 = stablehlo.select %arg2, %arg3, %arg3 : tensor<i1>, tensor<f32>
//>     return %2, %4, %7, %8 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<f32>
//>   }
//> }
