// RUN: shardflow validate %s
sdy.mesh @mesh = <["x"=4]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"), %arg1: tensor<8xf32> loc("old")) -> (tensor<8x8xf32> {jax.result_info = "result['y']"}) {
  %0 = stablehlo.tanh %arg0 : tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

//> 1 file, 0 errors
