// The old side of diff_unnamed.mlir, with the names of arguments.
// RUN: shardflow diff %s %s

sdy.mesh @mesh = <["x"=2]>

func.func @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>} loc("params['w']"), %arg1: tensor<8xf32> loc("batch")) -> (tensor<8xf32> {jax.result_info = "result['y']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
  return %0 : tensor<8xf32>
}

//> no differences in 4 shardings
