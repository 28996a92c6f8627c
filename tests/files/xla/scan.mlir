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

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
//>     %0 = sdy.constant dense<0.000000e+00> : tensor<f32>
//>     %1 = stablehlo.broadcast_in_dim %0, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<f32>) -> tensor<3x8xf32>
//>     %2 = sdy.constant dense<0> : tensor<i32>
//>     %3:4 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %2, %iterArg_1 = %arg1, %iterArg_2 = %1) : tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<3x8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>, <@mesh, []>, <@mesh, [{}, {"y"}]>, <@mesh, [{}, {"y"}]>]>}
//>     cond {
//>       %4 = sdy.constant dense<3> : tensor<i32>
//>       %5 = stablehlo.compare LT, %iterArg_0, %4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %5 : tensor<i1>
//>     } do {
//>       %4 = stablehlo.dot_general %iterArg_1, %iterArg, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
//>       %5 = sdy.reshard %4 <@mesh, [{}, {"y"}]> : tensor<8x8xf32>
//>       %6 = sdy.constant dense<0.000000e+00> : tensor<f32>
//>       %7 = stablehlo.reduce(%iterArg init: %6) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
//>       %8 = func.call @put(%iterArg_2, %7, %iterArg_0) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<3x8xf32>, tensor<8xf32>, tensor<i32>) -> tensor<3x8xf32>
//>       %9 = sdy.constant dense<1> : tensor<i32>
//>       %10 = stablehlo.add %iterArg_0, %9 : tensor<i32>
//>       stablehlo.return %iterArg, %10, %5, %8 : tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<3x8xf32>
//>     }
//>     return %3#2, %3#3 : tensor<8x8xf32>, tensor<3x8xf32>
//>   }
//>   func.func private @put(%arg0: tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
//>     %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<8xf32>) -> tensor<1x8xf32>
//>     %1 = sdy.constant dense<0> : tensor<i32>
//>     %2 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
//>     return %2 : tensor<3x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
//>   func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, tensor<3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
//>     %0 = sdy.constant dense<0> : tensor<i32>
//>     %1 = sdy.constant dense<0.000000e+00> : tensor<f32>
//>     %2 = stablehlo.broadcast_in_dim %1, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<f32>) -> tensor<3x8xf32>
//>     %3 = sdy.reshard %arg0 <@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
//>     %4:3 = stablehlo.while(%iterArg = %0, %iterArg_0 = %arg1, %iterArg_1 = %2) : tensor<i32>, tensor<8x8xf32>, tensor<3x8xf32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{}, {"y"}]>, <@mesh, [{}, {"y"}]>]>}
//>     cond {
//>       %5 = sdy.constant dense<3> : tensor<i32>
//>       %6 = stablehlo.compare LT, %iterArg, %5, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %6 : tensor<i1>
//>     } do {
//>       %5 = sdy.constant dense<1> : tensor<i32>
//>       %6 = stablehlo.add %iterArg, %5 : tensor<i32>
//>       %7 = stablehlo.dot_general %iterArg_0, %3, contracting_dims = [1] x [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
//>       %8 = sdy.reshard %7 <@mesh, [{}, {"y"}]> : tensor<8x8xf32>
//>       %9 = sdy.constant dense<0.000000e+00> : tensor<f32>
//>       %10 = stablehlo.reduce(%3 init: %9) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"y"}]>]>} : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
//>       %11 = stablehlo.reshape %10 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<8xf32>) -> tensor<1x8xf32>
//>       %12 = sdy.constant dense<0> : tensor<i32>
//>       %13 = stablehlo.dynamic_update_slice %iterArg_1, %11, %iterArg, %12 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : (tensor<3x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<3x8xf32>
//>       stablehlo.return %6, %8, %13 : tensor<i32>, tensor<8x8xf32>, tensor<3x8xf32>
//>     }
//>     return %4#1, %4#2 : tensor<8x8xf32>, tensor<3x8xf32>
//>   }
//> }
