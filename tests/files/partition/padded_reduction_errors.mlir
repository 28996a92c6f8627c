// RUN: shardflow opt %s -verify-diagnostics -sdy-pad-for-divisibility

sdy.mesh @mesh = <["x"=4]>

// What changes nothing in this body isn't known.
func.func @differences(%arg0: tensor<8x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %arg0 [0:7, 0:3] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : (tensor<8x3xf32>) -> tensor<7x3xf32>
  // expected-error @+2 {{'stablehlo.reduce' op reduces a dimension that its shards don't divide, and no value is known that padding could hold}}
  // expected-error @+1 {{failed to legalize operation 'stablehlo.reduce' that was explicitly marked illegal}}
  %1 = "stablehlo.reduce"(%0, %zero) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.subtract %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}], unreduced={"x"}>]>} : (tensor<7x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = sdy.all_reduce {"x"} %1 out_sharding=<@mesh, [{}]> : tensor<3xf32>
  return %2 : tensor<3xf32>
}
