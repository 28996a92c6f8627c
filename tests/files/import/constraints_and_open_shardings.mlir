// RUN: shardflow opt %s -sdy-add-func-data-flow-edges -sdy-apply-sharding-constraints
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-add-func-data-flow-edges -sdy-apply-sharding-constraints

// jaxlib takes a fully open sharding as none, and the edges of calls as edges.

sdy.mesh @mesh = <["a"=2, "b"=2]>

func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %arg1 <@mesh, [{"b"}, {}]> : tensor<8x8xf32>
  %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>} : tensor<8x8xf32>
  %3 = sdy.sharding_constraint %2 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %4:2 = call @halves(%3) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
  %5 = sdy.sharding_constraint %4#0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
  %6 = stablehlo.add %4#0, %5 : tensor<8x8xf32>
  return %6 : tensor<8x8xf32>
}

func.func private @halves(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
  %1 = stablehlo.multiply %arg0, %0 : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
//>     %1 = sdy.sharding_constraint %arg1 <@mesh, [{"b"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//>     %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>} : tensor<8x8xf32>
//>     %3 = sdy.sharding_constraint %2 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
//>     %4:2 = call @halves(%3) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
//>     %5 = sdy.func_data_flow_edge %4#0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>} : tensor<8x8xf32>
//>     %6 = sdy.func_data_flow_edge %4#1 : tensor<8x8xf32>
//>     %7 = sdy.sharding_constraint %5 <@mesh, [{"a"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//>     %8 = stablehlo.add %5, %7 : tensor<8x8xf32>
//>     return %8 : tensor<8x8xf32>
//>   }
//>   func.func private @halves(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = sdy.func_data_flow_edge %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"b"}]>]>} : tensor<8x8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"b"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//>     %2 = stablehlo.multiply %0, %1 : tensor<8x8xf32>
//>     return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//>     %1 = sdy.sharding_constraint %arg1 <@mesh, [{"b"}, {}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}>} : tensor<8x8xf32>
//>     %2 = stablehlo.add %0, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>} : tensor<8x8xf32>
//>     %3 = sdy.sharding_constraint %2 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
//>     %4:2 = call @halves(%3) : (tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>)
//>     %5 = sdy.func_data_flow_edge %4#0 : tensor<8x8xf32>
//>     %6 = sdy.sharding_constraint %5 <@mesh, [{"a"}, {}]> : tensor<8x8xf32>
//>     %7 = sdy.func_data_flow_edge %4#1 : tensor<8x8xf32>
//>     %8 = stablehlo.add %6, %6 : tensor<8x8xf32>
//>     return %8 : tensor<8x8xf32>
//>   }
//>   func.func private @halves(%arg0: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     %0 = sdy.func_data_flow_edge %arg0 : tensor<8x8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{}, {"b"}]> : tensor<8x8xf32>
//>     %2 = stablehlo.multiply %1, %1 : tensor<8x8xf32>
//>     return %1, %2 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//> }
