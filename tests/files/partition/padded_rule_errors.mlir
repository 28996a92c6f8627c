// RUN: shardflow opt %s -verify-diagnostics -sdy-pad-for-divisibility

sdy.mesh @mesh = <["x"=4]>

// Only the rule of this call is known, which doesn't say what padding could hold.
func.func @custom(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<3xf32> {
  %0 = stablehlo.slice %arg0 [0:7, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
  // expected-error @+1 {{'stablehlo.custom_call' op works along a dimension that its shards don't divide, and no value is known that padding could hold}}
  %1 = stablehlo.custom_call @sum(%0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j]) {i=7, j=3} reduction={i}>} : (tensor<7x3xf32>) -> tensor<3xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}]> : tensor<3xf32>
  return %2 : tensor<3xf32>
}
