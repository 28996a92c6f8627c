// RUN: shardflow propagate -q --compat=jaxlib-0.12 %s
// RUN: shardflow propagate -q --jax %s
// A scan with a weight that it hands on. In the loop the weight may be sharded
// along "y", which its users ask for; outside it keeps its own sharding.
sdy.mesh @mesh = <["x"=2, "y"=4]>

func.func public @main(%w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %h: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<3x8xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<3x8xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %1:4 = stablehlo.while(%a = %w, %i = %c0, %b = %h, %c = %0) : tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<3x8xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %2 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    %2 = stablehlo.dot_general %b, %a, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = sdy.sharding_constraint %2 <@mesh, [{}, {"y"}]> : tensor<8x8xf32>
    %4 = stablehlo.constant dense<0.0> : tensor<f32>
    %5 = stablehlo.reduce(%a init: %4) applies stablehlo.add across dimensions = [0] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %6 = func.call @put(%c, %5, %i) : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %7 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %a, %7, %3, %6 : tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<3x8xf32>
  }
  return %1#2, %1#3 : tensor<8x8xf32>, tensor<3x8xf32>
}
func.func private @put(%x: tensor<3x8xf32>, %u: tensor<8xf32>, %i: tensor<i32>) -> tensor<3x8xf32> {
  %0 = stablehlo.broadcast_in_dim %u, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i, %c0 : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
  return %1 : tensor<3x8xf32>
}
