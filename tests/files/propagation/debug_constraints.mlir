// RUN: shardflow opt %s "-sdy-apply-sharding-constraints=debug-sharding-origins=true debug-propagation-edge-sharding=true" "-sdy-basic-propagate=debug-sharding-origins=true debug-propagation-edge-sharding=true"
// RUN: shardflow opt %s -sdy-apply-sharding-constraints=debug-propagation-edge-sharding=true

// A constraint that dictates the sharding of its input is step 0 of the record,
// made before propagation; the second constraint closes a dimension without
// axes, which counts as a step too, but moves no axis. Propagation goes on with
// the number after the last one that has an edge.
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.abs %arg1 : tensor<8x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}]> : tensor<8x8xf32>
  %4 = stablehlo.add %1, %3 : tensor<8x8xf32>
  return %4, %2 : tensor<8x8xf32>, tensor<8x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {?}]>, sdy.sharding_origins = {x = "constraint_0"}}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = stablehlo.negate %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = result-0 -> [operand-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>, sdy.sharding_origins = [{x = "constraint_0"}]} : tensor<8x8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = result-0 -> [operand-0]}]}]>, sdy.sharding_origin_name = "constraint_0", sdy.sharding_origins = {x = "self"}} : tensor<8x8xf32>
//>     %2 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
//>     %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}]> {sdy.sharding_origin_name = "constraint_1"} : tensor<8x8xf32>
//>     %4 = stablehlo.add %1, %3 : tensor<8x8xf32>
//>     return %4, %2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>} : tensor<8x8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"x" = result-0 -> [operand-0]}]}]>, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//>     %2 = stablehlo.abs %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {}]>]>} : tensor<8x8xf32>
//>     %3 = sdy.sharding_constraint %2 <@mesh, [{}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//>     %4 = stablehlo.add %1, %3 : tensor<8x8xf32>
//>     return %4, %2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
