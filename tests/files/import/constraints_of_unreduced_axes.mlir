// A constraint on an edge takes over its uses. Unreduced axes, which do not
// propagate, are put on the edge itself.
// RUN: shardflow opt %s -sdy-apply-sharding-constraints
// RUN: shardflow opt %s -sdy-add-data-flow-edges -sdy-apply-sharding-constraints

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @barriers(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>
  %1 = sdy.sharding_constraint %0#0 <@mesh, [{}, {}], unreduced={"a"}> : tensor<4x4xf32>
  %2 = sdy.sharding_constraint %0#1 <@mesh, [{}, {?}], unreduced={"a"}> : tensor<4x4xf32>
  %3 = stablehlo.add %0#0, %0#1 : tensor<4x4xf32>
  %4 = stablehlo.add %1, %2 : tensor<4x4xf32>
  %5 = stablehlo.multiply %3, %4 : tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @barriers(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
//>     %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}], unreduced={"a"}>, <@mesh, [{?}, {?}]>]>} %arg0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>
//>     %1 = sdy.sharding_constraint %0#0 <@mesh, [{}, {}], unreduced={"a"}> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=4, j=4}>} : tensor<4x4xf32>
//>     %2 = sdy.sharding_constraint %0#1 <@mesh, [{}, {?}], unreduced={"a"}> : tensor<4x4xf32>
//>     %3 = stablehlo.add %0#0, %0#1 : tensor<4x4xf32>
//>     %4 = stablehlo.add %1, %2 : tensor<4x4xf32>
//>     %5 = stablehlo.multiply %3, %4 : tensor<4x4xf32>
//>     return %5 : tensor<4x4xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @barriers(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
//>     %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4x4xf32>, tensor<4x4xf32>
//>     %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{?}, {?}], unreduced={"a"}> : tensor<4x4xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{}, {}], unreduced={"a"}> : tensor<4x4xf32>
//>     %3 = sdy.data_flow_edge %0#1 : tensor<4x4xf32>
//>     %4 = sdy.sharding_constraint %3 <@mesh, [{}, {?}], unreduced={"a"}> : tensor<4x4xf32>
//>     %5 = stablehlo.add %2, %3 : tensor<4x4xf32>
//>     %6 = stablehlo.add %2, %4 : tensor<4x4xf32>
//>     %7 = stablehlo.multiply %5, %6 : tensor<4x4xf32>
//>     return %7 : tensor<4x4xf32>
//>   }
//> }
