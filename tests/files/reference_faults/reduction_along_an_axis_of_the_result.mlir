// The result is sharded along the axis that its operand is reduced along.
// Without the full version nobody resolves that, but an all_reduce along the
// axis, as Shardy writes it, would take its own operand apart.
// RUN: shardflow opt %s -sdy-insert-explicit-reshards

sdy.mesh @mesh = <["b"=3, "c"=2, "d"=2]>
func.func @main(%arg0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b", "c"}]>}, %arg1: tensor<f32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}], unreduced={"d"}>}) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}], unreduced={"d"}>]>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

//> module {
//>   sdy.mesh @mesh = <["b"=3, "c"=2, "d"=2]>
//>   func.func @main(%arg0: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"b", "c"}]>}, %arg1: tensor<f32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}], unreduced={"d"}>}) {
//>     %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b"}], unreduced={"d"}>]>} : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
//>     %1 = sdy.all_reduce {"c"} %0 out_sharding=<@mesh, [{"b"}], unreduced={"d"}> : tensor<4xf32>
//>     return %1 : tensor<4xf32>
//>   }
//> }
