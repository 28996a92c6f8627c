// RUN: shardflow opt %s -sdy-propagation-pipeline
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-propagation-pipeline

// The group would bring "a" to the first dimension of %0, from where the manual
// computation's edge takes it away again: Shardy goes on for ever.

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}, {}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {"a"}]>] out_shardings=[<@mesh, [{?}, {"a", ?}]>] manual_axes={"a"} (%arg2: tensor<8x4xf32>) {
    %2 = sdy.sharding_constraint %arg2 <@mesh, [{"b"}, {}]> : tensor<8x4xf32>
    sdy.return %2 : tensor<8x4xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  sdy.sharding_group %0 group_id=2 : tensor<8x8xf32>
  %1 = stablehlo.negate %arg1 : tensor<8x8xf32>
  sdy.sharding_group %1 group_id=2 : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>}) {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {"a"}]>] out_shardings=[<@mesh, [{"b"}, {"a"}]>] manual_axes={"a"} (%arg2: tensor<8x4xf32>) {
//>       %2 = sdy.reshard %arg2 <@mesh, [{"b"}, {}]> : tensor<8x4xf32>
//>       sdy.return %2 : tensor<8x4xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", "a"}, {}]>]>} : tensor<8x8xf32>
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"a"}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", "a"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {"a"}]>}) {
//>     %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{}, {"a"}]>] out_shardings=[<@mesh, [{"b"}, {"a"}]>] manual_axes={"a"} (%arg2: tensor<8x4xf32>) {
//>       %2 = sdy.reshard %arg2 <@mesh, [{"b"}, {}]> : tensor<8x4xf32>
//>       sdy.return %2 : tensor<8x4xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %1 = stablehlo.negate %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", "a"}, {}]>]>} : tensor<8x8xf32>
//>     return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
