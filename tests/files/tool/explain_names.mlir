// RUN: shardflow explain %s --name params/layer0/wq
// RUN: shardflow explain %s --name "params['layer0']['wq']"
// RUN: shardflow explain %s --name result/0/loss
// RUN: shardflow explain %s --name params/*/wq
// RUN: shardflow explain %s --name params/layer0/wk
// RUN: shardflow explain %s --value %arg2 --format json
// Arguments and results by the names that JAX gives them.
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("params['layer0']['wq']"), %arg1: tensor<8x8xf32> loc("params['layer1']['wq']"), %arg2: tensor<8x8xf32> loc("batch.tokens")) -> (tensor<8x8xf32> {jax.result_info = "result[0]['loss']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = stablehlo.dot %0, %arg2 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
