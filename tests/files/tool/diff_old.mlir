// The other side of diff.mlir.
// RUN: shardflow validate %s
sdy.mesh @mesh = <["x"=2]>
sdy.mesh @gone = <["x"=2]>

func.func @main(
    %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> tensor<8x8xf32> {
  %hidden = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  %sum = stablehlo.add %hidden, %hidden {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
  return %sum : tensor<8x8xf32>
}

func.func private @old(%arg0: tensor<8xf32>, %token: !stablehlo.token) -> tensor<8xf32> {
  return %arg0 : tensor<8xf32>
}

//> 1 file, 0 errors
