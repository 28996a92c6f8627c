// One of several results is put on a single device, and so are the others:
// Shardy gives them dimensions, which a tensor on one device can't have.
// RUN: shardflow opt %s -sdy-apply-sharding-constraints

sdy.mesh @one = <[], device_ids=[0]>
func.func @main(%arg0: tensor<3xf32>, %arg1: tensor<i1>) -> tensor<3xf32> {
  %0:2 = "stablehlo.if"(%arg1) ({
    %2 = stablehlo.negate %arg0 : tensor<3xf32>
    stablehlo.return %2, %arg0 : tensor<3xf32>, tensor<3xf32>
  }, {
    stablehlo.return %arg0, %arg0 : tensor<3xf32>, tensor<3xf32>
  }) : (tensor<i1>) -> (tensor<3xf32>, tensor<3xf32>)
  %1 = sdy.sharding_constraint %0#0 <@one, []> : tensor<3xf32>
  return %0#1 : tensor<3xf32>
}

//> module {
//>   sdy.mesh @one = <[], device_ids=[0]>
//>   func.func @main(%arg0: tensor<3xf32>, %arg1: tensor<i1>) -> tensor<3xf32> {
//>     %0:2 = "stablehlo.if"(%arg1) ({
//>       %2 = stablehlo.negate %arg0 : tensor<3xf32>
//>       stablehlo.return %2, %arg0 : tensor<3xf32>, tensor<3xf32>
//>     }, {
//>       stablehlo.return %arg0, %arg0 : tensor<3xf32>, tensor<3xf32>
//>     }) {sdy.sharding = #sdy.sharding_per_value<[<@one, []>, <@one, []>]>} : (tensor<i1>) -> (tensor<3xf32>, tensor<3xf32>)
//>     %1 = sdy.sharding_constraint %0#0 <@one, []> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=3}>} : tensor<3xf32>
//>     return %0#1 : tensor<3xf32>
//>   }
//> }
