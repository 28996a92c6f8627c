// RUN: shardflow opt %s -sdy-propagation-pipeline

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}, %arg1: tensor<i32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %c = stablehlo.constant dense<5> : tensor<i32>
  %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8x8xf32>, tensor<i32>
  cond {
    %3 = stablehlo.compare LT, %iterArg_0, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %3 : tensor<i1>
  } do {
    %3 = stablehlo.add %iterArg, %iterArg : tensor<8x8xf32>
    %4 = stablehlo.add %iterArg_0, %c : tensor<i32>
    stablehlo.return %3, %4 : tensor<8x8xf32>, tensor<i32>
  }
  %1 = sdy.manual_computation(%0#0) in_shardings=[<@mesh, [{"b", ?}, {?}]>] out_shardings=[<@mesh, [{"b", ?}, {?}]>] manual_axes={"b"} (%arg2: tensor<4x8xf32>) {
    %3 = stablehlo.negate %arg2 : tensor<4x8xf32>
    sdy.return %3 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = stablehlo.optimization_barrier %0#0 : tensor<8x8xf32>
  return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 2 : i64}]}}
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<i32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}, tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
//>     %0 = sdy.constant dense<5> : tensor<i32>
//>     %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg1) : tensor<8x8xf32>, tensor<i32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>, <@mesh, []>]>}
//>     cond {
//>       %4 = stablehlo.compare LT, %iterArg_0, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
//>       stablehlo.return %4 : tensor<i1>
//>     } do {
//>       %4 = stablehlo.add %iterArg, %iterArg {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
//>       %5 = stablehlo.add %iterArg_0, %0 : tensor<i32>
//>       stablehlo.return %4, %5 : tensor<8x8xf32>, tensor<i32>
//>     }
//>     %2 = sdy.manual_computation(%1#0) in_shardings=[<@mesh, [{"b"}, {}]>] out_shardings=[<@mesh, [{"b"}, {}]>] manual_axes={"b"} (%arg2: tensor<4x8xf32>) {
//>       %4 = stablehlo.negate %arg2 : tensor<4x8xf32>
//>       sdy.return %4 : tensor<4x8xf32>
//>     } : (tensor<8x8xf32>) -> tensor<8x8xf32>
//>     %3 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} %1#0 : tensor<8x8xf32>
//>     return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
