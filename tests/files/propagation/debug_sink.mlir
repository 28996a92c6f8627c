// RUN: shardflow opt %s -sdy-add-data-flow-edges "-sdy-basic-propagate=debug-sharding-origins=true debug-propagation-edge-sharding=true" "-sdy-sink-data-flow-edges=sink-debug-sharding-origins=true sink-debug-propagation-edge-sharding=true"
// RUN: shardflow opt --compat=jaxlib-0.12 %s -sdy-add-data-flow-edges "-sdy-basic-propagate=debug-sharding-origins=true debug-propagation-edge-sharding=true" "-sdy-sink-data-flow-edges=sink-debug-sharding-origins=true sink-debug-propagation-edge-sharding=true"
// RUN: shardflow opt %s -sdy-add-data-flow-edges "-sdy-basic-propagate=debug-sharding-origins=true" "-sdy-sink-data-flow-edges=sink-debug-sharding-origins=true"
// RUN: shardflow opt %s -sdy-add-data-flow-edges "-sdy-basic-propagate=debug-sharding-origins=true debug-propagation-edge-sharding=true" "-sdy-sink-data-flow-edges=sink-debug-sharding-origins=true sink-debug-propagation-edge-sharding=true" -sdy-remove-propagation-debug-info

// The edge of the first result has no record; only jaxlib leaves an empty one.
sdy.mesh @mesh = <["x"=2, "y"=2]>

func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, sdy.sharding_origins = {x = "self"}}) -> (tensor<8xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>, sdy.sharding_origins = {x = "input: 1"}}) {
//>     %0:2 = stablehlo.optimization_barrier {sdy.block_arg_propagation_edges = [], sdy.block_arg_sharding_origins = [], sdy.result_propagation_edges = [#sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>], sdy.result_sharding_origins = [{x = "input: 1"}], sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{"x", ?}]>]>} %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
//>     return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, sdy.sharding_origins = {x = "self"}}) -> (tensor<8xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"x" = operand-0 -> [result-0]}]}]>}, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>, sdy.sharding_origins = {x = "input: 1"}}) {
//>     %0:2 = stablehlo.optimization_barrier {sdy.block_arg_propagation_edges = [], sdy.block_arg_sharding_origins = [], sdy.result_propagation_edges = [#sdy.propagation_edges<[]>, #sdy.propagation_edges<[{step-0 = [{"x" = operand-0 -> [result-0]}]}]>], sdy.result_sharding_origins = [{}, {x = "input: 1"}], sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{"x", ?}]>]>} %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
//>     return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, sdy.sharding_origins = {x = "self"}}) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>, sdy.sharding_origins = {x = "input: 1"}}) {
//>     %0:2 = stablehlo.optimization_barrier {sdy.block_arg_sharding_origins = [], sdy.result_sharding_origins = [{x = "input: 1"}], sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{"x", ?}]>]>} %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
//>     return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 4
//> module {
//>   sdy.mesh @mesh = <["x"=2, "y"=2]>
//>   func.func @main(%arg0: tensor<8xf32>, %arg1: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) {
//>     %0:2 = stablehlo.optimization_barrier {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}]>, <@mesh, [{"x", ?}]>]>} %arg0, %arg1 : tensor<8xf32>, tensor<8xf32>
//>     return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
