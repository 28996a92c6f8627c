// Edges and barriers may have a rule besides what they are: both count.
// RUN: shardflow opt %s -sdy-basic-propagate
// RUN: shardflow opt %s "-sdy-aggressive-propagate=propagation-strategy=basic debug-propagation-edge-sharding=true debug-sharding-origins=true"
// RUN: shardflow opt %s "-sdy-user-priority-propagate"

sdy.mesh @mesh = <["a"=4, "b"=2, "c"=2]>

func.func @barrier(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}) -> tensor<8x8xf32> {
  // The barrier lets nothing through to its result; the rule does, and it swaps
  // the dimensions.
  %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=8}>} : tensor<8x8xf32>
  %1 = stablehlo.negate %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func @edge(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
  %1 = sdy.data_flow_edge %0#0 {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([j, i]) {i=8, j=8}>} : tensor<8x8xf32>
  %2 = stablehlo.negate %1 : tensor<8x8xf32>
  return %2 : tensor<8x8xf32>
}
// Numbers of groups needn't be in order.
func.func @groups(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>}, %arg3: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  sdy.sharding_group %arg0 group_id=7 : tensor<8x8xf32>
  sdy.sharding_group %arg2 group_id=3 : tensor<8x8xf32>
  sdy.sharding_group %arg1 group_id=7 : tensor<8x8xf32>
  sdy.sharding_group %arg3 group_id=3 : tensor<8x8xf32>
  return %arg1, %arg3 : tensor<8x8xf32>, tensor<8x8xf32>
}
// Halves of "a" that come along two factors are one axis again.
func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"a":(2)2}]>}) -> tensor<8xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<2x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=2, "c"=2]>
//>   func.func @barrier(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>} : tensor<8x8xf32>
//>     %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>} : tensor<8x8xf32>
//>     return %1 : tensor<8x8xf32>
//>   }
//>   func.func @edge(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
//>     %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
//>     %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"b", ?}, {?}]> : tensor<8x8xf32>
//>     %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}]>]>} : tensor<8x8xf32>
//>     return %2 : tensor<8x8xf32>
//>   }
//>   func.func @groups(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>}, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     sdy.sharding_group %arg0 group_id=7 : tensor<8x8xf32>
//>     sdy.sharding_group %arg2 group_id=3 : tensor<8x8xf32>
//>     sdy.sharding_group %arg1 group_id=7 : tensor<8x8xf32>
//>     sdy.sharding_group %arg3 group_id=3 : tensor<8x8xf32>
//>     return %arg1, %arg3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"a":(2)2}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=2, "c"=2]>
//>   func.func @barrier(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>, sdy.sharding_origins = {a = "self"}}) -> (tensor<8x8xf32> {sdy.sharding_origins = {a = "input: 0"}}) {
//>     %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD {sdy.propagation_edges = #sdy.propagation_edges<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>, sdy.sharding_origins = [{a = "input: 0"}]} : tensor<8x8xf32>
//>     %1 = stablehlo.negate %0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-1 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>, sdy.sharding_origins = [{a = "input: 0"}]} : tensor<8x8xf32>
//>     return %1 : tensor<8x8xf32>
//>   }
//>   func.func @edge(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>, sdy.sharding_origins = {b = "self"}}, %arg1: tensor<8x8xf32>) -> (tensor<8x8xf32> {sdy.sharding_origins = {b = "input: 0"}}) {
//>     %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
//>     %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"b", ?}, {?}]> {sdy.propagation_edges = #sdy.propagation_edges<[{step-2 = [{"b" = operand-0 -> [result-0]}]}]>, sdy.sharding_origins = {b = "input: 0"}} : tensor<8x8xf32>
//>     %2 = stablehlo.negate %1 {sdy.propagation_edges = #sdy.propagation_edges<[{step-3 = [{"b" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}]>]>, sdy.sharding_origins = [{b = "input: 0"}]} : tensor<8x8xf32>
//>     return %2 : tensor<8x8xf32>
//>   }
//>   func.func @groups(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>, sdy.sharding_origins = {b = "self"}}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>, sdy.sharding_origins = {c = "self"}}, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     sdy.sharding_group %arg0 group_id=7 : tensor<8x8xf32>
//>     sdy.sharding_group %arg2 group_id=3 : tensor<8x8xf32>
//>     sdy.sharding_group %arg1 group_id=7 : tensor<8x8xf32>
//>     sdy.sharding_group %arg3 group_id=3 : tensor<8x8xf32>
//>     return %arg1, %arg3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"a":(2)2}]>, sdy.sharding_origins = {"a:(1)2" = "self", "a:(2)2" = "self"}}) -> (tensor<8xf32> {sdy.propagation_edges = #sdy.propagation_edges<[{step-5 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>, sdy.sharding_origins = {a = "input: 0"}}) {
//>     %0 = stablehlo.reshape %arg0 {sdy.propagation_edges = #sdy.propagation_edges<[{step-4 = [{"a" = operand-0 -> [result-0]}]}]>, sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>, sdy.sharding_origins = [{a = "input: 0"}]} : (tensor<2x4xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
//# RUN 3
//> module {
//>   sdy.mesh @mesh = <["a"=4, "b"=2, "c"=2]>
//>   func.func @barrier(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {?}]>}) -> tensor<8x8xf32> {
//>     %0 = sdy.propagation_barrier %arg0 allowed_direction=BACKWARD {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>} : tensor<8x8xf32>
//>     %1 = stablehlo.negate %0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{?}, {"a", ?}]>]>} : tensor<8x8xf32>
//>     return %1 : tensor<8x8xf32>
//>   }
//>   func.func @edge(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg1: tensor<8x8xf32>) -> tensor<8x8xf32> {
//>     %0:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<8x8xf32>, tensor<8x8xf32>
//>     %1 = sdy.data_flow_edge %0#0 sharding=<@mesh, [{"b", ?}, {?}]> : tensor<8x8xf32>
//>     %2 = stablehlo.negate %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"b", ?}, {?}]>]>} : tensor<8x8xf32>
//>     return %2 : tensor<8x8xf32>
//>   }
//>   func.func @groups(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {?}]>}, %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>}, %arg3: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"c"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
//>     sdy.sharding_group %arg0 group_id=7 : tensor<8x8xf32>
//>     sdy.sharding_group %arg2 group_id=3 : tensor<8x8xf32>
//>     sdy.sharding_group %arg1 group_id=7 : tensor<8x8xf32>
//>     sdy.sharding_group %arg3 group_id=3 : tensor<8x8xf32>
//>     return %arg1, %arg3 : tensor<8x8xf32>, tensor<8x8xf32>
//>   }
//>   func.func @main(%arg0: tensor<2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a":(1)2}, {"a":(2)2}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}]>}) {
//>     %0 = stablehlo.reshape %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a", ?}]>]>} : (tensor<2x4xf32>) -> tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//> }
