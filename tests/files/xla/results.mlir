// RUN: shardflow opt %s -xla-post-order
// A result of @main has a sharding: transposes that are returned come last.
sdy.mesh @mesh = <["x"=2]>

func.func @main(%x: tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.sine %x : tensor<8x4xf32>
  return %0, %1 : tensor<4x8xf32>, tensor<8x4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["x"=2]>
//>   func.func @main(%arg0: tensor<8x4xf32>) -> (tensor<4x8xf32>, tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
//>     %0 = stablehlo.sine %arg0 : tensor<8x4xf32>
//>     %1 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
//>     return %1, %0 : tensor<4x8xf32>, tensor<8x4xf32>
//>   }
//> }
