// RUN: shardflow check %s --expect "params/*/w=P('x')" --expect "result/0/loss=P('x', 'y')" --expect "arg/2=P(None, 'y')" --expect "res/0=P('x', ('y',))"
// RUN: shardflow check %s --expect "params['b'].w=P(None, 'x')" --expect "params/c=P()"
// RUN: shardflow check %s --expect "params/b/w=P(None, 'x')" --format json
// RUN: shardflow check %s --expect "params/b/w"
// RUN: shardflow check %s --expect "params/b/w=P(x)"
// RUN: shardflow check %s --expect "params/b/w=P('x'"
// RUN: shardflow check %s
sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("params['a']['w']"), %arg1: tensor<8x8xf32> loc("params['b']['w']"), %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32> {jax.result_info = "result[0]['loss']"}) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<8x8xf32>
  %1 = stablehlo.dot %0, %arg2 : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
