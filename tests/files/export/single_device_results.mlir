// RUN: shardflow opt %s -sdy-propagate-to-func-results
// RUN: shardflow opt %s --compat=jaxlib-0.12 -sdy-propagate-to-func-results

// jaxlib: a single-device sharding stays with the value.

sdy.mesh @one = <[], device_ids=[0]>
sdy.mesh @mesh = <["a"=2]>
func.func private @had_one(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
  %1 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %1 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

//# RUN 1
//> module {
//>   sdy.mesh @one = <[], device_ids=[0]>
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func private @had_one(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
//>     %0 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f(%arg0: tensor<8xf32>) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@one, []>}) {
//>     %0 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
//>     return %0, %1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
//# RUN 2
//> module {
//>   sdy.mesh @one = <[], device_ids=[0]>
//>   sdy.mesh @mesh = <["a"=2]>
//>   func.func private @had_one(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func private @f(%arg0: tensor<8xf32>) -> tensor<8xf32> {
//>     %0 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
//>     return %0 : tensor<8xf32>
//>   }
//>   func.func @main(%arg0: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
//>     %0 = call @f(%arg0) : (tensor<8xf32>) -> tensor<8xf32>
//>     %1 = sdy.sharding_constraint %arg0 <@one, []> : tensor<8xf32>
//>     return %0, %1 : tensor<8xf32>, tensor<8xf32>
//>   }
//> }
