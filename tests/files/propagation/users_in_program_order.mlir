// RUN: shardflow opt %s -sdy-import-pipeline -sdy-op-priority-propagate

// Splitting constants brings the users of every value in the order of the
// program: the transpose inside the loop asks before the loop itself, which
// decides how it is sharded.

sdy.mesh @mesh = <["a"=2, "b"=3]>
func.func @main(%arg2: tensor<2x2xf32>, %arg3: tensor<i1>) -> tensor<2x2xf32> {
    %0:2 = stablehlo.while(%iterArg = %arg2, %iterArg_1 = %arg2) : tensor<2x2xf32>, tensor<2x2xf32>
    cond {
      stablehlo.return %arg3 : tensor<i1>
    } do {
      %4 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<2x2xf32>) -> tensor<2x2xf32>
      stablehlo.return %iterArg_1, %4 : tensor<2x2xf32>, tensor<2x2xf32>
    }
    %1 = stablehlo.cosine %0#0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {}]>]>} : tensor<2x2xf32>
    %2 = stablehlo.optimization_barrier %1 : tensor<2x2xf32>
    %3 = stablehlo.negate %0#0 : tensor<2x2xf32>
    return %3 : tensor<2x2xf32>
}

//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=3]> {stablehlo.mesh = {axes = [{name = "a", size = 2 : i64}, {name = "b", size = 3 : i64}]}}
//>   func.func @main(%arg0: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}, %arg1: tensor<i1>) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b", ?}, {?}]>}) {
//>     %0:2 = stablehlo.while(%iterArg = %arg0, %iterArg_0 = %arg0) : tensor<2x2xf32>, tensor<2x2xf32>
//>     cond {
//>       stablehlo.return %arg1 : tensor<i1>
//>     } do {
//>       %7 = stablehlo.transpose %arg0, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}]>]>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
//>       stablehlo.return %iterArg_0, %7 : tensor<2x2xf32>, tensor<2x2xf32>
//>     }
//>     %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"b", ?}, {?}]> : tensor<2x2xf32>
//>     %2 = sdy.data_flow_edge %0#1 sharding=<@mesh, [{"b", ?}, {?}]> : tensor<2x2xf32>
//>     %3 = stablehlo.cosine %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {}]>]>} : tensor<2x2xf32>
//>     %4 = stablehlo.optimization_barrier %3 : tensor<2x2xf32>
//>     %5 = sdy.data_flow_edge %4 sharding=<@mesh, [{"b", ?}, {?}]> : tensor<2x2xf32>
//>     %6 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}]>]>} : tensor<2x2xf32>
//>     return %6 : tensor<2x2xf32>
//>   }
//> }
