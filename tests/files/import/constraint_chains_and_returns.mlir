// RUN: shardflow opt %s -sdy-apply-sharding-constraints
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-apply-sharding-constraints

// jaxlib: what the main function returns is not taken over by a chain of
// constraints, but what others return is.

sdy.mesh @mesh = <["a"=2, "b"=2]>
func.func @inner(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
  %3 = stablehlo.cosine %0 : tensor<8xf32>
  return %0, %3 : tensor<8xf32>, tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> : tensor<8xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
  %3 = stablehlo.cosine %0 : tensor<8xf32>
  return %0, %3 : tensor<8xf32>, tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @inner(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
//>     %3 = stablehlo.cosine %2 : tensor<8xf32>
//>     return %0, %3 : tensor<8xf32>, tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
//>     %3 = stablehlo.cosine %2 : tensor<8xf32>
//>     return %0, %3 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @mesh = <["a"=2, "b"=2]>
//>   func.func @inner(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
//>     %3 = stablehlo.cosine %2 : tensor<8xf32>
//>     return %2, %3 : tensor<8xf32>, tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = stablehlo.negate %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"a"}]>]>} : tensor<8xf32>
//>     %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}]> {sdy.sharding_rule = #sdy.op_sharding_rule<([i])->([i]) {i=8}>} : tensor<8xf32>
//>     %2 = sdy.sharding_constraint %1 <@mesh, [{"b"}]> : tensor<8xf32>
//>     %3 = stablehlo.cosine %2 : tensor<8xf32>
//>     return %0, %3 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
